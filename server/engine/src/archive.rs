//! The public record of a game or event, line by line, as far as it is open (`A4`).
//!
//! Each line is made once and shared by all readers. New lines come from records as they become durable;
//! lines from before the server opened the game are made from the journal once, on demand. Readers therefore
//! never wait for the thread that writes the journal, and can't infer from a delay that something was
//! written. Lines of a sealing are held back until the opening, because the record shows every sealing, and
//! so also that a list was replaced. Lines from the end of a game on imply its ranking, so spectators and
//! teams get them once it is revealed.

mod line_store;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use ishigaki_catalogue::Message;
use ishigaki_journal::{Journal, Record, Sequence, StreamId};
use ishigaki_preset::{EventConfig, Roster};
use ishigaki_proto::shared::{EncodedLines, ReadRecordResponse};
use ishigaki_record::tournament::{self, Entry};
use ishigaki_record::transcript::{self, epoch_line, event_line, game_line, signed_line};
use ishigaki_rules::{Fact, RecordEffect, Setup};
use ishigaki_tournament::Actor;
use tokio::sync::OnceCell;

use crate::codec::{self, DecodedRecord, EventRecord, FactRecord};
use crate::spool::Spool;
use line_store::LineStore;

const PAGE: usize = 256;

/// Size in bytes of in-memory lines that makes shelving due.
const FRESH: usize = 64 * 1_024;

/// Maximum number of lines in one answer.
const MOST_LINES: usize = 1_000;

/// Error of reading the record.
#[derive(Debug, thiserror::Error, Message)]
#[message("archive")]
pub enum Error {
    #[message("journal-unknown-stream")]
    UnknownGame(#[message("stream")] String),
    Journal(#[from] ishigaki_journal::Error),
    Record {
        sequence: Sequence,
        source: codec::Error,
    },
    Incomplete(#[from] transcript::LineError),
    /// Lines that were made can't be read back.
    Spool(#[from] std::io::Error),
    Line {
        sequence: Sequence,
        source: transcript::Error,
    },
}

/// Roster of an event as it was entered.
pub struct EnteredRoster {
    pub roster: Roster,
    pub by: Actor,
    pub is_committed: bool,
}

/// Part of the open lines that a reader gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Whole,
    BeforeRanking,
}

/// The public record of one game.
pub struct Archive {
    journal: Arc<dyn Journal>,
    id: StreamId,
    /// The setup for reading a game's records; `None` for an event.
    setup: Option<Arc<Setup>>,
    spool: Spool,
    index: RwLock<Index>,
    before: u64,
    /// Those lines, once requested.
    old: OnceCell<LineStore>,
    /// Durable lines that are not in `new` yet.
    fresh: Mutex<Vec<String>>,
    /// The lines since the server opened the game.
    new: Mutex<LineStore>,
}

impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record of game {}", self.id)
    }
}

impl Archive {
    pub(crate) fn new(
        journal: Arc<dyn Journal>,
        id: StreamId,
        setup: Option<Arc<Setup>>,
        index: Index,
        spool: Spool,
    ) -> Self {
        let before = index.lines;
        let new = LineStore::from(before + 1, &spool);
        Self {
            journal,
            id,
            setup,
            spool,
            index: RwLock::new(index),
            before,
            old: OnceCell::new(),
            fresh: Mutex::default(),
            new: Mutex::new(new),
        }
    }

