//! Advice for a team: values of lots, a list for the open round, new prices for tied lines, and the outcome
//! of an opened round with another list.
//!
//! Depends on the view, the [`SearchEffort`] and the seed alone. Advice is as secret as a sealed list (`A4`),
//! so `Debug` omits it.

mod list;
mod market;
mod reach;
mod rebid;
mod rivals;
mod what_if;

use std::fmt;

use ishigaki_rules::auction::{Bid, Offer};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{LotId, Phase, RoundNo, StoneId, TeamId, Tsuyama};
use ishigaki_solver::Score;

use crate::dice::{About, dice};
use market::Market;
use reach::{Means, Planner, ReachableWall};
use rivals::owned_squares;
use team_client_sdk::bot::View;

pub use rebid::{RaiseAdvice, advise_raises, advise_raises_within_budgets};
pub use what_if::{FixedRebid, ListOutcome, ReassignedLot, WhatIf, WhatIfFault, Winners, opened, what_if};

/// Probability, in millionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chance(pub u64);

/// A share of squares, in hundredths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SquareShare(pub u64);

/// Effort of a search for walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchEffort {
    /// Walls planned with obtainable stones; at least 1.
    pub plans: u32,
    pub steps: u64,
    /// Solver steps for the best wall with the stones in hand; 0 uses the current wall.
    pub steps_now: u64,
    pub rivals: RivalModel,
}

/// Model of the rivals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RivalModel {
    /// One appetite and one spread of prices for all rivals.
    Alike,
    /// Like [`Self::Alike`], with the most likely rival for each lot.
    Told,
    /// Each rival by its needs, money and bids; prices look ahead to later rounds.
    Each,
}

/// Weight of the squares likely lost, in hundredths, when plans are compared.
const RISK: u64 = 50;

/// Factor on worth, in hundredths, if rivals bid below worth: a team that bids only the fair share has money
/// left in the end.
const EAGER: u64 = 140;

/// Like [`EAGER`], once it [`is_late`]: a missing stone costs the place, independent of the money (`E2`).
const EAGER_LATE: u64 = 250;

/// A team is late if less than this part of its frame is missing, in hundredths.
const LATE: u64 = 12;

const NEARLY: u64 = 6;

/// Advice about the open round, or the next one.
#[derive(Clone, PartialEq, Eq)]
pub struct Advice {
    pub round: RoundNo,
    pub held: Tsuyama,
    pub now: Score,
    /// Best wall with obtainable stones, within the money and the remaining wins; `now` if none is better.
    pub reachable: Score,
    /// Stones of that wall beyond those in hand.
    pub needs: u64,
    pub cost: Tsuyama,
    /// Lots with copies on offer, in the set-up's order.
    pub lots: Vec<LotAdvice>,
    /// Valid list, first choice first, without [`doubts`](crate::doubt::doubts). Empty for a decline.
    pub list: Vec<LineAdvice>,
}

/// Worth of a lot to the team, and its rivals for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LotAdvice {
    pub lot: LotId,
    pub copies: u32,
    /// Squares that one more copy adds, averaged over the plans that could use it.
    pub value: SquareShare,
    pub needed: u32,
    /// Lowest price that wins more often than not, up to the team's money.
    pub expected: Tsuyama,
    pub worth: Tsuyama,
    pub needing: u32,
    pub able: u32,
    pub stays: Chance,
    /// Rival most likely to bid on it; `None` without rivals, or if the [`SearchEffort`] doesn't distinguish
    /// them.
    pub contender: Option<LikelyRival>,
}

/// Rival most likely to bid on a lot, from public information.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LikelyRival {
    pub team: TeamId,
    pub fits: bool,
    pub held: Tsuyama,
    pub named: Option<Tsuyama>,
    /// Half of its lines for such a stone would be between `from` and `to`.
    pub from: Tsuyama,
    pub to: Tsuyama,
}

/// A line of the list, and its reason.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LineAdvice {
    pub bid: Bid,
    pub value: SquareShare,
    /// Probability that the line wins if its turn comes.
    pub chance: Chance,
    pub able: u32,
    pub reason: LineReason,
}

/// Reason for a line in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineReason {
    Planned,
    /// The best plan uses it, and it will probably be gone in the next round.
    Scarce,
    LastCall,
    /// Another plan uses it, if an earlier line fails.
    Spare,
}

impl Chance {
    /// Probability 0.
    pub const NONE: Self = Self(0);
    /// Probability 1.
    pub const CERTAIN: Self = Self(1_000_000);

    /// Returns the probability in percent, rounded to the nearest.
    pub fn percent(self) -> u64 {
        (self.0 + 5_000) / 10_000
    }
}

