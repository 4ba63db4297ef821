//! Errors of every client's commands: exit code, name and sentence.

use std::io;

use ishigaki_catalogue::Message;
use ishigaki_command::{CommandError, Exit};
use ishigaki_proto::fault::{ErrorReason, Fault, reason_name};
use ishigaki_words::Words;

use super::TokenError;
use ishigaki_client::{
    CallError, ConnectionError, InvitationError, JoinError, Kit, KitError, ServerOptions, ServerUrls, examine,
};

/// Error of a command whose request does not reach the server, or whose answer does not reach its reader.
#[derive(Debug, thiserror::Error, Message)]
#[message("cli")]
pub enum Error {
    /// There is no token to call with.
    #[message(transparent)]
    Token(TokenError),
    /// The text is nothing to join by.
    #[message(transparent)]
    Invitation(InvitationError),
    /// The server is not to be talked to as it was named.
    #[message(transparent)]
    Kit(KitError),
    /// Another server is to be joined than commands are told to go to.
    #[message("join-other-server")]
    OtherServer {
        /// The one that is to be joined, or those.
        joined: ServerUrls,
        /// The one of the option or the environment.
        named: ServerUrls,
    },
    /// The server was not joined.
    #[message(transparent)]
    Join(JoinError),
    /// The server is the right one and does not know the token.
    #[message("join-bad-token")]
    UnknownToken,
    /// There is something wrong with the connection to the server.
    #[message(transparent)]
    Line(ConnectionError),
    /// A call came to nothing.
    #[message(transparent)]
    Call(CallError),
    /// The answer cannot be written, or nobody answers a question.
    #[message("cli-no-output")]
    Output(#[message("what")] io::Error),
}

impl Error {
    /// Returns whether nobody has answered, and nobody has said why.
    pub fn is_silence(&self) -> bool {
        matches!(self, Self::Call(CallError::Unanswered { .. }))
    }

    /// Returns the reason for which nobody has answered, if the connection to the server shows it.
    #[must_use]
    pub async fn examined(self, options: ServerOptions) -> Self {
        if !self.is_silence() {
            return self;
        }
        let Ok(address) = Kit::here().address(options) else { return self };
        examine(&address).await.map_or(self, Self::Line)
    }

    /// Returns what happened, in words; `server` is where this program was told to connect to.
    pub fn sentence(&self, server: &str, words: &Words) -> String {
        match self {
            // Several faults have a line each, so this is no gap of a sentence.
            Self::Call(CallError::Refused(fault)) => {
                format!("{}{}", words.label("cli-refused"), words.fault(fault))
            }
            Self::Call(CallError::Unanswered { code }) => words
                .say("cli-unanswered", &[("server", server.into()), ("code", format!("{code:?}").into())]),
            error => words.message(error),
        }
    }
}

impl CommandError for Error {
    fn exit(&self) -> Exit {
        match self {
            Self::Token(_) | Self::Invitation(_) | Self::Kit(_) | Self::OtherServer { .. } => Exit::Misused,
            Self::Call(CallError::Refused(fault)) => Exit::of_refusal(fault),
            Self::Call(CallError::Unanswered { .. } | CallError::Unknown { .. })
            | Self::Join(_)
            | Self::Line(_) => Exit::Unanswered,
            Self::UnknownToken => Exit::Denied,
            // Whoever was reading has seen enough.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Self::Output(_) => Exit::Failed,
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Self::Token(_) | Self::Invitation(_) | Self::OtherServer { .. } => "USAGE",
            Self::Kit(_) => "NO_WAY",
            Self::Join(_) => "NOT_JOINED",
            Self::UnknownToken => reason_name(ErrorReason::Unauthenticated),
            Self::Line(_) => "WRONG_LINE",
            Self::Call(CallError::Refused(fault)) => reason_name(fault.reason),
            Self::Call(CallError::Unanswered { .. }) => "UNANSWERED",
            Self::Call(CallError::Unknown { .. }) => "UNKNOWN_ANSWER",
            Self::Output(_) => "OUTPUT",
        }
    }

    fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Call(CallError::Refused(fault)) => Some(fault),
            _ => None,
        }
    }
}

/// Makes an error from what led to it, by the variant that holds it.
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
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_those_of_the_help_pages() {
        let refused = |reason| Error::Call(CallError::Refused(Box::new(Fault::new(reason)))).exit();
        assert_eq!(refused(ErrorReason::OverBudget), Exit::Failed);
        assert_eq!(refused(ErrorReason::UnknownGame), Exit::Denied);
        let unanswered = Error::Call(CallError::Unanswered { code: tonic::Code::Unavailable });
        assert_eq!(unanswered.exit(), Exit::Unanswered);
        assert_eq!(Error::Token(TokenError::Missing).exit(), Exit::Misused);
        assert_eq!(Error::Output(io::ErrorKind::BrokenPipe.into()).exit(), Exit::Done);
    }
}
