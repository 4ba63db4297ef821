//! The contract every journal keeps.
//!
//! Knows the nouns of `stream` and nothing of how records are stored. `tests/it/contract.rs` holds every
//! implementation to it.

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
/// Nothing happens before a returned future is first polled. A future dropped before it answers may or may not
/// have had its effect; whoever needs to know claims the stream and reads.
///
/// Requests take effect in the order in which they are first polled, as far as they come from one task. A
/// writer may therefore have several appends under way at once, each expecting the head the one before it
/// makes: if one is refused, so are all that build on it.
pub trait Journal: Send + Sync {
    /// Takes the stream for writing and makes it if it is new. Every earlier writer of the stream is fenced,
    /// durably, when this answers.
    ///
    /// Fails with [`Error::Damaged`] or [`Error::Held`], which leave earlier
    /// writers as they are, or [`Error::Failed`].
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim>;

    /// Claims many streams, each as [`claim`](Self::claim) does, in as few steps as the journal has for it: a server that
    /// takes over what another one held takes all of it at once. Answers for each of them, refusals among them.
    ///
    /// Fails as a whole with [`Error::Failed`] only, after which any of them may be claimed.
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

    /// Writes all of the append's records, or none, after the head it expects. Answers with the new head, and
    /// only when the records are durable.
    ///
    /// Checked in this order, each case as [`AppendError`] tells: the stream is known and sound, the epoch is that
    /// of the latest claim, the head is the expected one, there are records.
    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>>;

    /// The stream's durable records from sequence `from` on (0 reads as 1), in order and without a gap, at most
    /// `limit` of them. Empty beyond the head.
    ///
    /// Fails with [`Error::UnknownStream`], [`Error::Failed`], or
    /// [`Error::Damaged`] if what is asked for reaches the
    /// damage: whoever wants what is left of a stream asks for no more than the records before it.
    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>>;

    /// Records of all streams on from a mark, as it is cheapest to come by them, at most `limit` of them: for whoever
    /// wants most of what there is.
    ///
    /// A help, and no promise that anything is complete: what is not as it was written is passed over, and so may be
    /// anything else. Whoever misses a record asks [`read`](Self::read) for it, which gives it or tells why not. So a
    /// journal may as well give nothing, and be at the end.
    ///
    /// Fails with [`Error::Failed`] only.
    fn sweep(&self, from: SweepCursor, limit: usize) -> Pending<'_, SweepPage> {
        let _ = (from, limit);
        Box::pin(std::future::ready(Ok(SweepPage::default())))
    }

    /// Keeps a checkpoint of a stream in place of the one before: a short text from which its writer knows what the stream
    /// comes to without reading it.
    ///
    /// A help, and no promise: it may be lost, and one that was replaced may come back. Whoever is given one looks whether it
    /// is of this stream's records. So a journal may as well keep none.
    ///
    /// Fails with [`Error::UnknownStream`] or [`Error::Failed`].
    fn keep_checkpoint(&self, stream: StreamId, checkpoint: Bytes) -> Pending<'_, ()> {
        let _ = (stream, checkpoint);
        Box::pin(std::future::ready(Ok(())))
    }

    /// The checkpoints of these streams, as far as they have one.
    ///
    /// Fails with [`Error::Failed`] only.
    fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Checkpoints> {
        let _ = streams;
        Box::pin(std::future::ready(Ok(Checkpoints::new())))
    }

    /// All streams with their durable heads, in the order of their names. A damaged stream's head is its last record
    /// that can be seen.
    ///
    /// Fails with [`Error::Failed`] only.
    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>>;

    /// Closes the journal for all its handles: answers when everything asked before is answered and what the journal
    /// holds is free. Whatever is asked later fails with [`FatalError::Closed`](crate::FatalError::Closed).
    ///
    /// Fails if the journal had failed, or fails in closing; what it holds is free also then.
    fn close(&self) -> Pending<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }

    /// The file of this machine in which the records are, if they are in one: the disk under it is the one that fills.
    fn file(&self) -> Option<&Path> {
        None
    }

    /// The members of the journal, if several processes may have it open.
    fn membership(&self) -> Option<&dyn Membership> {
        None
    }
}
