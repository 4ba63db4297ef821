//! Verified records of games and events, and what of them is public.

use ishigaki_catalogue::Message;
use ishigaki_record::chain::Head;
use ishigaki_record::signing::PublicKey;
use ishigaki_record::tournament;
use ishigaki_record::verify::{Ending, Expected, Gap};
use ishigaki_rules::Game;
use ishigaki_words::Words;

use crate::{Error, EventError, EventExport, GameExport};

const LONGEST_ID: usize = 64;

/// A verified record of a game or an event.
#[derive(Clone, Debug)]
pub struct VerifiedRecord {
    text: String,
    subject: RecordSubject,
}

/// Error of a record that can't be published.
#[derive(Debug, thiserror::Error, Message)]
#[message("record")]
pub enum RecordError {
    #[message(transparent)]
    Game(#[from] Error),
    #[message(transparent)]
    Event(#[from] EventError),
    /// The id of the game or event can't be the name of a file.
    Id(#[message("id")] String),
}

/// The game or event of a record.
#[derive(Clone, Debug)]
pub enum RecordSubject {
    Game(Box<GameExport>),
    Event(Box<EventExport>),
}

/// Whether the result of a record is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Publication {
    /// Nothing has happened in it.
    NotStarted,
    Running,
    /// The game is declared, but its ranking is not revealed to the hall yet.
    Covered,
    /// Its ranking is revealed, or it was abandoned. An event is always public.
    Public,
}

impl VerifiedRecord {
    /// Reads and verifies the record of a game or an event.
    ///
    /// # Errors
    /// Returns an error if the record isn't valid, or its id can't be the name of a file.
    pub fn of(text: String, expected: &Expected) -> Result<Self, RecordError> {
        let subject = if tournament::is_record(&text) {
            RecordSubject::Event(Box::new(EventExport::of(&text, expected)?))
        } else {
            RecordSubject::Game(Box::new(GameExport::of(&text, expected)?))
        };
        let record = Self { text, subject };
        let is_named = |sign: u8| sign.is_ascii_alphanumeric() || matches!(sign, b'-' | b'_');
        let id = record.id();
        if id.is_empty() || id.len() > LONGEST_ID || !id.bytes().all(is_named) {
            return Err(RecordError::Id(id.to_owned()));
        }
        Ok(record)
    }

    /// Returns the record's lines.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns its game or event.
    pub const fn subject(&self) -> &RecordSubject {
        &self.subject
    }

    /// Returns its game; `None` for an event.
    pub fn game(&self) -> Option<&GameExport> {
        match &self.subject {
            RecordSubject::Game(game) => Some(game),
            RecordSubject::Event(_) => None,
        }
    }

    /// Returns its event; `None` for a game.
    pub fn event(&self) -> Option<&EventExport> {
        match &self.subject {
            RecordSubject::Game(_) => None,
            RecordSubject::Event(event) => Some(event),
        }
    }

    /// Returns the id of the game or event: letters, digits, `-` and `_`.
    pub fn id(&self) -> &str {
        match &self.subject {
            RecordSubject::Game(game) => &game.transcript().game,
            RecordSubject::Event(event) => &event.header().event,
        }
    }

    /// Returns the name of the record's file.
    pub fn file(&self) -> String {
        format!("{}.jsonl", self.id())
    }

    /// Returns the title in this language.
    pub fn title(&self, words: Words) -> String {
        match &self.subject {
            RecordSubject::Game(game) => words.title(game.setup()),
            RecordSubject::Event(event) => event.title(words),
        }
    }

    /// Returns the time of its first line in milliseconds since 1970.
    pub fn unix_ms(&self) -> u64 {
        match &self.subject {
            RecordSubject::Game(game) => game.transcript().unix_ms,
            RecordSubject::Event(event) => event.header().unix_ms,
        }
    }

    /// Returns the server's key.
    pub fn server_key(&self) -> PublicKey {
        match &self.subject {
            RecordSubject::Game(game) => game.transcript().server_key,
            RecordSubject::Event(event) => event.header().server_key,
        }
    }

    /// Returns the last signed head.
    pub fn head(&self) -> Option<Head> {
        match &self.subject {
            RecordSubject::Game(game) => game.verified().head,
            RecordSubject::Event(event) => event.verified().head,
        }
    }

    /// Returns what the record leaves open although it is valid.
    pub fn gaps(&self) -> Vec<Gap> {
        match &self.subject {
            RecordSubject::Game(game) => game.gaps(),
            RecordSubject::Event(event) => event.gaps(),
        }
    }

    /// Returns what of it is public; `is_revealed` tells by a declared game whether the hall has seen its
    /// ranking.
    pub fn publication(&self, is_revealed: impl FnOnce(&Game) -> bool) -> Publication {
        let (records, ending) = match &self.subject {
            RecordSubject::Game(game) => (game.transcript().entries.len(), game.verified().ending),
            RecordSubject::Event(event) => {
                let has_begun = event.verified().records > 0;
                return if has_begun { Publication::Public } else { Publication::NotStarted };
            }
        };
        match (ending, self.game()) {
            (Ending::Open, _) if records == 0 => Publication::NotStarted,
            (Ending::Open, _) => Publication::Running,
            (Ending::Declared, Some(export)) if !is_revealed(export.game()) => Publication::Covered,
            _ => Publication::Public,
        }
    }
}
