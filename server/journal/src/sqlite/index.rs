//! The index of the records in the file.
//!
//! The file has the records of all streams in one series of places in writing order, so that a transaction
//! fills consecutive pages for any number of streams. That needs this index in memory, built when the file is
//! opened.

use std::collections::BTreeMap;

use super::segments::{Segment, SegmentRun, SegmentWriter};
use crate::stream::Sequence;

const CHUNK: usize = 512;

#[derive(Debug, Default)]
pub(super) struct RecordIndex {
    streams: BTreeMap<i64, StreamIndex>,
    /// The last place taken; places count from 1.
    last: i64,
    segments: SegmentWriter,
}

/// Index of one stream's records, in eight bytes per run. With many games nearly every record is its own run,
/// and all are in memory.
#[derive(Debug, Default)]
struct StreamIndex {
    /// In order and without a gap.
    chunks: Vec<IndexChunk>,
    head: Sequence,
    next: i64,
}

/// Runs relative to the first of them.
#[derive(Debug)]
struct IndexChunk {
    first: Sequence,
    place: i64,
    /// At most [`CHUNK`]; at least one.
    starts: Vec<RunStart>,
}

/// Start of a run relative to its chunk's first, in records and places. It ends where the next one starts.
#[derive(Clone, Copy, Debug)]
struct RunStart {
    records: u32,
    places: u32,
}

/// Records of one stream in consecutive places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordRun {
    pub(super) first: Sequence,
    pub(super) place: i64,
    /// Number of records; at least one.
    pub(super) length: u64,
}

impl RecordRun {
    fn end(self) -> Sequence {
        self.first.after(self.length)
    }

    /// Returns the non-empty part of the run from `from` on and before `end`.
    fn part(self, from: Sequence, end: Sequence) -> Option<Self> {
        let first = self.first.max(from);
        let length = self.end().min(end).0.checked_sub(first.0).filter(|length| *length > 0)?;
        let place = self.place.checked_add_unsigned(first.0 - self.first.0)?;
        Some(Self { first, place, length })
    }
}

impl StreamIndex {
    /// Adds the next records, in consecutive places after all others.
    fn enter(&mut self, place: i64, records: u64) {
        let first = self.head.next();
        // Otherwise it lengthens the last run.
        if self.chunks.is_empty() || self.next != place {
            match self.chunks.last_mut().map(|chunk| (chunk.start_at(first, place), chunk)) {
                Some((Some(start), chunk)) => chunk.starts.push(start),
                _ => self.chunks.push(IndexChunk {
                    first,
                    place,
                    starts: vec![RunStart { records: 0, places: 0 }],
                }),
            }
        }
        self.head = self.head.after(records);
        self.next = place.saturating_add_unsigned(records);
    }

    fn runs(&self, from: Sequence) -> impl Iterator<Item = RecordRun> {
        let begin = self.chunks.partition_point(|chunk| chunk.first <= from).saturating_sub(1);
        let chunks = self.chunks.get(begin..).unwrap_or_default();
        let starts = || chunks.iter().flat_map(IndexChunk::starts);
        let ends = starts().skip(1).map(|(first, _)| first).chain([self.head.next()]);
        starts().zip(ends).map(|((first, place), end)| RecordRun { first, place, length: end.0 - first.0 })
    }
}

impl IndexChunk {
    /// Returns the relative start of a run; `None` if the chunk is full or too far away.
    fn start_at(&self, first: Sequence, place: i64) -> Option<RunStart> {
        let records = u32::try_from(first.0.checked_sub(self.first.0)?).ok()?;
        let places = u32::try_from(place.checked_sub(self.place)?).ok()?;
        (self.starts.len() < CHUNK).then_some(RunStart { records, places })
    }

    fn starts(&self) -> impl Iterator<Item = (Sequence, i64)> {
        let at =
            |start: &RunStart| (self.first.after(start.records.into()), self.place + i64::from(start.places));
        self.starts.iter().map(at)
    }
}

impl RecordIndex {
    #[cfg(test)]
    fn head(&self, stream: i64) -> Sequence {
        self.streams.get(&stream).map_or(Sequence::START, |index| index.head)
    }

    /// Skips all places up to this one.
    pub(super) fn skip_to(&mut self, place: i64) {
        self.last = self.last.max(place);
    }

    /// Assigns the next place to the stream's next record.
    pub(super) fn take(&mut self, stream: i64) -> i64 {
        let place = self.last.saturating_add(1);
        self.enter(stream, place);
        place
    }

    /// Adds the stream's next record at a place after all others.
    pub(super) fn enter(&mut self, stream: i64, place: i64) {
        self.last = place;
        self.segments.enter(stream, place);
        self.streams.entry(stream).or_default().enter(place, 1);
    }