    /// Returns the record of a game that isn't served. Reads its journal once to find how far the record is
    /// open.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownGame`] if the journal has no such game or event; [`Error::Journal`] or
    /// [`Error::Record`] if a record can't be read.
    pub async fn of_journal(journal: Arc<dyn Journal>, id: StreamId) -> Result<Self, Error> {
        let is_known = journal.streams().await?.iter().any(|(stream, head)| *stream == id && head.0 > 0);
        if !is_known {
            return Err(Error::UnknownGame(id.to_string()));
        }
        let mut setup: Option<Arc<Setup>> = None;
        let mut is_founded = false;
        let mut index = Index::default();
        let mut next = Sequence::START.next();
        loop {
            let records = journal.read(id.clone(), next, PAGE).await?;
            let Some(last) = records.last() else { break };
            next = last.sequence.next();
            for record in &records {
                match decode(record, setup.as_deref())? {
                    DecodedRecord::Founding(founding) => {
                        (setup, is_founded) = (Some(Arc::new(founding.header.setup)), true);
                    }
                    DecodedRecord::Tournament(_) => is_founded = true,
                    DecodedRecord::Fact(record) => {
                        index.file(OpenStep::of_tournament(&record.entry.event.fact));
                    }
                    DecodedRecord::Epoch(_) => index.file(OpenStep::TakesUp),
                    DecodedRecord::Event(filed) => index.file(OpenStep::of(&filed.entry.event.fact)),
                    DecodedRecord::Heartbeat(_) => {}
                }
            }
        }
        if !is_founded {
            return Err(Error::UnknownGame(id.to_string()));
        }
        Ok(Self::new(journal, id, setup, index, Spool::default()))
    }

    /// Returns the settings of the event with this stream; `None` if it isn't an event's.
    pub async fn event_config(
        journal: &dyn Journal,
        stream: &StreamId,
    ) -> Result<Option<EventConfig>, Error> {
        Ok(match first_record(journal, stream).await? {
            Some(DecodedRecord::Tournament(founding)) => Some(founding.header.config),
            _ => None,
        })
    }

    /// Returns the latest roster of the event with this stream.
    pub async fn event_roster(
        journal: &dyn Journal,
        stream: &StreamId,
    ) -> Result<Option<EnteredRoster>, Error> {
        let mut entered: Option<EnteredRoster> = None;
        let mut next = Sequence::START.next();
        loop {
            let page = journal.read(stream.clone(), next, PAGE).await?;
            let Some(last) = page.last() else { return Ok(entered) };
            next = last.sequence.next();
            for record in &page {
                let DecodedRecord::Fact(fact) = decode(record, None)? else { continue };
                let Entry { event, roster, .. } = fact.entry;
                if let Some(roster) = roster {
                    entered = Some(EnteredRoster { roster, by: event.by, is_committed: false });
                }
                // The roster is fixed from then on (`TV1`).
                if let ishigaki_tournament::Fact::Committed { .. } = event.fact {
                    return Ok(entered.map(|entered| EnteredRoster { is_committed: true, ..entered }));
                }
            }
        }
    }

    /// Returns the setup of the game with this stream; `None` if it isn't a game's.
    pub async fn game_setup(journal: &dyn Journal, stream: &StreamId) -> Result<Option<Setup>, Error> {
        Ok(match first_record(journal, stream).await? {
            Some(DecodedRecord::Founding(founding)) => Some(founding.header.setup),
            _ => None,
        })
    }

    /// Returns whether sealed contents wait for an opening.
    pub fn is_held(&self) -> bool {
        self.index.read().unwrap_or_else(PoisonError::into_inner).is_held
    }

    /// Returns whether it is the record of an event.
    pub fn is_of_tournament(&self) -> bool {
        self.setup.is_none()
    }

    /// Returns whether the game is over: declared or abandoned.
    pub fn is_over(&self) -> bool {
        self.index.read().unwrap_or_else(PoisonError::into_inner).has_ended
    }

    /// Makes the old lines in advance, so that no reader waits for them. Readers get any error.
    pub(crate) async fn prepare(&self) {
        let _ = self.old.get_or_try_init(|| self.lines_of_before()).await;
    }

    /// Returns the number of open lines.
    pub fn open_lines(&self) -> u64 {
        self.index.read().unwrap_or_else(PoisonError::into_inner).open_to
    }

