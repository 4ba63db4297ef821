//! The reference game: the rule book, written plainly. It is slow because it derives everything again each time.
//!
//! It shares only types with the rules (commands, phases, refusals). Auction and walls come from
//! `tests/it/reference`.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ishigaki_rules::auction::{Bid, Offer, OfferedLot, Raise, TeamList};
use ishigaki_rules::ranking::Tally;
use ishigaki_rules::*;

use super::messages::Conversation;
use super::steps::Step;
use crate::reference::auction::Model;
use crate::reference::wall::{self, ReferencePlacement, ReferenceVerdict, Squares};

/// A game as the rule book sees it.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    pub(crate) setup: Arc<Setup>,
    pub(crate) now: GameTime,
    /// The latest timestamp of any command.
    pub(crate) clock: GameTime,
    pub(crate) phase: Phase,
    pub(crate) paused_since: Option<GameTime>,
    pub(crate) teams: Vec<Team>,
    pub(crate) pool: Vec<u32>,
    pub(crate) round: Option<Round>,
    pub(crate) opened: BTreeMap<RoundNo, u32>,
    /// The final rounds: the number of the attempt and the closing times of its windows.
    pub(crate) finished: BTreeMap<RoundNo, (u32, Closed)>,
    pub(crate) janken: Vec<Vec<TeamId>>,
    pub(crate) conversation: Conversation,
    /// Every reason to refuse the last command; empty if the command was obeyed.
    pub(crate) reasons: Vec<Rejection>,
}

#[derive(Clone, Debug)]
pub(crate) struct Team {
    pub(crate) held: u64,
    pub(crate) stones: BTreeSet<StoneId>,
    pub(crate) laid: BTreeMap<StoneId, Squares>,
    pub(crate) changes: u32,
    pub(crate) counted: Option<WallCount>,
    pub(crate) carried: BTreeSet<StoneId>,
    pub(crate) checked: BTreeSet<StoneId>,
    pub(crate) part: Part,
}

/// Participation of a team (`E3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    In,
    Disqualified,
    /// Takes part again from the next round.
    BackNextRound,
}

/// Closing times of a round's windows: for lists, and for each wave.
#[derive(Clone, Debug, Default)]
pub(crate) struct Closed {
    pub(crate) lists: Option<GameTime>,
    pub(crate) waves: Vec<GameTime>,
}

#[derive(Clone, Debug)]
pub(crate) struct Round {
    pub(crate) number: RoundNo,
    pub(crate) attempt: u32,
    pub(crate) offer: Offer,
    /// The sealed lists, and each team's latest revision.
    pub(crate) sealed: BTreeMap<TeamId, (Revision, Vec<Bid>)>,
    /// The auction of the opened lists.
    pub(crate) auction: Option<Model>,
    /// The sealed re-bids of the open wave.
    pub(crate) raises: BTreeMap<TeamId, (Revision, Vec<Raise>)>,
    pub(crate) confirmed: BTreeSet<LotId>,
    pub(crate) closed: Closed,
}

impl Reference {
    pub(crate) fn new(setup: Setup) -> Self {
        let team = Team {
            held: setup.initial.0,
            stones: BTreeSet::new(),
            laid: BTreeMap::new(),
            changes: 0,
            counted: None,
            carried: BTreeSet::new(),
            checked: BTreeSet::new(),
            part: Part::In,
        };
        Self {
            now: GameTime(0),
            clock: GameTime(0),
            phase: Phase::Ready { next: RoundNo(1) },
            paused_since: None,
            teams: vec![team; setup.teams.len()],
            pool: setup.lots.iter().map(|lot| lot.copies).collect(),
            round: None,
            opened: BTreeMap::new(),
            finished: BTreeMap::new(),
            janken: Vec::new(),
            conversation: Conversation::default(),
            reasons: Vec::new(),
            setup: Arc::new(setup),
        }
    }

