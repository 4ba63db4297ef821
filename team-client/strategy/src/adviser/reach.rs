//! Reachable walls, with the stones in hand and with obtainable ones.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use ishigaki_rules::auction::Offer;
use ishigaki_rules::wall::{Placement, Placing};
use ishigaki_rules::{Frame, LotId, Setup, Shape, StoneId};
use ishigaki_solver::{Options, Problem, Score, Wall, solve};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::share;
use team_client_sdk::bot::View;
use team_client_sdk::plan::{PlanEffort, PlanStep, Stock, fill_within};

/// Candidate squares beyond a quarter more than the missing ones.
const SPARE_SQUARES: u64 = 24;

/// Number of plans with all lots. Later plans omit some, which shows the alternatives.
const FIRM_PLANS: u32 = 2;

/// Stones of at most this many squares fill gaps, so one of each is always a candidate.
const FILLER: usize = 3;

const LONGER: u64 = 10;

#[derive(Clone, Copy, Debug)]
pub(super) struct Means {
    pub(super) held: u64,
    pub(super) wins: u64,
}

#[derive(Clone, Debug)]
pub(super) struct ReachableWall {
    /// At most as many as can be won.
    pub(super) needs: Vec<u32>,
    /// Lots omitted from the search to find alternatives.
    pub(super) left_out: Vec<bool>,
    pub(super) score: Score,
    /// At most the money.
    pub(super) cost: u64,
}

impl ReachableWall {
    pub(super) fn stones(&self) -> u64 {
        self.needs.iter().map(|&needed| u64::from(needed)).sum()
    }
}

pub(super) struct Planner<'a> {
    setup: &'a Setup,
    offer: &'a Offer,
    hand: Vec<StoneId>,
    expected: &'a [u64],
    means: Means,
    steps: u64,
}

impl<'a> Planner<'a> {
    pub(super) fn new(
        view: &View<'a>,
        offer: &'a Offer,
        expected: &'a [u64],
        means: Means,
        steps: u64,
    ) -> Self {
        let hand = view.team().into_iter().flat_map(|team| team.stones.iter().copied()).collect();
        Self { setup: view.game.setup(), offer, hand, expected, means, steps }
    }

    pub(super) fn now(&self, steps: u64) -> Score {
        let shapes = self.hand.iter().filter_map(|stone| self.shape(stone.lot)).cloned().collect();
        let wall = best_or_proved(self.setup, shapes, steps, 0);
        wall.map_or_else(|| empty_wall(&self.setup.frame), |wall| wall.score)
    }

    /// Returns this many plans within the money and the wins, best first: fewest empty squares, then lowest
    /// cost. All of them beat the wall `now` before money is compared (`E2`).
    pub(super) fn plans(
        &self,
        count: u32,
        missing: u64,
        now: Score,
        risks: &[u64],
        rng: &mut ChaCha8Rng,
    ) -> Vec<ReachableWall> {
        let mut plans: Vec<ReachableWall> =
            (0..count).filter_map(|at| self.plan(missing, at >= FIRM_PLANS, rng)).collect();
        // Squares that stay empty, or will if a stone isn't won, in millionths.
        let expected = |plan: &ReachableWall| {
            let needs = plan.needs.iter().zip(risks).enumerate();
            let lost = needs.map(|(at, (&needed, risk))| u64::from(needed) * self.area(at) * risk);
            u64::from(plan.score.empty) * 1_000_000 + lost.sum::<u64>()
        };
        plans.sort_by_key(|plan| (expected(plan), plan.cost, Reverse(plan.score.used)));
        let is_better =
            |plan: &ReachableWall| (plan.score.empty, plan.score.top_gaps) < (now.empty, now.top_gaps);
        // If the search was too short, the best plan gets more steps.
        let first = plans.first().filter(|first| !is_better(first)).cloned();
        plans.retain(is_better);
        if plans.is_empty()
            && let Some(plan) = first.and_then(|first| self.again(&first, rng.random())).filter(is_better)
        {
            plans.push(plan);
        }
        plans
    }

    fn plan(&self, missing: u64, has_gaps: bool, rng: &mut ChaCha8Rng) -> Option<ReachableWall> {
        let wanted = self.candidates(missing, has_gaps, rng);
        let left_out = self.setup.lot_ids().map(|lot| has_gaps && !wanted.contains(&lot)).collect();
        let seed = rng.random();
        let plan = self.build_wall(&wanted, left_out, self.steps, seed)?;
        let taken = self.copies(&plan);
        let within = self.within_means(&taken);
        // Stones beyond the means are dropped, and the rest is rebuilt.
        if within.len() == taken.len() {
            Some(plan)
        } else {
            self.build_wall(&within, plan.left_out, self.steps, seed)
        }
    }

    fn again(&self, plan: &ReachableWall, seed: u64) -> Option<ReachableWall> {
        let steps = self.steps.saturating_mul(LONGER);
        self.build_wall(&self.copies(plan), plan.left_out.clone(), steps, seed)
    }

    fn build_wall(
        &self,
        wanted: &[LotId],
        left_out: Vec<bool>,
        steps: u64,
        seed: u64,
    ) -> Option<ReachableWall> {
        let lots = self.hand.iter().map(|stone| stone.lot).chain(wanted.iter().copied());
        let shapes = lots.filter_map(|lot| self.shape(lot)).cloned().collect();
        let wall = best(self.setup, shapes, steps, seed)?;
        let mut needs = vec![0; self.setup.lots.len()];
        let mut cost = 0_u64;
        let used = wall.stones.iter().filter_map(|laid| laid.stone.checked_sub(self.hand.len()));
        for lot in used.filter_map(|at| wanted.get(at)) {
            needs[lot.index()] += 1;
            cost = cost.saturating_add(self.price(lot.index()));
        }
        Some(ReachableWall { needs, left_out, score: wall.score, cost })
    }