impl SearchEffort {
    /// For a bot: a few milliseconds.
    pub const QUICK: Self = Self { plans: 2, steps: 2_000, steps_now: 0, rivals: RivalModel::Alike };
    /// For a bot that models its rivals and looks ahead: tens of milliseconds.
    pub const KEEN: Self = Self { plans: 6, steps: 10_000, steps_now: 0, rivals: RivalModel::Each };
    /// For a person: well under a second.
    pub const FULL: Self = Self { plans: 12, steps: 60_000, steps_now: 200_000, rivals: RivalModel::Told };
}

/// Returns advice for the open round, or for the next one. `None` without such a round, or if the team takes
/// no part.
///
/// Deterministic for the same view, effort and seed.
pub fn advise(view: &View<'_>, effort: SearchEffort, seed: u64) -> Option<Advice> {
    let (round, offer) = offer(view)?;
    if !view.game.takes_part(view.me) {
        return None;
    }
    Some(RoundAdviser::new(view, round, &offer, effort.rivals).advise(effort, seed))
}

/// Returns the best wall with the stones in hand, found within this many solver steps (`W5`).
pub fn wall(view: &View<'_>, steps: u64, seed: u64) -> Vec<Placement<StoneId>> {
    reach::wall(view, steps, seed)
}

fn offer(view: &View<'_>) -> Option<(RoundNo, Offer)> {
    let game = view.game;
    match (game.phase(), view.record()) {
        (Phase::Bidding { .. }, Some(record)) => Some((record.round, record.offer.clone())),
        (Phase::Ready { next }, _) => {
            let plan = game.setup().round(next)?;
            let lot = |(lot, &copies): (&ishigaki_rules::LotSpec, &u32)| {
                ishigaki_rules::auction::OfferedLot { min_price: lot.min_price, copies }
            };
            let lots = game.setup().lots.iter().zip(game.pool()).map(lot).collect();
            Some((next, Offer { max_bids: plan.max_bids, max_wins: plan.max_wins, lots }))
        }
        _ => None,
    }
}

fn is_late(view: &View<'_>) -> bool {
    let frame = view.game.setup().frame.cells().count() as u64;
    frame.saturating_sub(owned_squares(view.game, view.me)) * 100 < frame * LATE
}

fn share(amount: u64, part: u64, whole: u64) -> u64 {
    let share = u128::from(amount) * u128::from(part) / u128::from(whole.max(1));
    u64::try_from(share).unwrap_or(u64::MAX)
}

fn prices(least: u64, most: u64) -> impl Iterator<Item = u64> {
    const MOST: u64 = 64;
    let step = (most.saturating_sub(least) / MOST).max(1);
    (least..=most).step_by(usize::try_from(step).unwrap_or(usize::MAX))
}

struct RoundAdviser<'a> {
    view: &'a View<'a>,
    round: RoundNo,
    offer: &'a Offer,
    market: Market,
    means: Means,
    expected: Vec<u64>,
}

impl<'a> RoundAdviser<'a> {
    fn new(view: &'a View<'a>, round: RoundNo, offer: &'a Offer, model: RivalModel) -> Self {
        let market = Market::of(view, offer, model);
        let rounds = &view.game.setup().rounds;
        let wins = rounds.iter().skip(round.index()).map(|plan| u64::from(plan.max_wins)).sum();
        let means = Means { held: view.held().0, wins };
        let expected = offer.lots.iter().enumerate();
        let expected = expected
            .map(|(at, lot)| {
                let most = lot.min_price.0.saturating_mul(10).min(means.held);
                market.expected(LotId::at(at), Tsuyama(most)).0
            })
            .collect();
        Self { view, round, offer, market, means, expected }
    }

    fn standing(&self) -> Score {
        let score = self.view.game.wall_score(self.view.me);
        score.map_or_else(
            || reach::empty_wall(&self.view.game.setup().frame),
            |score| Score { empty: score.empty, top_gaps: score.top_gaps, used: score.used },
        )
    }

    fn is_last(&self) -> bool {
        self.round.index() + 1 >= self.view.game.setup().rounds.len()
    }

