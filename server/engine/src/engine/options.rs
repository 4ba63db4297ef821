//! The options of an engine, and the errors of its start.

use std::sync::Arc;

use ishigaki_catalogue::Message;
use ishigaki_journal::{Journal, Sequence, StreamId};
use ishigaki_record::signing::{Fingerprint, PublicKey};
use ishigaki_rules::{Setup, SetupFault};
use tokio::sync::watch;

use super::writer::Error as RecordError;
use crate::clock::Clock;
use crate::codec;
use crate::entropy::Entropy;
use crate::key::ServerKey;
use crate::meter::Meter;
use crate::spool::Spool;

/// Options of an engine.
pub struct Options<T = Setup> {
    /// Its id, which is its stream in the journal.
    pub id: StreamId,
    /// The set-up of what is not in the journal yet. What is keeps the set-up it was started with.
    pub setup: T,
    /// Journal in which the game is recorded.
    pub journal: Arc<dyn Journal>,
    pub clock: Arc<dyn Clock>,
    pub entropy: Arc<dyn Entropy>,
    /// Key by which the server signs and wraps.
    pub key: Arc<ServerKey>,
    /// Behaviour of a window that was open when the server went down (`T`).
    pub after_outage: AfterOutage,
    /// Meter of what it does.
    pub meter: Meter,
    /// Spool of its record's lines.
    pub spool: Spool,
    /// Turns true when the engine shall stop.
    pub stop: watch::Receiver<bool>,
}

/// Treatment of a window that was open when the server went down (`T`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterOutage {
    /// It goes on by itself.
    #[default]
    Resume,
    /// The game is paused until the judge resumes it.
    Wait,
}

/// Error of serving a game.
#[derive(Debug, thiserror::Error, Message)]
#[message("start")]
pub enum Error {
    /// The journal does not take or give.
    Journal {
        game: StreamId,
        /// Error of the cause.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The journal does not say which games it has.
    Streams(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A record cannot be read.
    Record {
        game: StreamId,
        /// Sequence of the record.
        sequence: Sequence,
        source: codec::Error,
    },
    /// A record cannot be opened or made: most likely it was sealed with another key file's wrapping key.
    Kept {
        game: StreamId,
        /// Sequence of the record.
        sequence: Sequence,
        source: RecordError,
    },
    /// The game belongs to another key.
    Key {
        game: StreamId,
        /// The fingerprint of the server's key.
        #[message(display)]
        found: Fingerprint,
        /// The fingerprint of the game's key.
        #[message(display)]
        needed: Fingerprint,
    },
    /// Games that are not over are not in the contest file any more.
    Removed { games: String },
    /// Bringing it back panicked.
    Panicked {
        game: StreamId,
        /// Message of the panic.
        panic: String,
    },
    /// The set-up cannot be played.
    Setup {
        game: StreamId,
        /// Fault of the set-up.
        fault: SetupFault,
    },
}

impl Error {
    /// The journal's streams cannot be listed or named.
    pub fn streams(source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Streams(Box::new(source))
    }
}

impl Error {
    /// Returns whether the records of one game are what is wrong, so that all others can be served.
    pub fn is_damage(&self) -> bool {
        match self {
            // All games of a foreign journal are of another key, which is told before.
            Self::Record { .. } | Self::Key { .. } | Self::Panicked { .. } => true,
            Self::Journal { source, .. } => {
                let read = source.downcast_ref::<ishigaki_journal::Error>();
                matches!(read, Some(ishigaki_journal::Error::Damaged { .. }))
            }
            // Of these, all games have the same cause.
            Self::Streams(_) | Self::Kept { .. } | Self::Setup { .. } | Self::Removed { .. } => false,
        }
    }

    /// Returns whether another server over the same journal serves the game, or has taken it up meanwhile.
    pub fn is_held(&self) -> bool {
        let Self::Journal { source, .. } = self else { return false };
        let claim = source.downcast_ref::<ishigaki_journal::Error>();
        let append = source.downcast_ref::<ishigaki_journal::AppendError>();
        matches!(claim, Some(ishigaki_journal::Error::Held { .. }))
            || matches!(append, Some(ishigaki_journal::AppendError::Fenced { .. }))
    }

    /// Returns whether it is the journal that does not take or give.
    pub fn is_of_journal(&self) -> bool {
        matches!(self, Self::Journal { .. } | Self::Streams(_))
    }

    /// Returns whether the journal does not take or give anything any more, or not at this moment: whatever else is asked of it
    /// fails as well, and may succeed later.
    pub fn is_of_all(&self) -> bool {
        match self {
            Self::Streams(_) => true,
            Self::Journal { source, .. } => {
                let read = source.downcast_ref::<ishigaki_journal::Error>();
                let append = source.downcast_ref::<ishigaki_journal::AppendError>();
                matches!(read, Some(ishigaki_journal::Error::Failed(_)))
                    || matches!(append, Some(ishigaki_journal::AppendError::Failed(_)))
            }
            _ => false,
        }
    }
}

pub(super) fn check_key<T>(options: &Options<T>, needed: PublicKey) -> Result<(), Error> {
    let found = options.key.public();
    if found == needed {
        return Ok(());
    }
    let game = options.id.clone();
    Err(Error::Key { game, found: found.fingerprint(), needed: needed.fingerprint() })
}

/// The first record cannot be made.
pub(super) fn unfounded<T>(options: &Options<T>, source: RecordError) -> Error {
    unkept(options, Sequence::START.next(), source)
}

pub(super) fn failed<T>(
    options: &Options<T>,
    source: impl std::error::Error + Send + Sync + 'static,
) -> Error {
    Error::Journal { game: options.id.clone(), source: Box::new(source) }
}

pub(super) fn unkept<T>(options: &Options<T>, sequence: Sequence, source: RecordError) -> Error {
    Error::Kept { game: options.id.clone(), sequence, source }
}
