//! Errors of the clients' commands, including errors in fetched records: exit code, name and sentence.

use std::io;
use std::path::PathBuf;

use ishigaki_catalogue::Message;
use ishigaki_command::{CommandError, Exit};
use ishigaki_proto::fault::{ErrorReason, Fault, reason_name};
use ishigaki_record::transcript::LineError;
use ishigaki_record::verify::{TranscriptViolation, VerifyError};
use ishigaki_words::Words;

use super::TokenError;
use ishigaki_client::{
    CallError, ConnectionError, InvitationError, JoinError, Kit, KitError, ServerOptions, ServerUrls, examine,
};

/// Error of a command that can't send its request or print its answer.
#[derive(Debug, thiserror::Error, Message)]
#[message("cli")]
pub enum Error {
    #[message(transparent)]
    Token(TokenError),
    #[message(transparent)]
    Invitation(InvitationError),
    /// The connection settings are invalid or unsafe.
    #[message(transparent)]
    Kit(KitError),
    #[message("join-other-server")]
    OtherServer { joined: ServerUrls, named: ServerUrls },
    #[message(transparent)]
    Join(JoinError),
    /// The server has the expected key but doesn't know the token.
    #[message("join-bad-token")]
    UnknownToken,
    #[message(transparent)]
    Line(ConnectionError),
    #[message(transparent)]
    Call(CallError),
    #[message("cli-no-output")]
    Output(#[message("what")] io::Error),
    #[message("cli-file")]
    Unreadable { file: PathBuf, what: io::Error },
    #[message("cli-file")]
    Unwritable { file: PathBuf, what: io::Error },
    #[message("verify-not-in-order")]
    #[message(what = Words::current().with_sources(field_0))]
    NoRecord(#[message(skip)] LineError),
    /// A record of an event instead of a game.
    #[message("record-of-event")]
    OfEvent,
    /// The record is invalid; with its first violation.
    #[message("verify-not-in-order")]
    #[message(what = Words::current().record_violation(field_0))]
    NotInOrder(#[message(skip)] Box<TranscriptViolation>),
    #[message("shared-other")]
    Partly(#[message("what")] String),
}

impl Error {
    /// Returns the error of a record in a file that can't be verified.
    pub fn unverified(file: impl Into<PathBuf>, error: VerifyError) -> Self {
        match error {
            VerifyError::Io(what) => Self::Unreadable { file: file.into(), what },
            VerifyError::Violation(violation) => Self::NotInOrder(Box::new(violation)),
        }
    }

    /// Returns whether there was no answer and no known reason.
    pub fn is_silence(&self) -> bool {
        matches!(self, Self::Call(CallError::Unanswered { .. }))
    }

    /// Adds the reason why there was no answer, if the connection shows it.
    #[must_use]
    pub async fn examined(self, options: ServerOptions) -> Self {
        if !self.is_silence() {
            return self;
        }
        let Ok(address) = Kit::here().address(options) else { return self };
        examine(&address).await.map_or(self, Self::Line)
    }

    /// Returns the error in words; `server` is the address that this program connects to.
    pub fn sentence(&self, server: &str, words: &Words) -> String {
        match self {
            Self::Call(CallError::Refused(fault)) => words.refused(&words.fault(fault)),
            Self::Call(CallError::Unanswered { code }) => words
                .say("cli-unanswered", &[("server", server.into()), ("code", format!("{code:?}").into())]),
            Self::NotInOrder(violation) => {
                let authority = Kit::here().authority().map(|authority| authority.fingerprint());
                let hint = words.which_fingerprint(violation, authority);
                [words.message(self)].into_iter().chain(hint).collect::<Vec<_>>().join("\n")
            }
            error => words.message(error),
        }
    }
}

impl CommandError for Error {
    fn end(&self) -> (Exit, &'static str) {
        match self {
            Self::Token(_) | Self::Invitation(_) | Self::OtherServer { .. } => (Exit::Misused, "USAGE"),
            Self::Kit(_) => (Exit::Misused, "NO_WAY"),
            Self::Join(_) => (Exit::Unanswered, "NOT_JOINED"),
            Self::UnknownToken => (Exit::Denied, reason_name(ErrorReason::Unauthenticated)),
            Self::Line(_) => (Exit::Unanswered, "WRONG_LINE"),
            Self::Call(CallError::Refused(fault)) => Exit::of_refusal(fault),
            Self::Call(CallError::Unanswered { .. }) => (Exit::Unanswered, "UNANSWERED"),
            Self::Call(CallError::Unknown { .. }) => (Exit::Unanswered, "UNKNOWN_ANSWER"),
            // The reader has closed the pipe.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => (Exit::Done, "OUTPUT"),
            Self::Output(_) => (Exit::Failed, "OUTPUT"),
            Self::Unreadable { .. } => (Exit::Misused, "FILE"),
            Self::Unwritable { .. } => (Exit::Failed, "FILE"),
            Self::OfEvent => (Exit::Misused, "OF_EVENT"),
            Self::NoRecord(_) | Self::NotInOrder(_) => (Exit::Failed, "NOT_IN_ORDER"),
            Self::Partly(_) => (Exit::Partial, "PARTLY_CHECKED"),
        }
    }

    fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Call(CallError::Refused(fault)) => Some(fault),
            _ => None,
        }
    }
}

/// Implements `From` for the sources of an error's variants.
#[macro_export]
macro_rules! comes_from {
    ($error:ident: $($variant:ident($from:ty)),+ $(,)?) => {$(
        impl From<$from> for $error {
            fn from(error: $from) -> Self {
                Self::$variant(error.into())
            }
        }
    )+};
}

comes_from!(
    Error:
    Token(TokenError),
    Invitation(InvitationError),
    Kit(KitError),
    Join(JoinError),
    Call(CallError),
    Output(io::Error),
    NoRecord(LineError),
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_those_of_the_help_pages() {
        let exit = |error: Error| error.end().0;
        let refused = |reason| exit(Error::Call(CallError::Refused(Box::new(Fault::new(reason)))));
        assert_eq!(refused(ErrorReason::OverBudget), Exit::Failed);
        assert_eq!(refused(ErrorReason::UnknownGame), Exit::Denied);
        let unanswered = Error::Call(CallError::Unanswered { code: tonic::Code::Unavailable });
        assert_eq!(exit(unanswered), Exit::Unanswered);
        assert_eq!(exit(Error::Token(TokenError::Missing)), Exit::Misused);
        assert_eq!(exit(Error::Output(io::ErrorKind::BrokenPipe.into())), Exit::Done);
    }
}
