//! The replay: each record is decided again in the state before it.

use std::collections::{BTreeSet, VecDeque};

use ishigaki_rules::auction::{TeamList, TeamRaises, check_bids, check_rebid};
use ishigaki_rules::{
    Act, Actor, Command, Event, Fact, Game, Rejection, Revision, RoundRecord, Sealed, TeamId, cause, decide,
};

use super::notes::Notes;
use super::openings::{held, reveal, weight};
use super::seals::Seals;
use super::{MOST_WEIGHT, Observer, Report, TranscriptViolation, TranscriptViolationKind};
use crate::branch::Branch;
use crate::sealing::NoteKeys;
use crate::transcript::{Entry, Header, NoteProof, Proof, Takeover};

pub(super) struct Replay {
    /// The game before the next record to check. It knows the sealed lists that are opened next.
    game: Game,
    /// The last record read. It is checked once the next one is known, which may open its contents.
    last: Option<Read>,
    due: VecDeque<Event>,
    seals: Seals,
    notes: Notes,
    report: Report,
    weight: u64,
}

/// Result of checking a record.
type Checked = Result<(), TranscriptViolationKind>;

struct Read {
    line: usize,
    entry: Entry,
    branch: Branch,
}

impl Replay {
    pub(super) fn new(header: &Header) -> Self {
        Self {
            game: Game::new(header.setup.clone()),
            last: None,
            due: VecDeque::new(),
            seals: Seals::new(header),
            notes: Notes::default(),
            report: Report::new(header),
            weight: 0,
        }
    }

    /// Adds the next record. Observers get the previous one, because its contents are now known.
    pub(super) fn take(
        &mut self,
        line: usize,
        entry: Entry,
        branch: Branch,
        observer: &mut dyn Observer,
    ) -> Result<(), TranscriptViolation> {
        let before = self.last.take();
        let checked = before.map_or(Ok(()), |before| self.check(before, Some(&entry.event.fact), observer));
        self.last = Some(Read { line, entry, branch });
        checked
    }

    /// Adds a takeover. All consequences of the previous record must precede it.
    pub(super) fn take_over(
        &mut self,
        line: usize,
        takeover: Takeover,
        observer: &mut dyn Observer,
    ) -> Result<(), TranscriptViolation> {
        self.finish(line, observer)?;
        observer.takeover(line, &takeover);
        self.report.take_over(takeover);
        Ok(())
    }

    /// Checks the last record; all its consequences must precede this line.
    pub(super) fn finish(
        &mut self,
        line: usize,
        observer: &mut dyn Observer,
    ) -> Result<(), TranscriptViolation> {
        if let Some(last) = self.last.take() {
            self.check(last, None, observer)?;
        }
        match self.due.front() {
            Some(due) => {
                let expected = Box::new(due.public());
                Err(TranscriptViolation::at(line, TranscriptViolationKind::Missing { expected }))
            }
            None => Ok(()),
        }
    }

    /// The game after all records, and the report.
    pub(super) fn close(mut self) -> (Game, Report) {
        self.report.close(&self.game);
        (self.game, self.report)
    }

    fn check(
        &mut self,
        read: Read,
        next: Option<&Fact>,
        observer: &mut dyn Observer,
    ) -> Result<(), TranscriptViolation> {
        let line = read.line;
        observer.entry(line, &self.game, &read.entry, &read.branch);
        let keys = match &read.entry.proof {
            Proof::NotesOpened(keys) => Some(keys.clone()),
            _ => None,
        };
        let is_last = matches!(read.entry.event.fact, Fact::ResultDeclared | Fact::GameAbandoned { .. });
        self.decide_again(read, next).map_err(|kind| TranscriptViolation::at(line, kind))?;
        if is_last { self.open_notes(line, keys.as_ref()) } else { Ok(()) }
    }

    fn open_notes(&mut self, line: usize, keys: Option<&NoteKeys>) -> Result<(), TranscriptViolation> {
        let notes = std::mem::take(&mut self.notes);
        let Some(keys) = keys else {
            return notes.stay_closed().map_err(|kind| TranscriptViolation::at(line, kind));
        };
        self.report.notes_opened = true;
        notes.open(self.game.setup(), keys, line)
    }

