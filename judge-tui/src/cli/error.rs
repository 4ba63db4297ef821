//! Errors of the judge's and the organiser's commands: exit code, name and sentence.

use std::io;

use ishigaki_board::EntrantError;
use ishigaki_catalogue::{Catalogue, Message};
use ishigaki_client::{CallError, KitError, Link, listing};
use ishigaki_client_command::{self as command, TokenError};
use ishigaki_command::{CommandError, Exit};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_words::Words;

use crate::event::roster_fault_sentences;
use crate::options::{EventUsage, UsageError};

#[derive(Debug, Message)]
#[message("cli")]
pub(crate) enum Error {
    #[message(transparent)]
    Usage(UsageError),
    #[message(transparent)]
    Common(command::Error),
    /// The results don't determine all teams of a game.
    #[message("cli-start-not-determined")]
    NotDetermined { game: String, selected: usize, seats: usize },
    #[message("cli-start-no-open-seats")]
    NoOpenSeats { game: String },
    /// The game hasn't been started, so only a start can name it.
    #[message("cli-game-waits")]
    Waits {
        game: String,
        #[message(skip)]
        fault: Box<Fault>,
    },
    /// The arguments are no ids of games; perhaps words of an unquoted text.
    #[message("cli-announce-no-games")]
    NoGames {
        games: Vec<String>,
        #[message(skip)]
        fault: Box<Fault>,
    },
    /// Answered already, without `--correct`, or another judge has just corrected it.
    #[message("cli-answer-correct")]
    #[message(refused = Words::current().refused(&Words::current().fault(fault)))]
    Answered {
        #[message(skip)]
        fault: Box<Fault>,
    },
    #[message("cli-answer-none")]
    NotAnswered { team: String, question: u32 },
    /// Rejected by an event's rules; players are shown by name.
    #[message("shared-other")]
    InEvent {
        #[message(skip)]
        fault: Box<Fault>,
        #[message("what")]
        why: String,
    },
    #[message("console-failed")]
    #[message(what = Catalogue::current().explain(field_0.chain()))]
    Console(#[message(skip)] anyhow::Error),
}

impl Error {
    pub(crate) fn call(error: CallError) -> Self {
        Self::Common(command::Error::Call(error))
    }

    pub(crate) fn of_answer(self) -> Self {
        match self {
            Self::Common(command::Error::Call(CallError::Refused(fault)))
                if fault.reason == ErrorReason::AlreadyAnswered =>
            {
                Self::Answered { fault }
            }
            error => error,
        }
    }

    pub(crate) fn of_announcement(self, game: &str) -> Self {
        match self {
            Self::Common(command::Error::Call(CallError::Refused(fault)))
                if fault.reason == ErrorReason::UnknownGame =>
            {
                Self::NoGames { games: vec![game.to_owned()], fault }
            }
            error => error,
        }
    }

    /// Most calls don't distinguish unknown and waiting games.
    pub(crate) async fn distinguish_waiting(self, link: &Link) -> Self {
        let Self::Common(command::Error::Call(CallError::Refused(fault))) = self else { return self };
        let game = fault.metadata.get("game").filter(|_| fault.reason == ErrorReason::UnknownGame).cloned();
        if let Some(game) = game
            && let Ok(programme) = listing::all(link).await
            && programme.games.iter().any(|listed| listed.game == game && listed.is_waiting())
        {
            return Self::Waits { game, fault };
        }
        Self::call(CallError::Refused(fault))
    }

    pub(crate) fn sentence(&self, server: &str, words: &Words) -> String {
        match self {
            Self::Usage(UsageError::Roster { file, errors }) => roster_fault_sentences(file, errors, *words),
            Self::Common(error) => error.sentence(server, words),
            Self::NoGames { .. } => words.refused(&words.message(self)),
            Self::InEvent { why, .. } => words.refused(why),
            error => words.message(error),
        }
    }
}

impl CommandError for Error {
    fn end(&self) -> (Exit, &'static str) {
        match self {
            Self::Common(error) => error.end(),
            Self::Usage(_) => (Exit::Misused, "USAGE"),
            Self::Waits { fault, .. }
            | Self::NoGames { fault, .. }
            | Self::InEvent { fault, .. }
            | Self::Answered { fault } => Exit::of_refusal(fault),
            Self::NotAnswered { .. } => (Exit::Failed, "NOT_ANSWERED"),
            Self::NotDetermined { .. } => (Exit::Failed, "NOT_DETERMINED"),
            Self::NoOpenSeats { .. } => (Exit::Failed, "NO_OPEN_SEATS"),
            Self::Console(_) => (Exit::Failed, "CONSOLE"),
        }
    }

    fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Common(error) => error.fault(),
            Self::Waits { fault, .. }
            | Self::NoGames { fault, .. }
            | Self::InEvent { fault, .. }
            | Self::Answered { fault } => Some(fault),
            _ => None,
        }
    }
}

ishigaki_client_command::comes_from!(
    Error:
    Usage(UsageError),
    Usage(EventUsage),
    Usage(EntrantError),
    Common(command::Error),
    Common(KitError),
    Common(TokenError),
    Common(CallError),
    Common(io::Error),
    Console(anyhow::Error),
);

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        CallError::Refused(Box::new(fault)).into()
    }
}
