//! The state of every stream: who may write next, and at which sequence.
//!
//! Decides claims and appends for every implementation, so that all of them refuse alike. Knows no records and
//! no storage: whoever asks must write what was admitted, or never be asked again.

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
    /// Stands for the name in the storage; from 1, in the order of first claims.
    pub number: i64,
    pub epoch: Epoch,
    pub head: Sequence,
    /// Damage that keeps the stream from being served.
    pub damage: Option<Corruption>,
}

/// Records that may be read: of this stream, from the first on and before the end.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub number: i64,
    /// From 1.
    pub from: Sequence,
    /// Not after the head's next.
    pub end: Sequence,
}

impl StreamEntry {
    /// Returns the claim of a writer who has just made it.
    pub fn claim(&self) -> StreamClaim {
        StreamClaim { epoch: self.epoch, head: self.head }
    }

    /// Returns whether a record may be given out.
    pub fn gives(&self, sequence: Sequence) -> bool {
        sequence <= self.head && self.damage.is_none_or(|damage| sequence < damage.sequence)
    }
}

/// An append that has been let in.
#[derive(Clone, Copy, Debug)]
pub struct Admitted {
    pub number: i64,
    /// Sequence of the first record.
    pub first: Sequence,
    /// Sequence of the last record.
    pub head: Sequence,
}

impl StreamTable {
    /// Enters a stream as the storage has it.
    pub fn enter(&mut self, stream: StreamId, entry: StreamEntry) {
        self.entries.insert(stream, entry);
    }

    /// The state of a stream, if it is known.
    pub fn get(&self, stream: &StreamId) -> Option<&StreamEntry> {
        self.entries.get(stream)
    }

    /// Whether no stream is damaged, as far as is known.
    pub fn is_sound(&self) -> bool {
        self.entries.values().all(|entry| entry.damage.is_none())
    }

    /// Notes what is wrong with a stream that is known.
    pub fn mark(&mut self, stream: &StreamId, damage: Corruption) {
        if let Some(entry) = self.entries.get_mut(stream) {
            entry.damage = Some(damage);
        }
    }

    /// Raises the stream's epoch; a stream not known yet is entered with the next number.
    ///
    /// # Errors
    /// [`Error::Damaged`].
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

    /// Lets the append in and moves the head, or refuses it and changes nothing.
    ///
    /// # Errors
    /// The first that holds of [`AppendError::UnknownStream`], [`AppendError::Damaged`], [`AppendError::Fenced`],
    /// [`AppendError::Conflict`] and [`AppendError::Empty`].
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
        // A length fits 64 bits on every machine there is.
        entry.head = entry.head.after(append.records.len() as u64);
        Ok(Admitted { number: entry.number, first, head: entry.head })
    }

    /// Returns the span for a reader who asks for at most `limit` records from `from` on.
    ///
    /// # Errors
    /// [`Error::UnknownStream`], or [`Error::Damaged`] if the damage lies before the last record that is asked for.
    pub fn span(&self, stream: &StreamId, from: Sequence, limit: usize) -> Result<Span, Error> {
        let Some(entry) = self.entries.get(stream) else {
            return Err(Error::UnknownStream(stream.clone()));
        };
        let from = from.max(Sequence::START.next());
        let asked = from.after(limit as u64);
        if let Some(damage) = entry.damage.filter(|damage| damage.sequence < asked) {
            return Err(Error::Damaged { stream: stream.clone(), damage });
        }
        Ok(Span { number: entry.number, from, end: asked.min(entry.head.next()) })
    }

    /// The streams by number.
    pub fn numbered(&self) -> BTreeMap<i64, (&StreamId, &StreamEntry)> {
        self.entries.iter().map(|(stream, entry)| (entry.number, (stream, entry))).collect()
    }

    /// All streams with their heads, by name.
    pub fn heads(&self) -> Vec<(StreamId, Sequence)> {
        self.entries.iter().map(|(stream, entry)| (stream.clone(), entry.head)).collect()
    }
}
