//! The replay: record by record, decided again on the game as it stood.

use std::collections::BTreeSet;

use ishigaki_rules::auction::{TeamList, TeamRaises, check_bids, check_rebid};
use ishigaki_rules::{Act, Actor, Command, Event, Fact, Game, Rejection, RoundRecord, TeamId, decide};

use super::cause::{Opened, act, may_bring_about};
use super::seals::Seals;
use super::{Fault, Finding, Report};
use crate::transcript::{Entry, Proof, Transcript};

/// Replays all records; the game after them, and what was checked.
pub(super) fn run(transcript: &Transcript) -> Result<(Game, Report), Finding> {
    let mut replay = Replay {
        entries: &transcript.entries,
        openings: openings(&transcript.entries),
        next: 0,
        game: Game::new(transcript.setup.clone()),
        seals: Seals::new(transcript),
        report: Report::new(transcript),
    };
    while replay.next < replay.entries.len() {
        if let Err(fault) = replay.step() {
            return Err(Finding { line: transcript.line(replay.next as u64 + 1), fault });
        }
    }
    replay.report.close(&replay.game);
    Ok((replay.game, replay.report))
}

struct Replay<'a> {
    entries: &'a [Entry],
    openings: Vec<Option<usize>>,
    /// The place of the record that is checked.
    next: usize,
    /// The game before that record. It knows the sealed lists that will be opened.
    game: Game,
    seals: Seals<'a>,
    report: Report,
}