    /// Obeys a command unless there is a reason to refuse it.
    pub(crate) fn take(mut self, Step(command): &Step) -> Self {
        self.reasons = self.reasons_against(command);
        self.clock = self.clock.max(command.at);
        if self.reasons.is_empty() {
            let at = command.at.max(self.now);
            if command.act != Act::Tick || self.due().is_some_and(|due| due <= at) {
                let (now, walls, is_marked) = (self.now, self.walls(), self.is_marked(&command.act));
                self.now = at;
                self.obey(at, &command.act);
                self.close_what_is_complete(at);
                // Without a new stone, check or read mark there is no event, so the time of the last event stays.
                let can_be_idle = match &command.act {
                    Act::PlaceStone { .. } | Act::CheckStones { .. } => true,
                    Act::SubmitWall { by_hand, .. } => by_hand.is_none(),
                    Act::MarkRead { .. } => is_marked,
                    _ => false,
                };
                if can_be_idle && walls == self.walls() {
                    self.now = now;
                }
            }
        }
        self
    }

    /// The placed and the checked stones of every team.
    fn walls(&self) -> Vec<(BTreeMap<StoneId, Squares>, BTreeSet<StoneId>)> {
        self.teams.iter().map(|team| (team.laid.clone(), team.checked.clone())).collect()
    }

    fn obey(&mut self, at: GameTime, act: &Act) {
        match act {
            Act::Tick => {
                while self.due().is_some_and(|due| due <= at) {
                    self.close(at);
                }
            }
            Act::OpenRound { round } => self.open(*round, at),
            Act::SubmitBids { team, bids, .. } => {
                let sealed = &mut self.under_way().sealed;
                let revision = sealed.get(team).map_or(Revision(1), |known| Revision(known.0.0 + 1));
                sealed.insert(*team, (revision, bids.0.clone()));
            }
            Act::SubmitRebid { team, raises, .. } => {
                let sealed = &mut self.under_way().raises;
                let revision = sealed.get(team).map_or(Revision(1), |known| Revision(known.0.0 + 1));
                sealed.insert(*team, (revision, raises.0.clone()));
            }
            Act::ConfirmLots { lots, .. } => self.confirm(*lots),
            Act::PlaceStone { team, .. } | Act::TakeOutStone { team, .. } | Act::SubmitWall { team, .. } => {
                let wanted = self.wall_after(act);
                let laid = self.judged(*team, &wanted).laid;
                let by_hand = matches!(act, Act::SubmitWall { by_hand: Some(_), .. });
                let team = &mut self.teams[team.index()];
                team.changes += u32::from(by_hand || team.laid != laid);
                team.laid = laid;
            }
            Act::CountWall { team, count, .. } => self.teams[team.index()].counted = *count,
            Act::TickStones { stones, carried } => self.tick(stones, *carried),
            Act::CheckStones { team, stones } => self.teams[team.index()].checked.extend(stones),
            Act::Remark { .. } => {}
            Act::Announce { .. }
            | Act::AskQuestion { .. }
            | Act::AnswerQuestion { .. }
            | Act::MarkRead { .. } => {
                self.send(act);
            }
            Act::SignalEnd => self.phase = Phase::Countdown { ends_at: at.after(self.setup.end_countdown) },
            Act::EnterJanken { order } => {
                self.janken.retain(|known| known.iter().all(|team| !order.contains(team)));
                self.janken.push(order.clone());
            }
            Act::Disqualify { team, .. } => self.disqualify(*team),
            Act::Reinstate { team, .. } => {
                let waits = self.round.is_some();
                self.teams[team.index()].part = if waits { Part::BackNextRound } else { Part::In };
            }
            Act::DeclareResult => self.phase = Phase::Declared,
            Act::Pause { .. } => self.paused_since = Some(at),
            Act::Resume => {
                let paused = at.0 - self.paused_since.map_or(at.0, |since| since.0);
                self.paused_since = None;
                self.move_deadline(paused);
            }
            Act::Extend { by, .. } => self.move_deadline(by.0),
            Act::VoidRound { round, .. } => self.end_round(Phase::Ready { next: *round }),
            Act::Abandon { .. } => {
                (self.phase, self.paused_since, self.round) = (Phase::Abandoned, None, None);
            }
        }
    }

    fn tick(&mut self, stones: &[StoneId], carried: bool) {
        for team in &mut self.teams {
            let own = stones.iter().copied().filter(|stone| team.stones.contains(stone));
            if carried {
                team.carried.extend(own);
            } else {
                let own: BTreeSet<StoneId> = own.collect();
                team.carried.retain(|stone| !own.contains(stone));
            }
        }
    }

