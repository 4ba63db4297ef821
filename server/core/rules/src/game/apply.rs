//! Folding events into the game. It can't fail: a fact that doesn't fit the state changes nothing, and
//! [`decide`](super::decide()) never makes one.

use alloc::borrow::ToOwned as _;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::decide::DecidedEvent;
use super::{Event, Extension, Fact, Game, Phase, RoundRecord, RoundState, TeamState};
use crate::auction::{Award, Settlement, TeamList, TeamRaises};
use crate::wall::Spot;
use crate::{GameTime, Revision, RoundNo, StoneId, TeamId, WaveNo};

impl Game {
    /// Folds one event into the game, and settles after an opening (`A5`, `A8`).
    pub fn apply(&mut self, event: &Event) {
        self.fold(event, None);
    }

    /// Folds an event that was just decided about this game, with the settlement of that decision.
    ///
    /// The result is that of [`apply`](Self::apply), without settling again.
    pub fn apply_decided(&mut self, decided: &DecidedEvent) {
        self.fold(&decided.event, decided.settlement.as_ref());
    }

    fn fold(&mut self, event: &Event, settled: Option<&Settlement>) {
        self.now = self.now.max(event.at);
        match &event.fact {
            Fact::RoundOpened { round, attempt, closes_at } => self.open_round(*round, *attempt, *closes_at),
            Fact::BidsSealed { team, sealed } => {
                self.change_round(|record| _ = record.sealed.insert(*team, sealed.clone()));
            }
            Fact::ListsOpened { lists, rebid_closes_at } => {
                self.open_lists(event.at, lists, settled, *rebid_closes_at);
            }
            Fact::RebidSealed { team, sealed } => {
                self.change_round(|record| _ = record.sealed_raises.insert(*team, sealed.clone()));
            }
            Fact::RebidsOpened { wave, raises, rebid_closes_at } => {
                self.open_rebids(*wave, raises, settled, *rebid_closes_at);
            }
            Fact::LotsConfirmed { lots } => self.change_round(|record| record.confirmed.extend(lots)),
            Fact::RoundFinalised { round } => self.finalise(event.at, *round),
            Fact::RoundVoided { round, reason, .. } => self.void(*round, reason),
            Fact::StonePlaced { team, stone, spot } => {
                self.change_wall(*team, |laid| _ = laid.insert(*stone, *spot));
            }
            Fact::StoneTakenOut { team, stone } => self.change_wall(*team, |laid| _ = laid.remove(stone)),
            Fact::WallReplaced { team, laid: wall, .. } => {
                self.change_wall(*team, |laid| laid.clone_from(wall));
            }
            Fact::WallCounted { team, count, .. } => self.change_team(*team, |state| state.counted = *count),
            Fact::StonesChecked { team, stones } => {
                self.change_team(*team, |state| state.checked.extend(stones));
            }
            Fact::StonesTicked { stones, carried } => self.tick_stones(stones, *carried),
            Fact::Remarked { .. } | Fact::NoteSealed => {}
            Fact::Announced { .. }
            | Fact::QuestionAsked { .. }
            | Fact::QuestionAnswered { .. }
            | Fact::MessagesRead { .. } => Arc::make_mut(&mut self.messages).fold(event.at, &event.fact),
            Fact::Paused { .. } => self.paused_since = Some(event.at),
            Fact::Resumed { closes_at } => self.resume(event.at, *closes_at),
            Fact::WindowExtended { closes_at, .. } => self.extend_window(event.at, *closes_at),
            Fact::EndSignalled { ends_at } => self.phase = Phase::Countdown { ends_at: *ends_at },
            Fact::GameEnded => self.end(),
            Fact::JankenEntered { order } => {
                self.janken.retain(|known| !known.iter().any(|team| order.contains(team)));
                self.janken.push(order.clone());
            }
            Fact::TeamDisqualified { team, reason } => self.disqualify(*team, reason),
            Fact::TeamReinstated { team, .. } => self.reinstate(*team),
            Fact::ResultDeclared => self.phase = Phase::Declared,
            Fact::GameAbandoned { .. } => {
                self.phase = Phase::Abandoned;
                self.paused_since = None;
            }
        }
    }

