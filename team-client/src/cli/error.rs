//! Errors of the team's commands: exit code, name and sentence.

mod proof;

use std::io;

use ishigaki_client::{CallError, KitError, MirrorError, ReceiptFault};
use ishigaki_client_command::{self as command, TokenError, TranscriptError, mirror_error};
use ishigaki_command::{CommandError, Exit};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::RoundNo;
use ishigaki_words::{Value, Words};
use team_client_sdk::{CheckError, Error as ClientError};

use super::input::InputError;
use super::puzzle::PuzzleError;

pub(crate) use proof::{ProofError, say_check};

/// Error of a command.
#[derive(Debug)]
pub(crate) enum Error {
    /// An argument cannot be read.
    Input(InputError),
    /// The command did not get through, or its answer did not.
    Common(command::Error),
    /// The feed cannot be right.
    Mirror(MirrorError),
    /// The server's receipt is wrong.
    Receipt(ReceiptFault),
    /// No game is named, and the team is in none yet.
    NoGame { team: String },
    /// The token's team does not play in this game.
    NotInGame { team: String },
    /// A record is not in order.
    Proof(ProofError),
    /// The record that the server gives does not hold.
    Check(Box<CheckError>),
    /// A frame and stones cannot be read.
    Puzzle(PuzzleError),
    /// The lists of the round are not open.
    NotOpened { round: RoundNo },
    /// The team's list has no such line.
    NoSuchLine {
        round: RoundNo,
        /// The line, counted from 1.
        line: u32,
        lines: usize,
    },
    /// There is no terminal for the screen.
    NoTerminal,
    /// Nobody can listen at the port of the team's page.
    Listen { port: u16, why: Value },
    /// A bot's program cannot be started.
    NoProgram {
        program: String,
        /// Error of the system.
        why: io::Error,
    },
}

impl Error {
    /// A call came to nothing.
    pub(crate) fn call(error: CallError) -> Self {
        Self::Common(command::Error::Call(error))
    }

    /// Returns whether the answer has said it already.
    pub(crate) fn is_said(&self) -> bool {
        matches!(self, Self::Proof(ProofError::Partly(None) | ProofError::Lost))
    }

    /// Returns what happened, in words; `server` is where this client was told to connect to.
    pub(crate) fn sentence(&self, server: &str, words: &Words) -> String {
        match self {
            Self::Input(error) => words.message(error),
            Self::Common(command::Error::Call(CallError::Refused(fault)))
                if fault.reason == ErrorReason::TokenRevoked =>
            {
                words.say("cli-token-revoked", &[("server", server.into())])
            }
            Self::Common(error) => error.sentence(server, words),
            Self::Mirror(error) => {
                words.say("cli-broken-feed", &[("what", mirror_error(error, words).into())])
            }
            Self::Receipt(fault) => words.say("cli-receipt-wrong", &[("what", words.message(fault).into())]),
            Self::NoGame { team } => words.say("cli-in-no-game", &[("team", team.as_str().into())]),
            Self::NotInGame { team } => words.say("cli-not-in-game", &[("team", team.as_str().into())]),
            Self::Proof(error) => error.sentence(words),
            Self::Check(error) => say_check(error, words),
            Self::Puzzle(error) => words.message(error),
            Self::NotOpened { round } => words.say("cli-what-if-not-open", &[("round", (*round).into())]),
            Self::NoSuchLine { round, line, lines } => {
                let gaps = [("round", (*round).into()), ("line", (*line).into()), ("lines", (*lines).into())];
                words.say("cli-what-if-no-line", &gaps)
            }
            Self::NoTerminal => words.label("cli-no-terminal"),
            Self::Listen { port, why } => {
                words.say("cli-listen", &[("port", port.to_string().into()), ("why", why.clone())])
            }
            Self::NoProgram { program, why } => {
                let gaps = [("program", program.as_str().into()), ("why", why.into())];
                words.say("cli-no-program", &gaps)
            }
        }
    }
}

impl CommandError for Error {
    fn exit(&self) -> Exit {
        match self {
            Self::Common(error) => error.exit(),
            Self::Input(_)
            | Self::Puzzle(_)
            | Self::NoTerminal
            | Self::Listen { .. }
            | Self::NoProgram { .. }
            | Self::Proof(ProofError::Unreadable { .. }) => Exit::Misused,
            Self::Mirror(_) => Exit::Unanswered,
            Self::NoGame { .. } | Self::NotInGame { .. } => Exit::Denied,
            Self::Receipt(_) | Self::Check(_) => Exit::Disproved,
            Self::Proof(ProofError::Partly(_)) => Exit::Partial,
            Self::Proof(_) | Self::NotOpened { .. } | Self::NoSuchLine { .. } => Exit::Failed,
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Self::Common(error) => error.reason(),
            Self::Input(_) => "USAGE",
            Self::Mirror(_) => "BROKEN_FEED",
            Self::NoGame { .. } => "NO_GAME",
            Self::NotInGame { .. } => "NOT_IN_GAME",
            Self::Receipt(_) => "WRONG_RECEIPT",
            Self::Proof(error) => error.name(),
            Self::Check(_) => "NOT_IN_ORDER",
            Self::Puzzle(_) => "PUZZLE",
            Self::NotOpened { .. } => "NOT_OPENED",
            Self::NoSuchLine { .. } => "NO_SUCH_LINE",
            Self::NoTerminal => "NO_TERMINAL",
            Self::Listen { .. } => "LISTEN",
            Self::NoProgram { .. } => "NO_PROGRAM",
        }
    }

    fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Common(error) => error.fault(),
            _ => None,
        }
    }
}

ishigaki_client_command::comes_from!(
    Error:
    Input(InputError),
    Common(command::Error),
    Common(KitError),
    Common(TokenError),
    Common(io::Error),
    Proof(ProofError),
    Puzzle(PuzzleError),
);

impl From<ClientError> for Error {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Call(error) => Self::call(error),
            ClientError::Mirror(error) => Self::Mirror(error),
            ClientError::Receipt(fault) => Self::Receipt(fault),
            ClientError::NoGame { team } => Self::NoGame { team },
            ClientError::NotInGame { team } => Self::NotInGame { team },
        }
    }
}

impl From<CheckError> for Error {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Call(error) => error.into(),
            error => Self::Check(Box::new(error)),
        }
    }
}

impl From<TranscriptError> for Error {
    fn from(error: TranscriptError) -> Self {
        match error {
            TranscriptError::NoRecord(error) => Self::Proof(ProofError::NoRecord(error)),
            TranscriptError::OfEvent => Self::Proof(ProofError::OfEvent),
            TranscriptError::NotInOrder(violation) => Self::Proof(ProofError::NotInOrder(violation)),
            TranscriptError::Partly(open) => Self::Proof(ProofError::Partly(Some(open))),
            TranscriptError::File { file, what } => Self::Proof(ProofError::File { file, what }),
            TranscriptError::Output(error) => error.into(),
        }
    }
}