    /// Returns the time of the next tick; `None` during a pause.
    pub(crate) fn due(&self) -> Option<GameTime> {
        if self.paused_since.is_some() { None } else { self.deadline() }
    }

    pub(crate) fn deadline(&self) -> Option<GameTime> {
        match self.phase {
            Phase::Bidding { closes_at } | Phase::Rebidding { closes_at, .. } => Some(closes_at),
            Phase::Countdown { ends_at } => Some(ends_at),
            _ => None,
        }
    }

    fn move_deadline(&mut self, by: u64) {
        if let Phase::Bidding { closes_at: moment }
        | Phase::Rebidding { closes_at: moment, .. }
        | Phase::Countdown { ends_at: moment } = &mut self.phase
        {
            moment.0 += by;
        }
    }

    fn under_way(&mut self) -> &mut Round {
        self.round.as_mut().expect("a round is under way")
    }

    fn open(&mut self, round: RoundNo, at: GameTime) {
        let plan = self.setup.rounds[round.index()];
        let lot = |(lot, &copies): (&LotSpec, &u32)| OfferedLot { min_price: lot.min_price, copies };
        let attempt = self.opened.entry(round).or_default();
        *attempt += 1;
        self.round = Some(Round {
            number: round,
            attempt: *attempt,
            offer: Offer {
                max_bids: plan.max_bids,
                max_wins: plan.max_wins,
                lots: self.setup.lots.iter().zip(&self.pool).map(lot).collect(),
            },
            sealed: BTreeMap::new(),
            auction: None,
            raises: BTreeMap::new(),
            confirmed: BTreeSet::new(),
            closed: Closed::default(),
        });
        self.phase = Phase::Bidding { closes_at: at.after(plan.window) };
    }

    /// Closes the running window or countdown.
    fn close(&mut self, at: GameTime) {
        let closed = self.deadline().map_or(at, |deadline| deadline.min(at));
        match self.phase {
            Phase::Bidding { .. } => {
                let round = self.under_way();
                round.closed.lists = Some(closed);
                let list = |(&team, sealed): (&TeamId, &(Revision, Vec<Bid>))| TeamList {
                    team,
                    bids: sealed.1.clone(),
                };
                let lists: Vec<TeamList> = round.sealed.iter().map(list).collect();
                round.auction = Some(Model::open(&round.offer, &lists));
                self.go_on(WaveNo(1), at);
            }
            Phase::Rebidding { wave, .. } => {
                let round = self.under_way();
                round.closed.waves.push(closed);
                let sent = std::mem::take(&mut round.raises);
                let raises = sent.iter().flat_map(|(team, sent)| {
                    sent.1.iter().map(|raise| ((team.0, raise.priority.index()), raise.price.0))
                });
                round.auction.as_mut().expect("it is open").wave(&raises.collect());
                self.go_on(WaveNo(wave.0 + 1), at);
            }
            Phase::Countdown { .. } => {
                for team in self.setup.team_ids() {
                    let lifted = self.wall(team).score.map_or(Vec::new(), |score| score.lifted);
                    let team = &mut self.teams[team.index()];
                    team.laid.retain(|stone, _| !lifted.contains(stone));
                    team.changes += u32::from(!lifted.is_empty());
                }
                self.phase = Phase::Ended;
            }
            _ => {}
        }
    }

    /// Enters the phase after a settlement: the next wave if a lot is tied, otherwise confirmation.
    fn go_on(&mut self, wave: WaveNo, at: GameTime) {
        let round = self.under_way();
        let tied = round.auction.as_ref().is_some_and(|auction| !auction.ties.is_empty());
        let window = round.number;
        let window = self.setup.rounds[window.index()].rebid_window;
        self.phase =
            if tied { Phase::Rebidding { wave, closes_at: at.after(window) } } else { Phase::Confirming };
        self.close_what_is_complete(at);
    }

