//! A batch: the appends that one statement writes, folded to one for each stream.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use bytes::Bytes;
use ishigaki_journal::engine::{Admitted, Reply, record_sum};
use ishigaki_journal::{Append, AppendError, Epoch, Sequence, StreamId};

/// Bytes of records that complete a batch, which limits what is sent and waits at once.
const LARGE: usize = 1 << 25;

#[derive(Default)]
pub(crate) struct StatementBatch {
    streams: BTreeMap<i64, BatchStream>,
    /// Those that are not the first of their stream.
    further: Vec<FurtherRecord>,
    size: usize,
    pub(crate) waiting: Vec<WaitingAppend>,
}

struct BatchStream {
    epoch: i64,
    expected: i64,
    count: i64,
    first: BatchRecord,
}

struct BatchRecord {
    sum: i64,
    bytes: Bytes,
}

struct FurtherRecord {
    number: i64,
    /// Number of the batch's appends to the stream up to this one, from 2.
    place: i64,
    record: BatchRecord,
}

/// The streams of a batch as statement parameters, by number, each with its first record.
#[derive(Default)]
pub(crate) struct BatchStreams<'a> {
    pub(crate) numbers: Vec<i64>,
    pub(crate) epochs: Vec<i64>,
    pub(crate) expected: Vec<i64>,
    pub(crate) counts: Vec<i64>,
    pub(crate) sums: Vec<i64>,
    pub(crate) records: Vec<&'a [u8]>,
}

#[derive(Default)]
pub(crate) struct FurtherRecords<'a> {
    pub(crate) numbers: Vec<i64>,
    pub(crate) places: Vec<i64>,
    pub(crate) sums: Vec<i64>,
    pub(crate) records: Vec<&'a [u8]>,
}

pub(crate) struct WaitingAppend {
    pub(crate) number: i64,
    pub(crate) stream: StreamId,
    pub(crate) epoch: Epoch,
    pub(crate) expected: Sequence,
    pub(crate) head: Sequence,
    pub(crate) reply: Reply<Sequence, AppendError>,
}

/// State of a stream that wasn't written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RefusedStream {
    pub(crate) epoch: Epoch,
    pub(crate) head: Sequence,
}

impl StatementBatch {
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    pub(crate) fn is_large(&self) -> bool {
        self.size >= LARGE
    }

    /// Adds an admitted append.
    pub(crate) fn add(&mut self, admitted: Admitted, append: Append, reply: Reply<Sequence, AppendError>) {
        let Append { stream, epoch, expected, records } = append;
        let (number, head) = (admitted.number, admitted.head);
        for (sequence, bytes) in (admitted.first.0..).zip(records) {
            self.size += bytes.len();
            let record = BatchRecord { sum: record_sum(0, number, sequence, &bytes), bytes };
            match self.streams.entry(number) {
                Entry::Vacant(new) => {
                    let (epoch, expected) = (epoch.0.cast_signed(), expected.0.cast_signed());
                    new.insert(BatchStream { epoch, expected, count: 1, first: record });
                }
                Entry::Occupied(mut known) => {
                    let stream = known.get_mut();
                    stream.count += 1;
                    self.further.push(FurtherRecord { number, place: stream.count, record });
                }
            }
        }
        self.waiting.push(WaitingAppend { number, stream, epoch, expected, head, reply });
    }

    pub(crate) fn streams(&self) -> BatchStreams<'_> {
        let mut streams = BatchStreams::default();
        for (number, BatchStream { epoch, expected, count, first }) in &self.streams {
            streams.numbers.push(*number);
            streams.epochs.push(*epoch);
            streams.expected.push(*expected);
            streams.counts.push(*count);
            streams.sums.push(first.sum);
            streams.records.push(&first.bytes);
        }
        streams
    }

    /// The records that are not the first of their stream.
    pub(crate) fn further(&self) -> FurtherRecords<'_> {
        let mut further = FurtherRecords::default();
        for FurtherRecord { number, place, record } in &self.further {
            further.numbers.push(*number);
            further.places.push(*place);
            further.sums.push(record.sum);
            further.records.push(&record.bytes);
        }
        further
    }
}

impl WaitingAppend {
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
