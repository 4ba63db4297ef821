//! Calls: errors and tickets.

use ishigaki_catalogue::Message;
use ishigaki_proto::fault::{ErrorReason, Fault};
use tonic::{Code, Status};

use crate::FeedError;

/// Number of a call, unique within its session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(pub u64);

/// Error of a failed call, as far as its caller knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("call")]
pub enum CallError {
    Refused(#[message("fault", display)] Box<Fault>),
    /// No answer came, so the request may have been carried out or not.
    Unanswered {
        #[message(debug)]
        code: Code,
    },
    /// The server's answer is unknown to this client, perhaps because of another version.
    #[message("cli-unknown-answer")]
    Unknown {
        #[message(debug)]
        code: Code,
    },
}

impl Ticket {
    pub(crate) fn next(&mut self) -> Self {
        self.0 += 1;
        *self
    }
}

impl CallError {
    /// Returns whether the same call may succeed later by itself.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Unanswered { .. } => true,
            Self::Refused(fault) => fault.is_passing() && !fault.is_standstill(),
            Self::Unknown { .. } => false,
        }
    }
}

impl From<Status> for CallError {
    fn from(status: Status) -> Self {
        let code = status.code();
        match Fault::from_status(&status) {
            // Like no answer at all: it may have been carried out.
            Some(fault) if fault.reason == ErrorReason::TimedOut => return Self::Unanswered { code },
            Some(fault) => return Self::Refused(Box::new(fault)),
            None => {}
        }
        match code {
            Code::Unavailable
            | Code::DeadlineExceeded
            | Code::Cancelled
            | Code::Unknown
            | Code::Internal
            | Code::Aborted => Self::Unanswered { code },
            _ => Self::Unknown { code },
        }
    }
}

impl From<FeedError> for CallError {
    fn from(error: FeedError) -> Self {
        match error {
            FeedError::Refused(fault) => Self::Refused(fault),
            FeedError::Unknown { code } => Self::Unknown { code },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeout_and_unavailable_count_as_unanswered() {
        let unanswered = |status: Status| matches!(CallError::from(status), CallError::Unanswered { .. });
        assert!(unanswered(Status::unavailable("no connection")));
        let late = Fault::new(ErrorReason::TimedOut);
        assert!(
            unanswered(late.to_status("late".to_owned())),
            "a refusal that grants nothing and denies nothing"
        );
        assert_eq!(
            CallError::from(Status::unimplemented("another version")),
            CallError::Unknown { code: Code::Unimplemented }
        );
        let refused = Fault::new(ErrorReason::WrongPhase);
        let error = CallError::from(refused.to_status("no".to_owned()));
        assert_eq!(error, CallError::Refused(Box::new(refused)));
        assert!(!error.is_passing());
    }
}
