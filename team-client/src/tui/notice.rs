//! Notices of the screen about the last key. They contain nothing sealed, because they may stay visible
//! (`A4`).

use ishigaki_client::team::TeamPath;
use ishigaki_client::{MirrorError, ReceiptFault, WriteError};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{QuestionNo, Revision, RoundNo, TextError};

use ishigaki_strategy::workshop::{Piece, PieceRejection, WallTotals};

use super::event::SearchProgress;

/// A message to the team until the next key, or until its subject is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    Sent,
    OnItsWay,
    Sealed {
        revision: Revision,
        /// 0 for a decline or pass.
        lines: usize,
    },
    Faulty,
    Same,
    NothingOffered,
    NotNow,
    NothingSealed,
    NoOtherGame,
    /// Another game of the practice is starting.
    Again,
    NoSuchLot,
    NoPrice,
    NothingToTry,
    NoAdvice,
    AdviserOff,
    /// The advice is about another round, wave or amount of money.
    AdviceStale,
    AdviceSame,
    /// Nothing is submitted by that.
    AdviceTaken,
    Refused(Box<Fault>),
    /// The server rejected the list, although the rules here did not.
    ListRefused(ErrorReason),
    SealedUnanswered {
        revision: Revision,
    },
    NotSealed,
    DraftBack,
    DraftNotKept(WriteError),
    Offline,
    Elsewhere {
        revision: Revision,
    },
    /// The deadline passed without a list, and the draft is gone: the team declined (`A4`).
    Missed {
        round: RoundNo,
    },
    Asked {
        question: QuestionNo,
    },
    /// No answer, so the outcome is unknown; the text is kept.
    AskedUnanswered,
    NoQuestion(TextError),
    NothingUnread,
    Unseen {
        count: usize,
    },
    /// No answer; it can be repeated.
    NotMarked,
    NotKept(WriteError),
    WrongReceipt(ReceiptFault),
    Wall(WallNotice),
    NextWaits {
        game: String,
    },
    /// The team's way through its event, after its game.
    Path(Box<TeamPath>),
    WentOn {
        game: String,
    },
    Astray(MirrorError),
}

/// Notice about the wall. Walls are public, so it may contain anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WallNotice {
    Built(WallTotals),
    Refused(Box<Fault>),
    NotBuilt,
    Same,
    Loose(Vec<Piece>),
    /// No single step is possible, but the whole wall can be submitted.
    OnlyWhole,
    CannotLie,
    NothingHeld,
    NoPlace {
        elsewise: bool,
    },
    NothingThere,
    TakenOut(Piece),
    PutBack(Piece),
    Carries(PieceRejection),
    NoChange,
    Followed,
    Elsewhere,
    Realised {
        made: usize,
        waiting: usize,
    },
    Realisable {
        count: usize,
    },
    /// With its progress, if it has waited for a turn.
    Searching(Option<SearchProgress>),
    Searched {
        best: WallTotals,
        is_proved: bool,
        is_laid: bool,
    },
    NoStones,
    TooLarge,
    SolverOff,
}

impl WallNotice {
    /// Returns whether it is bad news.
    pub const fn is_bad(&self) -> bool {
        !matches!(
            self,
            Self::Built(_)
                | Self::Same
                | Self::TakenOut(_)
                | Self::PutBack(_)
                | Self::Followed
                | Self::Realised { waiting: 0, .. }
                | Self::Realisable { .. }
                | Self::Searching(_)
                | Self::Searched { .. }
        )
    }
}

impl Notice {
    /// Returns whether it is bad news.
    pub const fn is_bad(&self) -> bool {
        match self {
            Self::Sent
            | Self::Sealed { .. }
            | Self::SealedUnanswered { .. }
            | Self::DraftBack
            | Self::Asked { .. }
            | Self::NothingUnread
            | Self::Same
            | Self::AdviceSame
            | Self::AdviceTaken
            | Self::Again
            | Self::WentOn { .. }
            | Self::Path(_)
            | Self::NextWaits { .. } => false,
            Self::Wall(notice) => notice.is_bad(),
            _ => true,
        }
    }

    /// Omits the figures of the list.
    pub(crate) fn refusal(fault: Box<Fault>) -> Self {
        let tells = fault.violations.is_empty()
            && matches!(
                fault.reason,
                ErrorReason::WrongPhase
                    | ErrorReason::Paused
                    | ErrorReason::WrongRound
                    | ErrorReason::WrongAttempt
                    | ErrorReason::WrongWave
                    | ErrorReason::Late
                    | ErrorReason::NotTied
                    | ErrorReason::Replaced
                    | ErrorReason::Disqualified
                    | ErrorReason::Unauthenticated
                    | ErrorReason::TokenRevoked
                    | ErrorReason::PermissionDenied
                    | ErrorReason::UnknownGame
                    | ErrorReason::GameStopped
                    | ErrorReason::JournalFailed
                    | ErrorReason::Busy
                    | ErrorReason::ServerStopping
                    | ErrorReason::TooManyCalls
                    | ErrorReason::TooFast
                    | ErrorReason::MessageTooLarge
            );
        if tells { Self::Refused(fault) } else { Self::ListRefused(fault.reason) }
    }
}
