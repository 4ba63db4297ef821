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
    pub id: StreamId,
    /// The setup of a new stream. An existing one keeps its recorded setup.
    pub setup: T,
    pub journal: Arc<dyn Journal>,
    pub clock: Arc<dyn Clock>,
    pub entropy: Arc<dyn Entropy>,
    pub key: Arc<ServerKey>,
    /// Treatment of a window that was open during an outage (`T`).
    pub after_outage: AfterOutage,
    pub meter: Meter,
    pub spool: Spool,
    pub stop: watch::Receiver<bool>,
}

/// Treatment of a window that was open during an outage (`T`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterOutage {
    #[default]
    Resume,
    /// The game is paused until the judge resumes it.
    Wait,
}

/// Error of serving a game.
#[derive(Debug, thiserror::Error, Message)]
#[message("start")]
pub enum Error {
    Journal {
        game: StreamId,
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The journal's streams can't be listed.
    Streams(#[source] Box<dyn std::error::Error + Send + Sync>),
    Record {
        game: StreamId,
        sequence: Sequence,
        source: codec::Error,
    },
    /// A record can't be unsealed or sealed, most likely because of another wrapping key.
    Kept {
        game: StreamId,
        sequence: Sequence,
        source: RecordError,
    },
    Key {
        game: StreamId,
        #[message(display)]
        found: Fingerprint,
        #[message(display)]
        needed: Fingerprint,
    },
    /// Games that are not over are not in the contest file any more.
    Removed {
        games: String,
    },
    Panicked {
        game: StreamId,
        panic: String,
    },
    Setup {
        game: StreamId,
        fault: SetupFault,
    },
}

impl Error {
    /// Returns the error of listing or naming the journal's streams.
    pub fn streams(source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Streams(Box::new(source))
    }
}

impl Error {
    /// Returns whether only one game's records are wrong, so that all others can be served.
    pub fn is_damage(&self) -> bool {
        match self {
            // A journal with another key for all games is rejected before these errors are checked.
            Self::Record { .. } | Self::Key { .. } | Self::Panicked { .. } => true,
            Self::Journal { source, .. } => {
                let read = source.downcast_ref::<ishigaki_journal::Error>();
                matches!(read, Some(ishigaki_journal::Error::Damaged { .. }))
            }
            // These affect all games alike.
            Self::Streams(_) | Self::Kept { .. } | Self::Setup { .. } | Self::Removed { .. } => false,
        }
    }

    /// Returns whether another server on the same journal serves the game or has claimed it.
    pub fn is_held(&self) -> bool {
        let Self::Journal { source, .. } = self else { return false };
        let claim = source.downcast_ref::<ishigaki_journal::Error>();
        let append = source.downcast_ref::<ishigaki_journal::AppendError>();
        matches!(claim, Some(ishigaki_journal::Error::Held { .. }))
            || matches!(append, Some(ishigaki_journal::AppendError::Fenced { .. }))
    }

    /// Returns whether the journal failed.
    pub fn is_of_journal(&self) -> bool {
        matches!(self, Self::Journal { .. } | Self::Streams(_))
    }

    /// Returns whether the journal is unavailable, perhaps for now: other requests would fail too, and may
    /// succeed later.
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
