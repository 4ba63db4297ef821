//! The contract of every journal.
//!
//! `tests/it/contract.rs` checks every implementation against it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bytes::Bytes;
use futures_core::future::BoxFuture;

use crate::error::{AppendError, Error, Pending};
use crate::membership::Membership;
use crate::stream::{Append, Record, Sequence, StreamClaim, StreamId, SweepCursor, SweepPage};

/// Outcomes of the claims of many streams.
pub type Claims = BTreeMap<StreamId, Result<StreamClaim, Error>>;

/// Checkpoints of many streams, as far as they have one.
pub type Checkpoints = BTreeMap<StreamId, Bytes>;

/// A durable ordered log of opaque records, in streams.
///
/// Nothing happens before a returned future is first polled. A future dropped before it ends may or may not
/// have had its effect; claim the stream and read it to find out.
///
/// Requests of one task take effect in the order in which they are first polled. A writer may therefore have
/// several appends pending, each expecting the previous one's head: if one is rejected, all that build on it
/// are too.
pub trait Journal: Send + Sync {
    /// Claims the stream for writing, and creates it if it is new. When this ends, every earlier writer of
    /// the stream is durably fenced.
    ///
    /// Fails with [`Error::Damaged`] or [`Error::Held`], which leave earlier writers unfenced, or
    /// [`Error::Failed`].
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim>;

    /// Claims many streams, each like [`claim`](Self::claim), in as few steps as possible, for a server that
    /// takes over another one's streams. Returns a result for each.
    ///
    /// Fails as a whole only with [`Error::Failed`], after which any of them may be claimed.
    fn claim_all(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Claims> {
        Box::pin(async move {
            let mut claims = Claims::new();
            for stream in streams {
                match self.claim(stream.clone()).await {
                    Err(error @ Error::Failed(_)) => return Err(error),
                    claim => claims.insert(stream, claim),
                };
            }
            Ok(claims)
        })
    }

    /// Writes all of the append's records, or none, after the expected head. Returns the new head once the
    /// records are durable.
    ///
    /// Checked in this order, with the errors of [`AppendError`]: the stream is known and sound, the epoch is
    /// the latest, the head is the expected one, there are records.
    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>>;

    /// Returns the stream's durable records from sequence `from` on (0 is read as 1), in order and without a
    /// gap, at most `limit`. Empty beyond the head.
    ///
    /// Fails with [`Error::UnknownStream`], [`Error::Failed`], or [`Error::Damaged`] if the range reaches the
    /// damage. The records before the damage can still be read.
    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>>;

    /// Returns at most `limit` records of all streams after a cursor, in the cheapest order. Use it to read
    /// most of the journal.
    ///
    /// It is an optimisation and may be incomplete: damaged records are skipped, and others may be. Use
    /// [`read`](Self::read) for a missing record. A journal may return nothing at all.
    ///
    /// Fails only with [`Error::Failed`].
    fn sweep(&self, from: SweepCursor, limit: usize) -> Pending<'_, SweepPage> {
        let _ = (from, limit);
        Box::pin(std::future::ready(Ok(SweepPage::default())))
    }

    /// Stores a checkpoint of a stream in place of the previous one: a short text that saves its writer from
    /// reading the stream.
    ///
    /// It is an optimisation: checkpoints may be lost, and a replaced one may reappear, so check that it
    /// matches the stream's records. A journal may store none.
    ///
    /// Fails with [`Error::UnknownStream`] or [`Error::Failed`].
    fn keep_checkpoint(&self, stream: StreamId, checkpoint: Bytes) -> Pending<'_, ()> {
        let _ = (stream, checkpoint);
        Box::pin(std::future::ready(Ok(())))
    }

    /// Returns the checkpoints of these streams, where there are any.
    ///
    /// Fails only with [`Error::Failed`].
    fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Checkpoints> {
        let _ = streams;
        Box::pin(std::future::ready(Ok(Checkpoints::new())))
    }

    /// Returns all streams with their durable heads, by name. A damaged stream's head is its last visible
    /// record.
    ///
    /// Fails only with [`Error::Failed`].
    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>>;

    /// Closes the journal for all its handles. Ends when earlier requests are answered and its resources are
    /// free. Later requests fail with [`FatalError::Closed`](crate::FatalError::Closed).
    ///
    /// Fails if the journal had failed, or fails in closing; its resources are free even then.
    fn close(&self) -> Pending<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }

    /// Returns the local file with the records, if any. Its disk may become full.
    fn file(&self) -> Option<&Path> {
        None
    }

    /// Returns the members of the journal, if several processes may open it.
    fn membership(&self) -> Option<&dyn Membership> {
        None
    }
}