    /// Adds durable lines and their effect on the open part. Returns whether [`shelve`](Self::shelve) is due.
    pub(crate) fn file(&self, filed: impl IntoIterator<Item = (OpenStep, Vec<String>)>) -> bool {
        let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
        let mut fresh = self.fresh.lock().unwrap_or_else(PoisonError::into_inner);
        for (step, lines) in filed {
            index.file(step);
            fresh.extend(lines);
        }
        fresh.iter().map(String::len).sum::<usize>() >= FRESH
    }

    pub(crate) fn shelve(&self) {
        let mut new = self.new.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = std::mem::take(&mut *self.fresh.lock().unwrap_or_else(PoisonError::into_inner));
        for line in &fresh {
            new.add(line);
        }
    }

    /// Returns open lines of this extent from line `from_line` on (0 is read as 1), at most `limit`; 0 means
    /// as many as fit.
    ///
    /// # Errors
    ///
    /// [`Error::Journal`], [`Error::Record`] or [`Error::Line`] if old lines can't be made again;
    /// [`Error::Spool`] if made lines can't be read.
    pub async fn read(
        &self,
        from_line: u64,
        limit: usize,
        extent: Extent,
    ) -> Result<ReadRecordResponse, Error> {
        let from = from_line.max(1);
        let most = if limit == 0 { MOST_LINES } else { limit.min(MOST_LINES) };
        let (open_to, end) = {
            let index = self.index.read().unwrap_or_else(PoisonError::into_inner);
            (index.open_to(extent), index.end(extent))
        };
        let to = open_to.min(from.saturating_add(u64::try_from(most).unwrap_or(u64::MAX)) - 1);
        let mut lines = EncodedLines::default();
        let mut next_line = from;
        if next_line <= to.min(self.before) {
            let old = self.old.get_or_try_init(|| self.lines_of_before()).await?;
            next_line = old.give(next_line, to, &mut lines)?;
        }
        if next_line > self.before && next_line <= to {
            self.shelve();
            let new = self.new.lock().unwrap_or_else(PoisonError::into_inner);
            next_line = new.give(next_line, to, &mut lines)?;
        }
        let is_complete = end.is_some_and(|end| next_line > end);
        Ok(ReadRecordResponse { lines, next_line, is_complete })
    }

    async fn lines_of_before(&self) -> Result<LineStore, Error> {
        let _turn = self.spool.turn().await;
        let mut store = LineStore::from(1, &self.spool);
        let (mut sequence, mut event) = (Sequence::START.next(), 0);
        while store.next() <= self.before {
            let records = self.journal.read(self.id.clone(), sequence, PAGE).await?;
            let Some(last) = records.last() else { break };
            sequence = last.sequence.next();
            for record in &records {
                for line in self.lines(record, &mut event)? {
                    if store.next() <= self.before {
                        store.add(&line);
                    }
                }
            }
        }
        Ok(store)
    }

    /// Returns the whole transcript, as far as the record is open: all lines and the result.
    ///
    /// # Errors
    ///
    /// As [`Archive::read`], and [`Error::Incomplete`] with the first line that doesn't fit.
    pub async fn transcript(&self) -> Result<String, Error> {
        let mut text = String::new();
        let mut from = 1;
        loop {
            let page = self.read(from, 0, Extent::Whole).await?;
            if page.lines.is_empty() {
                break;
            }
            for line in page.texts().map_err(std::io::Error::other)? {
                text.push_str(&line);
                text.push('\n');
            }
            from = page.next_line;
        }
        if tournament::is_record(&text) {
            return Ok(tournament::complete(&text)?);
        }
        Ok(transcript::complete(&text)?)
    }

