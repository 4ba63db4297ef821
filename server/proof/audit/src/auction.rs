//! Auctions, money and clocks, tracked independently from public events.
//!
//! * Money: a team holds its start amount minus its payments (`A10`).
//! * Stones: every copy is in the pool or handed out once (`G3`, `A10`).
//! * Limits: M lines, W wins, TSUYAMA held, copies on offer (`A2`, `A5`).
//! * Awards that were announced stay until the round is voided (`A6`).
//! * Windows close exactly at their deadline, and stop with the clocks (`A3`, `A7`, `T`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ishigaki_rules::auction::{Award, Bid, FailureReason, Settlement, TeamList, TeamRaises};
use ishigaki_rules::{
    ClosePolicy, Event, Fact, Game, GameTime, LotId, Phase, Priority, RoundNo, RoundPlan, Setup, StoneId,
    TeamId, Tsuyama,
};

use crate::{Checked, Coverage, Reached, Violation, ensure};

/// The books of a game's auctions.
#[derive(Debug)]
pub struct Auction {
    setup: Arc<Setup>,
    held: Vec<u64>,
    pool: Vec<u32>,
    owners: BTreeMap<StoneId, TeamId>,
    disqualified: BTreeSet<TeamId>,
    barred: BTreeSet<TeamId>,
    paused_since: Option<GameTime>,
    /// Time at which the open window or countdown closes if the clocks run.
    closes_at: Option<GameTime>,
    closed_at: Option<GameTime>,
    attempts: BTreeMap<RoundNo, u32>,
    attempt: Option<Attempt>,
    ended: bool,
}

#[derive(Debug)]
struct Attempt {
    round: RoundNo,
    plan: RoundPlan,
    sealed: BTreeSet<TeamId>,
    opened: bool,
    prices: BTreeMap<(TeamId, Priority), (LotId, Vec<Tsuyama>)>,
    awards: Vec<Award>,
    waves: u32,
}

impl Auction {
    pub(crate) fn new(setup: &Arc<Setup>) -> Self {
        Self {
            setup: Arc::clone(setup),
            held: vec![setup.initial.0; setup.teams.len()],
            pool: setup.lots.iter().map(|lot| lot.copies).collect(),
            owners: BTreeMap::new(),
            disqualified: BTreeSet::new(),
            barred: BTreeSet::new(),
            paused_since: None,
            closes_at: None,
            closed_at: None,
            attempts: BTreeMap::new(),
            attempt: None,
            ended: false,
        }
    }

    /// Returns the moment at which bidding of the latest round closed at its deadline; `None` if it was
    /// closed early.
    pub fn closed_at(&self) -> Option<GameTime> {
        self.closed_at
    }

    /// Returns whether this round, and its attempt if given, is current and its lists are open.
    pub fn has_closed(&self, round: RoundNo, attempt: Option<u32>) -> bool {
        let attempts = self.attempts.get(&round).copied();
        self.attempt.as_ref().is_some_and(|current| current.round == round && current.opened)
            && attempt.is_none_or(|attempt| Some(attempt) == attempts)
    }

    pub(crate) fn follow(
        &mut self,
        before: &Game,
        event: &Event,
        after: &Game,
        coverage: &mut Coverage,
    ) -> Checked {
        match &event.fact {
            Fact::RoundOpened { .. }
            | Fact::BidsSealed { .. }
            | Fact::ListsOpened { .. }
            | Fact::RebidSealed { .. }
            | Fact::RebidsOpened { .. }
            | Fact::LotsConfirmed { .. }
            | Fact::RoundFinalised { .. }
            | Fact::RoundVoided { .. } => self.follow_round(before, event, after, coverage)?,
            _ => self.follow_game(before, event, after, coverage)?,
        }
        self.conserved(after)
    }