    /// Checks that something could be sealed here. Its contents stay unknown until the game is closed.
    fn note(&mut self, line: usize, entry: &Entry, proof: NoteProof, branch: &Branch) -> Checked {
        let event = &entry.event;
        if let Some(expected) = self.due.front() {
            return Err(TranscriptViolationKind::Different { expected: Box::new(expected.public()) });
        }
        self.in_time(event)?;
        if let Some(due) = self.game.due().filter(|due| event.at >= *due) {
            return Err(TranscriptViolationKind::Overdue { due });
        }
        let phase = self.game.phase();
        if phase.is_over() {
            return Err(TranscriptViolationKind::Refused { rejection: Rejection::WrongPhase { phase } });
        }
        self.notes.seal(self.game.setup(), (line, self.report.records, branch.epoch), event.at, proof)?;
        self.report.count(event);
        self.game.apply(event);
        Ok(())
    }

    /// Checks a record as an act, or as a consequence of the previous one.
    fn decide_again(&mut self, Read { line, entry, branch }: Read, next: Option<&Fact>) -> Checked {
        if let Proof::Note(proof) = &entry.proof {
            let proof = proof.clone();
            return self.note(line, &entry, proof, &branch);
        }
        let found = &entry.event;
        if self.due.is_empty() {
            self.in_time(found)?;
            if !found.fact.can_be_of(found.by) {
                return Err(TranscriptViolationKind::WrongActor);
            }
            check_principal(&entry)?;
            reveal(&mut self.game, &found.fact);
            if let Some(next) = next {
                reveal(&mut self.game, next);
            }
            self.due = self.decided(&entry, next)?.into();
        }
        let Some(expected) = self.due.pop_front() else { return Err(TranscriptViolationKind::NotDue) };
        // Before the comparison, because another list than the sealed one has other consequences.
        self.seals.open(&entry)?;
        if *found != expected.public() {
            return Err(self.difference(found, &expected));
        }
        check_principal(&entry)?;
        self.weight = self.weight.saturating_add(weight(&found.fact, &self.game));
        if self.weight > MOST_WEIGHT {
            return Err(TranscriptViolationKind::TooLarge);
        }
        self.notes.add_public((line, self.report.records, branch.epoch), found)?;
        self.report.count(found);
        self.seals.seal(entry, &expected)?;
        self.game.apply(&expected);
        Ok(())
    }

    fn in_time(&self, event: &Event) -> Result<(), TranscriptViolationKind> {
        let (at, before) = (event.at, self.game.now());
        if at < before { Err(TranscriptViolationKind::TimeGoesBack { at, before }) } else { Ok(()) }
    }

    /// Returns the events of the act behind this record; at least one.
    fn decided(&self, entry: &Entry, next: Option<&Fact>) -> Result<Vec<Event>, TranscriptViolationKind> {
        let (at, by) = (entry.event.at, entry.event.by);
        let act_of = |fact| cause(&self.game, &fact).ok_or(TranscriptViolationKind::Unprompted);
        let command = |act| Command { at, by, act };
        let act = act_of(unsealed(entry, next))?;
        let is_tick = act == Act::Tick;
        if let (true, Some(due)) = (!is_tick, self.game.due())
            && at >= due
        {
            return Err(TranscriptViolationKind::Overdue { due });
        }
        let decided = match decide(&self.game, &command(act)) {
            // The violation is reported where the list is opened. Until then an empty one replaces it.
            Err(Rejection::InvalidList { .. } | Rejection::InvalidRebid { .. }) => {
                decide(&self.game, &command(act_of(unsealed(entry, None))?))
            }
            decided => decided,
        };
        match decided {
            Ok(events) if events.is_empty() => {
                Err(if is_tick { TranscriptViolationKind::NotDue } else { TranscriptViolationKind::NoNews })
            }
            Ok(events) => Ok(events),
            Err(rejection) => Err(TranscriptViolationKind::Refused { rejection }),
        }
    }