    fn resume(&mut self, at: GameTime, closes_at: Option<GameTime>) {
        let pause = self.paused_since.take().map(|paused| at.since(paused)).unwrap_or_default();
        self.building_since = self.building_since.map(|since| since.after(pause));
        if let Some(closes_at) = closes_at {
            self.phase.set_closes_at(closes_at);
        }
    }

    fn extend_window(&mut self, at: GameTime, closes_at: GameTime) {
        if let Some(before) = self.phase.closes_at() {
            self.extensions.push(Extension::new(at, before, closes_at, self.paused_since));
        }
        self.phase.set_closes_at(closes_at);
    }

    fn change_round(&mut self, change: impl FnOnce(&mut RoundRecord)) {
        if let Some(record) = self.current_round_mut() {
            change(record);
        }
    }

    fn change_team(&mut self, team: TeamId, change: impl FnOnce(&mut TeamState)) {
        if let Some(state) = self.team_mut(team) {
            change(state);
        }
    }

    fn change_wall(&mut self, team: TeamId, change: impl FnOnce(&mut BTreeMap<StoneId, Spot>)) {
        self.change_team(team, |state| {
            change(&mut state.laid);
            state.count_change();
        });
        self.measure(team);
    }

    fn void(&mut self, round: RoundNo, reason: &str) {
        let Some(record) = self.current_round_mut() else {
            return;
        };
        record.state = RoundState::Void { reason: reason.to_owned() };
        self.phase = Phase::Ready { next: round };
        self.lift_bars();
    }

    fn measure(&mut self, team: TeamId) {
        let coverage = self.coverage(team);
        if let Some(state) = self.team_mut(team) {
            state.coverage = coverage;
        }
    }

    fn tick_stones(&mut self, stones: &[StoneId], carried: bool) {
        for stone in stones {
            let holders = self.teams.iter_mut().filter(|state| state.stones.contains(stone));
            for state in holders.map(Arc::make_mut) {
                if carried {
                    state.carried.insert(*stone);
                } else {
                    state.carried.remove(stone);
                }
            }
        }
    }

    fn open_round(&mut self, round: RoundNo, attempt: u32, closes_at: GameTime) {
        let Some(offer) = self.offer_of(round) else {
            return;
        };
        self.rounds.push(Arc::new(RoundRecord {
            round,
            attempt,
            offer,
            held: self.teams.iter().map(|team| team.held).collect(),
            sealed: BTreeMap::new(),
            bidding_closed: None,
            waves_closed: Vec::new(),
            opened_at: None,
            absent: Vec::new(),
            lists: Vec::new(),
            settlement: None,
            sealed_raises: BTreeMap::new(),
            waves: Vec::new(),
            confirmed: BTreeSet::new(),
            handed: Vec::new(),
            final_at: None,
            state: RoundState::Open,
        }));
        self.phase = Phase::Bidding { closes_at };
    }

    fn open_lists(
        &mut self,
        at: GameTime,
        lists: &[TeamList],
        settled: Option<&Settlement>,
        rebid_closes_at: Option<GameTime>,
    ) {
        let closed = self.closed_at();
        let absent = self.setup.team_ids().filter(|&team| !self.takes_part(team)).collect();
        let Some(record) = self.current_round_mut() else {
            return;
        };
        record.bidding_closed = Some(closed);
        record.opened_at = Some(at);
        record.absent = absent;
        record.lists = lists.to_vec();
        record.settlement = Some(settled.cloned().unwrap_or_else(|| Settlement::open(&record.offer, lists)));
        self.await_wave(WaveNo::FIRST, rebid_closes_at);
    }