    /// The lines of a journal record; `event` is the number of events before it.
    fn lines(&self, record: &Record, event: &mut u64) -> Result<Vec<String>, Error> {
        let unfit = |source| Error::Line { sequence: record.sequence, source };
        match decode(record, self.setup.as_deref())? {
            DecodedRecord::Heartbeat(_) => Ok(Vec::new()),
            DecodedRecord::Founding(founding) => Ok(vec![game_line(&founding.header).map_err(unfit)?]),
            DecodedRecord::Tournament(founding) => {
                Ok(vec![tournament::tournament_line(&founding.header).map_err(unfit)?])
            }
            DecodedRecord::Fact(record) => {
                let FactRecord { entry, head, signature } = *record;
                *event += 1;
                let line = tournament::entry_line(*event, &entry).map_err(unfit)?;
                Ok(vec![line, signed_line(*event, head, &signature)])
            }
            DecodedRecord::Epoch(epoch) => Ok(vec![epoch_line(epoch.number, epoch.tag, epoch.written.0)]),
            DecodedRecord::Event(filed) => {
                let EventRecord { entry, head, signature, .. } = *filed;
                let Some(setup) = &self.setup else { return Ok(Vec::new()) };
                *event += 1;
                let mut lines = vec![event_line(setup, *event, &entry).map_err(unfit)?];
                lines.extend(signature.map(|signature| signed_line(*event, head, &signature)));
                Ok(lines)
            }
        }
    }
}

/// The first record of a stream, if it has one.
async fn first_record(journal: &dyn Journal, stream: &StreamId) -> Result<Option<DecodedRecord>, Error> {
    let first = journal.read(stream.clone(), Sequence::START.next(), 1).await?;
    first.first().map(|record| decode(record, None)).transpose()
}

fn decode(record: &Record, setup: Option<&Setup>) -> Result<DecodedRecord, Error> {
    let unread = |source| Error::Record { sequence: record.sequence, source };
    codec::decode(&record.bytes, setup).map_err(unread)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenStep {
    /// Something is opened. A wave in which teams seal again may follow at once.
    Opens {
        awaits_wave: bool,
    },
    StartsRound,
    Ranks,
    Ends,
    Goes {
        is_signed: bool,
    },
    TakesUp,
}

impl OpenStep {
    pub(crate) fn of(fact: &Fact) -> Self {
        match fact.record_effect() {
            RecordEffect::Decides if matches!(fact, Fact::GameEnded) => Self::Ranks,
            RecordEffect::Opens => Self::Opens { awaits_wave: fact.calls_wave() },
            RecordEffect::Starts => Self::StartsRound,
            RecordEffect::Ends => Self::Ends,
            RecordEffect::Decides => Self::Goes { is_signed: true },
            RecordEffect::Goes => Self::Goes { is_signed: false },
        }
    }

    pub(crate) fn of_tournament(fact: &ishigaki_tournament::Fact) -> Self {
        if tournament::is_last(fact) { Self::Ends } else { Self::Goes { is_signed: true } }
    }

    /// Its own line, and the signed head after an event that changes the result.
    fn lines(self) -> u64 {
        match self {
            Self::Opens { .. } | Self::Ranks | Self::Ends | Self::Goes { is_signed: true } => 2,
            Self::StartsRound | Self::Goes { is_signed: false } | Self::TakesUp => 1,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Index {
    lines: u64,
    open_to: u64,
    /// Teams may have submitted since the last opening, so nothing more is open until the next one.
    is_held: bool,
    /// The last line before the end of the game, once it has ended.
    before_ranking: Option<u64>,
    has_ended: bool,
    events: u64,
}

/// The record of a game without events: the game's line, which is open.
impl Default for Index {
    fn default() -> Self {
        Self { lines: 1, open_to: 1, is_held: false, before_ranking: None, has_ended: false, events: 0 }
    }
}

impl Index {
    pub(crate) fn file(&mut self, step: OpenStep) {
        self.events += u64::from(step != OpenStep::TakesUp);
        if step == OpenStep::Ranks {
            self.before_ranking = Some(self.lines);
        }
        self.lines += step.lines();
        match step {
            OpenStep::Opens { awaits_wave } => {
                self.open_to = self.lines;
                self.is_held = awaits_wave;
            }
            OpenStep::Ends => {
                self.open_to = self.lines;
                self.is_held = false;
                self.has_ended = true;
            }
            OpenStep::StartsRound | OpenStep::Ranks | OpenStep::Goes { .. } | OpenStep::TakesUp
                if self.is_held => {}
            OpenStep::StartsRound => {
                self.open_to = self.lines;
                self.is_held = true;
            }
            OpenStep::Ranks | OpenStep::Goes { .. } | OpenStep::TakesUp => self.open_to = self.lines,
        }
    }

    /// Returns the number of lines, open or not.
    pub(crate) fn lines(&self) -> u64 {
        self.lines
    }

    fn open_to(&self, extent: Extent) -> u64 {
        match (extent, self.before_ranking) {
            (Extent::BeforeRanking, Some(before)) => self.open_to.min(before),
            _ => self.open_to,
        }
    }

    /// Returns the last line that readers of this extent may see.
    fn end(&self, extent: Extent) -> Option<u64> {
        let is_covered = extent == Extent::BeforeRanking && self.before_ranking.is_some();
        (self.has_ended && !is_covered).then_some(self.lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUND: OpenStep = OpenStep::StartsRound;
    const OPENED: OpenStep = OpenStep::Opens { awaits_wave: false };
    const TIED: OpenStep = OpenStep::Opens { awaits_wave: true };
    const GOES: OpenStep = OpenStep::Goes { is_signed: false };
    const SIGNED: OpenStep = OpenStep::Goes { is_signed: true };

    /// Checks the number of lines and of open lines after each step.
    #[track_caller]
    fn check(steps: &[OpenStep], expected: &[(u64, u64)]) {
        let mut index = Index::default();
        let seen: Vec<(u64, u64)> = steps
            .iter()
            .map(|step| {
                index.file(*step);
                (index.lines, index.open_to)
            })
            .collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn record_is_held_back_from_round_start_to_opening() {
        check(
            &[GOES, ROUND, GOES, GOES, OPENED, GOES, ROUND, GOES],
            &[(2, 2), (3, 3), (4, 3), (5, 3), (7, 7), (8, 8), (9, 9), (10, 9)],
        );
    }

    #[test]
    fn record_after_opening_with_ties_stays_closed() {
        check(&[ROUND, TIED, GOES, GOES, OPENED, GOES], &[(2, 2), (4, 4), (5, 4), (6, 4), (8, 8), (9, 9)]);
    }

    #[test]
    fn void_keeps_record_closed_until_next_opening() {
        let void = GOES;
        check(
            &[ROUND, GOES, void, GOES, ROUND, GOES, OPENED],
            &[(2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (9, 9)],
        );
        check(&[ROUND, TIED, GOES, void, ROUND, OPENED], &[(2, 2), (4, 4), (5, 4), (6, 4), (7, 4), (9, 9)]);
    }

    #[test]
    fn signatures_and_epochs_are_held_back_with_the_record() {
        check(
            &[SIGNED, ROUND, SIGNED, OpenStep::TakesUp, OPENED, OpenStep::TakesUp, SIGNED],
            &[(3, 3), (4, 4), (6, 4), (7, 4), (9, 9), (10, 10), (12, 12)],
        );
    }

    #[test]
    fn lines_from_the_game_end_on_are_in_the_whole_extent_only() {
        let mut index = Index::default();
        let mut extents = |step| {
            index.file(step);
            [Extent::BeforeRanking, Extent::Whole].map(|extent| (index.open_to(extent), index.end(extent)))
        };
        assert_eq!(extents(GOES), [(2, None); 2]);
        assert_eq!(extents(OpenStep::Ranks), [(2, None), (4, None)]);
        assert_eq!(extents(SIGNED), [(2, None), (6, None)]);
        assert_eq!(extents(OpenStep::Ends), [(2, None), (8, Some(8))]);
    }

    #[test]
    fn game_end_opens_whole_record() {
        check(&[ROUND, GOES, OpenStep::Ends], &[(2, 2), (3, 2), (5, 5)]);
    }
}
