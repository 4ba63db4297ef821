//! Errors of the team's commands: exit code, name and sentence.

use std::io;
use std::path::PathBuf;

use ishigaki_catalogue::Message;
use ishigaki_client::receipts::ReadReceiptsError;
use ishigaki_client::{CallError, KitError};
use ishigaki_client_command::{self as command, TokenError, mirror_error};
use ishigaki_command::{CommandError, Exit};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_record::tournament::EventViolation;
use ishigaki_record::verify::ReceiptViolation;
use ishigaki_rules::RoundNo;
use ishigaki_words::Words;
use team_client_sdk::{CheckError, Error as ClientError};

use super::input::InputError;
use super::puzzle::PuzzleError;

#[derive(Debug, Message)]
#[message("cli")]
pub(crate) enum Error {
    #[message(transparent)]
    Input(InputError),
    #[message(transparent)]
    Common(command::Error),
    #[message(transparent)]
    Client(ClientError),
    #[message("verify-not-in-order")]
    #[message(what = what_of(field_0))]
    Check(#[message(skip)] Box<CheckError>),
    #[message(transparent)]
    Puzzle(PuzzleError),
    #[message("cli-what-if-not-open")]
    NotOpened {
        round: RoundNo,
    },
    #[message("cli-what-if-no-line")]
    NoSuchLine {
        round: RoundNo,
        line: u32,
        lines: usize,
    },
    NoTerminal,
    Listen {
        #[message(display)]
        port: u16,
        why: io::Error,
    },
    NoProgram {
        program: String,
        why: io::Error,
    },
    #[message("verify-not-in-order")]
    #[message(what = Words::current().event_record_violation(field_0))]
    EventNotInOrder(#[message(skip)] Box<EventViolation>),
    Receipts(#[message("what")] ReadReceiptsError),
    ReceiptAltered {
        file: PathBuf,
        #[message(display)]
        counter: u64,
    },
    NoReceipts {
        folder: PathBuf,
        game: String,
    },
    OwnNotInOrder {
        team: String,
        #[message("what")]
        fault: Box<ReceiptViolation>,
    },
    #[message("shared-other")]
    Said(#[message("what", debug)] Exit),
}

impl Error {
    pub(crate) fn call(error: CallError) -> Self {
        Self::Common(command::Error::Call(error))
    }

    pub(crate) fn sentence(&self, server: &str, words: &Words) -> String {
        match self {
            Self::Common(command::Error::Call(CallError::Refused(fault)))
                if fault.reason == ErrorReason::TokenRevoked =>
            {
                words.say("cli-token-revoked", &[("server", server.into())])
            }
            Self::Common(error) => error.sentence(server, words),
            Self::Client(ClientError::Mirror(error)) => {
                words.say("cli-broken-feed", &[("what", mirror_error(error, words).into())])
            }
            error => words.message(error),
        }
    }
}

fn what_of(error: &CheckError) -> String {
    let words = Words::current();
    match error {
        CheckError::Unreadable(error) => words.with_sources(error),
        CheckError::NotInOrder(violation) => words.record_violation(violation),
        error => words.message(error),
    }
}

impl CommandError for Error {
    fn end(&self) -> (Exit, &'static str) {
        match self {
            Self::Common(error) => error.end(),
            Self::Input(_) => (Exit::Misused, "USAGE"),
            Self::Client(ClientError::NoGame { .. }) => (Exit::Denied, "NO_GAME"),
            Self::Client(ClientError::NotInGame { .. }) => (Exit::Denied, "NOT_IN_GAME"),
            Self::Client(ClientError::Receipt(_)) => (Exit::Disproved, "WRONG_RECEIPT"),
            Self::Client(_) => (Exit::Unanswered, "BROKEN_FEED"),
            Self::Check(_) => (Exit::Disproved, "NOT_IN_ORDER"),
            Self::Puzzle(_) => (Exit::Misused, "PUZZLE"),
            Self::NotOpened { .. } => (Exit::Failed, "NOT_OPENED"),
            Self::NoSuchLine { .. } => (Exit::Failed, "NO_SUCH_LINE"),
            Self::NoTerminal => (Exit::Misused, "NO_TERMINAL"),
            Self::Listen { .. } => (Exit::Misused, "LISTEN"),
            Self::NoProgram { .. } => (Exit::Misused, "NO_PROGRAM"),
            Self::EventNotInOrder(_) => (Exit::Failed, "NOT_IN_ORDER"),
            Self::Receipts(_) | Self::ReceiptAltered { .. } => (Exit::Failed, "RECEIPTS"),
            Self::NoReceipts { .. } => (Exit::Failed, "NO_RECEIPTS"),
            Self::OwnNotInOrder { .. } => (Exit::Failed, "OWN_LISTS"),
            Self::Said(exit) => (*exit, "SAID"),
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
    Puzzle(PuzzleError),
);

impl From<ClientError> for Error {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Call(error) => Self::call(error),
            error => Self::Client(error),
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
