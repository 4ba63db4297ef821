//! The public record of a game, line by line, as far as it is open (`A4`).
//!
//! The lines are made from the journal when somebody asks; kept in memory is only how far the record is open, and a
//! mark here and there of where its lines stand. What is being sealed is held back until it is opened: the record
//! shows every sealing, and so also that a list was replaced.

use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use ishigaki_journal::{Journal, Record, Sequence, StreamId};
use ishigaki_record::transcript::{self, event_line, game_line, is_closing, signed_line};
use ishigaki_rules::{Fact, Setup};

use crate::engine::ledger::{Filed, Written};
use crate::engine::{LedgerError, ledger};

/// How many events stand between two marks: as many records are read at the most to find a line.
const MARK_EVERY: u64 = 256;

/// How many records are read from the journal at a time.
const PAGE: usize = 256;

/// How many lines one answer has at the most.
const MOST_LINES: usize = 1_000;

/// How many bytes of lines an answer has before it ends: a client takes a few MiB.
const MOST_BYTES: usize = 512 * 1_024;

/// Why the record cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The journal has no such game.
    #[error("the journal has no game {0}")]
    UnknownGame(String),
    /// The journal does not give its records.
    #[error("the journal cannot be read")]
    Journal(#[from] ishigaki_journal::Error),
    /// A record cannot be read.
    #[error("record {sequence} of the journal cannot be read")]
    Record {
        /// Which.
        sequence: Sequence,
        /// Why.
        source: LedgerError,
    },
    /// The lines make no transcript.
    #[error("the lines make no transcript")]
    Incomplete(#[from] transcript::Located),
    /// A record cannot be put down as a line.
    #[error("record {sequence} of the journal fits no line")]
    Line {
        /// Which.
        sequence: Sequence,
        /// Why.
        source: transcript::Error,
    },
}

/// Some lines of the record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The lines, without their line feeds.
    pub lines: Vec<String>,
    /// The number of the line after the last one given; of the asked one if none is given.
    pub next_line: u64,
    /// Whether no line will ever come after those given, but the result.
    pub is_complete: bool,
}

/// The public record of one game.
pub struct Archive {
    journal: Arc<dyn Journal>,
    id: StreamId,
    setup: Arc<Setup>,
    index: RwLock<Index>,
}

impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record of game {}", self.id)
    }
}

impl Archive {
    pub(crate) fn new(journal: Arc<dyn Journal>, id: StreamId, setup: Arc<Setup>, index: Index) -> Self {
        Self { journal, id, setup, index: RwLock::new(index) }
    }

    /// The record of a game that nobody serves: reads its journal once to find how far it is open.
    pub async fn of_journal(journal: Arc<dyn Journal>, id: StreamId) -> Result<Self, Error> {
        let is_known = journal.streams().await?.iter().any(|(stream, head)| *stream == id && head.0 > 0);
        if !is_known {
            return Err(Error::UnknownGame(id.to_string()));
        }
        let mut setup: Option<Arc<Setup>> = None;
        let mut index = Index::default();
        let mut next = Sequence::START.next();
        loop {
            let records = journal.read(id.clone(), next, PAGE).await?;
            let Some(last) = records.last() else { break };
            next = last.sequence.next();
            for record in &records {
                match decode(record, setup.as_deref())? {
                    Written::Founding(founding) => setup = Some(Arc::new(founding.setup)),
                    Written::Filed(filed) => {
                        index.file(record.sequence, Step::of(&filed.entry.event.fact));
                    }
                    Written::Heartbeat(_) => {}
                }
            }
        }
        let setup = setup.ok_or_else(|| Error::UnknownGame(id.to_string()))?;
        Ok(Self::new(journal, id, setup, index))
    }

    /// Whether something is sealed that has not been opened yet.
    pub fn is_held(&self) -> bool {
        self.index.read().unwrap_or_else(PoisonError::into_inner).is_held
    }

    /// Notes what has become durable: which record of the journal, and what it does to the record's being open.
    pub(crate) fn file(&self, filed: impl IntoIterator<Item = (Sequence, Step)>) {
        let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
        for (sequence, step) in filed {
            index.file(sequence, step);
        }
    }