    /// Closes a window early if no team is awaited (`A3`, `A7`), except in a pause.
    fn close_what_is_complete(&mut self, at: GameTime) {
        if self.paused_since.is_some() {
            return;
        }
        let complete = match (&self.phase, &self.round) {
            (Phase::Bidding { .. }, Some(round)) => {
                let plan = self.setup.rounds[round.number.index()];
                let mut may_bid = self.setup.team_ids().filter(|team| self.takes_part(*team)).peekable();
                plan.close == ClosePolicy::WhenAllSealed
                    && may_bid.peek().is_some()
                    && may_bid.all(|team| round.sealed.contains_key(&team))
            }
            (Phase::Rebidding { .. }, _) => self.awaited().is_empty(),
            _ => false,
        };
        if complete {
            self.close(at);
        }
    }

    /// The tied teams that can raise and have not answered (`A7`).
    pub(crate) fn awaited(&self) -> Vec<TeamId> {
        let Some((round, auction)) = self.tied() else { return Vec::new() };
        let awaited = |team: &TeamId| {
            let budget = auction.budget(team.0, self.teams[team.index()].held);
            let own = |tie: &&(u64, usize, Vec<(u32, usize)>)| tie.2.iter().any(|line| line.0 == team.0);
            let can_raise = auction.ties.values().filter(own).any(|tie| budget >= Some(tie.0 + 1));
            self.takes_part(*team) && can_raise && !round.raises.contains_key(team)
        };
        self.setup.team_ids().filter(awaited).collect()
    }

    pub(crate) fn tied(&self) -> Option<(&Round, &Model)> {
        let round = self.round.as_ref()?;
        let auction = round.auction.as_ref()?;
        matches!(self.phase, Phase::Rebidding { .. }).then_some((round, auction))
    }

    fn confirm(&mut self, lots: LotChoice) {
        let open = self.unconfirmed();
        let round = self.under_way();
        match lots {
            LotChoice::All => round.confirmed.extend(open),
            LotChoice::One(lot) => drop(round.confirmed.insert(lot)),
        }
        if self.unconfirmed().is_empty() {
            self.hand_out();
        }
    }

    pub(crate) fn unconfirmed(&self) -> Vec<LotId> {
        let Some(round) = &self.round else { return Vec::new() };
        let open = |lot: &LotId| round.offer.lots[lot.index()].copies > 0 && !round.confirmed.contains(lot);
        self.setup.lot_ids().filter(open).collect()
    }

    /// Makes the round final: money and stones change hands (`A10`).
    fn hand_out(&mut self) {
        let round = self.under_way();
        let (number, awards) =
            (round.number, round.auction.as_ref().map_or(Vec::new(), Model::sorted_awards));
        for award in awards {
            let (lot, team) = (award.lot.index(), &mut self.teams[award.team.index()]);
            let copy = self.setup.lots[lot].copies - self.pool[lot] + 1;
            self.pool[lot] -= 1;
            team.held -= award.price.0;
            team.stones.insert(StoneId { lot: award.lot, copy });
        }
        let (attempt, closed) = (self.under_way().attempt, self.under_way().closed.clone());
        self.finished.insert(number, (attempt, closed));
        let last = number.0 as usize == self.setup.rounds.len();
        let next = RoundNo(number.0 + 1);
        self.end_round(if last { Phase::Building } else { Phase::Ready { next } });
    }

    fn end_round(&mut self, phase: Phase) {
        (self.phase, self.round) = (phase, None);
        for team in &mut self.teams {
            if team.part == Part::BackNextRound {
                team.part = Part::In;
            }
        }
    }

    fn disqualify(&mut self, team: TeamId) {
        self.teams[team.index()].part = Part::Disqualified;
        if let Some(round) = &mut self.round {
            round.sealed.remove(&team);
            round.raises.remove(&team);
        }
    }

    /// The current revision of the team's wall.
    pub(crate) fn wall_now(&self, team: TeamId) -> Option<Revision> {
        let changes = self.teams.get(team.index())?.changes;
        (changes > 0).then_some(Revision(changes))
    }

