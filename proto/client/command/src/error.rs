//! Errors of every client's commands: exit code, name and sentence.

use std::io;
use std::path::Path;

use ishigaki_command::{CommandError, Exit};
use ishigaki_proto::fault::{ErrorReason, Fault, reason_name};
use ishigaki_words::{Value, Words};

use super::TokenError;
use ishigaki_client::{
    CallError, ConnectionError, InvitationError, JoinError, Kit, KitError, ServerOptions, ServerUrls,
    UnsafeAddressError, examine,
};

/// Error of a command whose request does not reach the server, or whose answer does not reach its reader.
#[derive(Debug)]
pub enum Error {
    /// There is no token to call with.
    Token(TokenError),
    /// The text is nothing to join by.
    Invitation(InvitationError),
    /// The server is not to be talked to as it was named.
    Kit(KitError),
    /// Another server is to be joined than commands are told to go to.
    OtherServer {
        /// The one that is to be joined, or those.
        joined: ServerUrls,
        /// The one of the option or the environment.
        named: ServerUrls,
    },
    /// The server was not joined.
    Join(JoinError),
    /// The server is the right one and does not know the token.
    UnknownToken,
    /// There is something wrong with the connection to the server.
    Line(ConnectionError),
    /// A call came to nothing.
    Call(CallError),
    /// The answer cannot be written, or nobody answers a question.
    Output(io::Error),
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
        let code = |code: &tonic::Code| ("code", format!("{code:?}").into());
        match self {
            Self::Token(error) => say(error.key(), words),
            Self::Invitation(error) => say(error.key(), words),
            Self::Kit(error) => say_kit(error, words),
            Self::OtherServer { joined, named } => {
                let gaps = [("joined", joined.to_string().into()), ("named", named.to_string().into())];
                words.say("join-other-server", &gaps)
            }
            Self::Join(error) => say_join(error, words),
            Self::UnknownToken => words.label("join-bad-token"),
            Self::Line(trouble) => words.label(trouble.key()),
            // Several faults have a line each, so this is no gap of a sentence.
            Self::Call(CallError::Refused(fault)) => {
                format!("{}{}", words.label("cli-refused"), words.fault(fault))
            }
            Self::Call(CallError::Unanswered { code: what }) => {
                words.say("cli-unanswered", &[("server", server.into()), code(what)])
            }
            Self::Call(CallError::Unknown { code: what }) => words.say("cli-unknown-answer", &[code(what)]),
            Self::Output(error) => words.say("cli-no-output", &[("what", error.into())]),
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

fn say_kit(error: &KitError, words: &Words) -> String {
    let file = |file: &Path| ("file", file.display().to_string().into());
    match error {
        KitError::File { file: path, source } => {
            words.say("kit-file", &[file(path), ("what", source.into())])
        }
        KitError::Garbled(path) => words.say("kit-garbled", &[file(path)]),
        KitError::Unsafe { server, why } => {
            let key = match why {
                UnsafeAddressError::NoAuthority => "kit-no-authority",
                UnsafeAddressError::Plaintext => "kit-plaintext",
            };
            words.say(key, &[("server", server.to_string().into())])
        }
    }
}

fn say_join(error: &JoinError, words: &Words) -> String {
    match error {
        JoinError::Plain { server } => words.say("join-plain", &[("server", server.to_string().into())]),
        JoinError::Unreachable(error) => words.say("join-unreachable", &[("what", error.into())]),
        JoinError::Other { found } => words.say("join-other", &[("found", found.to_string().into())]),
        JoinError::Connection(trouble) => words.label(trouble.key()),
    }
}

/// The sentence of a key of the catalogue with these gaps.
pub(super) fn say<'a, G: Into<Value>>(
    (key, gaps): (&str, impl IntoIterator<Item = (&'a str, G)>),
    words: &Words,
) -> String {
    let gaps: Vec<_> = gaps.into_iter().map(|(name, gap)| (name, gap.into())).collect();
    words.say(key, &gaps)
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
    use ishigaki_record::signing::Fingerprint;
    use ishigaki_words::Lang;

    use super::*;
    use ishigaki_client::ServerUrl;

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

    #[test]
    fn whatever_is_wrong_with_a_server_is_said_in_both_languages() {
        let server = || "https://10.0.0.1:7150".parse::<ServerUrl>().unwrap();
        let gone = || io::Error::from(io::ErrorKind::NotFound);
        let mut errors: Vec<Error> = ConnectionError::ALL.into_iter().map(Error::Line).collect();
        errors.extend([
            Error::Kit(KitError::File { file: "ca.pem".into(), source: gone() }),
            Error::Kit(KitError::Garbled("ca.pem".into())),
            Error::Kit(KitError::Unsafe { server: server().into(), why: UnsafeAddressError::NoAuthority }),
            Error::Kit(KitError::Unsafe { server: server().into(), why: UnsafeAddressError::Plaintext }),
            Error::Join(JoinError::Plain { server: server() }),
            Error::Join(JoinError::Unreachable(gone())),
            Error::Join(JoinError::Other { found: Fingerprint::of(b"") }),
            Error::Join(JoinError::Connection(ConnectionError::Expired)),
            Error::UnknownToken,
            Error::Token(TokenError::Missing),
            Error::Token(TokenError::Empty { file: "judge.token".into() }),
        ]);
        for error in errors {
            let said = [Lang::En, Lang::Ja].map(|lang| error.sentence("", &Words::new(lang)));
            assert_ne!(said[0], said[1]);
            for text in said {
                // A key is said where there is no sentence, and a gap's name where it stays open.
                assert!(text.contains(['.', '。']) && !text.contains('{'), "{error:?}: {text}");
            }
        }
    }
}
