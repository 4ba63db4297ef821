//! The screen's notice about the last key. Knows facts, not words, and nothing that is sealed: a notice may stand there
//! long after (`A4`).

use ishigaki_client::{MirrorError, ReceiptFault, WriteError};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{QuestionNo, Revision, RoundNo, TextError};

use ishigaki_strategy::workshop::{Piece, PieceRejection, WallTotals};

/// A line for the team; it stays until the next key, or until what it speaks of is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The list or the re-bid is on its way.
    Sent,
    /// Something is on its way already.
    OnItsWay,
    /// It is sealed, and the receipt is right.
    Sealed {
        /// Number of the revision.
        revision: Revision,
        /// Number of lines or raises; none: declined or passed.
        lines: usize,
    },
    /// The draft is faulty: its lines say why.
    Faulty,
    /// The draft is what is sealed.
    Same,
    /// No price is named in the re-bid.
    NothingOffered,
    /// Nothing can be sealed now.
    NotNow,
    /// Nothing is sealed that could be taken into the draft.
    NothingSealed,
    /// No other game of the team is on.
    NoOtherGame,
    /// No lot has that code.
    NoSuchLot,
    /// The text behind the code is no price.
    NoPrice,
    /// No list of the team is open, so no other price can be tried.
    NothingToTry,
    /// There is nothing to be advised about now, or no proposal that could be taken.
    NoAdvice,
    /// The advice is about another round, wave or purse than the present one.
    AdviceStale,
    /// The draft is what the adviser proposes.
    AdviceSame,
    /// The draft is now what the adviser proposes; nothing is sealed by that.
    AdviceTaken,
    /// The server refuses for a reason that tells nothing of the list.
    Refused(Box<Fault>),
    /// The server refuses the list for what is in it, though the rules here did not.
    ListRefused(ErrorReason),
    /// No answer came, but the feed shows that it is sealed.
    SealedUnanswered {
        /// Number of the revision.
        revision: Revision,
    },
    /// No answer came, and by the feed it is not sealed.
    NotSealed,
    /// The draft of before the program was left is back.
    DraftBack,
    /// The draft could not be written into its file.
    DraftNotKept(WriteError),
    /// There is no connection, so nothing can be sent.
    Offline,
    /// Another list was sealed from elsewhere.
    Elsewhere {
        revision: Revision,
    },
    /// The deadline passed, no list was sealed, and the draft is gone: the team declined (`A4`).
    Missed {
        /// Number of the round.
        round: RoundNo,
    },
    /// The question is asked.
    Asked {
        /// Number of the question among the team's.
        question: QuestionNo,
    },
    /// No answer came to a question: it may be asked or not, and stays written.
    AskedUnanswered,
    NoQuestion(TextError),
    /// There is no message that is not read.
    NothingUnread,
    /// Messages that stay new: not all of them have been on the screen.
    Unseen {
        /// Number that stay new.
        count: usize,
    },
    /// No answer came to a mark: it can be made again.
    NotMarked,
    /// A receipt could not be kept.
    NotKept(WriteError),
    /// The server's receipt is wrong.
    WrongReceipt(ReceiptFault),
    /// Something about the wall.
    Wall(WallNotice),
    /// The game is over, and the team's next one waits for its first round.
    NextWaits {
        game: String,
    },
    /// The game before is over, and this is the next one.
    WentOn {
        game: String,
    },
    /// The feed's items do not fit: the screen may be wrong.
    Astray(MirrorError),
}

/// Notice about the wall. Walls are public, so it may name anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WallNotice {
    /// The server has what was sent, and the wall counts so.
    Built(WallTotals),
    /// The server refuses it. The draft stays.
    Refused(Box<Fault>),
    /// No answer came, and by the feed the wall is as it was.
    NotBuilt,
    /// The draft is what the server has.
    Same,
    /// Nothing carries these in the draft, so the server would refuse it.
    Loose(Vec<Piece>),
    /// Stones differ, but none can go alone: the whole wall can be sent.
    OnlyWhole,
    /// The piece cannot be laid here, for the reasons that the panel shows.
    CannotLie,
    /// No stone is held.
    NothingHeld,
    /// In this turn the piece can lie nowhere; whether it can in another.
    NoPlace {
        /// Whether another turn helps.
        elsewise: bool,
    },
    /// Nothing is under the ghost.
    NothingThere,
    /// It was taken out of the draft.
    TakenOut(Piece),
    /// The piece that was held elsewhere is back; nothing was undone.
    PutBack(Piece),
    /// It cannot be taken out alone.
    Carries(PieceRejection),
    /// Nothing is left to be undone or redone.
    NoChange,
    /// The draft follows the wall, which was changed from elsewhere.
    Followed,
    /// The wall was changed from elsewhere; the draft stays.
    Elsewhere,
    /// So many planned stones are real now.
    Realised {
        /// Number that were made.
        made: usize,
        /// Number that have been won and cannot lie yet.
        waiting: usize,
    },
    /// A stone has been won that is planned.
    Realisable {
        /// Number of planned stones that can become real.
        count: usize,
    },
    Searching,
    /// The search has ended.
    Searched {
        /// Count of the best wall.
        best: WallTotals,
        /// Whether nothing better exists.
        is_proved: bool,
        /// Whether the draft is that wall; otherwise it was as good before.
        is_laid: bool,
    },
    /// There are no stones to search with.
    NoStones,
    /// The frame or the stones are beyond the solver.
    TooLarge,
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
                | Self::Searching
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
            | Self::WentOn { .. }
            | Self::NextWaits { .. } => false,
            Self::Wall(notice) => notice.is_bad(),
            _ => true,
        }
    }

    /// A refusal, without the figures of the list that it is about.
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