    fn follow_round(
        &mut self,
        before: &Game,
        event: &Event,
        after: &Game,
        coverage: &mut Coverage,
    ) -> Checked {
        match &event.fact {
            Fact::RoundOpened { round, attempt, closes_at } => {
                self.open_round(event.at, *round, *attempt, *closes_at)
            }
            Fact::BidsSealed { team, sealed } => {
                ensure!(sealed.is_none(), "the public is shown a sealed list of team {team:?}");
                self.in_window(event)?;
                let attempt = current(&mut self.attempt)?;
                ensure!(!attempt.opened, "a list sealed after the opening: {event:?}");
                ensure!(attempt.sealed.insert(*team), "the public is told that {team:?} replaced its list");
                Ok(())
            }
            Fact::ListsOpened { lists, rebid_closes_at } => {
                self.open_lists(event.at, lists, after, coverage)?;
                self.await_wave(event.at, *rebid_closes_at, after, coverage)
            }
            Fact::RebidSealed { team, sealed } => {
                ensure!(sealed.is_none(), "the public is shown a sealed re-bid of team {team:?}");
                self.in_window(event)?;
                let attempt = current(&mut self.attempt)?;
                ensure!(attempt.opened, "a re-bid before the opening: {event:?}");
                ensure!(attempt.sealed.insert(*team), "the public is told that {team:?} replaced its re-bid");
                Ok(())
            }
            Fact::RebidsOpened { raises, rebid_closes_at, .. } => {
                let complete = before.awaited_in_wave().is_some_and(|awaited| awaited.is_empty());
                ensure!(complete || self.is_due(event.at), "a wave closed before its time: {event:?}");
                self.open_rebids(before, raises, after, coverage)?;
                self.await_wave(event.at, *rebid_closes_at, after, coverage)
            }
            Fact::LotsConfirmed { lots } => {
                ensure!(matches!(before.phase(), Phase::Confirming), "confirmed too early: {lots:?}");
                if before.current_round().is_some_and(|record| record.unconfirmed().len() > lots.len()) {
                    coverage.add(Reached::ByLot);
                }
                Ok(())
            }
            Fact::RoundFinalised { round } => self.finalise(*round, after),
            Fact::RoundVoided { round, .. } => self.void(*round, coverage),
            _ => Ok(()),
        }
    }

    fn follow_game(
        &mut self,
        before: &Game,
        event: &Event,
        after: &Game,
        coverage: &mut Coverage,
    ) -> Checked {
        match &event.fact {
            Fact::Paused { .. } => {
                ensure!(self.paused_since.is_none(), "paused twice");
                self.paused_since = Some(event.at);
                if self.closes_at.is_some() {
                    coverage.add(Reached::PauseInWindow);
                }
            }
            Fact::Resumed { closes_at } => {
                let Some(since) = self.paused_since.take() else {
                    return Err(Violation::Broken("resumed without a pause".into()));
                };
                let moved = self.closes_at.map(|moment| moment.after(event.at.since(since)));
                ensure!(*closes_at == moved, "resumed until {closes_at:?} instead of {moved:?}");
                self.closes_at = moved;
            }
            Fact::WindowExtended { closes_at, .. } => {
                ensure!(self.closes_at.is_some_and(|moment| moment < *closes_at), "extended to the past");
                if self.paused_since.is_none() {
                    ensure!(!self.is_due(event.at), "extended after the deadline: {event:?}");
                }
                self.closes_at = Some(*closes_at);
            }
            Fact::TeamDisqualified { team, .. } => self.disqualify(*team)?,
            Fact::TeamReinstated { team, .. } => self.reinstate(*team)?,
            Fact::StonePlaced { team, .. }
            | Fact::StoneTakenOut { team, .. }
            | Fact::WallReplaced { team, .. } => {
                ensure!(!self.ended, "built after the end: {event:?}");
                self.in_play(*team, event)?;
            }
            Fact::EndSignalled { ends_at } => {
                ensure!(*ends_at == event.at.after(self.setup.end_countdown), "a countdown to {ends_at:?}");
                self.closes_at = Some(*ends_at);
            }
            Fact::GameEnded => self.end_game(before, event, after, coverage)?,
            Fact::ResultDeclared => {
                ensure!(after.ranking().janken_needed.is_empty(), "declared with an open janken");
            }
            _ => {}
        }
        Ok(())
    }

