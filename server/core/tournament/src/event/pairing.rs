//! Pairing the next round, by the rules or by a ruling, and taking it back.

use alloc::string::String;
use alloc::vec::Vec;

use super::fact::Fact;
use super::rejection::Rejection;
use super::state::{BeforePairing, PairedRound, Stage, Tournament};
use crate::flow::{Flow, FlowFault, PlayerState};
use crate::id::{PlayerId, Round};
use crate::pairing::{Matcher, PairFault};
use crate::playoff::Bout;
use crate::round::PoolPairing;

struct Paired {
    pools: Vec<PoolPairing>,
    games: Vec<(Bout, PlayerId, PlayerId)>,
}

impl Tournament {
    pub(super) fn pair_round(&self, round: Round, matcher: &impl Matcher) -> Result<Fact, Rejection> {
        let Paired { pools, games } = self.pair(round, &[], matcher)?;
        Ok(Fact::RoundPaired { round, pools, games })
    }

    pub(super) fn pair_by_ruling(
        &self,
        round: Round,
        fixed: &[(PlayerId, PlayerId)],
        reason: String,
        matcher: &impl Matcher,
    ) -> Result<Fact, Rejection> {
        for player in fixed.iter().flat_map(|(one, other)| [one, other]) {
            self.known(*player)?;
        }
        if fixed.is_empty() {
            return Err(Rejection::BadPairs(PairFault::None));
        }
        let Paired { pools, games } = self.pair(round, fixed, matcher)?;
        Ok(Fact::RoundPairedByRuling { round, fixed: fixed.to_vec(), reason, pools, games })
    }

    fn pair(
        &self,
        named: Round,
        fixed: &[(PlayerId, PlayerId)],
        matcher: &impl Matcher,
    ) -> Result<Paired, Rejection> {
        match self.stage() {
            Stage::Between { next } if next == named => {}
            Stage::Between { next: current } => return Err(Rejection::WrongRound { named, current }),
            Stage::Playing { round } => {
                let games = self.rounds.last().map_or(0, PairedRound::open);
                return Err(Rejection::ResultsOpen { round, games });
            }
            stage => return Err(Rejection::WrongStage { stage }),
        }
        let flow = self.passed().map_err(|fault| match fault {
            FlowFault::NobodyLeft { league } => Rejection::NobodyLeft { league },
            FlowFault::CannotWithdraw { player } => Rejection::CannotWithdraw { player },
        })?;
        let Some(flow) = flow else { return Err(Rejection::WrongStage { stage: self.stage() }) };
        let scheduled = if fixed.is_empty() { flow.scheduled() } else { fixed.to_vec() };
        let groups = flow.fixed_by_pool(&scheduled).map_err(Rejection::BadPairs)?;
        let pools = flow.pair_with(&groups, matcher).map_err(|_| Rejection::TooWide)?;
        let playoffs = self.playoffs_of(&flow).games;
        let due = playoffs.iter().filter(|game| game.bout.round(&self.plan) == named);
        let games = due.map(|game| (game.bout, game.a, game.b)).collect();
        Ok(Paired { pools, games })
    }

    pub(super) fn unpair_round(&self, named: Round, reason: String) -> Result<Fact, Rejection> {
        let round = match self.stage() {
            Stage::Playing { round } => round,
            stage => return Err(Rejection::WrongStage { stage }),
        };
        if round != named {
            return Err(Rejection::WrongRound { named, current: round });
        }
        let games = self.rounds.last().map_or(0, |paired| paired.results.len());
        if games > 0 {
            return Err(Rejection::ResultsEntered { round, games });
        }
        Ok(Fact::RoundUnpaired { round, reason })
    }

    pub(super) fn excuse(&self, player: PlayerId, reason: String) -> Result<Fact, Rejection> {
        self.at(|stage| matches!(stage, Stage::Between { .. } | Stage::Playing { .. }))?;
        self.known(player)?;
        let place = self.flow.as_ref().map_or(PlayerState::Absent, |flow| flow.state_of(player));
        let plays = matches!(place, PlayerState::League(_) | PlayerState::Placement);
        let last = self.rounds.last().is_some_and(|paired| paired.round >= self.plan.last_round);
        let is_out = self.leaving.contains(&player) || self.excused.contains(&player);
        if !plays || last || is_out || self.is_qualified_by_now(player) {
            return Err(Rejection::CannotWithdraw { player });
        }
        Ok(Fact::PlayerExcused { player, reason })
    }

    /// Folds a pairing.
    pub(super) fn apply_pairing(
        &mut self,
        round: Round,
        pools: &[PoolPairing],
        games: &[(Bout, PlayerId, PlayerId)],
    ) {
        self.before_pairing = Some(BeforePairing {
            flow: self.flow.clone(),
            leaving: self.leaving.clone(),
            excused: self.excused.clone(),
        });
        if let Ok(flow) = self.passed() {
            self.flow = flow;
        }
        self.leaving.clear();
        self.excused.clear();
        if round == self.plan.end() {
            self.at_finals.clone_from(&self.flow);
        }
        let (pools, bouts) = (pools.to_vec(), games.to_vec());
        self.rounds.push(PairedRound { round, pools, bouts, ..PairedRound::default() });
        self.complete();
    }

    /// Folds a pairing that is taken back. Withdrawals since the pairing stay.
    pub(super) fn apply_unpairing(&mut self, round: Round) {
        let Some(before) = self.before_pairing.take() else { return };
        if self.rounds.pop_if(|paired| paired.round == round).is_none() {
            return;
        }
        self.flow = before.flow;
        self.leaving.extend(before.leaving);
        self.excused.extend(before.excused);
        self.at_finals = None;
        let firsts = self.flow.as_ref().map(Flow::firsts).unwrap_or_default();
        self.confirmed.retain(|league| firsts.get(league.index()).is_some_and(Option::is_some));
    }
}
