//! Segments of the file: owners of old places.
//!
//! A segment lists the streams of many consecutive places in a few bytes each, and never changes. Opening a
//! file only reads the segments and the records after the last one. Records in segments are checked when they
//! are read. A damaged segment and those after it count as missing.

use crc32fast::Hasher;
use rusqlite::Connection;

const PLACES: i64 = 1 << 16;

/// Records of one stream in consecutive places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SegmentRun {
    pub(super) stream: i64,
    /// At least 1.
    pub(super) records: u64,
}

/// Collects the streams of the places after the last segment, as long as there is no gap.
#[derive(Debug, Default)]
pub(super) struct SegmentWriter {
    segments: i64,
    before: i64,
    last: i64,
    runs: Vec<u8>,
    run: Option<SegmentRun>,
    /// Set after a gap; no more segments are made then.
    is_broken: bool,
}

#[derive(Debug)]
pub(super) struct Segment {
    number: i64,
    last: i64,
    runs: Vec<u8>,
    sum: i64,
}

impl SegmentWriter {
    /// Continues after a stored segment.
    fn follow(&mut self, last: i64) {
        *self = Self { segments: self.segments + 1, before: last, last, ..Self::default() };
    }

    pub(super) fn enter(&mut self, stream: i64, place: i64) {
        if self.is_broken || place != self.last + 1 {
            *self = Self { is_broken: true, ..Self::default() };
            return;
        }
        self.last = place;
        match &mut self.run {
            Some(run) if run.stream == stream => run.records += 1,
            run => {
                if let Some(run) = run.replace(SegmentRun { stream, records: 1 }) {
                    encode(run, &mut self.runs);
                }
            }
        }
    }

    /// The next segment, if it is large enough.
    pub(super) fn segment(&mut self) -> Option<Segment> {
        if self.is_broken || self.last - self.before < PLACES {
            return None;
        }
        let mut runs = std::mem::take(&mut self.runs);
        if let Some(run) = self.run.take() {
            encode(run, &mut runs);
        }
        let (number, last) = (self.segments + 1, self.last);
        let sum = sum(number, self.before, last, &runs);
        self.follow(last);
        Some(Segment { number, last, runs, sum })
    }
}

impl Segment {
    pub(super) fn keep(&self, connection: &Connection) -> rusqlite::Result<()> {
        let keep = "INSERT OR REPLACE INTO segments (number, last, runs, sum) VALUES (?1, ?2, ?3, ?4)";
        connection.prepare_cached(keep)?.execute((self.number, self.last, &self.runs, self.sum))?;
        Ok(())
    }

    /// Returns its size in bytes.
    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }
}

/// Passes on the runs of all valid segments in order, for stream numbers up to `streams`. Returns the next
/// segment's writer and the last place. Unreadable segments count as missing.
pub(super) fn read(
    connection: &Connection,
    streams: i64,
    mut each: impl FnMut(SegmentRun, i64),
) -> rusqlite::Result<(SegmentWriter, i64)> {
    let mut writer = SegmentWriter::default();
    let mut statement = connection.prepare("SELECT number, last, runs, sum FROM segments ORDER BY number")?;
    let mut rows = statement.query([])?;
    while let Ok(Some(row)) = rows.next() {
        let (Ok(number), Ok(last), Ok(found)) = (row.get(0), row.get::<_, i64>(1), row.get::<_, i64>(3))
        else {
            break;
        };
        let Ok(Ok(runs)) = row.get_ref(2).map(|runs| runs.as_blob()) else { break };
        let is_next = number == writer.segments + 1 && last > writer.before;
        if !is_next || found != sum(number, writer.before, last, runs) {
            break;
        }
        // A checksum only detects accidents.
        let Some(runs) = decode(runs) else { break };
        let is_known = |run: &SegmentRun| (1..=streams).contains(&run.stream);
        let mut records = runs.iter().map(|run| run.records);
        let places = records.try_fold(0, u64::checked_add).and_then(|records| i64::try_from(records).ok());
        if places != Some(last - writer.before) || !runs.iter().all(is_known) {
            break;
        }
        let mut place = writer.before + 1;
        for run in runs {
            each(run, place);
            place = place.saturating_add_unsigned(run.records);
        }
        writer.follow(last);
    }
    let last = writer.before;
    Ok((writer, last))
}

fn sum(number: i64, before: i64, last: i64, runs: &[u8]) -> i64 {
    let mut hasher = Hasher::new();
    for figure in [number, before, last] {
        hasher.update(&figure.to_le_bytes());
    }
    hasher.update(runs);
    hasher.finalize().into()
}

fn encode(run: SegmentRun, bytes: &mut Vec<u8>) {
    for figure in [run.stream.cast_unsigned(), run.records] {
        let mut left = figure;
        while left >= 0x80 {
            bytes.push(left.to_le_bytes()[0] | 0x80);
            left >>= 7;
        }
        bytes.push(left.to_le_bytes()[0]);
    }
}

/// Decodes the runs; `None` if the bytes are invalid.
fn decode(mut bytes: &[u8]) -> Option<Vec<SegmentRun>> {
    let mut runs = Vec::new();
    while !bytes.is_empty() {
        let (stream, records) = (figure(&mut bytes)?.cast_signed(), figure(&mut bytes)?);
        runs.push(SegmentRun { stream, records });
    }
    runs.iter().all(|run| run.records > 0).then_some(runs)
}

fn figure(bytes: &mut &[u8]) -> Option<u64> {
    let mut figure = 0;
    for place in 0..10 {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        figure |= u64::from(first & 0x7f) << (7 * place);
        if first & 0x80 == 0 {
            return Some(figure);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_read_back_up_to_first_damaged_one() {
        let connection = Connection::open_in_memory().unwrap();
        let table =
            "CREATE TABLE segments (number INTEGER PRIMARY KEY, last INTEGER, runs BLOB, sum INTEGER)";
        connection.execute_batch(table).unwrap();
        let mut writer = SegmentWriter::default();
        let stream_at = |place: i64| if place % 5 == 0 { 300 } else { place / 7 % 3 + 1 };
        let mut kept = 0;
        for place in 1..=3 * PLACES + 10 {
            writer.enter(stream_at(place), place);
            if place % 1_000 == 0
                && let Some(segment) = writer.segment()
            {
                segment.keep(&connection).unwrap();
                kept = place;
            }
        }
        assert!(kept > 2 * PLACES, "{kept}");
        let read_again = |connection: &Connection| {
            let mut streams = Vec::new();
            let (_, last) = read(connection, 300, |run, place| {
                assert_eq!(place, i64::try_from(streams.len()).unwrap() + 1);
                streams.extend((0..run.records).map(|_| run.stream));
            })
            .unwrap();
            (streams, last)
        };
        let (streams, last) = read_again(&connection);
        assert_eq!(last, kept);
        assert!((1..=kept).map(stream_at).eq(streams.iter().copied()));
        // A changed segment counts as missing, and so do those after it.
        connection.execute("UPDATE segments SET last = last + 1 WHERE number = 2", []).unwrap();
        let (fewer, last) = read_again(&connection);
        assert!(last < kept && !fewer.is_empty() && streams.starts_with(&fewer));
        connection.execute("UPDATE segments SET runs = x'01' WHERE number = 1", []).unwrap();
        assert_eq!(read_again(&connection), (Vec::new(), 0));
    }

    #[test]
    fn nothing_is_kept_once_a_place_was_left_out() {
        let mut writer = SegmentWriter::default();
        for place in (1..=9).chain(11..=2 * PLACES) {
            writer.enter(1, place);
        }
        assert!(writer.segment().is_none());
    }
}