    fn advise(&self, effort: SearchEffort, seed: u64) -> Advice {
        let mut rng = dice(seed, self.view, About::Bids);
        let setup = self.view.game.setup();
        let planner = Planner::new(self.view, self.offer, &self.expected, self.means, effort.steps);
        let now = if effort.steps_now == 0 { self.standing() } else { planner.now(effort.steps_now) };
        let frame = setup.frame.cells().count() as u64;
        let to_come = frame.saturating_sub(owned_squares(self.view.game, self.view.me));
        // In a nearly full wall the empty squares say more than the squares of its stones.
        let missing = if to_come * NEARLY > frame { to_come } else { to_come.max(u64::from(now.empty)) };
        // Early on, any stones with a good price will do, and a list contains only part of the needed ones.
        let count = if missing * 2 > frame { effort.plans.div_ceil(2) } else { effort.plans };
        let plans = if now.empty == 0 {
            Vec::new()
        } else {
            planner.plans(count, missing, now, &self.risks(to_come), &mut rng)
        };
        let lots = self.lots(&plans);
        let list = self.list(&plans, &lots, &mut rng);
        let best = plans.first();
        // A plan without more stones is a wall of the stones in hand.
        let now = best.filter(|plan| plan.stones() == 0).map_or(now, |plan| plan.score);
        Advice {
            round: self.round,
            held: self.view.held(),
            now,
            reachable: best.map_or(now, |plan| plan.score),
            needs: best.map_or(0, ReachableWall::stones),
            cost: Tsuyama(best.map_or(0, |plan| plan.cost)),
            lots,
            list,
        }
    }

    fn worth(&self, area: u64, squares: u64) -> u64 {
        if !self.market.prices_each() {
            return share(self.means.held, area, squares.max(area));
        }
        // If there aren't enough stones for all walls, no team gets all that it lacks, and money is left
        // over.
        let setup = self.view.game.setup();
        let pool = setup.lots.iter().zip(&self.offer.lots);
        let supply: u64 =
            pool.map(|(lot, offered)| lot.shape.area() as u64 * u64::from(offered.copies)).sum();
        let frame = setup.frame.cells().count() as u64;
        let mine = frame.saturating_sub(owned_squares(self.view.game, self.view.me));
        let lacked = mine + self.market.lacked();
        let bought = share(squares, supply.min(lacked), lacked);
        let eager = if is_late(self.view) { EAGER_LATE } else { EAGER };
        share(share(self.means.held, eager, 100), area, bought.max(area))
    }

    fn risks(&self, to_come: u64) -> Vec<u64> {
        let risk = |at: usize| {
            if !self.market.prices_each() {
                return 0;
            }
            let lot = LotId::at(at);
            let fair = share(self.means.held, self.area(lot), to_come.max(self.area(lot)));
            let lost = Chance::CERTAIN.0 - self.market.chance(lot, Tsuyama(fair)).0;
            let gone = Chance::CERTAIN.0 - if self.is_last() { 0 } else { self.market.stays(lot).0 };
            share(share(lost, gone, Chance::CERTAIN.0), RISK, 100)
        };
        (0..self.offer.lots.len()).map(risk).collect()
    }

    fn area(&self, lot: LotId) -> u64 {
        self.view.game.setup().lot(lot).map_or(0, |lot| lot.shape.area()) as u64
    }

    fn lots(&self, plans: &[ReachableWall]) -> Vec<LotAdvice> {
        let best = plans.first();
        let squares: u64 = self.plan_squares(best).max(1);
        let lot = |(at, offered): (usize, &ishigaki_rules::auction::OfferedLot)| {
            let lot = LotId::at(at);
            let area = self.area(lot);
            let taking =
                plans.iter().filter(|plan| plan.needs.get(at).is_some_and(|&n| n > 0)).count() as u64;
            let having = plans.iter().filter(|plan| plan.left_out.get(at) == Some(&false)).count() as u64;
            let expected = Tsuyama(self.expected.get(at).copied().unwrap_or(0));
            LotAdvice {
                lot,
                copies: offered.copies,
                value: SquareShare(area * 100 * taking / having.max(1)),
                needed: best.and_then(|plan| plan.needs.get(at).copied()).unwrap_or(0),
                expected,
                // A stone's share of the money is its share of the squares still to be bought.
                worth: Tsuyama(self.worth(area, squares)),
                needing: self.market.needing(lot),
                able: self.market.able(lot, expected),
                stays: self.market.stays(lot),
                contender: self.market.contender(lot),
            }
        };
        let on_offer = self.offer.lots.iter().enumerate().filter(|(_, offered)| offered.copies > 0);
        on_offer.map(lot).collect()
    }

    fn plan_squares(&self, plan: Option<&ReachableWall>) -> u64 {
        let needs = plan.into_iter().flat_map(|plan| plan.needs.iter().enumerate());
        needs.map(|(at, &needed)| self.area(LotId::at(at)) * u64::from(needed)).sum()
    }
}

impl fmt::Debug for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Advice").field("round", &self.round).finish_non_exhaustive()
    }
}

impl fmt::Debug for LotAdvice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LotAdvice").field("lot", &self.lot).finish_non_exhaustive()
    }
}

impl fmt::Debug for LikelyRival {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LikelyRival").field("team", &self.team).finish_non_exhaustive()
    }
}

impl fmt::Debug for LineAdvice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}
