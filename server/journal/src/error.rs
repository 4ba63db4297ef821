//! The journal's errors.
//!
//! [`AppendError`] is separate from [`Error`] because a writer must handle each of its cases differently;
//! both include [`FatalError`]. Errors never contain a record.

use std::error::Error as StdError;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use ishigaki_catalogue::{Argument, Catalogue, Message, Value, text_arguments};

use crate::location::{DatabaseUrl, Location};
use crate::member::MemberId;
use crate::stream::{Epoch, NamelessStreamError, Sequence, StreamId};

text_arguments!(StreamId, Sequence, Epoch, MemberId, Location, DatabaseUrl);

/// Pending answer of a journal.
pub type Pending<'a, T> = BoxFuture<'a, Result<T, Error>>;

/// Error of an append.
#[derive(Clone, Debug, thiserror::Error, Message)]
#[message("append")]
pub enum AppendError {
    /// Another writer has claimed the stream since; nothing was written. This writer must stop.
    Fenced { held: Epoch, current: Epoch },
    /// The stream's head isn't the expected one; nothing was written.
    Conflict { expected: Sequence, head: Sequence },
    #[message("journal-unknown-stream")]
    UnknownStream(#[message("stream")] StreamId),
    /// The stream is damaged: see [`Error::Damaged`]; nothing was written.
    #[message("journal-damaged")]
    Damaged { stream: StreamId, damage: Corruption },
    /// The append has no records. It is rejected, because its answer would promise nothing.
    Empty,
    /// The journal has failed or is closed. Only opening it again shows whether the records were stored.
    #[message(transparent)]
    Failed(#[from] FatalError),
}

/// Error of opening, claiming or reading.
#[derive(Debug, thiserror::Error, Message)]
#[message("journal")]
pub enum Error {
    #[message(transparent)]
    NamelessStream(#[from] NamelessStreamError),
    UnknownStream(#[message("stream")] StreamId),
    /// A record of this stream is changed or missing. The stream can't be written any more, and only be read
    /// up to the damage; other streams are unaffected.
    Damaged {
        stream: StreamId,
        damage: Corruption,
    },
    /// Another living member holds the stream, or it was handed to one; see [`Membership`](crate::Membership).
    Held {
        stream: StreamId,
        holder: MemberId,
    },
    /// The file is open elsewhere: a journal file belongs to one journal at a time.
    InUse {
        file: PathBuf,
    },
    /// The file is not a journal. It is left as it was.
    Foreign {
        file: PathBuf,
    },
    /// The file is a journal of an unknown format. It is left unchanged.
    UnknownVersion {
        file: PathBuf,
        found: i64,
        known: i64,
        is_newer: bool,
    },
    /// The file, its log or their directory is read-only.
    ReadOnly {
        place: PathBuf,
    },
    /// The file is a journal, but its damage doesn't show which streams are whole.
    Broken {
        file: PathBuf,
        source: StorageCause,
    },
    /// The log next to the file belongs to another file: the file is whole only without it. Both are left
    /// unchanged.
    OtherLog {
        file: PathBuf,
        log: PathBuf,
    },
    /// The file's disk has no room for it.
    DiskFull {
        file: PathBuf,
    },
    /// The file can't be opened, created or prepared.
    Unopenable {
        file: PathBuf,
        source: StorageCause,
    },
    /// An expected journal is missing or empty. It is left unchanged.
    Gone {
        location: Location,
        is_empty: bool,
        /// The journal's files that exist nevertheless.
        #[message(skip)]
        left: Vec<PathBuf>,
    },
    /// The database can't be used as a journal.
    #[message(transparent)]
    Database(#[from] DatabaseError),
    #[message(transparent)]
    Failed(#[from] FatalError),
}

/// Error of a database that can't be used as a journal.
#[derive(Debug, Message)]
#[message("journal-database")]
pub struct DatabaseError {
    pub url: DatabaseUrl,
    pub fault: DatabaseFault,
}

/// The source is the fault's source, because the text includes the fault.
impl StdError for DatabaseError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.fault.source()
    }
}

/// Fault of a database for a journal.
#[derive(Debug, thiserror::Error, Message)]
#[message("database")]
pub enum DatabaseFault {
    Url(#[source] StorageCause),
    Unreachable(#[source] StorageCause),
    /// It rejects the user, the password, the database's name, or the role's permissions.
    Refused(#[source] StorageCause),
    /// The connection to another machine wouldn't be encrypted or authenticated.
    Unencrypted,
    /// The file of the authority's certificate can't be used.
    Authority(#[source] StorageCause),
    /// It is read-only: a standby, or configured so.
    ReadOnly,
    Rivals {
        hosts: String,
    },
    Pooled,
    Unsafe {
        setting: &'static str,
        found: String,
        needed: &'static str,
    },
    /// Tables with a journal's names aren't a journal's.
    Foreign,
    /// The tables have an unknown format. They are left unchanged.
    UnknownVersion {
        found: i64,
        known: i64,
    },
    /// The tables have an older format, and the caller only reads. They are left unchanged.
    OlderVersion {
        found: i64,
        known: i64,
    },
    /// The list of streams doesn't show which of them are whole.
    Broken(#[message("number")] i64),
    Unusable(#[source] StorageCause),
}

/// The first damaged record of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Message)]
#[message("journal-corruption")]
pub struct Corruption {
    /// Its sequence. The records before it are sound.
    pub sequence: Sequence,
    pub kind: CorruptionKind,
}

/// Kind of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorruptionKind {
    /// It doesn't match its checksum.
    Garbled,
    /// It is missing, though a later one exists.
    Missing,
    /// It may have been lost by damage elsewhere in the file; nothing shows whether it existed.
    Doubtful,
}

impl Argument for CorruptionKind {
    fn argument(&self) -> Value {
        match self {
            Self::Garbled => "garbled".into(),
            Self::Missing => "missing".into(),
            Self::Doubtful => "doubtful".into(),
        }
    }
}

/// Error after which a journal serves nothing. All later requests get the same error.
#[derive(Clone, Debug, thiserror::Error, Message)]
#[message("journal")]
pub enum FatalError {
    /// Reading or writing failed. The journal must be opened again, because the state of the disk is unknown.
    Poisoned {
        #[message(skip)]
        doing: &'static str,
        source: StorageCause,
    },
    Closed,
    /// This member has no lease or its lease expired, so others may hold its streams.
    LeaseLost,
}

/// The storage's error, shared by all requests that get it.
#[derive(Clone)]
pub struct StorageCause(Arc<dyn StdError + Send + Sync>);

impl StorageCause {
    /// Wraps the storage's error.
    pub fn new(error: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self(Arc::from(error.into()))
    }
}

impl fmt::Debug for StorageCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for StorageCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.downcast_ref().and_then(|error| Catalogue::current().system_error(error)) {
            Some(text) => f.write_str(&text),
            None => self.0.fmt(f),
        }
    }
}

impl StdError for StorageCause {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source()
    }
}
