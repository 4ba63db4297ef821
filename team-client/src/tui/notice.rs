//! What the screen has to tell about the last key. Knows facts, not words, and nothing that is sealed: a notice may
//! stand there long after (`A4`).

use ishigaki_link::MirrorError;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Revision;

use crate::ReceiptFault;
use crate::receipts::NotKept;

/// A line for the team; it stays until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The list or the re-bid is on its way.
    Sent,
    /// Something is on its way already.
    OnItsWay,
    /// It is sealed, and the receipt is right.
    Sealed {
        /// Which revision it is.
        revision: Revision,
        /// How many lines or raises; none: declined or passed.
        lines: usize,
    },
    /// The draft is faulty: its lines say why.
    Faulty,
    /// The draft is what is sealed.
    Same,
    /// Nothing can be sealed now.
    NotNow,
    /// Nothing is sealed that could be taken into the draft.
    NothingSealed,
    /// The server refuses for a reason that tells nothing of the list.
    Refused(Box<Fault>),
    /// The server refuses the list for what is in it, though the rules here did not.
    ListRefused(ErrorReason),
    /// No answer came: it may be sealed or not. The feed will tell.
    Silent {
        /// What the connection says.
        code: tonic::Code,
    },
    /// There is no connection, so nothing can be sent.
    Offline,
    /// Another list was sealed from elsewhere.
    Elsewhere {
        /// Its revision.
        revision: Revision,
    },
    /// A receipt could not be kept.
    NotKept(NotKept),
    /// The server's receipt is wrong.
    WrongReceipt(ReceiptFault),
    /// What the feed brought does not fit: the screen may be wrong.
    Astray(MirrorError),
}

impl Notice {
    /// Whether it is bad news.
    pub const fn is_bad(&self) -> bool {
        !matches!(self, Self::Sent | Self::Sealed { .. } | Self::Same)
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
                    | ErrorReason::PermissionDenied
                    | ErrorReason::UnknownGame
                    | ErrorReason::GameStopped
                    | ErrorReason::Busy
                    | ErrorReason::ServerStopping
            );
        if tells { Self::Refused(fault) } else { Self::ListRefused(fault.reason) }
    }
}
