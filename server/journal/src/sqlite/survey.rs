//! The survey of the file: positions and validity of its contents.
//!
//! Places in the file are counted from 1 without a gap, and so are the sequences of every stream. That
//! localises damage: a place without a valid record is lost, and a sequence missing before a later one shows
//! which stream lost it. If every lost place is explained, all other streams are whole. Otherwise the rest
//! may be the last records of any stream without records after the damage; those streams are in doubt,
//! because a result must not depend on records that may be incomplete.
//!
//! Places in segments aren't read here: a damaged record there is found when it is read, and its stream is
//! known.

use std::collections::BTreeMap;

use ishigaki_catalogue::Message;
use rusqlite::ffi::Error;
use rusqlite::{Connection, ErrorCode, Row, Rows};

use super::index::RecordIndex;
use super::segments;
use crate::error::{Corruption, CorruptionKind};
use crate::seal::{self, RowTrust};
use crate::stream::{Epoch, Sequence, StreamId};
use crate::stream_table::{StreamEntry, StreamTable};

/// Maximum number of consecutive unreadable places. It exceeds a page; beyond it something larger is broken.
const MAX_UNREADABLE_RUN: i64 = 100_000;

/// Damage that doesn't show which streams are whole.
#[derive(Debug, thiserror::Error, Message)]
#[message("survey")]
pub(super) enum SurveyError {
    Stream(#[message("number")] i64),
    Nameless(#[message("number")] i64),
    Blind(#[message("places")] i64),
    Structure(#[message("what")] String),
    Unreadable(#[message("what")] String),
    Sqlite(#[from] rusqlite::Error),
}

#[derive(Debug, Default)]
struct StreamSurvey {
    /// Number of records that certainly belong to this stream.
    seen: u64,
    last: Sequence,
    place: i64,
    damage: Option<Corruption>,
}

#[derive(Debug, Default)]
struct FileSurvey {
    lines: BTreeMap<i64, StreamSurvey>,
    index: RecordIndex,
    known: i64,
    lost: u64,
    last_lost: i64,
    /// Invalid rows after the last known place.
    trailing: u64,
    taken: i64,
}

/// Reads the segments and the records after them.
pub(super) fn survey(connection: &Connection) -> Result<(StreamTable, RecordIndex), SurveyError> {
    let streams = streams(connection)?;
    let mut survey = FileSurvey::after_segments(connection, streams.len())?;
    let has_segments = survey.known > 0;
    survey.read(connection)?;
    if let Some(number) = survey.lines.keys().find(|number| !streams.contains_key(number)) {
        return Err(SurveyError::Nameless(*number));
    }
    // Only without segments, because it reads the whole file for damage that no record shows.
    if !survey.is_damaged() && !has_segments {
        check_structure(connection)?;
    }
    survey.settle(streams.keys());
    let FileSurvey { mut lines, mut index, taken, .. } = survey;
    index.skip_to(taken);
    let mut book = StreamTable::default();
    for (number, (stream, epoch)) in streams {
        let line = lines.remove(&number).unwrap_or_default();
        book.enter(stream, StreamEntry { number, epoch, head: line.last, damage: line.damage });
    }
    Ok((book, index))
}

/// The streams by number. All must be readable, because a lost name would let a game start again.
fn streams(connection: &Connection) -> Result<BTreeMap<i64, (StreamId, Epoch)>, SurveyError> {
    let mut streams = BTreeMap::new();
    let mut statement = connection.prepare("SELECT number, name, epoch, sum FROM streams ORDER BY number")?;
    let mut rows = statement.query([])?;
    for expected in 1.. {
        let Some(row) = rows.next()? else { break };
        let (stream, epoch) = stream(row, expected).ok_or(SurveyError::Stream(expected))?;
        streams.insert(expected, (stream, epoch));
    }
    Ok(streams)
}

/// The stream of this number, if the row is valid.
fn stream(row: &Row<'_>, expected: i64) -> Option<(StreamId, Epoch)> {
    let number: i64 = row.get(0).ok()?;
    let name: String = row.get(1).ok()?;
    let epoch = row.get::<_, i64>(2).ok()?.cast_unsigned();
    let sum: i64 = row.get(3).ok()?;
    let is_sound = number == expected && sum == seal::stream(number, &name, epoch);
    is_sound.then(|| StreamId::new(name).ok().map(|name| (name, Epoch(epoch)))).flatten()
}

/// Runs SQLite's check for damage that records don't show, such as pages without their last rows.
fn check_structure(connection: &Connection) -> Result<(), SurveyError> {
    let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    // Unreadable parts are reported like errors, with SQLite's error number.
    let code = verdict.rsplit_once("error code=").and_then(|(_, code)| code.parse::<i32>().ok());
    match code {
        _ if verdict == "ok" => Ok(()),
        Some(code) if Error::new(code).code == ErrorCode::SystemIoFailure => {
            Err(SurveyError::Unreadable(verdict))
        }
        _ => Err(SurveyError::Structure(verdict)),
    }
}

impl FileSurvey {
    fn after_segments(connection: &Connection, streams: usize) -> rusqlite::Result<Self> {
        let streams = i64::try_from(streams).unwrap_or(i64::MAX);
        let index = RecordIndex::of_segments(|each| segments::read(connection, streams, each))?;
        let line = |(number, last, place): (i64, Sequence, i64)| {
            (number, StreamSurvey { seen: last.0, last, place, damage: None })
        };
        let (lines, last) = (index.heads().map(line).collect(), index.last());
        Ok(Self { lines, index, known: last, taken: last, ..Self::default() })
    }

    /// Reads all further records in order, skipping unreadable parts.
    fn read(&mut self, connection: &Connection) -> Result<(), SurveyError> {
        let mut select = connection.prepare(
            "SELECT place, stream, sequence, sum, bytes FROM records WHERE place > ?1 ORDER BY place",
        )?;
        let mut from = self.known;
        loop {
            match self.read_rows(&mut select.query([from])?) {
                Ok(()) => return Ok(()),
                Err(error) if is_damage(&error) => {}
                Err(error) => return Err(error.into()),
            }
            // Asked only here, because it fails if the last page is unreadable.
            self.taken = connection.query_row("SELECT max(place) FROM records", [], |row| row.get(0))?;
            from = self.taken.min(from.max(self.known).saturating_add(1));
            if from - self.known > MAX_UNREADABLE_RUN {
                return Err(SurveyError::Blind(from - self.known));
            }
            if from == self.taken {
                self.trailing += 1;
                return Ok(());
            }
        }
    }

    /// Reads up to the end or the first unreadable row.
    fn read_rows(&mut self, rows: &mut Rows<'_>) -> rusqlite::Result<()> {
        while let Some(row) = rows.next()? {
            let place = row.get(0)?;
            self.taken = self.taken.max(place);
            match (row.get(1), row.get::<_, i64>(2), row.get(3), row.get_ref(4).map(|bytes| bytes.as_blob()))
            {
                (Ok(stream), Ok(sequence), Ok(sum), Ok(Ok(bytes))) => {
                    let sequence = sequence.cast_unsigned();
                    let trust = seal::trust(sum, place, stream, sequence, bytes);
                    self.enter(place, stream, Sequence(sequence), trust);
                }
                _ => self.trailing += 1,
            }
        }
        Ok(())
    }

    fn enter(&mut self, place: i64, stream: i64, sequence: Sequence, trust: RowTrust) {
        if trust == RowTrust::Stray || place <= self.known {
            self.trailing += 1;
            return;
        }
        let between = place.abs_diff(self.known) - 1;
        if between > 0 {
            self.lost = self.lost.saturating_add(between);
            self.last_lost = place - 1;
        }
        self.trailing = 0;
        self.known = place;
        let line = self.lines.entry(stream).or_default();
        line.seen += 1;
        let next = line.last.next();
        line.last = line.last.max(sequence);
        line.place = place;
        if line.damage.is_some() {
            return;
        }
        line.damage = match trust {
            _ if sequence != next => Some(Corruption { sequence: next, kind: CorruptionKind::Missing }),
            RowTrust::Sound => None,
            _ => Some(Corruption { sequence, kind: CorruptionKind::Garbled }),
        };
        if line.damage.is_none() {
            self.index.enter(stream, place);
        }
    }

    fn is_damaged(&self) -> bool {
        self.lost > 0 || self.trailing > 0 || self.lines.values().any(|line| line.damage.is_some())
    }

    fn settle<'a>(&mut self, streams: impl Iterator<Item = &'a i64>) {
        if self.trailing > 0 {
            self.last_lost = i64::MAX;
        }
        let lost = self.lost.saturating_add(self.trailing);
        let explained = self.lines.values().map(|line| line.last.0.saturating_sub(line.seen)).sum::<u64>();
        if lost <= explained {
            return;
        }
        for stream in streams {
            let line = self.lines.entry(*stream).or_default();
            if line.place < self.last_lost && line.damage.is_none() {
                line.damage = Some(Corruption { sequence: line.last.next(), kind: CorruptionKind::Doubtful });
            }
        }
    }
}

/// Returns whether SQLite reports corrupt contents rather than a read error.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duplicate_sequence_stops_its_stream() {
        let mut survey = FileSurvey::default();
        for (place, sequence) in [(1, 1), (2, 2), (3, 3), (4, 2)] {
            survey.enter(place, 1, Sequence(sequence), RowTrust::Sound);
        }
        survey.enter(5, 2, Sequence(1), RowTrust::Sound);
        survey.settle([1, 2].iter());
        let line = &survey.lines[&1];
        assert_eq!(line.last, Sequence(3));
        assert_eq!(line.damage, Some(Corruption { sequence: Sequence(4), kind: CorruptionKind::Missing }));
        assert_eq!(survey.lines[&2].damage, None);
    }
}