    /// The index of the segments: their runs with places, and the next segment's writer.
    pub(super) fn of_segments<E>(
        read: impl FnOnce(&mut dyn FnMut(SegmentRun, i64)) -> Result<(SegmentWriter, i64), E>,
    ) -> Result<Self, E> {
        // With millions of runs, map look-ups by stream number would dominate the cost.
        let mut streams: Vec<StreamIndex> = Vec::new();
        let (segments, last) = read(&mut |run, place| {
            let Ok(number) = usize::try_from(run.stream) else { return };
            if streams.len() <= number {
                streams.resize_with(number.saturating_add(1), StreamIndex::default);
            }
            if let Some(index) = streams.get_mut(number) {
                index.enter(place, run.records);
            }
        })?;
        let numbered = (0..).zip(streams).filter(|(_, index)| index.head > Sequence::START);
        Ok(Self { streams: numbered.collect(), last, segments })
    }

    /// Returns for each stream its number, head, and the head's place.
    pub(super) fn heads(&self) -> impl Iterator<Item = (i64, Sequence, i64)> {
        self.streams.iter().map(|(number, index)| (*number, index.head, index.next.saturating_sub(1)))
    }

    pub(super) fn last(&self) -> i64 {
        self.last
    }

    /// The next segment, if there is enough for one.
    pub(super) fn segment(&mut self) -> Option<Segment> {
        self.segments.segment()
    }

    /// Returns the places of the stream's records from `from` on and before `end`, in order.
    pub(super) fn find(&self, stream: i64, from: Sequence, end: Sequence) -> impl Iterator<Item = RecordRun> {
        let runs = self.streams.get(&stream).into_iter().flat_map(move |index| index.runs(from));
        runs.take_while(move |run| run.first < end).filter_map(move |run| run.part(from, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(first: u64, place: i64, length: u64) -> RecordRun {
        RecordRun { first: Sequence(first), place, length }
    }

    /// Records of streams 1 and 2 in the places 1 to 6: 1 1 2 1 1 2.
    fn braided() -> RecordIndex {
        let mut index = RecordIndex::default();
        for (stream, place) in [(1, 1), (1, 2), (2, 3), (1, 4), (1, 5), (2, 6)] {
            assert_eq!(index.take(stream), place);
        }
        index
    }

    #[test]
    fn neighbours_of_a_stream_are_one_run() {
        let index = braided();
        let all = |stream| index.find(stream, Sequence(1), Sequence(9)).collect::<Vec<RecordRun>>();
        assert_eq!(all(1), [run(1, 1, 2), run(3, 4, 2)]);
        assert_eq!(all(2), [run(1, 3, 1), run(2, 6, 1)]);
        assert_eq!(all(3), []);
    }

    #[test]
    fn found_runs_are_cut_to_requested_range() {
        let index = braided();
        let found = |from, end| index.find(1, Sequence(from), Sequence(end)).collect::<Vec<RecordRun>>();
        assert_eq!(found(2, 4), [run(2, 2, 1), run(3, 4, 1)]);
        assert_eq!(found(1, 2), [run(1, 1, 1)]);
        assert_eq!(found(4, 5), [run(4, 5, 1)]);
        assert_eq!(found(2, 2), []);
        assert_eq!(found(3, 3), []);
        assert_eq!(found(5, 9), []);
    }

    #[test]
    fn many_runs_are_found_from_any_record_on_and_far_places_too() {
        let mut index = RecordIndex::default();
        let mut expected = Vec::new();
        for nth in 0..2_000_u64 {
            // Every third run has two records, and one place is too far away for its chunk.
            let place =
                i64::try_from(nth * 3 + 1).unwrap() + if nth > 1_500 { i64::from(u32::MAX) } else { 0 };
            index.enter(2, place);
            if nth % 3 == 0 {
                index.enter(2, place + 1);
            }
            let first = expected.last().map_or(1, |run: &RecordRun| run.end().0);
            expected.push(run(first, place, if nth % 3 == 0 { 2 } else { 1 }));
        }
        let head = index.head(2).0;
        assert_eq!(head, 2_667);
        let all = |from, end| index.find(2, Sequence(from), Sequence(end)).collect::<Vec<RecordRun>>();
        assert_eq!(all(1, head + 1), expected);
        for from in (1..=head).step_by(97).chain([head, head + 1]) {
            let cut = expected.iter().filter_map(|run| run.part(Sequence(from), Sequence(from + 9)));
            assert_eq!(all(from, from + 9), cut.collect::<Vec<RecordRun>>());
        }
    }

    #[test]
    fn heads_count_a_streams_own_records() {
        let index = braided();
        assert_eq!([1, 2, 3].map(|stream| index.head(stream)), [Sequence(4), Sequence(2), Sequence(0)]);
    }

    #[test]
    fn places_left_free_part_a_run() {
        let mut index = RecordIndex::default();
        index.enter(1, 3);
        index.enter(1, 7);
        assert_eq!(index.take(1), 8);
        index.skip_to(5);
        assert_eq!(index.take(1), 9);
        index.skip_to(11);
        assert_eq!(index.take(1), 12);
        let found = index.find(1, Sequence(1), Sequence(9)).collect::<Vec<RecordRun>>();
        assert_eq!(found, [run(1, 3, 1), run(2, 7, 3), run(5, 12, 1)]);
    }
}
