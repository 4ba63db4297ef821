//! Why a command failed: its exit code and its sentence.

use std::io;

use ishigaki_client::{BadInvitation, JoinError, Kit, KitError, Told, Trouble, examine};
use ishigaki_command::{CommandError, Exit};
use ishigaki_proto::fault::{ErrorReason, Fault, reason_name};
use ishigaki_rules::RoundNo;
use ishigaki_words::Words;
use team_client::{CheckError, Error};

use super::input::InputError;
use super::proof;
use super::solve::PuzzleError;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An argument cannot be read.
    Input(InputError),
    /// The SDK says so.
    Client(Error),
    /// The server is not to be talked to as it was named.
    Kit(KitError),
    /// The server was not joined.
    Join(JoinError),
    /// The server is the right one and does not know the token.
    JoinToken,
    /// There is something wrong with the line to the server.
    Line(Trouble),
    /// A record is not in order.
    Proof(proof::Failure),
    /// The record that the server gives does not hold.
    Check(Box<CheckError>),
    /// A frame and stones cannot be read.
    Puzzle(PuzzleError),
    /// The lists of the round are not open.
    NotOpened {
        /// The round.
        round: RoundNo,
    },
    /// The team's list has no such line.
    NoSuchLine {
        /// The round.
        round: RoundNo,
        /// The line, counted from 1.
        line: u32,
        /// How many there are.
        lines: usize,
    },
    /// There is no terminal for the screen.
    NoTerminal,
    /// The answer cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Whether nobody has answered, and nobody has said why.
    pub(crate) fn is_silence(&self) -> bool {
        matches!(self, Self::Client(Error::Unanswered { .. }))
    }

    /// Whether the answer has said it already.
    pub(crate) fn is_said(&self) -> bool {
        matches!(self, Self::Proof(proof::Failure::Partly(None)))
    }

    /// Why nobody has answered, if the line to the server shows it.
    pub(crate) async fn looked_into(self, told: Told) -> Self {
        let Ok(address) = Kit::here().address(told) else { return self };
        examine(&address).await.map_or(self, Self::Line)
    }

    /// What happened, in words; `server` is where this client was told to connect to.
    pub(crate) fn say(&self, server: &str, words: &Words) -> String {
        match self {
            Self::Input(error) => say_input(error, words),
            Self::Client(error) => say_error(error, server, words),
            Self::Kit(error) => {
                let (key, gaps) = error.key();
                let gaps: Vec<_> = gaps.into_iter().map(|(name, text)| (name, text.into())).collect();
                words.say(key, &gaps)
            }
            Self::Join(error) => {
                let (key, gap) = error.key();
                let gaps: Vec<_> = gap.into_iter().map(|(name, text)| (name, text.into())).collect();
                words.say(key, &gaps)
            }
            Self::JoinToken => words.label("join-bad-token"),
            Self::Line(trouble) => words.label(trouble.key()),
            Self::Proof(failure) => failure.say(words),
            Self::Check(error) => proof::say_check(error, words),
            Self::Puzzle(error) => error.say(words),
            Self::NotOpened { round } => words.say("cli-what-if-not-open", &[("round", (*round).into())]),
            Self::NoSuchLine { round, line, lines } => {
                let gaps = [("round", (*round).into()), ("line", (*line).into()), ("lines", (*lines).into())];
                words.say("cli-what-if-no-line", &gaps)
            }
            Self::NoTerminal => words.label("cli-no-terminal"),
            Self::Output(error) => words.say("cli-no-output", &[("what", error.to_string().into())]),
        }
    }
}

impl CommandError for Failure {
    fn exit(&self) -> Exit {
        match self {
            Self::Input(_)
            | Self::Puzzle(_)
            | Self::Kit(_)
            | Self::NoTerminal
            | Self::Proof(proof::Failure::Unreadable { .. }) => Exit::Misused,
            Self::Client(Error::Refused(fault)) => Exit::of_refusal(fault),
            Self::Client(Error::Unanswered { .. } | Error::Unknown { .. } | Error::Mirror(_))
            | Self::Join(_)
            | Self::Line(_) => Exit::Unanswered,
            Self::Client(Error::NotInGame { .. }) | Self::JoinToken => Exit::Denied,
            Self::Client(Error::Receipt(_)) | Self::Check(_) => Exit::Disproved,
            Self::Proof(proof::Failure::Partly(_)) => Exit::Partial,
            // Whoever was reading has seen enough.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Self::Output(_) | Self::Proof(_) | Self::NotOpened { .. } | Self::NoSuchLine { .. } => {
                Exit::Failed
            }
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Self::Client(Error::Refused(fault)) => reason_name(fault.reason),
            Self::JoinToken => reason_name(ErrorReason::Unauthenticated),
            Self::Input(_) => "USAGE",
            Self::Kit(_) => "NO_WAY",
            Self::Join(_) => "NOT_JOINED",
            Self::Line(_) => "WRONG_LINE",
            Self::Client(Error::Unanswered { .. }) => "UNANSWERED",
            Self::Client(Error::Unknown { .. }) => "UNKNOWN_ANSWER",
            Self::Client(Error::Mirror(_)) => "BROKEN_FEED",
            Self::Client(Error::NotInGame { .. }) => "NOT_IN_GAME",
            Self::Client(Error::Receipt(_)) => "WRONG_RECEIPT",
            Self::Proof(failure) => failure.name(),
            Self::Check(_) => "NOT_IN_ORDER",
            Self::Puzzle(_) => "PUZZLE",
            Self::NotOpened { .. } => "NOT_OPENED",
            Self::NoSuchLine { .. } => "NO_SUCH_LINE",
            Self::NoTerminal => "NO_TERMINAL",
            Self::Output(_) => "OUTPUT",
        }
    }

    fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Client(Error::Refused(fault)) => Some(fault),
            _ => None,
        }
    }
}

