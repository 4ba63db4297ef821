//! The auditor of an event: reads its feed without a gap, gets every answer, and checks the event's
//! guarantees.

mod answers;

use std::rc::Rc;

use super::tally::{Corner, EventTally};
use crate::audit::{Digest, bytes_of, to_u64};
use crate::chance::Chance;
use crate::network;
use crate::tally::Count;

use answers::Views;
use ishigaki_audit::{Checked, Violation, ensure, event, groups};
use ishigaki_client::{EventFolded, EventMirror};
use ishigaki_engine::engine::Request;
use ishigaki_matching::Blossom;
use ishigaki_preset::{Commitment, EventConfig};
use ishigaki_proto::event as wire;
use ishigaki_proto::shared::{Content, WatchGameResponse};
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_rules::GameTime;
use ishigaki_tournament::{
    Actor, Certificate, Command, Competition, Event, Fact, FoundBy, GroupContest, Slip, Stage, Tournament,
    cause,
};

pub(crate) type Call = network::Call<Actor, Request>;

struct Entry {
    content: Content,
    /// `None` for the settings.
    event: Option<Event>,
    roster: Option<String>,
    is_claimed: bool,
}

pub(crate) struct Auditor {
    config: EventConfig,
    entries: Vec<Entry>,
    mirror: EventMirror,
    roster: String,
    /// The event after the current round was paired, and the round's slips so far.
    round: Option<(Tournament, Vec<Slip>)>,
    views: Views,
    unknown: Vec<Rc<Call>>,
    accounted: usize,
    chance: Chance,
    pub(crate) digest: Digest,
    pub(crate) tally: EventTally,
}

impl Auditor {
    pub(crate) fn new(config: &EventConfig, chance: Chance) -> Self {
        Self {
            config: config.clone(),
            entries: Vec::new(),
            mirror: EventMirror::new(),
            roster: "[]".to_owned(),
            round: None,
            views: Views::default(),
            unknown: Vec::new(),
            accounted: 0,
            chance,
            digest: Digest::default(),
            tally: EventTally::default(),
        }
    }

    /// Returns the event from the feed; `None` before anything was published.
    pub(crate) fn competition(&self) -> Option<&Competition> {
        self.mirror.standing().map(|standing| &standing.competition)
    }