impl Replay<'_> {
    /// Checks the next record as the cause of something, and all that follows from it.
    fn step(&mut self) -> Result<(), Fault> {
        let cause = &self.entries[self.next].event;
        self.in_time(cause)?;
        if !may_bring_about(cause.by, &cause.fact) {
            return Err(Fault::WrongActor);
        }
        self.has_its_principal()?;
        for expected in self.decided(cause)? {
            let Some(found) = self.entries.get(self.next) else {
                return Err(Fault::Missing { expected: Box::new(public(&expected)) });
            };
            // Before the comparison: a list that is not the sealed one leads elsewhere by the rules, too.
            self.seals.open(found)?;
            if found.event != public(&expected) {
                return Err(self.difference(&found.event, &expected));
            }
            self.has_its_principal()?;
            self.seals.seal(found, &expected, &self.game)?;
            self.report.count(&found.event);
            self.game.apply(&expected);
            self.next += 1;
        }
        Ok(())
    }

    /// The clock has no token; whoever else acts has one with a name.
    fn has_its_principal(&self) -> Result<(), Fault> {
        let Entry { event, principal, .. } = &self.entries[self.next];
        let by_clock = event.by == Actor::Clock;
        if by_clock == principal.is_empty() {
            Ok(())
        } else {
            Err(Fault::WrongPrincipal { by_clock, found: principal.clone() })
        }
    }

    fn in_time(&self, event: &Event) -> Result<(), Fault> {
        let (at, before) = (event.at, self.game.now());
        if at < before { Err(Fault::TimeGoesBack { at, before }) } else { Ok(()) }
    }

    /// What the rules make of the act behind this event; at least one event.
    fn decided(&self, cause: &Event) -> Result<Vec<Event>, Fault> {
        let act_with = |opened| act(&self.game, &cause.fact, opened).ok_or(Fault::Unprompted);
        let command = |act| Command { at: cause.at, by: cause.by, act };
        let opened = self.opened(cause);
        let empty = Opened { by_hand: opened.by_hand.clone(), ..Opened::default() };
        let act = act_with(opened)?;
        if let (true, Some(due)) = (act != Act::Tick, self.game.due())
            && cause.at >= due
        {
            return Err(Fault::Overdue { due });
        }
        let decided = match decide(&self.game, &command(act)) {
            // The fault is the list's, and shows where it is opened. Until then an empty one stands for it.
            Err(Rejection::InvalidList { .. } | Rejection::InvalidRebid { .. }) => {
                decide(&self.game, &command(act_with(empty)?))
            }
            decided => decided,
        };
        match decided {
            Ok(events) if events.is_empty() => Err(Fault::NotDue),
            Ok(events) => Ok(events),
            Err(rejection) => Err(Fault::Refused { rejection }),
        }
    }

    /// What will be opened in the end of what the record that is checked seals. If the team replaces it, that is
    /// not what it seals here: but nothing follows from a list that is replaced.
    fn opened(&self, event: &Event) -> Opened {
        let opening = self.openings[self.next].map(|place| &self.entries[place].event.fact);
        let by_hand = match &self.entries[self.next].proof {
            Proof::Sealed(seal) => seal.by_hand.clone(),
            Proof::None | Proof::Opened(_) => None,
        };
        let mut opened = Opened { by_hand, ..Opened::default() };
        match (&event.fact, opening) {
            (Fact::BidsSealed { team, .. }, Some(Fact::ListsOpened { lists, .. })) => {
                let own = lists.iter().find(|list| list.team == *team);
                opened.bids = own.map(|list| list.bids.clone()).unwrap_or_default();
            }
            (Fact::RebidSealed { team, .. }, Some(Fact::RebidsOpened { raises, .. })) => {
                let own = raises.iter().find(|sent| sent.team == *team);
                opened.raises = own.map(|sent| sent.raises.clone()).unwrap_or_default();
            }
            _ => {}
        }
        opened
    }

    /// What is wrong with an event in whose place the rules decide another.
    fn difference(&self, found: &Event, expected: &Event) -> Fault {
        if let Err(fault) = self.in_time(found) {
            return fault;
        }
        let particular = self.game.current_round().and_then(|record| match (&found.fact, &expected.fact) {
            (Fact::ListsOpened { lists, .. }, Fact::ListsOpened { .. }) => self.wrong_lists(record, lists),
            (Fact::RebidsOpened { raises, .. }, Fact::RebidsOpened { .. }) => {
                self.wrong_raises(record, raises)
            }
            _ => None,
        });
        particular.unwrap_or_else(|| Fault::Different { expected: Box::new(public(expected)) })
    }

    fn wrong_lists(&self, record: &RoundRecord, lists: &[TeamList]) -> Option<Fault> {
        let sealed = record.sealed.keys().copied().collect();
        let opened = lists.iter().map(|list| list.team).collect();
        let invalid = || {
            lists.iter().find_map(|TeamList { team, bids }| {
                let held = record.held.get(team.index()).copied().unwrap_or_default();
                let faults = check_bids(&record.offer, held, bids).err()?;
                Some(Fault::InvalidList { team: self.code(*team), faults })
            })
        };
        self.wrong_teams(&sealed, &opened).or_else(invalid)
    }

    fn wrong_raises(&self, record: &RoundRecord, raises: &[TeamRaises]) -> Option<Fault> {
        let sealed = record.sealed_raises.keys().copied().collect();
        let opened = raises.iter().map(|sent| sent.team).collect();
        let settlement = record.settlement.as_ref()?;
        let invalid = || {
            raises.iter().find_map(|TeamRaises { team, raises }| {
                let held = record.held.get(team.index()).copied().unwrap_or_default();
                let faults = check_rebid(settlement, *team, held, raises).err()?;
                Some(Fault::InvalidRebid { team: self.code(*team), faults })
            })
        };
        self.wrong_teams(&sealed, &opened).or_else(invalid)
    }

    fn wrong_teams(&self, sealed: &BTreeSet<TeamId>, opened: &BTreeSet<TeamId>) -> Option<Fault> {
        let not_sealed = opened.difference(sealed).next();
        let not_opened = || sealed.difference(opened).next();
        not_sealed
            .map(|&team| Fault::NotSealed { team: self.code(team) })
            .or_else(|| not_opened().map(|&team| Fault::NotOpened { team: self.code(team) }))
    }

    fn code(&self, team: TeamId) -> String {
        self.game.setup().team(team).map(|team| team.code.clone()).unwrap_or_default()
    }
}

/// For each record that seals something: the place of the one that opens the attempt or wave, if one does.
fn openings(entries: &[Entry]) -> Vec<Option<usize>> {
    let mut openings = vec![None; entries.len()];
    let (mut lists, mut wave) = (None, None);
    for (place, entry) in entries.iter().enumerate().rev() {
        match entry.event.fact {
            Fact::ListsOpened { .. } => (lists, wave) = (Some(place), None),
            Fact::RebidsOpened { .. } => wave = Some(place),
            Fact::RoundOpened { .. } | Fact::RoundVoided { .. } => (lists, wave) = (None, None),
            Fact::BidsSealed { .. } => openings[place] = lists,
            Fact::RebidSealed { .. } => openings[place] = wave,
            _ => {}
        }
    }
    openings
}

/// The public's copy of an event (`A4`).
fn public(event: &Event) -> Event {
    let fact = match &event.fact {
        Fact::BidsSealed { team, .. } => Fact::BidsSealed { team: *team, sealed: None },
        Fact::RebidSealed { team, .. } => Fact::RebidSealed { team: *team, sealed: None },
        other => other.clone(),
    };
    Event { fact, ..*event }
}