    fn disqualify(&mut self, team: TeamId) -> Checked {
        ensure!(self.disqualified.insert(team), "{team:?} is disqualified twice");
        self.barred.remove(&team);
        if let Some(attempt) = &mut self.attempt {
            attempt.sealed.remove(&team);
        }
        Ok(())
    }

    fn reinstate(&mut self, team: TeamId) -> Checked {
        ensure!(self.disqualified.remove(&team), "{team:?} is reinstated without reason");
        if self.attempt.is_some() {
            self.barred.insert(team);
        }
        Ok(())
    }

    fn end_game(&mut self, before: &Game, event: &Event, after: &Game, coverage: &mut Coverage) -> Checked {
        ensure!(self.is_due(event.at), "the game ended before its time: {event:?}");
        self.closes_at = None;
        self.ended = true;
        let laid = |game: &Game, team| game.team(team).map_or(0, |team| team.laid.len());
        for team in self.setup.team_ids() {
            crate::wall::check_wall(after, team)?;
            if laid(after, team) < laid(before, team) {
                coverage.add(Reached::Lifted);
            }
        }
        Ok(())
    }

    fn open_round(&mut self, at: GameTime, round: RoundNo, attempt: u32, closes_at: GameTime) -> Checked {
        ensure!(self.attempt.is_none(), "round {round} opened while another is under way");
        ensure!(self.paused_since.is_none(), "round {round} opened while the clocks stand");
        let Some(plan) = self.setup.round(round).copied() else {
            return Err(Violation::Broken(format!("there is no round {round}")));
        };
        ensure!(closes_at == at.after(plan.window), "round {round} opened at {at:?} until {closes_at:?}");
        let attempts = self.attempts.entry(round).or_default();
        *attempts += 1;
        ensure!(attempt == *attempts, "attempt {attempt} of round {round} is the {attempts}th");
        self.closes_at = Some(closes_at);
        self.closed_at = None;
        self.attempt = Some(Attempt {
            round,
            plan,
            sealed: BTreeSet::new(),
            opened: false,
            prices: BTreeMap::new(),
            awards: Vec::new(),
            waves: 0,
        });
        Ok(())
    }

    fn open_lists(
        &mut self,
        at: GameTime,
        lists: &[TeamList],
        after: &Game,
        coverage: &mut Coverage,
    ) -> Checked {
        let active = self.setup.team_ids().filter(|team| self.may_act(*team));
        let active: BTreeSet<TeamId> = active.collect();
        let due = self.is_due(at);
        let attempt = current(&mut self.attempt)?;
        let early = attempt.plan.close == ClosePolicy::WhenAllSealed && active.is_subset(&attempt.sealed);
        ensure!(due || early && self.paused_since.is_none(), "bidding closed before its time, at {at:?}");
        if due {
            self.closed_at = self.closes_at;
        } else {
            coverage.add(Reached::EarlyClose);
        }
        let teams: BTreeSet<TeamId> = lists.iter().map(|list| list.team).collect();
        ensure!(teams == attempt.sealed, "{:?} have sealed, and {teams:?} are opened", attempt.sealed);
        for list in lists {
            check_list(&self.setup, attempt.plan, self.held[list.team.index()], &self.pool, &list.bids)?;
            for (priority, bid) in (1..).map(Priority).zip(&list.bids) {
                attempt.prices.insert((list.team, priority), (bid.lot, vec![bid.price]));
            }
        }
        attempt.opened = true;
        self.announce(after)
    }

