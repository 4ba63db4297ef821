//! The journal's errors.
//!
//! [`AppendError`] stands apart from [`Error`] because a writer has to answer each of its cases differently;
//! both end in the same [`FatalError`]. No error carries a record's content.

use std::error::Error as StdError;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use futures_core::future::BoxFuture;

use crate::location::{DatabaseUrl, Location};
use crate::member::MemberId;
use crate::stream::{Epoch, NamelessStreamError, Sequence, StreamId};

/// Answer of a journal that comes when it is done.
pub type Pending<'a, T> = BoxFuture<'a, Result<T, Error>>;

/// Error of an append that was not made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// Somebody else has claimed the stream since; nothing was written. This writer must stop.
    #[error("the writer of epoch {held} is fenced; the stream is at epoch {current}")]
    Fenced {
        /// The epoch the append named.
        held: Epoch,
        /// The epoch of the latest claim.
        current: Epoch,
    },
    /// The stream does not stand where the writer believes; nothing was written.
    #[error("the append expects head {expected}; the stream's head is {head}")]
    Conflict {
        /// The head the append named.
        expected: Sequence,
        /// Sequence of the stream's last record.
        head: Sequence,
    },
    /// Nobody has ever claimed the stream; nothing was written.
    #[error("stream {0} is unknown")]
    UnknownStream(StreamId),
    /// The stream is damaged: see [`Error::Damaged`]; nothing was written.
    #[error("record {} of stream {stream} {}", damage.sequence, damage.kind)]
    Damaged {
        /// Stream of the record.
        stream: StreamId,
        /// Damage to it.
        damage: Corruption,
    },
    /// The append has no records. Refused rather than ignored: its answer would promise nothing.
    #[error("the append has no records")]
    Empty,
    /// The journal has failed or is closed. Whether the records were kept is known only after opening it again.
    #[error(transparent)]
    Failed(#[from] FatalError),
}

/// Error of a journal that does not open, take a claim, or give records.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A stream's name is empty.
    #[error(transparent)]
    NamelessStream(#[from] NamelessStreamError),
    /// Nobody has ever claimed the stream.
    #[error("stream {0} is unknown")]
    UnknownStream(StreamId),
    /// A record of this stream is not as it was written, or not there. The stream is not written to any more, and
    /// read only up to the damage; other streams are served.
    #[error(
        "record {} of stream {stream} {}; other streams are served. To serve this one, stop the server and \
         restore the journal from a copy, a file with the -wal file beside it if there is one",
        damage.sequence,
        damage.kind
    )]
    Damaged {
        /// Stream of the record.
        stream: StreamId,
        /// Damage to it.
        damage: Corruption,
    },
    /// Another living member holds the stream, or it was handed to one; see [`Membership`](crate::Membership).
    #[error("stream {stream} is held by member {holder}")]
    Held {
        /// The stream.
        stream: StreamId,
        /// Its holder.
        holder: MemberId,
    },
    /// The file is open elsewhere: a journal file belongs to one journal at a time.
    #[error(
        "the journal file {} is in use by another process, or opened twice by this one; stop the other server, or \
         name another journal file",
        file.display()
    )]
    InUse {
        /// The journal file.
        file: PathBuf,
    },
    /// The file is not a journal. It is left as it was.
    #[error(
        "{} is not a journal: it belongs to another program, or is damaged from its first bytes on. It was left as it \
         is; name another journal file, or restore this one from a copy",
        file.display()
    )]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// The file is a journal of a format this program does not know. It is left as it was.
    #[error(
        "the journal file {} has format version {found}; this program knows version {known}. It was left as it is; \
         open it with {} program, or name another journal file",
        file.display(),
        if found > known { "a newer" } else { "the older" }
    )]
    UnknownVersion {
        /// The journal file.
        file: PathBuf,
        /// The version the file is marked with.
        found: i64,
        /// The version this program reads and writes.
        known: i64,
    },
    /// The file, the log beside it, or the folder that must take both, may not be written.
    #[error(
        "{} is read-only; the server must be able to write the journal file, the -wal file beside it and their folder",
        place.display()
    )]
    ReadOnly {
        /// Path that may not be written.
        place: PathBuf,
    },
    /// The file marks itself as a journal and is damaged in a way that does not show which streams are whole.
    #[error(
        "the journal file {} is damaged, and nobody can tell which of its streams are whole; restore it, with the \
         -wal file beside it if there is one, from a copy",
        file.display()
    )]
    Broken {
        /// The journal file.
        file: PathBuf,
        /// Description of what does not fit.
        source: StorageCause,
    },
    /// The log beside the file is another file's: the file is whole without it, and is not with it. Both are left as they are.
    #[error(
        "the journal file {} is whole, and the log {} beside it belongs to the file that was there before, as where a \
         backup was put in its place. Both were left as they are; move the log away, and start again",
        file.display(),
        log.display()
    )]
    OtherLog {
        /// The journal file.
        file: PathBuf,
        /// The log of another one.
        log: PathBuf,
    },
    /// The file's disk has no room for it.
    #[error("the disk with the journal file {} is full; make room on it and start again", file.display())]
    DiskFull {
        /// The journal file.
        file: PathBuf,
    },
    /// The file cannot be opened, made or prepared.
    #[error("the journal file {} cannot be opened or made", file.display())]
    Unopenable {
        /// The journal file.
        file: PathBuf,
        /// Error of the system.
        source: StorageCause,
    },
    /// There is nothing, or nothing in it, where a journal is expected. It is left as it is.
    #[error("{} {location}{}", if *is_empty { "the journal" } else { "there is no journal" }, if *is_empty { " is empty" } else { "" })]
    Gone {
        /// Location of it.
        location: Location,
        /// Whether it is there, and empty.
        is_empty: bool,
        /// The journal's files that are there nevertheless.
        left: Vec<PathBuf>,
    },
    /// The database is not taken as a journal.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The journal has failed or is closed.
    #[error(transparent)]
    Failed(#[from] FatalError),
}

