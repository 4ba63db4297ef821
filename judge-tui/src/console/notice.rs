//! Notices of the console about the last key.

use ishigaki_client::CallError;
use ishigaki_client::MirrorError;
use ishigaki_client::judging::JudgeAct;
use ishigaki_client::listing::Listed;
use ishigaki_proto::fault::Fault;
use ishigaki_rules::{Event, TeamId};

use crate::console::keymap::Context;
use crate::entry::EntryKind;

/// A message to the judge until the next key; good news disappears earlier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    Sent(JudgeAct),
    Done(JudgeAct),
    OnItsWay(JudgeAct),
    Refused(Fault),
    /// No answer, so the outcome is unknown.
    Silent {
        act: JudgeAct,
        code: tonic::Code,
    },
    /// The game moved on while a question was open, so the answer would be meaningless.
    MovedOn,
    NoReason,
    NoText,
    Elsewhere {
        game: String,
        notice: Box<Notice>,
    },
    NewBroadcast(Box<Event>),
    Offline,
    Starting {
        game: String,
    },
    Started(Box<Listed>),
    NotStarted {
        game: String,
        trouble: CallError,
    },
    NoTeams {
        seats: usize,
    },
    NotStartedYet {
        game: String,
    },
    NothingWanted,
    NothingToPause,
    NothingToResume,
    AnsweredBy(Context),
    Replaced {
        game: String,
        spare: Box<Listed>,
    },
    NotFollowed(CallError),
    NoList(CallError),
    NoTeam,
    Entered {
        team: TeamId,
        kind: EntryKind,
    },
    EntryRefused {
        team: TeamId,
        kind: EntryKind,
    },
    /// No answer, so the outcome is unknown.
    EntrySilent {
        team: TeamId,
        kind: EntryKind,
        code: tonic::Code,
    },
    AllCarried(TeamId),
    NoReveal,
    NoOpening,
    Copied,
    Inconsistent(MirrorError),
}

impl Notice {
    /// Returns whether it disappears after a while.
    pub const fn fades(&self) -> bool {
        matches!(
            self,
            Self::Done(_)
                | Self::Started(_)
                | Self::Replaced { .. }
                | Self::Entered { .. }
                | Self::NewBroadcast(_)
                | Self::Copied
        )
    }

    /// Returns whether it disappears with the phase: good news, and rejections.
    pub const fn passes(&self) -> bool {
        self.fades() || matches!(self, Self::Refused(_))
    }

    pub(crate) const fn act(&self) -> Option<&JudgeAct> {
        match self {
            Self::Sent(act) | Self::Done(act) => Some(act),
            _ => None,
        }
    }

    /// Returns whether it is bad news.
    pub const fn is_bad(&self) -> bool {
        !matches!(
            self,
            Self::Sent(_)
                | Self::Done(_)
                | Self::NewBroadcast(_)
                | Self::Starting { .. }
                | Self::Started(_)
                | Self::Replaced { .. }
                | Self::Entered { .. }
                | Self::Copied
        )
    }
}