fn say_error(error: &Error, server: &str, words: &Words) -> String {
    match error {
        Error::Refused(fault) if fault.reason == ErrorReason::TokenRevoked => {
            words.say("cli-token-revoked", &[("server", server.into())])
        }
        // Several faults have a line each, so this is no gap of a sentence.
        Error::Refused(fault) => format!("{}{}", words.label("cli-refused"), words.fault(fault)),
        Error::Unanswered { code } => {
            words.say("cli-unanswered", &[("server", server.into()), ("code", format!("{code:?}").into())])
        }
        Error::Unknown { code } => words.say("cli-unknown-answer", &[("code", format!("{code:?}").into())]),
        Error::Mirror(error) => words.say("cli-broken-feed", &[("what", error.to_string().into())]),
        Error::Receipt(fault) => words.say("cli-receipt-wrong", &[("what", fault.to_string().into())]),
        Error::NotInGame { team } => words.say("cli-not-in-game", &[("team", team.as_str().into())]),
    }
}

fn say_input(error: &InputError, words: &Words) -> String {
    match error {
        InputError::Bid { line, given } => {
            words.say("cli-bad-bid", &[("line", (*line).into()), ("given", given.as_str().into())])
        }
        InputError::Raise { line, given } => {
            words.say("cli-bad-raise", &[("line", (*line).into()), ("given", given.as_str().into())])
        }
        InputError::Stone { given } => words.say("cli-bad-stone", &[("given", given.as_str().into())]),
        InputError::Square { given } => words.say("cli-bad-square", &[("given", given.as_str().into())]),
        InputError::Wall { file, what } => {
            words.say("cli-bad-wall", &[("file", file.as_str().into()), ("what", what.as_str().into())])
        }
        InputError::Token(slip) => {
            let (key, gaps) = slip.key();
            let gaps: Vec<_> = gaps.into_iter().map(|(name, text)| (name, text.into())).collect();
            words.say(key, &gaps)
        }
        InputError::Join(bad) => bad_invitation(*bad, words),
    }
}

impl From<BadInvitation> for Failure {
    fn from(bad: BadInvitation) -> Self {
        InputError::Join(bad).into()
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<KitError> for Failure {
    fn from(error: KitError) -> Self {
        Self::Kit(error)
    }
}

impl From<JoinError> for Failure {
    fn from(error: JoinError) -> Self {
        Self::Join(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Client(error)
    }
}

impl From<proof::Failure> for Failure {
    fn from(failure: proof::Failure) -> Self {
        Self::Proof(failure)
    }
}

impl From<PuzzleError> for Failure {
    fn from(error: PuzzleError) -> Self {
        Self::Puzzle(error)
    }
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Call(error) => Self::Client(error),
            error => Self::Check(Box::new(error)),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// What is wrong with what somebody typed to join.
pub(crate) fn bad_invitation(bad: BadInvitation, words: &Words) -> String {
    let (key, gaps) = bad.key();
    let gaps: Vec<_> = gaps.into_iter().map(|(name, count)| (name, count.into())).collect();
    words.say(key, &gaps)
}

#[cfg(test)]
mod tests {
    use ishigaki_client::Unsafe;
    use ishigaki_client::arguments::TokenSlip;
    use ishigaki_words::Lang;

    use super::*;

    #[test]
    fn exit_codes_are_those_of_the_help_page() {
        let refused = |reason| Failure::Client(Error::Refused(Box::new(Fault::new(reason)))).exit();
        assert_eq!(refused(ErrorReason::OverBudget), Exit::Failed);
        assert_eq!(refused(ErrorReason::UnknownGame), Exit::Denied);
        let unanswered = Failure::Client(Error::Unanswered { code: tonic::Code::Unavailable });
        assert_eq!(unanswered.exit(), Exit::Unanswered);
        assert_eq!(Failure::Input(InputError::Token(TokenSlip::Missing)).exit(), Exit::Misused);
        assert_eq!(Failure::Output(io::ErrorKind::BrokenPipe.into()).exit(), Exit::Done);
    }

    #[test]
    fn whatever_is_wrong_with_a_server_is_said_in_both_languages() {
        let server = || "https://10.0.0.1:7150".parse().expect("an address");
        let gone = || io::Error::from(io::ErrorKind::NotFound);
        let found = ishigaki_record::signing::Fingerprint::of(b"");
        let mut failures: Vec<Failure> = Trouble::ALL.into_iter().map(Failure::Line).collect();
        failures.extend([
            Failure::Kit(KitError::File { file: "ca.pem".into(), source: gone() }),
            Failure::Kit(KitError::Garbled("ca.pem".into())),
            Failure::Kit(KitError::Unsafe { server: server(), why: Unsafe::NoAuthority }),
            Failure::Kit(KitError::Unsafe { server: server(), why: Unsafe::Plaintext }),
            Failure::Join(JoinError::Plain { server: server() }),
            Failure::Join(JoinError::Unreachable(gone())),
            Failure::Join(JoinError::Other { found }),
            Failure::Join(JoinError::Trouble(Trouble::Expired)),
        ]);
        for failure in failures {
            let said = [Lang::En, Lang::Ja].map(|lang| failure.say("", &Words::new(lang)));
            assert_ne!(said[0], said[1]);
            for text in said {
                // A key is said where there is no sentence, and a gap's name where it stays open.
                assert!(text.contains(['.', '。']) && !text.contains('{'), "{failure:?}: {text}");
            }
        }
    }
}
