//! A durable ordered log of opaque records behind a trait.
//!
//! This room takes bytes in and gives bytes out, in order, durably. It knows nothing of the contest, of the
//! wire or of any server: what a record means is the writer's business, and no record's content is ever
//! printed, not by `Debug` and not in an error.
//!
//! # The promise
//!
//! * When [`Journal::append`] answers `Ok`, its records are on the disk: neither a killed process nor a power
//!   cut takes them away again, as long as the disk does what it says when it is told to sync.
//! * The records of one append are kept all together or not at all.
//! * Records of a stream come back in the order of their [`Sequence`]s, from 1, without a gap.
//! * A stream has one writer at a time: whoever claims it last. Appends of earlier writers are refused.
//! * When [`Journal::append`] answers [`AppendError::Failed`], nothing is promised: the records may or may not
//!   be found when the journal is opened again. From then on the journal refuses everything, because after an
//!   I/O error nobody can know what the disk holds; trying again would be guessing.
//!
//! * What a journal gives when it has been opened again is durable, whether it was ever acknowledged or not.
//! * A record that is not as it was written is never given. Its stream is reported with the record's sequence
//!   ([`Error::Damaged`]) and not served beyond it; other streams are, as far as they can be told to be whole.
//!
//! [`SqliteJournal`] keeps the promise, in a file. [`MemoryJournal`] keeps all of it but the disk, for tests and
//! simulations. Engines that need more than this room has stand in rooms of their own, made of what [`engine`] has; who
//! opens a [`Location`] knows them all.

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

/// Parts of engines, for those that stand in rooms of their own: the queue of their thread and its groups, the state of their
/// streams, checksums.
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
