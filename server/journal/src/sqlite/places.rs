//! Where in the file every record stands.
//!
//! The file keeps the records of all streams in one series of places, in the order in which they were written:
//! so a transaction fills pages one after the other, however many streams it writes to. The price is this index
//! in memory, made when the file is opened. Knows numbers only; no records and no storage.

use std::collections::BTreeMap;

use crate::stream::Sequence;

/// The index of all streams.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// By stream number, in order and without a gap.
    runs: BTreeMap<i64, Vec<Run>>,
    /// The last place taken; places count from 1.
    last: i64,
}

/// Records of one stream in places one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Which records: from this one on.
    pub(super) first: Sequence,
    /// Where the first one stands.
    pub(super) place: i64,
    /// How many; at least one.
    pub(super) length: u64,
}

impl Run {
    /// After the last record.
    fn end(self) -> Sequence {
        self.first.after(self.length)
    }

    /// What of the run lies from `from` on and before `end`; nothing if that has no records.
    fn part(self, from: Sequence, end: Sequence) -> Option<Self> {
        let first = self.first.max(from);
        let length = self.end().min(end).0.checked_sub(first.0).filter(|length| *length > 0)?;
        let place = self.place.checked_add_unsigned(first.0 - self.first.0)?;
        Some(Self { first, place, length })
    }
}

impl Places {
    /// The stream's last record.
    pub(super) fn head(&self, stream: i64) -> Sequence {
        let last = self.runs.get(&stream).and_then(|runs| runs.last());
        last.map_or(Sequence::START, |run| Sequence(run.end().0 - 1))
    }

    /// Takes no place up to this one from now on.
    pub(super) fn skip_to(&mut self, place: i64) {
        self.last = self.last.max(place);
    }

    /// Gives the stream's next record the place after the last.
    pub(super) fn take(&mut self, stream: i64) -> i64 {
        let place = self.last.saturating_add(1);
        self.enter(stream, place);
        place
    }

    /// Enters the stream's next record at a place after all others.
    pub(super) fn enter(&mut self, stream: i64, place: i64) {
        self.last = place;
        let first = self.head(stream).next();
        let runs = self.runs.entry(stream).or_default();
        match runs.last_mut() {
            Some(run) if run.place.checked_add_unsigned(run.length) == Some(place) => run.length += 1,
            _ => runs.push(Run { first, place, length: 1 }),
        }
    }

    /// Where the stream's records from `from` on and before `end` stand, in order.
    pub(super) fn find(&self, stream: i64, from: Sequence, end: Sequence) -> impl Iterator<Item = Run> {
        let runs = self.runs.get(&stream).map_or(&[][..], Vec::as_slice);
        let begin = runs.partition_point(|run| run.end() <= from);
        runs[begin..].iter().take_while(move |run| run.first < end).filter_map(move |run| run.part(from, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(first: u64, place: i64, length: u64) -> Run {
        Run { first: Sequence(first), place, length }
    }

    /// Records of streams 1 and 2 in the places 1 to 6: 1 1 2 1 1 2.
    fn braided() -> Places {
        let mut places = Places::default();
        for (stream, place) in [(1, 1), (1, 2), (2, 3), (1, 4), (1, 5), (2, 6)] {
            assert_eq!(places.take(stream), place);
        }
        places
    }

    #[test]
    fn neighbours_of_a_stream_are_one_run() {
        let places = braided();
        let all = |stream| places.find(stream, Sequence(1), Sequence(9)).collect::<Vec<Run>>();
        assert_eq!(all(1), [run(1, 1, 2), run(3, 4, 2)]);
        assert_eq!(all(2), [run(1, 3, 1), run(2, 6, 1)]);
        assert_eq!(all(3), []);
    }

    #[test]
    fn what_is_found_is_cut_to_what_was_asked_for() {
        let places = braided();
        let found = |from, end| places.find(1, Sequence(from), Sequence(end)).collect::<Vec<Run>>();
        assert_eq!(found(2, 4), [run(2, 2, 1), run(3, 4, 1)]);
        assert_eq!(found(1, 2), [run(1, 1, 1)]);
        assert_eq!(found(4, 5), [run(4, 5, 1)]);
        assert_eq!(found(2, 2), []);
        assert_eq!(found(3, 3), []);
        assert_eq!(found(5, 9), []);
    }

    #[test]
    fn heads_count_a_streams_own_records() {
        let places = braided();
        assert_eq!([1, 2, 3].map(|stream| places.head(stream)), [Sequence(4), Sequence(2), Sequence(0)]);
    }

    #[test]
    fn places_left_free_part_a_run() {
        let mut places = Places::default();
        places.enter(1, 3);
        places.enter(1, 7);
        assert_eq!(places.take(1), 8);
        places.skip_to(5);
        assert_eq!(places.take(1), 9);
        places.skip_to(11);
        assert_eq!(places.take(1), 12);
        let found = places.find(1, Sequence(1), Sequence(9)).collect::<Vec<Run>>();
        assert_eq!(found, [run(1, 3, 1), run(2, 7, 3), run(5, 12, 1)]);
    }
}