    pub(crate) fn length(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn compare(&self, item: &WatchGameResponse) -> Checked {
        let at = usize::try_from(item.sequence.saturating_sub(1)).unwrap_or(usize::MAX);
        let known = self.entries.get(at).map(|entry| &entry.content);
        ensure!(known == Some(&item.content), "item {} is not what it was", item.sequence);
        Ok(())
    }

    /// Checks an item of a feed that is read without a gap: the next one or a known one.
    pub(crate) fn receive(&mut self, item: &WatchGameResponse) -> Checked {
        if item.sequence <= to_u64(self.length()) {
            return self.compare(item);
        }
        self.digest.add(&bytes_of(&item.content));
        let before = self.competition().cloned();
        let decoded = item.item().map_err(|error| Violation::Broken(format!("a garbled item: {error}")))?;
        let folded = self.mirror.fold(&decoded);
        let folded = folded.map_err(|error| Violation::Broken(format!("the feed: {error}")))?;
        let event = match (folded, before) {
            (EventFolded::SetUp, _) => {
                let config = self.mirror.standing().map(|standing| &standing.config);
                ensure!(config == Some(&self.config), "the settings are others");
                None
            }
            (EventFolded::Fact(event), Some(before)) => {
                self.check(&before, &event)?;
                Some(*event)
            }
            (folded, _) => return Err(Violation::Broken(format!("an item out of place: {folded:?}"))),
        };
        let roster = roster_of(decoded.body);
        if let Some(text) = &roster {
            text.clone_into(&mut self.roster);
        }
        let is_claimed = event.is_none();
        self.entries.push(Entry { content: item.content.clone(), event, roster, is_claimed });
        self.views.push(self.mirror.standing().map(|standing| &standing.competition));
        Ok(())
    }

    fn check(&mut self, before: &Competition, event: &Event) -> Checked {
        self.tally.happened(&event.fact);
        let last = self.last_moment();
        ensure!(last <= event.at, "{event:?} is before {last:?}");
        let after = self.competition().cloned().unwrap_or_else(|| before.clone());
        match &event.fact {
            // Paired again when the record is verified.
            Fact::RoundPaired { .. } => {}
            Fact::Committed { commitment } => {
                let Commitment(own) = Commitment::of(self.config.text(), &self.roster);
                ensure!(own == *commitment, "the commitment is not that of settings and roster");
            }
            _ => {
                let command = Command::new(event.at, event.by, cause(&event.fact));
                let decided = before.decide(&command, &Blossom);
                ensure!(decided.as_deref() == Ok(std::slice::from_ref(event)), "{event:?} does not follow");
            }
        }
        match (before, &after) {
            (Competition::Leagues(before), Competition::Leagues(after)) => {
                self.check_leagues(before, after, &event.fact)
            }
            (Competition::Groups(_), Competition::Groups(after)) => self.check_groups(after, &event.fact),
            _ => Err(Violation::Broken("an event has become one of another kind".to_owned())),
        }
    }

    fn check_leagues(&mut self, before: &Tournament, after: &Tournament, fact: &Fact) -> Checked {
        if let Fact::RoundPaired { .. } = fact {
            event::pairing(before, after, &Blossom)?;
            self.count_pairing(before, after);
            self.round = Some((after.clone(), Vec::new()));
        }
        if let (Fact::ResultEntered { slip, .. }, Some((_, slips))) = (fact, &mut self.round) {
            slips.push(slip.clone());
        }
        if let (Fact::GameReopened { entry, .. }, Some((_, slips))) = (fact, &mut self.round) {
            let at = usize::try_from(*entry).ok().and_then(|entry| entry.checked_sub(1));
            if let Some(taken) = at.and_then(|at| before.entries().get(at)) {
                let players = |slip: &Slip| (slip.winner.min(slip.loser), slip.winner.max(slip.loser));
                slips.retain(|slip| players(slip) != players(&taken.slip));
            }
        }
        if !matches!(after.stage(), Stage::Playing { .. })
            && let Some((paired, slips)) = self.round.take_if(|(_, slips)| !slips.is_empty())
        {
            self.reorder(&paired, &slips)?;
        }
        Ok(())
    }

    fn check_groups(&mut self, after: &GroupContest, fact: &Fact) -> Checked {
        match fact {
            Fact::GroupsDrawn { stage } => groups::drawn(after, *stage),
            Fact::StageClosed { stage } => {
                self.tally.add(Corner::StageClosed);
                groups::closed(after, *stage)
            }
            _ => Ok(()),
        }
    }

    /// Enters a complete round's results in another order (`TF5`).
    fn reorder(&mut self, paired: &Tournament, slips: &[Slip]) -> Checked {
        let mut left = slips.to_vec();
        let mut otherwise = Vec::new();
        while !left.is_empty() {
            otherwise.push(left.swap_remove(self.chance.index(left.len())));
        }
        self.tally.add(Corner::Reordered);
        // An event abandoned during a round doesn't have all its slips.
        event::order_of_results(paired, (slips, &otherwise), &Blossom)
    }

    fn count_pairing(&mut self, before: &Tournament, after: &Tournament) {
        for pool in after.rounds().last().into_iter().flat_map(|paired| &paired.pools) {
            if pool.bye.is_some() {
                self.tally.add(Corner::Bye);
            }
            let Some(Certificate { byes, rematches, .. }) = &pool.certificate else { continue };
            if *byes > 0 {
                self.tally.add(Corner::SecondBye);
            }
            if *rematches > 0 {
                self.tally.add(Corner::Rematch);
            }
        }
        let sole = |tournament: &Tournament| {
            let firsts = tournament.flow().map(|flow| flow.firsts().to_vec()).unwrap_or_default();
            firsts.into_iter().flatten().filter(|first| first.by == FoundBy::Sole).count()
        };
        (sole(before)..sole(after)).for_each(|_| self.tally.add(Corner::Qualified));
    }

    pub(crate) fn settled(&mut self) -> Checked {
        for at in std::mem::replace(&mut self.accounted, self.entries.len())..self.entries.len() {
            let Entry { event: Some(event), roster, is_claimed: false, .. } = &self.entries[at] else {
                continue;
            };
            let is_its = |call: &Rc<Call>| follows(call, event, roster.as_deref());
            let Some(sender) = self.unknown.iter().position(is_its) else {
                return Err(Violation::Broken(format!("nobody sent this: {event:?}")));
            };
            self.unknown.swap_remove(sender);
            self.entries[at].is_claimed = true;
            self.count(Count::UnknownKept);
        }
        Ok(())
    }

    /// Settles unknown acts: those that aren't in the feed now will never take effect.
    pub(crate) fn settle_unknown(&mut self) {
        for _ in self.unknown.drain(..) {
            self.tally.faults.add(Count::UnknownLost);
        }
    }

    /// Checks the totals of a finished event.
    pub(crate) fn finish(&mut self) -> Checked {
        let Some(competition) = self.competition() else {
            return Err(Violation::Broken("there is no event".to_owned()));
        };
        let facts: Vec<Event> = self.entries.iter().filter_map(|entry| entry.event.clone()).collect();
        event::facts(competition, &facts)?;
        if competition.is_declared() {
            match competition {
                Competition::Leagues(tournament) => event::end(tournament)?,
                Competition::Groups(contest) => groups::end(contest)?,
            }
            self.tally.add(Corner::Declared);
        }
        Ok(())
    }

    pub(crate) fn last_moment(&self) -> GameTime {
        let last = self.entries.iter().rev().find_map(|entry| entry.event.as_ref());
        last.map(|event| event.at).unwrap_or_default()
    }

    pub(crate) fn facts(&self) -> usize {
        self.entries.iter().filter(|entry| entry.event.is_some()).count()
    }
}

/// Returns the text of the roster set by an item, if any.
fn roster_of(body: Option<Body>) -> Option<String> {
    match body {
        Some(Body::EventFact(wire::Event { fact: Some(wire::event::Fact::RosterSet(set)), .. })) => {
            Some(set.text)
        }
        _ => None,
    }
}

fn follows(call: &Call, event: &Event, roster: Option<&str>) -> bool {
    call.by == event.by
        && match (&call.act, &event.fact) {
            (Request::Commit, Fact::Committed { .. }) => true,
            (Request::SetRoster(sent), Fact::RosterSet { .. }) => roster == Some(sent.text()),
            (Request::Act(act), fact) => *act == cause(fact),
            (Request::Commit | Request::SetRoster(_), _) => false,
        }
}