    /// The lines from this one on (0 reads as 1) that are open, at most `limit` of them; 0: as many as fit an
    /// answer.
    pub async fn read(&self, from_line: u64, limit: usize) -> Result<Page, Error> {
        let from = from_line.max(1);
        let most = if limit == 0 { MOST_LINES } else { limit.min(MOST_LINES) };
        let (mark, open_to, end) = {
            let index = self.index.read().unwrap_or_else(PoisonError::into_inner);
            (index.mark_before(from), index.open_to, index.end())
        };
        let mut page = Page { next_line: from, ..Page::default() };
        let mut bytes = 0;
        let Mark { mut line, mut sequence, mut event } = mark;
        while from <= open_to && line <= open_to {
            let records = self.journal.read(self.id.clone(), sequence, PAGE).await?;
            let Some(last) = records.last() else { break };
            sequence = last.sequence.next();
            for record in &records {
                for text in self.lines(record, &mut event, line, from)? {
                    let is_full = page.lines.len() >= most || bytes >= MOST_BYTES;
                    if line > open_to || (is_full && line >= from) {
                        return Ok(page.ended(end));
                    }
                    if line >= from {
                        bytes += text.len();
                        page.lines.push(text);
                        page.next_line = line + 1;
                    }
                    line += 1;
                }
            }
        }
        Ok(page.ended(end))
    }

    /// The whole transcript, as far as the record is open: all lines, and the result that follows from them.
    pub async fn transcript(&self) -> Result<String, Error> {
        let mut text = String::new();
        let mut from = 1;
        loop {
            let page = self.read(from, 0).await?;
            if page.lines.is_empty() {
                break;
            }
            for line in page.lines {
                text.push_str(&line);
                text.push('\n');
            }
            from = page.next_line;
        }
        Ok(transcript::complete(&text)?)
    }

    /// The lines of a journal's record, of which the first is this one: empty texts before the asked line.
    fn lines(&self, record: &Record, event: &mut u64, line: u64, from: u64) -> Result<Vec<String>, Error> {
        let unfit = |source| Error::Line { sequence: record.sequence, source };
        match decode(record, Some(&self.setup))? {
            Written::Heartbeat(_) => Ok(Vec::new()),
            Written::Founding(founding) => {
                let text =
                    game_line(&founding.game, &founding.server_key, founding.written.0, &founding.setup);
                Ok(vec![text.map_err(unfit)?])
            }
            Written::Filed(filed) => {
                let Filed { entry, head, signature, .. } = *filed;
                *event += 1;
                let is_asked = line >= from;
                let mut lines = vec![if is_asked {
                    event_line(&self.setup, *event, &entry).map_err(unfit)?
                } else {
                    String::new()
                }];
                lines.extend(signature.map(|signature| signed_line(*event, head, &signature)));
                Ok(lines)
            }
        }
    }
}

impl Page {
    fn ended(mut self, end: Option<u64>) -> Self {
        self.is_complete = end.is_some_and(|end| self.next_line > end);
        self
    }
}

fn decode(record: &Record, setup: Option<&Setup>) -> Result<Written, Error> {
    let unread = |source| Error::Record { sequence: record.sequence, source };
    ledger::decode(&record.bytes, setup).map_err(unread)
}

/// What a fact does to the record's being open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Something is opened; perhaps a wave follows at once, in which teams seal again.
    Opens { awaits_wave: bool },
    /// A round opens: teams seal from here on.
    StartsRound,
    /// Nothing comes after it.
    Ends,
    /// Anything else.
    Goes,
}

impl Step {
    pub(crate) fn of(fact: &Fact) -> Self {
        match fact {
            Fact::ListsOpened { rebid_closes_at, .. } | Fact::RebidsOpened { rebid_closes_at, .. } => {
                Self::Opens { awaits_wave: rebid_closes_at.is_some() }
            }
            Fact::RoundOpened { .. } => Self::StartsRound,
            Fact::ResultDeclared | Fact::GameAbandoned { .. } => Self::Ends,
            fact => {
                debug_assert!(!is_closing(fact), "a closing fact opens or ends something");
                Self::Goes
            }
        }
    }

    /// The event's line, and the signed head after a closing one.
    fn lines(self) -> u64 {
        match self {
            Self::Opens { .. } | Self::Ends => 2,
            Self::StartsRound | Self::Goes => 1,
        }
    }
}

/// How far a record is open, and where its lines stand.
#[derive(Debug)]
pub(crate) struct Index {
    /// How many lines there are, open or not.
    lines: u64,
    /// The last line that everybody may read.
    open_to: u64,
    /// Teams seal, or have sealed since the last opening: nothing more is open until the next one.
    is_held: bool,
    has_ended: bool,
    events: u64,
    marks: Vec<Mark>,
}

