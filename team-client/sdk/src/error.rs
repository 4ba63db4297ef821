//! The errors of the SDK: why something a team wanted did not come about. Knows no sentence for people.

use ishigaki_catalogue::Message;
use ishigaki_client::{CallError, FeedError, MirrorError, ReceiptFault};
use ishigaki_proto::fault::{ErrorReason, Fault};
use tonic::{Code, Status};

/// Error of an SDK's call. Neither debug output nor [`std::fmt::Display`] shows a price (`A4`).
#[derive(Clone, Debug, thiserror::Error, Message)]
#[message("cli")]
pub enum Error {
    /// The call came to nothing as far as this client knows. After [`CallError::Refused`] nothing has changed; after
    /// [`CallError::Unanswered`] the feed tells, see [`Client::sync`](crate::Client::sync).
    #[message(transparent)]
    Call(#[from] CallError),
    /// The feed cannot be right; what this client shows cannot be trusted.
    #[message(transparent)]
    Mirror(#[from] MirrorError),
    /// The server's receipt for something the team sealed is not right. What was sent may be sealed, but the team
    /// could not prove it.
    #[message("cli-receipt-wrong")]
    #[message(what = field_0.phrase())]
    Receipt(#[from] ReceiptFault),
    /// No game is named, and the team is in none yet.
    #[message("cli-in-no-game")]
    NoGame { team: String },
    /// The token's team does not play in this game.
    #[message("cli-not-in-game")]
    NotInGame {
        /// The team's code; empty if the server does not say it.
        team: String,
    },
}

impl Error {
    /// That no answer came, and how the call ended.
    pub(crate) fn unanswered(code: Code) -> Self {
        CallError::Unanswered { code }.into()
    }

    /// That the server refuses it.
    pub(crate) fn refused(fault: Box<Fault>) -> Self {
        CallError::Refused(fault).into()
    }

    /// The reason of a refusal.
    pub fn reason(&self) -> Option<ErrorReason> {
        match self {
            Self::Call(CallError::Refused(fault)) => Some(fault.reason),
            _ => None,
        }
    }

    /// Returns whether the same call may come through later, without anybody doing anything about it.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Call(CallError::Refused(fault)) => fault.is_passing(),
            Self::Call(error) => error.is_passing(),
            Self::Mirror(_) | Self::Receipt(_) | Self::NoGame { .. } | Self::NotInGame { .. } => false,
        }
    }
}

impl From<Status> for Error {
    fn from(status: Status) -> Self {
        CallError::from(status).into()
    }
}

impl From<FeedError> for Error {
    fn from(error: FeedError) -> Self {
        CallError::from(error).into()
    }
}