    fn difference(&self, found: &Event, expected: &Event) -> TranscriptViolationKind {
        if let Err(kind) = self.in_time(found) {
            return kind;
        }
        let particular = self.game.current_round().and_then(|record| match (&found.fact, &expected.fact) {
            (Fact::ListsOpened { lists, .. }, Fact::ListsOpened { .. }) => self.count_mismatch(record, lists),
            (Fact::RebidsOpened { raises, .. }, Fact::RebidsOpened { .. }) => {
                self.wrong_raises(record, raises)
            }
            _ => None,
        });
        particular
            .unwrap_or_else(|| TranscriptViolationKind::Different { expected: Box::new(expected.public()) })
    }

    fn count_mismatch(&self, record: &RoundRecord, lists: &[TeamList]) -> Option<TranscriptViolationKind> {
        let sealed = record.sealed.keys().copied().collect();
        let opened = lists.iter().map(|list| list.team).collect();
        let invalid = || {
            lists.iter().find_map(|TeamList { team, bids }| {
                let faults = check_bids(&record.offer, held(record, *team), bids).err()?;
                Some(TranscriptViolationKind::InvalidList { team: self.code(*team), faults })
            })
        };
        self.wrong_teams(&sealed, &opened).or_else(invalid)
    }

    fn wrong_raises(&self, record: &RoundRecord, raises: &[TeamRaises]) -> Option<TranscriptViolationKind> {
        let sealed = record.sealed_raises.keys().copied().collect();
        let opened = raises.iter().map(|sent| sent.team).collect();
        let settlement = record.settlement.as_ref()?;
        let invalid = || {
            raises.iter().find_map(|TeamRaises { team, raises }| {
                let faults = check_rebid(settlement, *team, held(record, *team), raises).err()?;
                Some(TranscriptViolationKind::InvalidRebid { team: self.code(*team), faults })
            })
        };
        self.wrong_teams(&sealed, &opened).or_else(invalid)
    }

    fn wrong_teams(
        &self,
        sealed: &BTreeSet<TeamId>,
        opened: &BTreeSet<TeamId>,
    ) -> Option<TranscriptViolationKind> {
        let not_sealed = opened.difference(sealed).next();
        let not_opened = || sealed.difference(opened).next();
        not_sealed.map(|&team| TranscriptViolationKind::NotSealed { team: self.code(team) }).or_else(|| {
            not_opened().map(|&team| TranscriptViolationKind::NotOpened { team: self.code(team) })
        })
    }

    fn code(&self, team: TeamId) -> String {
        self.game.setup().team(team).map(|team| team.code.clone()).unwrap_or_default()
    }
}

/// Checks that the clock has no token, and any other actor has one with a name.
fn check_principal(entry: &Entry) -> Result<(), TranscriptViolationKind> {
    let by_clock = entry.event.by == Actor::Clock;
    if by_clock == entry.principal.is_empty() {
        Ok(())
    } else {
        Err(TranscriptViolationKind::WrongPrincipal { by_clock, found: entry.principal.clone() })
    }
}

/// The fact of a record with its sealed contents, if the next fact opens them; otherwise with an empty list.
fn unsealed(entry: &Entry, next: Option<&Fact>) -> Fact {
    let by_hand = match &entry.proof {
        Proof::Sealed(seal) => seal.by_hand.clone(),
        _ => None,
    };
    // The game determines the revision.
    let revision = Revision::FIRST;
    match &entry.event.fact {
        Fact::BidsSealed { team, .. } => {
            let opened = match next {
                Some(Fact::ListsOpened { lists, .. }) => lists.iter().find(|list| list.team == *team),
                _ => None,
            };
            let lines = opened.map(|list| list.bids.clone()).unwrap_or_default();
            Fact::BidsSealed { team: *team, sealed: Some(Sealed { revision, lines: lines.into(), by_hand }) }
        }
        Fact::RebidSealed { team, .. } => {
            let opened = match next {
                Some(Fact::RebidsOpened { raises, .. }) => raises.iter().find(|sent| sent.team == *team),
                _ => None,
            };
            let lines = opened.map(|sent| sent.raises.clone()).unwrap_or_default();
            Fact::RebidSealed { team: *team, sealed: Some(Sealed { revision, lines: lines.into(), by_hand }) }
        }
        fact => fact.clone(),
    }
}
