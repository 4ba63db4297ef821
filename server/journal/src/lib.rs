//! A durable ordered log of opaque records behind a trait.
//!
//! The crate stores and returns bytes, in order, durably. Only the writer interprets them. `Debug` output and
//! errors contain no records.
//!
//! # Guarantees
//!
//! * When [`Journal::append`] returns `Ok`, its records are on disk and survive a killed process and a power
//!   cut, if the disk honours syncs.
//! * The records of one append are stored all together or not at all.
//! * Records of a stream are returned in the order of their [`Sequence`]s, from 1, without a gap.
//! * A stream has one writer at a time: the latest to claim it. Appends of earlier writers are rejected.
//! * When [`Journal::append`] returns [`AppendError::Failed`], nothing is guaranteed: the records may or may
//!   not be found when the journal is opened again. The journal then rejects everything, because after an I/O
//!   error the state of the disk is unknown.
//! * Records of a reopened journal are durable, whether acknowledged or not.
//! * A damaged record is never returned. Its stream is reported with the record's sequence
//!   ([`Error::Damaged`]) and not served beyond it; other streams are, if they are known to be whole.
//!
//! [`SqliteJournal`] gives the guarantees with a file. [`MemoryJournal`] gives all except durability, for
//! tests and simulations. Engines with more dependencies are separate crates that use [`engine`]; a program
//! that opens a [`Location`] depends on all of them.

mod contract;
mod error;
mod gatherer;
mod location;
mod member;
mod membership;
mod memory;
mod queue;
mod seal;
mod sqlite;
mod stream;
mod stream_table;

/// Parts for engines in other crates: the queue of their thread and its groups, stream states, checksums.
pub mod engine {
    pub use crate::gatherer::Gatherer;
    pub use crate::queue::{Job, Reply, Requests};
    pub use crate::seal::{RowTrust, record as record_sum, stream as stream_sum, trust};
    pub use crate::stream_table::{Admitted, Span, StreamEntry, StreamTable};
}

pub use contract::{Checkpoints, Claims, Journal};
pub use error::{
    AppendError, Corruption, CorruptionKind, DatabaseError, DatabaseFault, Error, FatalError, Pending,
    StorageCause,
};
pub use location::{DatabaseUrl, Expected, Location, LocationError};
pub use member::MemberId;
pub use membership::{Holding, Member, Membership, Renewal, SharedNote};
pub use memory::MemoryJournal;
pub use sqlite::SqliteJournal;
pub use stream::{
    Append, Epoch, NamelessStreamError, Record, Sequence, StreamClaim, StreamId, SweepCursor, SweepPage,
};
