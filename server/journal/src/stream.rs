//! Streams, sequences, epochs, records.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use ishigaki_catalogue::Message;

/// The name of a stream: an ordered series of records with one writer at a time. Never empty; cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamId(Arc<str>);

/// Error of an empty stream name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("journal-nameless-stream")]
pub struct NamelessStreamError;

impl StreamId {
    /// Returns a stream's name.
    ///
    /// # Errors
    ///
    /// [`NamelessStreamError`] if it is empty.
    pub fn new(name: impl Into<String>) -> Result<Self, NamelessStreamError> {
        let name = name.into();
        if name.is_empty() { Err(NamelessStreamError) } else { Ok(Self(name.into())) }
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The position of a record in its stream, counted from 1.
///
/// A stream's *head* is the sequence of its last record; an empty stream's head is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sequence(pub u64);

impl Sequence {
    /// The head of an empty stream.
    pub const START: Self = Self(0);

    /// Returns the next sequence.
    #[must_use]
    pub const fn next(self) -> Self {
        self.after(1)
    }

    /// Returns the sequence `records` later.
    #[must_use]
    pub const fn after(self, records: u64) -> Self {
        Self(self.0.saturating_add(records))
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Number of a stream's claims, which distinguishes its writers. The first claim has epoch 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub u64);

impl Epoch {
    /// The epoch of a stream's first claim.
    pub const FIRST: Self = Self(1);

    /// Returns the epoch of the claim after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A writer's claim on a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamClaim {
    pub epoch: Epoch,
    /// The last record at the claim. Earlier writers are fenced, so that only the claimer's appends move it.
    pub head: Sequence,
}

/// Records to append, with the expected state of the stream.
#[derive(Clone, PartialEq, Eq)]
pub struct Append {
    pub stream: StreamId,
    pub epoch: Epoch,
    /// The head known to the writer; the first record gets the next sequence.
    pub expected: Sequence,
    /// At least one; a record may be empty.
    pub records: Vec<Bytes>,
}

impl fmt::Debug for Append {
    /// Shows only sizes, because records may contain secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Append")
            .field("stream", &self.stream)
            .field("epoch", &self.epoch)
            .field("expected", &self.expected)
            .field("record_lengths", &self.records.iter().map(Bytes::len).collect::<Vec<_>>())
            .finish()
    }
}

/// One record as it was written.
#[derive(Clone, PartialEq, Eq)]
pub struct Record {
    /// Its place in the stream, from 1.
    pub sequence: Sequence,
    pub bytes: Bytes,
}

impl fmt::Debug for Record {
    /// Shows only sizes, because records may contain secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record").field("sequence", &self.sequence).field("length", &self.bytes.len()).finish()
    }
}

/// Position of a sweep over all streams, valid for one journal until it is closed. The default is the
/// beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SweepCursor(pub u64);

/// Page of a sweep over all streams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SweepPage {
    /// Each stream's records in order; streams in any order.
    pub records: Vec<(StreamId, Record)>,
    /// `None` at the end.
    pub next: Option<SweepCursor>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_stream_name_is_rejected() {
        assert_eq!(StreamId::new(""), Err(NamelessStreamError));
        assert_eq!(StreamId::new("semi-final").unwrap().as_str(), "semi-final");
    }

    #[test]
    fn debug_output_hides_record_bytes() {
        let secret = Bytes::from_static(b"sealed");
        let record = Record { sequence: Sequence(1), bytes: secret.clone() };
        let append = Append {
            stream: StreamId::new("game").unwrap(),
            epoch: Epoch::FIRST,
            expected: Sequence::START,
            records: vec![secret],
        };
        assert_eq!(format!("{record:?}"), "Record { sequence: Sequence(1), length: 6 }");
        assert!(!format!("{append:?}").contains("sealed"), "{append:?}");
        assert!(format!("{append:?}").contains("record_lengths: [6]"), "{append:?}");
    }
}
