//! Errors of the judge's and the organiser's commands: exit code, name and sentence.

use std::error::Error as StdError;
use std::io;
use std::path::Path;

use ishigaki_client::{CallError, KitError, Link};
use ishigaki_client_command::{self as command, TokenError, TranscriptError};
use ishigaki_command::{CommandError, Exit};
use ishigaki_proto::fault::{ErrorReason, Fault, reason_name};
use ishigaki_record::transcript::LineError;
use ishigaki_record::verify::TranscriptViolation;
use ishigaki_words::{Value, Words};

use crate::entry::entry_error_key;
use crate::event::say_spreadsheet;
use crate::options::UsageError;
use ishigaki_client::listing;
use ishigaki_client_command::Unplayable;

/// Error of the program.
#[derive(Debug)]
pub(crate) enum Error {
    /// The options make no sense.
    Usage(UsageError),
    /// The command did not get through, or its answer did not.
    Common(command::Error),
    /// The game that was named has not been started yet, and no call but the one that starts it knows it.
    Waits { game: String, fault: Box<Fault> },
    /// The names of an announcement's games are none: words of a text without quotation marks, perhaps.
    NoGames {
        /// As they were given.
        named: Vec<String>,
        /// The refusal of the first.
        fault: Box<Fault>,
    },
    /// The question is answered already, and it was not said that the answer is to be corrected, or another judge has just corrected it.
    Answered { fault: Box<Fault> },
    /// An answer is to be corrected, and there is none.
    NotAnswered {
        /// The code of the team that asked.
        team: String,
        /// Number of the question among the team's.
        question: u32,
    },
    /// The rules of an event refuse; what the refusal says of players names them.
    InEvent {
        fault: Box<Fault>,
        /// The same in words.
        why: String,
    },
    /// The server gave lines that are no record.
    NoRecord(LineError),
    /// A file cannot be written.
    File {
        /// Path of the file.
        file: String,
        /// Description of what is wrong.
        what: Value,
    },
    /// A record that was to be played back is that of an event.
    OfEvent,
    /// A record that was to be played back is not in order: its first violation.
    NotInOrder(Box<TranscriptViolation>),
    /// A record is in order as far as it could be checked: what it leaves open, in words.
    PartlyChecked(String),
    /// The console cannot run.
    Console(anyhow::Error),
}

impl Error {
    /// A call came to nothing.
    pub(crate) fn call(error: CallError) -> Self {
        Self::Common(command::Error::Call(error))
    }

    /// Returns the error of a record that is not played back.
    pub(crate) fn unplayable(file: &Path, why: Unplayable) -> Self {
        match why {
            Unplayable::File(error) => Self::File { file: file.display().to_string(), what: (&error).into() },
            Unplayable::OfEvent => Self::OfEvent,
            Unplayable::NotInOrder(violation) => Self::NotInOrder(violation),
            Unplayable::Partly(open) => Self::PartlyChecked(open),
            Unplayable::NoRecord(error) => Self::NoRecord(error),
        }
    }

    /// Tells that a question has been answered already: what to do then, the command knows.
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

    /// Tells that what an announcement names is no game.
    pub(crate) fn of_announcement(self, game: &str) -> Self {
        match self {
            Self::Common(command::Error::Call(CallError::Refused(fault)))
                if fault.reason == ErrorReason::UnknownGame =>
            {
                Self::NoGames { named: vec![game.to_owned()], fault }
            }
            error => error,
        }
    }

