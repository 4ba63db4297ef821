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
    at: BTreeMap<i64, usize>,
    pub(crate) numbers: Vec<i64>,
    pub(crate) epochs: Vec<i64>,
    pub(crate) expected: Vec<i64>,
    pub(crate) counts: Vec<i64>,
    pub(crate) streams: Vec<i64>,
    pub(crate) places: Vec<i64>,
    pub(crate) sums: Vec<i64>,
    pub(crate) records: Vec<Bytes>,
    size: usize,
    pub(crate) waiting: Vec<WaitingAppend>,
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

/// A stream as the statement found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoundStream {
    pub(crate) epoch: Epoch,
    pub(crate) head: Sequence,
    /// Whether it was written to.
    pub(crate) is_written: bool,
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
        let at = *self.at.entry(number).or_insert_with(|| {
            self.numbers.push(number);
            self.epochs.push(epoch.0.cast_signed());
            self.expected.push(expected.0.cast_signed());
            self.counts.push(0);
            self.counts.len() - 1
        });
        let first = self.expected.get(at).copied().unwrap_or_default();
        for (sequence, bytes) in (admitted.first.0..).zip(records) {
            self.streams.push(number);
            self.places.push(sequence.cast_signed() - first);
            self.sums.push(record_sum(0, number, sequence, &bytes));
            self.size += bytes.len();
            self.records.push(bytes);
        }
        if let Some(count) = self.counts.get_mut(at) {
            *count = admitted.head.0.cast_signed() - first;
        }
        self.waiting.push(WaitingAppend { number, stream, epoch, expected, head: admitted.head, reply });
    }
}

impl WaitingAppend {
    /// What this append comes to where its stream was found so.
    pub(crate) fn outcome(&self, found: FoundStream) -> Result<Sequence, AppendError> {
        let FoundStream { epoch, head, is_written } = found;
        if is_written {
            Ok(self.head)
        } else if epoch == self.epoch {
            Err(AppendError::Conflict { expected: self.expected, head })
        } else {
            Err(AppendError::Fenced { held: self.epoch, current: epoch })
        }
    }
}