/// Where a line stands.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// The first line of a record.
    line: u64,
    /// The journal's record.
    sequence: Sequence,
    /// How many events come before it.
    event: u64,
}

/// The record of a game to which nothing has happened: the game's line is there, and open.
impl Default for Index {
    fn default() -> Self {
        let start = Mark { line: 1, sequence: Sequence::START.next(), event: 0 };
        Self { lines: 1, open_to: 1, is_held: false, has_ended: false, events: 0, marks: vec![start] }
    }
}

impl Index {
    /// Adds an event's lines; `sequence` is its record's in the journal.
    pub(crate) fn file(&mut self, sequence: Sequence, step: Step) {
        if self.events.is_multiple_of(MARK_EVERY) {
            self.marks.push(Mark { line: self.lines + 1, sequence, event: self.events });
        }
        self.events += 1;
        self.lines += step.lines();
        match step {
            Step::Opens { awaits_wave } => {
                self.open_to = self.lines;
                self.is_held = awaits_wave;
            }
            Step::Ends => {
                self.open_to = self.lines;
                self.is_held = false;
                self.has_ended = true;
            }
            Step::StartsRound | Step::Goes if self.is_held => {}
            Step::StartsRound => {
                self.open_to = self.lines;
                self.is_held = true;
            }
            Step::Goes => self.open_to = self.lines,
        }
    }

    /// The last line of all, once it is known.
    fn end(&self) -> Option<u64> {
        self.has_ended.then_some(self.lines)
    }

    fn mark_before(&self, line: u64) -> Mark {
        let after = self.marks.partition_point(|mark| mark.line <= line);
        let start = Mark { line: 1, sequence: Sequence::START.next(), event: 0 };
        self.marks.get(after.saturating_sub(1)).copied().unwrap_or(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUND: Step = Step::StartsRound;
    const OPENED: Step = Step::Opens { awaits_wave: false };
    const TIED: Step = Step::Opens { awaits_wave: true };
    const GOES: Step = Step::Goes;

    /// After each step: how many lines there are, and how many of them are open.
    #[track_caller]
    fn check(steps: &[Step], expected: &[(u64, u64)]) {
        let mut index = Index::default();
        let seen: Vec<(u64, u64)> = (2..)
            .zip(steps)
            .map(|(sequence, step)| {
                index.file(Sequence(sequence), *step);
                (index.lines, index.open_to)
            })
            .collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn the_record_is_open_up_to_the_start_of_a_round_and_again_from_its_opening() {
        check(
            &[GOES, ROUND, GOES, GOES, OPENED, GOES, ROUND, GOES],
            &[(2, 2), (3, 3), (4, 3), (5, 3), (7, 7), (8, 8), (9, 9), (10, 9)],
        );
    }

    #[test]
    fn an_opening_that_a_wave_follows_opens_nothing_after_itself() {
        check(&[ROUND, TIED, GOES, GOES, OPENED, GOES], &[(2, 2), (4, 4), (5, 4), (6, 4), (8, 8), (9, 9)]);
    }

    #[test]
    fn a_void_releases_nothing_until_the_next_opening() {
        let void = GOES;
        check(
            &[ROUND, GOES, void, GOES, ROUND, GOES, OPENED],
            &[(2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (9, 9)],
        );
        check(&[ROUND, TIED, GOES, void, ROUND, OPENED], &[(2, 2), (4, 4), (5, 4), (6, 4), (7, 4), (9, 9)]);
    }

    #[test]
    fn the_end_of_a_game_opens_all_of_it() {
        check(&[ROUND, GOES, Step::Ends], &[(2, 2), (3, 2), (5, 5)]);
    }

    #[test]
    fn a_line_is_found_from_the_mark_before_it() {
        let mut index = Index::default();
        for sequence in 2..2_000 {
            index.file(Sequence(sequence), if sequence % 100 == 0 { OPENED } else { GOES });
        }
        for line in 1..index.lines {
            let mark = index.mark_before(line.max(2));
            assert!(line == 1 || mark.line <= line && line - mark.line < MARK_EVERY + 4, "{line}: {mark:?}");
            // Before a mark stand the game's line, the events, and the heads of the closing ones among them.
            let closings = (2..mark.sequence.0).filter(|sequence| sequence % 100 == 0).count();
            assert_eq!(mark.line, 2 + mark.event + u64::try_from(closings).unwrap(), "{mark:?}");
        }
    }
}
