//! A batch: the appends that one statement writes, folded to one for each stream.

use std::collections::BTreeMap;

use bytes::Bytes;
use ishigaki_journal::engine::{Admitted, Reply, record_sum};
use ishigaki_journal::{Append, AppendError, Epoch, Sequence, StreamId};

/// So many bytes of records make a batch large enough: what is sent at once is bounded, and so is what waits for it.
const LARGE: usize = 1 << 25;

/// Appends that wait for one statement.
#[derive(Default)]
pub(crate) struct Batch {
    /// By stream number.
    streams: BTreeMap<i64, BatchStream>,
    pub(crate) record_streams: Vec<i64>,
    pub(crate) places: Vec<i64>,
    pub(crate) sums: Vec<i64>,
    pub(crate) records: Vec<Bytes>,
    size: usize,
    pub(crate) waiting: Vec<WaitingAppend>,
}

/// A stream in a batch.
struct BatchStream {
    epoch: i64,
    expected: i64,
    count: i64,
}

/// The streams of a batch as a statement takes them, in the order of their numbers.
#[derive(Default)]
pub(crate) struct BatchStreams {
    pub(crate) numbers: Vec<i64>,
    pub(crate) epochs: Vec<i64>,
    pub(crate) expected: Vec<i64>,
    pub(crate) counts: Vec<i64>,
}

/// An append in a batch.
pub(crate) struct WaitingAppend {
    pub(crate) number: i64,
    pub(crate) stream: StreamId,
    pub(crate) epoch: Epoch,
    pub(crate) expected: Sequence,
    /// The head it makes.
    pub(crate) head: Sequence,
    pub(crate) reply: Reply<Sequence, AppendError>,
}

/// How a stream stands that was not written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RefusedStream {
    pub(crate) epoch: Epoch,
    pub(crate) head: Sequence,
}

impl Batch {
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether nothing more should join it.
    pub(crate) fn is_large(&self) -> bool {
        self.size >= LARGE
    }

    /// Takes an append that has been let in after those that are in it.
    pub(crate) fn add(&mut self, admitted: Admitted, append: Append, reply: Reply<Sequence, AppendError>) {
        let Append { stream, epoch, expected, records } = append;
        let number = admitted.number;
        let entry = self.streams.entry(number).or_insert_with(|| BatchStream {
            epoch: epoch.0.cast_signed(),
            expected: expected.0.cast_signed(),
            count: 0,
        });
        entry.count = admitted.head.0.cast_signed() - entry.expected;
        for (sequence, bytes) in (admitted.first.0..).zip(records) {
            self.record_streams.push(number);
            self.places.push(sequence.cast_signed() - entry.expected);
            self.sums.push(record_sum(0, number, sequence, &bytes));
            self.size += bytes.len();
            self.records.push(bytes);
        }
        self.waiting.push(WaitingAppend { number, stream, epoch, expected, head: admitted.head, reply });
    }

    /// Its streams.
    pub(crate) fn streams(&self) -> BatchStreams {
        let mut streams = BatchStreams::default();
        for (number, BatchStream { epoch, expected, count }) in &self.streams {
            streams.numbers.push(*number);
            streams.epochs.push(*epoch);
            streams.expected.push(*expected);
            streams.counts.push(*count);
        }
        streams
    }
}

impl WaitingAppend {
    /// What this append comes to where its stream was written to, or stands so.
    pub(crate) fn outcome(&self, refused: Option<RefusedStream>) -> Result<Sequence, AppendError> {
        match refused {
            None => Ok(self.head),
            Some(RefusedStream { epoch, head }) if epoch == self.epoch => {
                Err(AppendError::Conflict { expected: self.expected, head })
            }
            Some(RefusedStream { epoch, .. }) => {
                Err(AppendError::Fenced { held: self.epoch, current: epoch })
            }
        }
    }
}