/// A database that is not taken as a journal.
#[derive(Debug)]
pub struct DatabaseError {
    /// URL of the database.
    pub url: DatabaseUrl,
    /// Fault of the database.
    pub fault: DatabaseFault,
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { url, fault } = self;
        write!(f, "{fault}: {url}")
    }
}

impl StdError for DatabaseError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.fault.source()
    }
}

/// Fault of a database that is to keep a journal.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseFault {
    /// The URL is not understood.
    #[error("the database's URL is not understood")]
    Url(#[source] StorageCause),
    /// Nobody answers there.
    #[error("the database cannot be reached")]
    Unreachable(#[source] StorageCause),
    /// It answers, and lets nobody in: the user, the password, the database's name, or what the role may do.
    #[error("the database refuses")]
    Refused(#[source] StorageCause),
    /// The journal would go over the network without encryption, or to whoever answers.
    #[error(
        "the way to the database is not encrypted for certain; name the certificate of its authority \
         (?sslmode=require&sslrootcert=FILE), or say that you go without (?sslmode=disable)"
    )]
    Unencrypted,
    /// The file of the authority's certificate cannot be used.
    #[error("the certificate of the database's authority cannot be used")]
    Authority(#[source] StorageCause),
    /// It takes no changes: a standby, or set so.
    #[error("the database takes no changes; it is a standby, or read-only. Name the one that is written to")]
    ReadOnly,
    /// More than one of its hosts takes changes.
    #[error(
        "more than one host of the database takes changes: {hosts}. Each may have what the other lacks; stop the one that is \
         not to be used, as an old primary that has come back, and make a second copy of it anew"
    )]
    Rivals {
        /// These.
        hosts: String,
    },
    /// A pooler gives each transaction another session of the database.
    #[error(
        "a pooler gives each transaction another session of the database, as pgbouncer does with pool_mode = transaction. Name the \
         database itself, or set pool_mode = session"
    )]
    Pooled,
    /// It loses answered records in a crash.
    #[error("the database would lose answered records in a crash: {setting} is {found}; set it to {needed}")]
    Unsafe {
        /// The setting's name.
        setting: &'static str,
        /// State of it.
        found: String,
        /// State that it has to have.
        needed: &'static str,
    },
    /// There are tables of a journal's names that are none of a journal.
    #[error("the database has other tables of the journal's names; name another database, or another schema")]
    Foreign,
    /// The tables are of a format that this program does not know. They are left as they are.
    #[error("the database's journal has format version {found}; this program knows version {known}")]
    UnknownVersion {
        /// The version the tables are marked with.
        found: i64,
        /// The version this program reads and writes.
        known: i64,
    },
    /// The tables are of an older format, and whoever opens them only reads. They are left as they are.
    #[error(
        "the database's journal has format version {found}, and this program version {known}; `serve` brings it forward"
    )]
    OlderVersion {
        /// The version the tables are marked with.
        found: i64,
        /// The version this program reads and writes.
        known: i64,
    },
    /// Streams are listed in a way that does not show which of them are whole.
    #[error("the database's list of streams is damaged at number {0}; restore the database from a backup")]
    Broken(i64),
    /// Something else went wrong in opening it.
    #[error("the database cannot be used")]
    Unusable(#[source] StorageCause),
}

/// The first record of a stream that is not as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corruption {
    /// Its place in the stream. The records before it are sound.
    pub sequence: Sequence,
    /// Kind of the corruption.
    pub kind: CorruptionKind,
}

/// Kind of a damage of a record; a whole saying when put after its name.
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

impl fmt::Display for CorruptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Garbled => "is damaged",
            Self::Missing => "is missing",
            Self::Doubtful => "may have been lost by damage to the file",
        })
    }
}

/// Error after which a journal serves nothing any more. The same failure is told to everybody who asks after
/// it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FatalError {
    /// Reading or writing went wrong once. The journal is poisoned: it is not used again before it is opened
    /// anew, because what the disk holds is not known.
    #[error("the journal failed {doing} and serves nothing until it is opened again")]
    Poisoned {
        /// Work of the journal, as "while reading".
        doing: &'static str,
        /// Cause of the failure.
        source: StorageCause,
    },
    /// The journal was closed, or its thread has ended.
    #[error("the journal is closed")]
    Closed,
    /// The lease of this member is over, or it has none: others may hold what it held.
    #[error("this server's lease on the journal is over")]
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

    /// Returns what was wrapped.
    pub fn error(&self) -> &(dyn StdError + 'static) {
        &*self.0
    }
}

impl fmt::Debug for StorageCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for StorageCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl StdError for StorageCause {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source()
    }
}
