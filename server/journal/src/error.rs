//! The journal's errors.
//!
//! [`AppendError`] stands apart from [`Error`] because a writer has to answer each of its cases differently;
//! both end in the same [`FatalError`]. No error carries a record's content.

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

/// Answer of a journal that comes when it is done.
pub type Pending<'a, T> = BoxFuture<'a, Result<T, Error>>;

/// Error of an append that was not made.
#[derive(Clone, Debug, thiserror::Error, Message)]
#[message("append")]
pub enum AppendError {
    /// Somebody else has claimed the stream since; nothing was written. This writer must stop.
    Fenced {
        /// The epoch the append named.
        held: Epoch,
        /// The epoch of the latest claim.
        current: Epoch,
    },
    /// The stream does not stand where the writer believes; nothing was written.
    Conflict {
        /// The head the append named.
        expected: Sequence,
        /// Sequence of the stream's last record.
        head: Sequence,
    },
    /// Nobody has ever claimed the stream; nothing was written.
    #[message("journal-unknown-stream")]
    UnknownStream(#[message("stream")] StreamId),
    /// The stream is damaged: see [`Error::Damaged`]; nothing was written.
    #[message("journal-damaged")]
    Damaged {
        /// Stream of the record.
        stream: StreamId,
        damage: Corruption,
    },
    /// The append has no records. Refused rather than ignored: its answer would promise nothing.
    Empty,
    /// The journal has failed or is closed. Whether the records were kept is known only after opening it again.
    #[message(transparent)]
    Failed(#[from] FatalError),
}

/// Error of a journal that does not open, take a claim, or give records.
#[derive(Debug, thiserror::Error, Message)]
#[message("journal")]
pub enum Error {
    /// A stream's name is empty.
    #[message(transparent)]
    NamelessStream(#[from] NamelessStreamError),
    /// Nobody has ever claimed the stream.
    UnknownStream(#[message("stream")] StreamId),
    /// A record of this stream is not as it was written, or not there. The stream is not written to any more, and
    /// read only up to the damage; other streams are served.
    Damaged {
        /// Stream of the record.
        stream: StreamId,
        damage: Corruption,
    },
    /// Another living member holds the stream, or it was handed to one; see [`Membership`](crate::Membership).
    Held { stream: StreamId, holder: MemberId },
    /// The file is open elsewhere: a journal file belongs to one journal at a time.
    InUse { file: PathBuf },
    /// The file is not a journal. It is left as it was.
    Foreign { file: PathBuf },
    /// The file is a journal of a format this program does not know. It is left as it was.
    UnknownVersion {
        file: PathBuf,
        /// The version the file is marked with.
        found: i64,
        /// The version this program reads and writes.
        known: i64,
        /// Whether a newer program made it.
        is_newer: bool,
    },
    /// The file, the log beside it, or the folder that must take both, may not be written.
    ReadOnly {
        /// Path that may not be written.
        place: PathBuf,
    },
    /// The file marks itself as a journal and is damaged in a way that does not show which streams are whole.
    Broken {
        file: PathBuf,
        /// Description of what does not fit.
        source: StorageCause,
    },
    /// The log beside the file is another file's: the file is whole without it, and is not with it. Both are left as they are.
    OtherLog {
        file: PathBuf,
        /// The log of another one.
        log: PathBuf,
    },
    /// The file's disk has no room for it.
    DiskFull { file: PathBuf },
    /// The file cannot be opened, made or prepared.
    Unopenable {
        file: PathBuf,
        /// Error of the system.
        source: StorageCause,
    },
    /// There is nothing, or nothing in it, where a journal is expected. It is left as it is.
    Gone {
        location: Location,
        /// Whether it is there, and empty.
        is_empty: bool,
        /// The journal's files that are there nevertheless.
        #[message(skip)]
        left: Vec<PathBuf>,
    },
    /// The database is not taken as a journal.
    #[message(transparent)]
    Database(#[from] DatabaseError),
    /// The journal has failed or is closed.
    #[message(transparent)]
    Failed(#[from] FatalError),
}

/// A database that is not taken as a journal.
#[derive(Debug, Message)]
#[message("journal-database")]
pub struct DatabaseError {
    pub url: DatabaseUrl,
    pub fault: DatabaseFault,
}

/// The fault's source is the error's, because the text has the fault in it.
impl StdError for DatabaseError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.fault.source()
    }
}

/// Fault of a database that is to keep a journal.
#[derive(Debug, thiserror::Error, Message)]
#[message("database")]
pub enum DatabaseFault {
    /// The URL is not understood.
    Url(#[source] StorageCause),
    Unreachable(#[source] StorageCause),
    /// It answers, and lets nobody in: the user, the password, the database's name, or what the role may do.
    Refused(#[source] StorageCause),
    /// The journal would go over the network without encryption, or to whoever answers.
    Unencrypted,
    /// The file of the authority's certificate cannot be used.
    Authority(#[source] StorageCause),
    /// It takes no changes: a standby, or set so.
    ReadOnly,
    /// More than one of its hosts takes changes.
    Rivals {
        hosts: String,
    },
    /// A pooler gives each transaction another session of the database.
    Pooled,
    /// It loses answered records in a crash.
    Unsafe {
        setting: &'static str,
        found: String,
        /// State that it has to have.
        needed: &'static str,
    },
    /// There are tables of a journal's names that are none of a journal.
    Foreign,
    /// The tables are of a format that this program does not know. They are left as they are.
    UnknownVersion {
        /// The version the tables are marked with.
        found: i64,
        /// The version this program reads and writes.
        known: i64,
    },
    /// The tables are of an older format, and whoever opens them only reads. They are left as they are.
    OlderVersion {
        /// The version the tables are marked with.
        found: i64,
        /// The version this program reads and writes.
        known: i64,
    },
    /// Streams are listed in a way that does not show which of them are whole.
    Broken(#[message("number")] i64),
    /// Something else went wrong in opening it.
    Unusable(#[source] StorageCause),
}

/// The first record of a stream that is not as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Message)]
#[message("journal-corruption")]
pub struct Corruption {
    /// Its place in the stream. The records before it are sound.
    pub sequence: Sequence,
    pub kind: CorruptionKind,
}

/// Kind of a damage of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorruptionKind {
    /// It is there, but does not match its checksum.
    Garbled,
    /// It is not there, though a later one is.
    Missing,
    /// Damage elsewhere in the file may have taken it: nothing shows that there ever was one, or that there was
    /// none.
    Doubtful,
}

/// The text's choice between its kinds.
impl Argument for CorruptionKind {
    fn argument(&self) -> Value {
        match self {
            Self::Garbled => "garbled".into(),
            Self::Missing => "missing".into(),
            Self::Doubtful => "doubtful".into(),
        }
    }
}

/// Error after which a journal serves nothing any more. The same failure is told to everybody who asks after
/// it.
#[derive(Clone, Debug, thiserror::Error, Message)]
#[message("journal")]
pub enum FatalError {
    /// Reading or writing went wrong once. The journal is poisoned: it is not used again before it is opened
    /// anew, because what the disk holds is not known.
    Poisoned {
        /// Work of the journal, as "while reading".
        #[message(skip)]
        doing: &'static str,
        /// Cause of the failure.
        source: StorageCause,
    },
    /// The journal was closed, or its thread has ended.
    Closed,
    /// The lease of this member is over, or it has none: others may hold what it held.
    LeaseLost,
}

/// The reason beneath a failure, as the storage tells it; shared, as one failure has many hearers.
#[derive(Clone)]
pub struct StorageCause(Arc<dyn StdError + Send + Sync>);

impl StorageCause {
    /// Wraps what the storage says.
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
