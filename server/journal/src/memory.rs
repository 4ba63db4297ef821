//! A journal in memory, for tests and simulations.
//!
//! It fulfils the contract except durability: everything is lost with its last handle.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use futures_core::future::BoxFuture;

use crate::contract::{Checkpoints, Journal};
use crate::error::{AppendError, Error, Pending};
use crate::stream::{Append, Record, Sequence, StreamClaim, StreamId, SweepCursor, SweepPage};
use crate::stream_table::StreamTable;

/// A journal in memory. **Not durable.**
///
/// Clones are handles of the same journal, so that a simulated server can crash and find its records again.
#[derive(Clone, Default)]
pub struct MemoryJournal {
    storage: Arc<Mutex<Storage>>,
}

#[derive(Default)]
struct Storage {
    book: StreamTable,
    records: BTreeMap<i64, Vec<Bytes>>,
    checkpoints: Checkpoints,
}

impl MemoryJournal {
    /// Returns an empty journal.
    pub fn new() -> Self {
        Self::default()
    }

    fn storage(&self) -> MutexGuard<'_, Storage> {
        // Nothing under the lock can panic, so the data is intact.
        self.storage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for MemoryJournal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryJournal").field("book", &self.storage().book).finish()
    }
}

impl Journal for MemoryJournal {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        Box::pin(async move { Ok(self.storage().book.claim(&stream)?.claim()) })
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        Box::pin(async move {
            let mut storage = self.storage();
            let admitted = storage.book.admit(&append)?;
            storage.records.entry(admitted.number).or_default().extend(append.records);
            Ok(admitted.head)
        })
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        Box::pin(async move {
            let storage = self.storage();
            let span = storage.book.span(&stream, from, limit)?;
            let records = storage.records.get(&span.number).map_or(&[][..], Vec::as_slice);
            Ok((1..)
                .map(Sequence)
                .zip(records)
                .skip_while(|(sequence, _)| *sequence < span.from)
                .take_while(|(sequence, _)| *sequence < span.end)
                .map(|(sequence, bytes)| Record { sequence, bytes: bytes.clone() })
                .collect())
        })
    }

    /// Stream by stream: a cursor counts the records of all.
    fn sweep(&self, from: SweepCursor, limit: usize) -> Pending<'_, SweepPage> {
        Box::pin(async move {
            let storage = self.storage();
            let numbered = storage.book.numbered();
            let all = storage.records.iter().filter_map(|(number, records)| {
                let (stream, _) = numbered.get(number)?;
                let record =
                    |(sequence, bytes): (Sequence, &Bytes)| Record { sequence, bytes: bytes.clone() };
                let records = (1..).map(Sequence).zip(records).map(record);
                Some(records.map(|record| ((*stream).clone(), record)))
            });
            let skipped = usize::try_from(from.0).unwrap_or(usize::MAX);
            let records: Vec<_> = all.flatten().skip(skipped).take(limit).collect();
            let next = SweepCursor(from.0.saturating_add(records.len() as u64));
            Ok(SweepPage { next: (!records.is_empty()).then_some(next), records })
        })
    }

    fn keep_checkpoint(&self, stream: StreamId, checkpoint: Bytes) -> Pending<'_, ()> {
        Box::pin(async move {
            let mut storage = self.storage();
            if storage.book.get(&stream).is_none() {
                return Err(Error::UnknownStream(stream));
            }
            storage.checkpoints.insert(stream, checkpoint);
            Ok(())
        })
    }

    fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Checkpoints> {
        Box::pin(async move {
            let storage = self.storage();
            let kept = streams.into_iter().filter_map(|stream| storage.checkpoints.get_key_value(&stream));
            Ok(kept.map(|(stream, checkpoint)| (stream.clone(), checkpoint.clone())).collect())
        })
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        Box::pin(async move { Ok(self.storage().book.heads()) })
    }
}
