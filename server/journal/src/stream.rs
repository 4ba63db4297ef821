//! The nouns of the journal: streams, sequences, epochs, records.
//!
//! Knows only names and numbers; keeps nothing.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use ishigaki_catalogue::Message;

/// The name of a stream: one ordered series of records with one writer at a time. Never empty, and cheap to copy.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamId(Arc<str>);

/// A stream's name is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("journal-nameless-stream")]
pub struct NamelessStreamError;

impl StreamId {
    /// A stream's name; anything but the empty text.
    ///
    /// # Errors
    /// [`NamelessStreamError`] if the name is empty.
    pub fn new(name: impl Into<String>) -> Result<Self, NamelessStreamError> {
        let name = name.into();
        if name.is_empty() { Err(NamelessStreamError) } else { Ok(Self(name.into())) }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The place of a record in its stream, counted from 1; 0 stands before the first record.
///
/// A stream's *head* is the sequence of its last record, so an empty stream's head is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sequence(pub u64);

impl Sequence {
    /// Before the first record: the head of a stream that has none yet.
    pub const START: Self = Self(0);

    /// The one after this.
    #[must_use]
    pub const fn next(self) -> Self {
        self.after(1)
    }

    /// The one `records` places after this.
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

/// Count of a stream's claims, which tells its writers apart. The first claim has epoch 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub u64);

impl Epoch {
    /// The epoch of a stream's first claim.
    pub const FIRST: Self = Self(1);

    /// The epoch of the claim after this one.
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

/// Claim that a writer holds on a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamClaim {
    /// To be named in every append.
    pub epoch: Epoch,
    /// The last record at the time of the claim. As earlier writers are fenced by it, only the claimer's own
    /// appends move it from here.
    pub head: Sequence,
}

/// Records to be written, and the state of the stream the writer believes in.
#[derive(Clone, PartialEq, Eq)]
pub struct Append {
    /// Stream to write to.
    pub stream: StreamId,
    /// The epoch of the writer's claim.
    pub epoch: Epoch,
    /// The head the writer knows; the first of `records` becomes the one after it.
    pub expected: Sequence,
    /// Records to write, in order. At least one; a record may be empty.
    pub records: Vec<Bytes>,
}

impl fmt::Debug for Append {
    /// Shows how many bytes there are, never what they say: records may hold secrets.
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
    /// Bytes that were written.
    pub bytes: Bytes,
}

impl fmt::Debug for Record {
    /// Shows how many bytes there are, never what they say: records may hold secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record").field("sequence", &self.sequence).field("length", &self.bytes.len()).finish()
    }
}

/// Place of a sweep over all streams. Means something to the journal that gave it, until that is closed; the
/// default stands before everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SweepCursor(pub u64);

/// Page of a sweep over all streams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SweepPage {
    /// Each stream's records in order; those of different streams as the journal comes by them.
    pub records: Vec<(StreamId, Record)>,
    /// Cursor from which it goes on; `None` at the end.
    pub next: Option<SweepCursor>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_has_a_name() {
        assert_eq!(StreamId::new(""), Err(NamelessStreamError));
        assert_eq!(StreamId::new("semi-final").unwrap().as_str(), "semi-final");
    }

    #[test]
    fn debug_output_never_shows_what_a_record_says() {
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