    fn open_rebids(
        &mut self,
        before: &Game,
        raises: &[TeamRaises],
        after: &Game,
        coverage: &mut Coverage,
    ) -> Checked {
        let attempt = current(&mut self.attempt)?;
        let teams: BTreeSet<TeamId> = raises.iter().map(|sent| sent.team).collect();
        ensure!(teams == attempt.sealed, "{:?} have re-bid, and {teams:?} are opened", attempt.sealed);
        attempt.waves += 1;
        if attempt.waves == 2 {
            coverage.add(Reached::SecondWave);
        }
        let ties = settlement(before)?.ties();
        for sent in raises {
            for raise in &sent.raises {
                let line = |line: &&ishigaki_rules::auction::Tie| {
                    line.lines.iter().any(|line| line.team == sent.team && line.priority == raise.priority)
                };
                let Some(tie) = ties.iter().find(line) else {
                    return Err(Violation::Broken(format!(
                        "{raise:?} of {:?} raises no tied line",
                        sent.team
                    )));
                };
                ensure!(raise.price > tie.price, "{raise:?} is not above {:?}", tie.price);
                if let Some((_, prices)) = attempt.prices.get_mut(&(sent.team, raise.priority)) {
                    prices.push(raise.price);
                }
            }
        }
        let failures_before = settlement(before)?.failures().len();
        for failure in &settlement(after)?.failures()[failures_before..] {
            if failure.reason == FailureReason::TiedRebid {
                coverage.add(Reached::FailedTie);
            }
        }
        let won = settlement(after)?.awards().len() > settlement(before)?.awards().len();
        if won {
            coverage.add(Reached::WonRebid);
        }
        self.announce(after)
    }

    fn await_wave(
        &mut self,
        at: GameTime,
        closes_at: Option<GameTime>,
        after: &Game,
        coverage: &mut Coverage,
    ) -> Checked {
        let attempt = current(&mut self.attempt)?;
        attempt.sealed.clear();
        let ties = settlement(after)?.ties();
        for _ in ties {
            coverage.add(Reached::Tie);
        }
        let due = (!ties.is_empty()).then(|| at.after(attempt.plan.rebid_window));
        ensure!(closes_at == due, "re-bids until {closes_at:?} instead of {due:?}");
        self.closes_at = closes_at;
        Ok(())
    }

    /// Checks new awards: earlier ones are still among them, and all limits are kept.
    fn announce(&mut self, after: &Game) -> Checked {
        let attempt = current(&mut self.attempt)?;
        let awards = settlement(after)?.awards();
        for award in &attempt.awards {
            ensure!(awards.contains(award), "{award:?} was announced, and is gone");
        }
        let mut wins = vec![0_u32; self.held.len()];
        let mut charges = vec![0_u64; self.held.len()];
        let mut copies = vec![0_u32; self.pool.len()];
        let mut lines = BTreeSet::new();
        for award in awards {
            let priced = attempt.prices.get(&(award.team, award.priority));
            let named =
                priced.is_some_and(|(lot, prices)| *lot == award.lot && prices.last() == Some(&award.price));
            ensure!(named, "{award:?} is not what the team offered: {priced:?}");
            ensure!(lines.insert((award.team, award.priority)), "a line wins twice: {award:?}");
            wins[award.team.index()] += 1;
            charges[award.team.index()] += award.price.0;
            copies[award.lot.index()] += 1;
        }
        ensure!(wins.iter().all(|&wins| wins <= attempt.plan.max_wins), "more than W: {awards:?}");
        ensure!(charges.iter().zip(&self.held).all(|(charge, held)| charge <= held), "beyond the purse");
        ensure!(copies.iter().zip(&self.pool).all(|(won, pool)| won <= pool), "more than there are");
        attempt.awards = awards.to_vec();
        Ok(())
    }

    fn finalise(&mut self, round: RoundNo, after: &Game) -> Checked {
        let Some(attempt) = self.attempt.take() else {
            return Err(Violation::Broken(format!("round {round} is final and was not under way")));
        };
        ensure!(attempt.round == round, "round {round} is final instead of {}", attempt.round);
        let handed = after.rounds().last().map(|record| record.handed.clone()).unwrap_or_default();
        let awards: BTreeSet<Award> = handed.iter().map(|(_, award)| *award).collect();
        ensure!(
            awards == attempt.awards.iter().copied().collect() && handed.len() == attempt.awards.len(),
            "awarded {:?}, handed out {handed:?}",
            attempt.awards
        );
        for (stone, award) in handed {
            ensure!(stone.lot == award.lot, "{stone:?} for {award:?}");
            ensure!(self.owners.insert(stone, award.team).is_none(), "{stone:?} is handed out twice");
            self.held[award.team.index()] -= award.price.0;
            self.pool[award.lot.index()] -= 1;
        }
        self.barred.clear();
        self.closes_at = None;
        Ok(())
    }