    /// Tells a game that has not been started yet from one that there is not: most calls know neither.
    pub(crate) async fn told_apart(self, link: &Link) -> Self {
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

    /// Returns what happened, in words; `server` is where this program was told to connect to.
    pub(crate) fn sentence(&self, server: &str, words: &Words) -> String {
        match self {
            Self::Usage(error) => say_usage(error, words),
            Self::Common(error) => error.sentence(server, words),
            Self::Waits { game, .. } => words.say("cli-game-waits", &[("game", game.as_str().into())]),
            Self::NoGames { named, .. } => {
                let gaps = [("games", words.list(named.iter().cloned()).into())];
                format!("{}{}", words.label("cli-refused"), words.say("cli-announce-no-games", &gaps))
            }
            Self::Answered { fault } => {
                let refused = format!("{}{}", words.label("cli-refused"), words.fault(fault));
                words.say("cli-answer-correct", &[("refused", refused.into())])
            }
            Self::NotAnswered { team, question } => {
                let gaps = [("team", team.as_str().into()), ("question", (*question).into())];
                words.say("cli-answer-none", &gaps)
            }
            Self::InEvent { why, .. } => format!("{}{why}", words.label("cli-refused")),
            Self::NoRecord(error) => words.not_in_order(&words.with_sources(error)),
            Self::File { file, what } => {
                words.say("cli-file", &[("file", file.as_str().into()), ("what", what.clone())])
            }
            Self::OfEvent => words.label("record-of-event"),
            Self::NotInOrder(violation) => {
                words.say("replay-not-in-order", &[("what", words.record_violation(violation).into())])
            }
            Self::PartlyChecked(open) => open.clone(),
            Self::Console(error) => {
                let said = |link: &(dyn StdError + 'static)| {
                    link.downcast_ref().and_then(|error| words.system_error(error))
                };
                let links = error.chain().map(|link| said(link).unwrap_or_else(|| link.to_string()));
                let what = links.collect::<Vec<_>>().join(&words.label("fail-because"));
                words.say("console-failed", &[("what", what.into())])
            }
        }
    }
}

impl CommandError for Error {
    fn exit(&self) -> Exit {
        match self {
            Self::Common(error) => error.exit(),
            Self::Usage(_) | Self::OfEvent => Exit::Misused,
            Self::PartlyChecked(_) => Exit::Partial,
            Self::Waits { .. } => Exit::Denied,
            Self::InEvent { fault, .. } | Self::Answered { fault } | Self::NoGames { fault, .. } => {
                Exit::of_refusal(fault)
            }
            Self::NoRecord(_) => Exit::Unanswered,
            Self::File { .. } | Self::NotInOrder(_) | Self::Console(_) | Self::NotAnswered { .. } => {
                Exit::Failed
            }
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Self::Common(error) => error.reason(),
            Self::Usage(_) => "USAGE",
            Self::Waits { fault, .. }
            | Self::NoGames { fault, .. }
            | Self::InEvent { fault, .. }
            | Self::Answered { fault } => reason_name(fault.reason),
            Self::NotAnswered { .. } => "NOT_ANSWERED",
            Self::OfEvent => "OF_EVENT",
            Self::NoRecord(_) | Self::NotInOrder(_) => "NOT_IN_ORDER",
            Self::PartlyChecked(_) => "PARTLY_CHECKED",
            Self::File { .. } => "FILE",
            Self::Console(_) => "CONSOLE",
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

fn say_usage(error: &UsageError, words: &Words) -> String {
    match error {
        UsageError::Entry(slip) => {
            let what = words.say(entry_error_key(slip.kind), &[("item", slip.item.into())]);
            words.say("cli-enter-slip", &[("what", what.into())])
        }
        UsageError::EntryFile { file, what } => {
            words.say("cli-enter-file", &[("file", file.as_str().into()), ("what", what.clone())])
        }
        UsageError::Roster { file, errors } => say_spreadsheet(file, errors, *words),
        UsageError::NothingEntered => words.label("cli-enter-nothing"),
        UsageError::GameWithCommand => words.label("console-game-with-command"),
        UsageError::Event(usage) => words.message(usage),
        UsageError::WhichGames { games } => match &games[..] {
            [] => words.label("auto-no-game"),
            games => words.say("auto-which", &[("games", words.list(games.iter().cloned()).into())]),
        },
    }
}

ishigaki_client_command::comes_from!(
    Error:
    Usage(UsageError),
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

impl From<TranscriptError> for Error {
    fn from(error: TranscriptError) -> Self {
        match error {
            TranscriptError::NoRecord(error) => Self::NoRecord(error),
            TranscriptError::OfEvent => Self::OfEvent,
            TranscriptError::NotInOrder(violation) => Self::NotInOrder(violation),
            TranscriptError::Partly(open) => Self::PartlyChecked(open),
            TranscriptError::File { file, what } => Self::File { file, what },
            TranscriptError::Output(error) => error.into(),
        }
    }
}
