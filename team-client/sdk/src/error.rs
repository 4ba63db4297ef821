//! Errors of the SDK.

use ishigaki_catalogue::Message;
use ishigaki_client::{CallError, FeedError, MirrorError, ReceiptFault};
use ishigaki_proto::fault::{ErrorReason, Fault};
use tonic::{Code, Status};

/// Error of a call of the SDK. `Debug` and [`std::fmt::Display`] show no price (`A4`).
#[derive(Clone, Debug, thiserror::Error, Message)]
#[message("cli")]
pub enum Error {
    /// After [`CallError::Refused`] nothing has changed; after [`CallError::Unanswered`] the feed shows the
    /// outcome, see [`Client::sync`](crate::Client::sync).
    #[message(transparent)]
    Call(#[from] CallError),
    /// The feed is inconsistent, so this client's state can't be trusted.
    #[message(transparent)]
    Mirror(#[from] MirrorError),
    /// The server's receipt is invalid. The submission may be sealed, but the team couldn't prove it.
    #[message("cli-receipt-wrong")]
    #[message(what = field_0.phrase())]
    Receipt(#[from] ReceiptFault),
    /// No game is named, and the team is in none.
    #[message("cli-in-no-game")]
    NoGame { team: String },
    #[message("cli-not-in-game")]
    NotInGame {
        /// Empty if the server doesn't tell it.
        team: String,
    },
}

impl Error {
    pub(crate) fn unanswered(code: Code) -> Self {
        CallError::Unanswered { code }.into()
    }

    pub(crate) fn refused(fault: Box<Fault>) -> Self {
        CallError::Refused(fault).into()
    }

    /// Returns the reason of a rejection.
    pub fn reason(&self) -> Option<ErrorReason> {
        match self {
            Self::Call(CallError::Refused(fault)) => Some(fault.reason),
            _ => None,
        }
    }

    /// Returns whether the same call may succeed later without any intervention.
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
