//! Advice for a team: what each lot is worth to it now, a list for the round that is open, new prices for tied lines,
//! and what an opened round would have come to with another list.
//!
//! Knows the game as the team may see it, walls by the solver, and chance from a seed; no clock, no connection and no
//! screen. Advice depends on the view, the [`SearchEffort`] and the seed alone. It is as secret as a list that is sealed
//! (`A4`): nothing here shows in debug output.

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

/// Thoroughness of a search for walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchEffort {
    /// Walls planned with stones that can still be had; at least 1.
    pub plans: u32,
    /// Steps of the solver for each of them.
    pub steps: u64,
    /// Steps of the solver for the best wall with the stones in hand; 0 takes the wall as it stands.
    pub steps_now: u64,
    pub rivals: RivalModel,
}

/// Model of the rivals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RivalModel {
    /// All are alike: one appetite and one spread of prices for all of them.
    Alike,
    /// As [`Self::Alike`]; for each lot the rival that most likely bids on it is told as well.
    Told,
    /// Each has what it needs, can pay and has bid, and prices look ahead to the rounds that come.
    Each,
}

/// Share of the squares that are likely lost that counts against a plan, in hundredths.
const RISK: u64 = 50;

/// Worth of stones for the money where bids stay below their worth, in hundredths: whoever names no more than the fair share has
/// money left in the end.
const EAGER: u64 = 140;

/// As [`EAGER`], once it [`is_late`]: a stone that is missing in the end costs the place, whatever the money (`E2`).
const EAGER_LATE: u64 = 250;

/// It is late for a team with less than this part of its frame missing, in hundredths.
const LATE: u64 = 12;

/// A wall is nearly full with less than this part of its frame missing.
const NEARLY: u64 = 6;

/// Advice about the round that is open, or the next one.
#[derive(Clone, PartialEq, Eq)]
pub struct Advice {
    pub round: RoundNo,
    /// The TSUYAMA the team holds.
    pub held: Tsuyama,
    /// The best wall found with the stones in hand.
    pub now: Score,
    /// The best wall found with stones that can still be had for the money and the wins left; `now`, if none is better.
    pub reachable: Score,
    /// The stones that wall takes beside those in hand: no more than the team can still win.
    pub needs: u64,
    /// Expected cost of those stones together: no more than the team holds.
    pub cost: Tsuyama,
    /// Each lot on offer of which copies are left, in the set-up's order.
    pub lots: Vec<LotAdvice>,
    /// The list, the most wanted first; valid in the round (`A2`), and without anything unusual about it
    /// ([`doubts`](crate::doubt::doubts)). Empty is a decline.
    pub list: Vec<LineAdvice>,
}

/// Worth of a lot to the team, and what the others can do about it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LotAdvice {
    pub lot: LotId,
    pub copies: u32,
    /// Squares that one more copy adds to the walls within reach, averaged over the plans that could have
    /// taken it.
    pub value: SquareShare,
    /// Copies that the best plan takes.
    pub needed: u32,
    /// The least price that wins more often than not, as far as the team could pay it.
    pub expected: Tsuyama,
    /// The most a copy is worth for the team's money.
    pub worth: Tsuyama,
    /// Rivals that have room for the stone.
    pub needing: u32,
    /// Those of them that can pay the expected price.
    pub able: u32,
    /// Probability that a copy is still there in the round after.
    pub stays: Chance,
    /// The rival that most likely bids on it; `None` if nobody is after it, or the [`SearchEffort`] does not tell rivals apart.
    pub contender: Option<LikelyRival>,
}

/// Rival that most likely bids on a lot, by what everybody may know of it: its money, its wall and the opened lists.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LikelyRival {
    pub team: TeamId,
    /// Whether its wall as it stands has room for the stone.
    pub fits: bool,
    /// The TSUYAMA it holds.
    pub held: Tsuyama,
    /// The highest price it has named for the lot in an opened round; `None` if it has named none.
    pub named: Option<Tsuyama>,
    /// Half of its lines for such a stone would be from this price...
    pub from: Tsuyama,
    /// ...to this one; neither more than it holds.
    pub to: Tsuyama,
}

/// One line of the list, and why.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LineAdvice {
    pub bid: Bid,
    /// Squares that the copy adds.
    pub value: SquareShare,
    /// Probability that the line wins if its turn comes.
    pub chance: Chance,
    /// Rivals that have room for the stone and the money for this price.
    pub able: u32,
    /// Reason for which it is in the list.
    pub reason: LineReason,
}