    fn open_rebids(
        &mut self,
        wave: WaveNo,
        raises: &[TeamRaises],
        settled: Option<&Settlement>,
        rebid_closes_at: Option<GameTime>,
    ) {
        let closed = self.closed_at();
        let Some(record) = self.current_round_mut() else {
            return;
        };
        let Some(settlement) = record.settlement.as_mut() else {
            return;
        };
        let is_held = match settled {
            Some(settled) => {
                settlement.clone_from(settled);
                true
            }
            None => settlement.wave(raises).is_ok(),
        };
        if is_held {
            record.waves_closed.push(closed);
            record.sealed_raises.clear();
            record.waves.push(raises.to_vec());
            self.await_wave(wave.next(), rebid_closes_at);
        }
    }

    /// Returns the closing time of the window that the current fact closes: its deadline, even if the server
    /// noticed later, or an early close.
    fn closed_at(&self) -> GameTime {
        self.phase.closes_at().map_or(self.now, |deadline| deadline.min(self.now))
    }

    fn await_wave(&mut self, wave: WaveNo, rebid_closes_at: Option<GameTime>) {
        self.phase = match rebid_closes_at {
            Some(closes_at) => Phase::Rebidding { wave, closes_at },
            None => Phase::Confirming,
        };
    }

    /// Deducts money and hands out stones (`A10`). Copies of a lot are numbered in the order of the awards,
    /// continuing from earlier rounds.
    fn finalise(&mut self, at: GameTime, round: RoundNo) {
        let open = self.rounds.last_mut().filter(|record| record.state == RoundState::Open);
        let Some(record) = open.map(Arc::make_mut) else {
            return;
        };
        let awards: Vec<Award> = record.settlement.iter().flat_map(Settlement::awards).copied().collect();
        for award in awards {
            let (Some(team), Some(left)) = (
                self.teams.get_mut(award.team.index()).map(Arc::make_mut),
                self.pool.get_mut(award.lot.index()),
            ) else {
                continue;
            };
            let copies = self.setup.lots.get(award.lot.index()).map_or(0, |lot| lot.copies);
            let stone = StoneId { lot: award.lot, copy: copies.saturating_sub(*left).saturating_add(1) };
            *left = left.saturating_sub(1);
            team.held = team.held.minus(award.price);
            team.stones.insert(stone);
            record.handed.push((stone, award));
        }
        let winners: BTreeSet<TeamId> = record.handed.iter().map(|(_, award)| award.team).collect();
        record.final_at = Some(at);
        record.state = RoundState::Final;
        self.phase = if self.setup.round(round.next()).is_some() {
            Phase::Ready { next: round.next() }
        } else {
            self.building_since = Some(at);
            Phase::Building
        };
        for team in winners {
            self.measure(team);
        }
        self.lift_bars();
    }

    /// Removes the unsupported stones from every wall (`W5`).
    fn end(&mut self) {
        for team in self.setup.team_ids() {
            let lifted = self.wall_score(team).map(|score| score.lifted);
            let lifted = lifted.filter(|lifted| !lifted.is_empty());
            if let (Some(lifted), Some(state)) = (lifted, self.team_mut(team)) {
                for stone in &lifted {
                    state.laid.remove(stone);
                }
                state.count_change();
                self.measure(team);
            }
        }
        self.phase = Phase::Ended;
    }

    /// Bars the team from all actions and withdraws what it submitted that is still sealed (`E3`).
    fn disqualify(&mut self, team: TeamId, reason: &str) {
        if let Some(state) = self.team_mut(team) {
            state.disqualified = Some(reason.into());
            state.barred_in = None;
        }
        if let Some(record) = self.current_round_mut() {
            if record.settlement.is_none() {
                record.sealed.remove(&team);
            }
            record.sealed_raises.remove(&team);
        }
    }

    /// Reinstates the team once the current round is over (`E3`).
    fn reinstate(&mut self, team: TeamId) {
        let current = self.current_round().map(|record| record.round);
        if let Some(state) = self.team_mut(team) {
            state.disqualified = None;
            state.barred_in = current;
        }
    }

    fn lift_bars(&mut self) {
        for team in self.teams.iter_mut().filter(|team| team.barred_in.is_some()) {
            Arc::make_mut(team).barred_in = None;
        }
    }
}

impl TeamState {
    fn count_change(&mut self) {
        self.wall = Some(self.wall.map_or(Revision::FIRST, Revision::next));
    }
}
