//! The console's notice about the last key. Knows facts, not words.

use ishigaki_client::CallError;
use ishigaki_client::MirrorError;
use ishigaki_client::judging::JudgeAct;
use ishigaki_client::listing::Listed;
use ishigaki_proto::fault::Fault;
use ishigaki_rules::{Event, TeamId};

use crate::console::keymap::Context;
use crate::entry::EntryKind;

/// A line for the judge; it stays until the next key, good news not as long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The act is on its way.
    Sent(JudgeAct),
    Done(JudgeAct),
    /// The very same act is on its way already.
    OnItsWay(JudgeAct),
    /// The act is refused: by the rules before it was sent, or by the server.
    Refused(Fault),
    /// No answer came: it may be done or not.
    Silent {
        /// Act that was asked for.
        act: JudgeAct,
        /// Code of the connection.
        code: tonic::Code,
    },
    /// The game moved on while a question was open, and what was asked makes no sense any more.
    MovedOn,
    /// An act that needs a reason was asked for without one.
    NoReason,
    /// A message to teams has no text.
    NoText,
    /// Something went wrong in another game.
    Elsewhere {
        game: String,
        /// Notice that is shown.
        notice: Box<Notice>,
    },
    /// Somebody else has said this to teams.
    Told(Box<Event>),
    /// There is no connection, so nothing can be sent.
    Offline,
    /// A game is being started.
    Starting {
        game: String,
    },
    /// A game has started.
    Started(Box<Listed>),
    /// A game was not started, or it is not known whether it was.
    NotStarted {
        game: String,
        trouble: CallError,
    },
    /// Too few or too many teams are ticked to play at all.
    NoTeams {
        /// Number that the contest file plans.
        seats: usize,
    },
    /// Nothing can be done in a game that has not started.
    NotStartedYet {
        game: String,
    },
    /// No game waits for the judge.
    NothingWanted,
    /// No game has a clock that could be stopped.
    NothingToPause,
    /// No game has a clock that stands.
    NothingToResume,
    /// The key does not answer the question that is open; which do.
    AnsweredBy(Context),
    /// A game is replaced by its spare.
    Replaced {
        /// The id of the game that was abandoned.
        game: String,
        /// The spare as it has started.
        spare: Box<Listed>,
    },
    /// The hall's boards do not follow the reveal.
    NotFollowed(CallError),
    /// The server does not say which games there are.
    NoList(CallError),
    /// No team could be meant.
    NoTeam,
    /// Something is entered for a team by hand.
    Entered {
        team: TeamId,
        kind: EntryKind,
    },
    /// It is refused, and nobody waited for that any more.
    EntryRefused {
        team: TeamId,
        kind: EntryKind,
    },
    /// No answer came: it may be entered or not.
    EntrySilent {
        team: TeamId,
        kind: EntryKind,
        /// Code of the connection.
        code: tonic::Code,
    },
    /// All stones of the team are ticked as carried.
    AllCarried(TeamId),
    /// There is no ranking to be revealed before the game is over.
    NoReveal,
    /// No opening is being uncovered for the hall.
    NoOpening,
    /// The server is not alone any more: what it answers is on the standby's disk as well.
    Copied,
    /// The feed's items do not fit: the screen may be wrong.
    Astray(MirrorError),
}

impl Notice {
    /// Returns whether it is gone after a while: what is done needs no key to be known.
    pub const fn fades(&self) -> bool {
        matches!(
            self,
            Self::Done(_)
                | Self::Started(_)
                | Self::Replaced { .. }
                | Self::Entered { .. }
                | Self::Told(_)
                | Self::Copied
        )
    }

    /// Returns whether it is of the phase in which it was told, and gone with it: what fades, and why an act was refused.
    pub const fn passes(&self) -> bool {
        self.fades() || matches!(self, Self::Refused(_))
    }

    /// The act that it is about, if it is good news of one.
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
                | Self::Told(_)
                | Self::Starting { .. }
                | Self::Started(_)
                | Self::Replaced { .. }
                | Self::Entered { .. }
                | Self::Copied
        )
    }
}