    fn void(&mut self, round: RoundNo, coverage: &mut Coverage) -> Checked {
        let Some(attempt) = self.attempt.take() else {
            return Err(Violation::Broken(format!("round {round} is void and was not under way")));
        };
        ensure!(attempt.round == round, "round {round} is void instead of {}", attempt.round);
        if !attempt.opened && !attempt.sealed.is_empty() {
            coverage.add(Reached::VoidSealed);
        }
        if !attempt.awards.is_empty() {
            coverage.add(Reached::VoidAwarded);
        }
        self.barred.clear();
        self.closes_at = None;
        Ok(())
    }

    fn conserved(&self, after: &Game) -> Checked {
        ensure!(after.pool() == self.pool, "the pool is {:?}, the books say {:?}", after.pool(), self.pool);
        let mut handed = vec![0_u32; self.pool.len()];
        for (at, &held) in self.held.iter().enumerate() {
            let team = TeamId::at(at);
            let Some(state) = after.team(team) else {
                return Err(Violation::Broken(format!("team {team:?} is gone")));
            };
            ensure!(state.held.0 == held, "{team:?} holds {}, the books say {held}", state.held);
            for stone in &state.stones {
                ensure!(
                    self.owners.get(stone) == Some(&team),
                    "{team:?} has {stone:?} and was not handed it"
                );
                handed[stone.lot.index()] += 1;
            }
        }
        for ((lot, handed), pool) in self.setup.lots.iter().zip(handed).zip(&self.pool) {
            ensure!(
                handed + pool == lot.copies,
                "{} of {}: {handed} handed, {pool} left",
                lot.copies,
                lot.code
            );
        }
        ensure!(
            self.disqualified.iter().all(|team| after.team(*team).is_some_and(|t| t.disqualified.is_some())),
            "a disqualification is gone"
        );
        Ok(())
    }

    fn is_due(&self, at: GameTime) -> bool {
        self.paused_since.is_none() && self.closes_at.is_some_and(|moment| at >= moment)
    }

    fn may_act(&self, team: TeamId) -> bool {
        !self.disqualified.contains(&team) && !self.barred.contains(&team)
    }

    fn in_play(&self, team: TeamId, event: &Event) -> Checked {
        ensure!(self.may_act(team), "{team:?} is disqualified, and yet {event:?}");
        Ok(())
    }

    fn in_window(&self, event: &Event) -> Checked {
        if let Some(team) = event.fact.sealer() {
            self.in_play(team, event)?;
        }
        ensure!(self.closes_at.is_some(), "no window is open, and yet {event:?}");
        ensure!(self.paused_since.is_none(), "the clocks stand, and yet {event:?}");
        ensure!(!self.is_due(event.at), "sealed after {:?}: {event:?}", self.closes_at);
        Ok(())
    }
}

fn current(attempt: &mut Option<Attempt>) -> Checked<&mut Attempt> {
    attempt.as_mut().ok_or_else(|| Violation::Broken("no round is under way".into()))
}

fn settlement(game: &Game) -> Checked<&Settlement> {
    let record = game.current_round().and_then(|record| record.settlement.as_ref());
    record.ok_or_else(|| Violation::Broken("the round is not open".into()))
}

fn check_list(setup: &Setup, plan: RoundPlan, held: u64, pool: &[u32], bids: &[Bid]) -> Checked {
    ensure!(bids.len() <= plan.max_bids as usize, "more than M: {bids:?}");
    let total: u64 = bids.iter().map(|bid| bid.price.0).sum();
    ensure!(total <= held, "{total} bid, {held} held: {bids:?}");
    for bid in bids {
        let least = setup.lot(bid.lot).map(|lot| lot.min_price);
        ensure!(least.is_some_and(|least| bid.price >= least), "{bid:?} is below {least:?}");
        let lines = bids.iter().filter(|other| other.lot == bid.lot).count();
        let copies = pool.get(bid.lot.index()).copied().unwrap_or(0);
        ensure!(lines <= copies as usize, "{lines} lines for {copies} copies: {bids:?}");
    }
    Ok(())
}
