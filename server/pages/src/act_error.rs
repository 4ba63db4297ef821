//! Reasons why an act of a judge's or staff's page wasn't carried out.

use axum::http::StatusCode;
use ishigaki_catalogue::Message;
use ishigaki_client::{CallError, WriteError};
use ishigaki_proto::fault::Fault;
use ishigaki_words::Words;

/// Reason why an act wasn't carried out.
#[derive(Debug, thiserror::Error, Message)]
#[message("page-act")]
pub(crate) enum ActError {
    /// The page shows another game or event, or an outdated state.
    Outdated,
    /// A second person must check the act, on another device.
    SamePerson,
    #[message(transparent)]
    Call(#[from] CallError),
    #[message(transparent)]
    Unwritten(#[from] WriteError),
}

impl ActError {
    /// Returns the code that the page and tests check.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::Outdated => "outdated",
            Self::SamePerson => "same-person",
            Self::Unwritten(_) => "unwritten",
            Self::Call(CallError::Refused(_)) => "refused",
            Self::Call(CallError::Unanswered { .. } | CallError::Unknown { .. }) => "unanswered",
        }
    }

    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::Call(call) if call.is_passing() => StatusCode::BAD_GATEWAY,
            _ => StatusCode::CONFLICT,
        }
    }

    /// Returns the text for the page. A rejection may have figures of a list, because it is for its sender.
    pub(crate) fn text(&self, words: Words, rejection: impl FnOnce(&Fault) -> String) -> String {
        match self {
            Self::Call(CallError::Refused(fault)) => rejection(fault),
            Self::Call(_) => words.label("page-act-failed"),
            _ => words.message(self),
        }
    }
}

impl From<Fault> for ActError {
    fn from(fault: Fault) -> Self {
        Self::Call(CallError::Refused(Box::new(fault)))
    }
}