    fn copies(&self, plan: &ReachableWall) -> Vec<LotId> {
        let needs = self.setup.lot_ids().zip(&plan.needs);
        needs.flat_map(|(lot, &needed)| std::iter::repeat_n(lot, needed as usize)).collect()
    }

    fn within_means(&self, copies: &[LotId]) -> Vec<LotId> {
        let mut copies = copies.to_vec();
        copies
            .sort_by_key(|lot| (Reverse(self.area(lot.index()) * 100_000 / self.burden(lot.index())), *lot));
        let Means { held: mut left, wins } = self.means;
        let mut within = Vec::new();
        for lot in copies {
            let price = self.price(lot.index());
            if (within.len() as u64) < wins && price <= left {
                left -= price;
                within.push(lot);
            }
        }
        within
    }

    /// Candidate copies: those with the most squares for their share of the money and wins, a few more than
    /// needed. With gaps one copy in three is omitted.
    fn candidates(&self, missing: u64, has_gaps: bool, rng: &mut ChaCha8Rng) -> Vec<LotId> {
        let teams = u32::try_from(self.setup.teams.len()).unwrap_or(u32::MAX).max(1);
        let mut copies = Vec::new();
        for (at, offered) in self.offer.lots.iter().enumerate() {
            // Rivals want some too, so a plan with all copies of a lot would fail.
            let within_reach = offered.copies.min(offered.copies.div_ceil(teams) + 1);
            if self.price(at) > self.means.held {
                continue;
            }
            for copy in 0..within_reach {
                if has_gaps && rng.random_ratio(1, 3) {
                    continue;
                }
                let taste = rng.random_range(60..=140);
                let is_filler = copy == 0 && self.area(at) <= FILLER as u64;
                copies.push((!is_filler, Reverse(self.area(at) * 1_000 * taste / self.burden(at)), at));
            }
        }
        copies.sort_unstable();
        let most = missing + missing / 4 + SPARE_SQUARES;
        let mut squares = 0;
        let within = |(is_bought, _, at): &(bool, Reverse<u64>, usize)| {
            let is_wanted = squares < most;
            squares += if *is_bought { self.area(*at) } else { 0 };
            is_wanted
        };
        copies.into_iter().take_while(within).map(|(_, _, at)| LotId::at(at)).collect()
    }

    fn price(&self, at: usize) -> u64 {
        self.expected.get(at).copied().unwrap_or(0)
    }

    fn burden(&self, at: usize) -> u64 {
        (share(10_000, self.price(at), self.means.held) + 10_000 / self.means.wins.max(1)).max(1)
    }

    fn shape(&self, lot: LotId) -> Option<&'a Shape> {
        self.setup.lot(lot).map(|lot| &lot.shape)
    }

    fn area(&self, at: usize) -> u64 {
        self.setup.lots.get(at).map_or(0, |lot| lot.shape.area()) as u64
    }
}

pub(super) fn empty_wall(frame: &Frame) -> Score {
    let top = frame.top_row();
    let squares = |in_top: bool| frame.cells().filter(|cell| !in_top || cell.row == top).count();
    let [empty, top_gaps] = [squares(false), squares(true)].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    Score { empty, top_gaps, used: 0 }
}

pub(super) fn wall(view: &View<'_>, steps: u64, seed: u64) -> Vec<Placement<StoneId>> {
    let setup = view.game.setup();
    let hand: Vec<StoneId> = view.team().into_iter().flat_map(|team| team.stones.iter().copied()).collect();
    let shapes: Vec<Shape> = hand.iter().filter_map(|&stone| view.game.shape(stone)).cloned().collect();
    let placement =
        |(at, spot)| hand.get(at).map(|&stone| Placement { stone, placing: Placing::Turned(spot) });
    let frame = setup.frame.cells().count();
    let squares: usize = shapes.iter().map(Shape::area).sum();
    // With few stones every wall holds all of them.
    let is_easy = squares * 4 < frame * 3;
    let solved = if is_easy { None } else { best_or_proved(setup, shapes.clone(), steps, seed) };
    if let Some(wall) = solved {
        return wall.stones.into_iter().filter_map(|laid| placement((laid.stone, laid.spot))).collect();
    }
    let stock = |shape| Stock { shape, count: 1, reluctance: 0 };
    let stocks: Vec<Stock<'_>> = shapes.iter().map(stock).collect();
    let steps = fill_within(&setup.frame, &stocks, PlanEffort::Quick);
    steps.into_iter().filter_map(|PlanStep { stock, spot }| placement((stock, spot))).collect()
}

fn best(setup: &Setup, shapes: Vec<Shape>, steps: u64, seed: u64) -> Option<Wall> {
    let problem = Problem::new(setup.frame.clone(), shapes).ok()?;
    let is_full = AtomicBool::new(false);
    let mut note = |wall: &Wall| is_full.store(wall.score.empty == 0, Ordering::Relaxed);
    let options = Options { threads: 1, seed, steps: Some(steps) };
    Some(solve(&problem, options, &|| is_full.load(Ordering::Relaxed), &mut note))
}

fn best_or_proved(setup: &Setup, shapes: Vec<Shape>, steps: u64, seed: u64) -> Option<Wall> {
    let problem = Problem::new(setup.frame.clone(), shapes).ok()?;
    let options = Options { threads: 1, seed, steps: Some(steps) };
    Some(solve(&problem, options, &|| false, &mut |_| {}))
}