    /// Returns the closing times of the attempt that a list names: the current attempt or, between rounds, a final
    /// one.
    pub(crate) fn closed(&self, round: RoundNo, attempt: Option<u32>) -> Option<&Closed> {
        let (known, closed) = match &self.round {
            Some(current) if current.number == round => (current.attempt, &current.closed),
            Some(_) => return None,
            None => self.finished.get(&round).map(|(attempt, closed)| (*attempt, closed))?,
        };
        attempt.is_none_or(|attempt| attempt == known).then_some(closed)
    }

    pub(crate) fn takes_part(&self, team: TeamId) -> bool {
        self.teams.get(team.index()).is_some_and(|team| team.part == Part::In)
    }

    /// The squares of a stone as the scenario draws it.
    pub(crate) fn shape(&self, stone: StoneId) -> Squares {
        self.setup.lots[stone.lot.index()].shape.cells().iter().map(|cell| (cell.row, cell.col)).collect()
    }

    pub(crate) fn frame(&self) -> Squares {
        self.setup.frame.cells().map(|cell| (cell.row, cell.col)).collect()
    }

    pub(crate) fn judged(
        &self,
        team: TeamId,
        wanted: &[(StoneId, ReferencePlacement)],
    ) -> ReferenceVerdict<StoneId> {
        let stones = &self.teams[team.index()].stones;
        let owned = stones.iter().map(|&stone| (stone, self.shape(stone))).collect();
        wall::judged(&self.frame(), &owned, wanted)
    }

    pub(crate) fn wall(&self, team: TeamId) -> ReferenceVerdict<StoneId> {
        let as_wanted = |(&stone, squares): (&StoneId, &Squares)| {
            (stone, ReferencePlacement::Squares(squares.iter().copied().collect()))
        };
        let laid: Vec<_> = self.teams[team.index()].laid.iter().map(as_wanted).collect();
        self.judged(team, &laid)
    }

    /// The criteria for the team's rank at present.
    pub(crate) fn tally(&self, team: TeamId) -> Tally {
        let state = &self.teams[team.index()];
        let held = Tsuyama(state.held);
        if let Some(WallCount { empty, top_gaps, used }) = state.counted {
            let unused = u32::try_from(state.stones.len()).expect("few stones") - used;
            return Tally { empty, top_gaps, held, used, unused };
        }
        let score = self.wall(team).score.expect("what is laid lies right");
        Tally { empty: score.empty, top_gaps: score.top_gaps, held, used: score.used, unused: score.unused }
    }

    /// The teams that are not disqualified, best first, grouped if equal on all counts (`E2`).
    fn groups(&self) -> Vec<Vec<TeamId>> {
        let mut groups = BTreeMap::new();
        for team in self.setup.team_ids() {
            if self.teams[team.index()].part != Part::Disqualified {
                let Tally { empty, top_gaps, held, used, unused } = self.tally(team);
                let key = (empty, top_gaps, Reverse(held), Reverse(used), unused);
                groups.entry(key).or_insert_with(Vec::new).push(team);
            }
        }
        groups.into_values().collect()
    }

    pub(crate) fn tied_groups(&self) -> Vec<Vec<TeamId>> {
        self.groups().into_iter().filter(|group| group.len() > 1).collect()
    }

    /// The janken order of a tied group, if janken was held.
    fn janken_of(&self, group: &[TeamId]) -> Option<&Vec<TeamId>> {
        let same = |order: &&Vec<TeamId>| {
            order.len() == group.len() && order.iter().all(|team| group.contains(team))
        };
        self.janken.iter().find(same)
    }

    pub(crate) fn janken_needed(&self) -> Vec<Vec<TeamId>> {
        let mut groups = self.tied_groups();
        groups.retain(|group| self.janken_of(group).is_none());
        groups
    }

    pub(crate) fn places(&self) -> Vec<(TeamId, usize)> {
        let mut places: Vec<(TeamId, usize)> = Vec::new();
        for group in self.groups() {
            let first = places.len() + 1;
            match self.janken_of(&group) {
                Some(order) => places.extend(order.iter().copied().zip(first..)),
                None => places.extend(group.iter().map(|&team| (team, first))),
            }
        }
        let last = places.len() + 1;
        let out = |team: &TeamId| self.teams[team.index()].part == Part::Disqualified;
        places.extend(self.setup.team_ids().filter(out).map(|team| (team, last)));
        places
    }
}
