//! The state of every stream: current writer and head.
//!
//! Decides claims and appends for every implementation, so that all reject alike. The caller must write
//! admitted appends, or never use the table again.

use std::collections::BTreeMap;

use crate::error::{AppendError, Corruption, Error};
use crate::stream::{Append, Epoch, Sequence, StreamClaim, StreamId};

/// The state of all streams.
#[derive(Debug, Default)]
pub struct StreamTable {
    entries: BTreeMap<StreamId, StreamEntry>,
}

/// The state of one stream.
#[derive(Clone, Copy, Debug)]
pub struct StreamEntry {
    /// Number of the stream in the storage, from 1, in the order of first claims.
    pub number: i64,
    pub epoch: Epoch,
    pub head: Sequence,
    pub damage: Option<Corruption>,
}

/// Readable range of a stream, excluding the end.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub number: i64,
    pub from: Sequence,
    pub end: Sequence,
}

impl StreamEntry {
    /// Returns the latest writer's claim.
    pub fn claim(&self) -> StreamClaim {
        StreamClaim { epoch: self.epoch, head: self.head }
    }

    /// Returns whether a record is readable.
    pub fn gives(&self, sequence: Sequence) -> bool {
        sequence <= self.head && self.damage.is_none_or(|damage| sequence < damage.sequence)
    }
}

/// An admitted append.
#[derive(Clone, Copy, Debug)]
pub struct Admitted {
    pub number: i64,
    pub first: Sequence,
    pub head: Sequence,
}

impl StreamTable {
    /// Adds a stream from the storage.
    pub fn enter(&mut self, stream: StreamId, entry: StreamEntry) {
        self.entries.insert(stream, entry);
    }

    /// Returns the state of a stream.
    pub fn get(&self, stream: &StreamId) -> Option<&StreamEntry> {
        self.entries.get(stream)
    }

    /// Returns whether no stream is known to be damaged.
    pub fn is_sound(&self) -> bool {
        self.entries.values().all(|entry| entry.damage.is_none())
    }

    /// Marks a stream as damaged.
    pub fn mark(&mut self, stream: &StreamId, damage: Corruption) {
        if let Some(entry) = self.entries.get_mut(stream) {
            entry.damage = Some(damage);
        }
    }

    /// Raises the stream's epoch; an unknown stream is added with the next number.
    pub fn claim(&mut self, stream: &StreamId) -> Result<StreamEntry, Error> {
        if let Some(entry) = self.entries.get_mut(stream) {
            if let Some(damage) = entry.damage {
                return Err(Error::Damaged { stream: stream.clone(), damage });
            }
            entry.epoch = entry.epoch.next();
            return Ok(*entry);
        }
        let number = self.entries.values().map(|entry| entry.number).max().unwrap_or(0).saturating_add(1);
        let entry = StreamEntry { number, epoch: Epoch::FIRST, head: Sequence::START, damage: None };
        self.entries.insert(stream.clone(), entry);
        Ok(entry)
    }

    /// Admits the append and moves the head, or rejects it without changes.
    ///
    /// # Errors
    ///
    /// The first of [`AppendError::UnknownStream`], [`AppendError::Damaged`], [`AppendError::Fenced`],
    /// [`AppendError::Conflict`] and [`AppendError::Empty`] that applies.
    pub fn admit(&mut self, append: &Append) -> Result<Admitted, AppendError> {
        let Some(entry) = self.entries.get_mut(&append.stream) else {
            return Err(AppendError::UnknownStream(append.stream.clone()));
        };
        if let Some(damage) = entry.damage {
            return Err(AppendError::Damaged { stream: append.stream.clone(), damage });
        }
        if append.epoch != entry.epoch {
            return Err(AppendError::Fenced { held: append.epoch, current: entry.epoch });
        }
        if append.expected != entry.head {
            return Err(AppendError::Conflict { expected: append.expected, head: entry.head });
        }
        if append.records.is_empty() {
            return Err(AppendError::Empty);
        }
        let first = entry.head.next();
        // A length always fits 64 bits.
        entry.head = entry.head.after(append.records.len() as u64);
        Ok(Admitted { number: entry.number, first, head: entry.head })
    }

    /// Returns the range for reading at most `limit` records from `from` on.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownStream`], or [`Error::Damaged`] if the damage is in the range.
    pub fn span(&self, stream: &StreamId, from: Sequence, limit: usize) -> Result<Span, Error> {
        let Some(entry) = self.entries.get(stream) else {
            return Err(Error::UnknownStream(stream.clone()));
        };
        let from = from.max(Sequence::START.next());
        let end = from.after(limit as u64);
        if let Some(damage) = entry.damage.filter(|damage| damage.sequence < end) {
            return Err(Error::Damaged { stream: stream.clone(), damage });
        }
        Ok(Span { number: entry.number, from, end: end.min(entry.head.next()) })
    }

    /// Returns the streams by number.
    pub fn numbered(&self) -> BTreeMap<i64, (&StreamId, &StreamEntry)> {
        self.entries.iter().map(|(stream, entry)| (entry.number, (stream, entry))).collect()
    }

    /// Returns all streams with their heads, by name.
    pub fn heads(&self) -> Vec<(StreamId, Sequence)> {
        self.entries.iter().map(|(stream, entry)| (stream.clone(), entry.head)).collect()
    }
}