/// Reason for a line in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineReason {
    /// The best plan takes this stone.
    Planned,
    /// The best plan takes it, and it will hardly be there any more in the next round.
    Scarce,
    /// The best plan takes it, and there is no round after this one.
    LastCall,
    /// Another plan takes it: it comes in where a line before it fails.
    Spare,
}

impl Chance {
    /// Never.
    pub const NONE: Self = Self(0);
    /// Always.
    pub const CERTAIN: Self = Self(1_000_000);

    /// In hundredths, rounded to the nearest.
    pub fn percent(self) -> u64 {
        (self.0 + 5_000) / 10_000
    }
}

impl SearchEffort {
    /// For a program that plays: some milliseconds.
    pub const QUICK: Self = Self { plans: 2, steps: 2_000, steps_now: 0, rivals: RivalModel::Alike };
    /// For a program that models its rivals and looks ahead: some tens of milliseconds.
    pub const KEEN: Self = Self { plans: 6, steps: 10_000, steps_now: 0, rivals: RivalModel::Each };
    /// For a person who asks: well under a second.
    pub const FULL: Self = Self { plans: 12, steps: 60_000, steps_now: 200_000, rivals: RivalModel::Told };
}

/// Returns what to do in the round that is open for bidding, or, before it opens, in the next one. `None` if no round is or
/// will be, or the team takes no part.
///
/// Deterministic: the same view, effort and seed give the same advice.
pub fn advise(view: &View<'_>, effort: SearchEffort, seed: u64) -> Option<Advice> {
    let (round, offer) = offer(view)?;
    if !view.game.takes_part(view.me) {
        return None;
    }
    Some(RoundAdviser::new(view, round, &offer, effort.rivals).advise(effort, seed))
}

/// The best wall with the stones in hand, found within so many steps of the solver (`W5`).
pub fn wall(view: &View<'_>, steps: u64, seed: u64) -> Vec<Placement<StoneId>> {
    reach::wall(view, steps, seed)
}

/// The round that can be bid on now or next, and what it offers.
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

/// Returns whether the team's stones come to nearly its whole wall: the few that are missing are hard to stand
/// in for.
fn is_late(view: &View<'_>) -> bool {
    let frame = view.game.setup().frame.cells().count() as u64;
    frame.saturating_sub(owned_squares(view.game, view.me)) * 100 < frame * LATE
}

/// So many parts of a whole.
fn share(amount: u64, part: u64, whole: u64) -> u64 {
    let share = u128::from(amount) * u128::from(part) / u128::from(whole.max(1));
    u64::try_from(share).unwrap_or(u64::MAX)
}

/// The prices from one to another, or some of them where there are very many.
fn prices(least: u64, most: u64) -> impl Iterator<Item = u64> {
    const MOST: u64 = 64;
    let step = (most.saturating_sub(least) / MOST).max(1);
    (least..=most).step_by(usize::try_from(step).unwrap_or(usize::MAX))
}

/// All that one decision goes by.
struct RoundAdviser<'a> {
    view: &'a View<'a>,
    round: RoundNo,
    offer: &'a Offer,
    market: Market,
    means: Means,
    /// By lot: the least price that wins more often than not.
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

    /// Returns what the wall comes to as it stands.
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
        // A wall that is nearly full tells more than the squares of its stones.
        let missing = if to_come * NEARLY > frame { to_come } else { to_come.max(u64::from(now.empty)) };
        // Early any stones will do that are good for their price, and a list holds only part of what is needed.
        let count = if missing * 2 > frame { effort.plans.div_ceil(2) } else { effort.plans };
        let plans = if now.empty == 0 {
            Vec::new()
        } else {
            planner.plans(count, missing, now, &self.risks(to_come), &mut rng)
        };
        let lots = self.lots(&plans);
        let list = self.list(&plans, &lots, &mut rng);
        let best = plans.first();
        // Whatever needs no more stones is a wall of those in hand.
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

    /// Returns what a stone of so many squares is worth of the money, where so many squares are still to be
    /// bought.
    fn worth(&self, area: u64, squares: u64) -> u64 {
        if !self.market.prices_each() {
            return share(self.means.held, area, squares.max(area));
        }
        // Where the stones do not come to all walls, nobody buys all that he lacks, and money is left over.
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

    /// Returns the probability that a copy of each lot is not won in the end, in millionths; nothing where
    /// nobody looks ahead.
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

    /// Returns what each lot is worth by these plans.
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
                // A stone's share of the money, by its share of the squares that are still to be bought.
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

    /// The squares of the stones that a plan needs.
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
