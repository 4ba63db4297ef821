//! The list: which lots, at which prices, in which order.

use std::cmp::Reverse;

use ishigaki_rules::auction::Bid;
use ishigaki_rules::{LotId, Tsuyama};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::reach::ReachableWall;
use super::{Chance, LineAdvice, LineReason, LotAdvice, RoundAdviser, SquareShare, prices, share};
use crate::doubt::{most_for, most_spent};

/// A copy is scarce if its probability of being available in the next round is lower.
const SCARCE: Chance = Chance(600_000);

/// Probability of winning below which a needed line gets an alternative.
const SAFE: Chance = Chance(850_000);

/// Weight in hundredths of a stone's worth in the next round.
const LATER: u64 = 20;

/// The higher one of two adjacent prices may be chosen at random if its prospect is at least this percentage
/// of the better one.
const AS_GOOD: u128 = 95;

struct LineWish {
    lot: LotId,
    value: u64,
    worth: u64,
    reason: LineReason,
}

impl RoundAdviser<'_> {
    /// Returns a list within M and the money (`A2`): the best plan's stones, the most urgent first, then
    /// those of other plans.
    pub(super) fn list(
        &self,
        plans: &[ReachableWall],
        lots: &[LotAdvice],
        rng: &mut ChaCha8Rng,
    ) -> Vec<LineAdvice> {
        let Some((best, others)) = plans.split_first() else { return Vec::new() };
        let wins = u64::from(self.offer.max_wins);
        let mut list = ListBuilder {
            adviser: self,
            left: self.means.held,
            most_spent: most_spent(self.view.game, self.round, self.view.held()).0,
            taken: vec![0; best.needs.len()],
            lines: Vec::new(),
        };
        for wish in self.planned(best, lots) {
            list.put(&wish, rng);
        }
        let needed = best.stones();
        let doubtful = list.lines.iter().filter(|line| line.chance < SAFE).count() as u64;
        // A spare line that wins although nothing failed buys a stone too many.
        let spares = if needed > wins {
            u64::from(self.offer.max_bids)
        } else if self.is_last() {
            doubtful
        } else {
            0
        };
        for wish in
            Self::spares(others, &list.taken, lots).into_iter().take(usize::try_from(spares).unwrap_or(0))
        {
            list.put(&wish, rng);
        }
        sort_by_price(&mut list.lines);
        list.lines
    }

    fn planned(&self, best: &ReachableWall, lots: &[LotAdvice]) -> Vec<LineWish> {
        let mut wishes = Vec::new();
        for advice in lots {
            let needed = best.needs.get(advice.lot.index()).copied().unwrap_or(0);
            let reason = if self.is_last() {
                LineReason::LastCall
            } else if advice.stays < SCARCE {
                LineReason::Scarce
            } else {
                LineReason::Planned
            };
            for _ in 0..needed.min(advice.copies) {
                wishes.push(LineWish {
                    lot: advice.lot,
                    value: advice.value.0,
                    worth: advice.worth.0,
                    reason,
                });
            }
        }
        let stays = |lot: LotId| self.market.stays(lot);
        // Valuable and scarce stones come first.
        let urge = |wish: &LineWish| self.area(wish.lot) * 100 * (2_000_000 - stays(wish.lot).0);
        wishes.sort_by_key(|wish| (Reverse(urge(wish)), wish.lot));
        wishes
    }

    fn spares(others: &[ReachableWall], taken: &[u32], lots: &[LotAdvice]) -> Vec<LineWish> {
        let mut wishes = Vec::new();
        for advice in lots {
            let at = advice.lot.index();
            let most = others.iter().filter_map(|plan| plan.needs.get(at)).max().copied().unwrap_or(0);
            let more = most.min(advice.copies).saturating_sub(taken.get(at).copied().unwrap_or(0));
            for _ in 0..more {
                let (lot, value, worth) = (advice.lot, advice.value.0, advice.worth.0);
                wishes.push(LineWish { lot, value, worth, reason: LineReason::Spare });
            }
        }
        wishes.sort_by_key(|wish| (Reverse(wish.value), wish.lot));
        wishes
    }

    fn later(&self, lot: LotId, worth: u64) -> u64 {
        if !self.market.prices_each() || self.is_last() {
            return 0;
        }
        let expected = self.expected.get(lot.index()).copied().unwrap_or(worth);
        let gain = worth.saturating_sub(expected).saturating_mul(LATER);
        share(gain, self.market.stays(lot).0, Chance::CERTAIN.0)
    }

    /// Returns the price with the best prospect: probability of winning, times the remaining worth.
    fn price(&self, lot: LotId, worth: u64, left: u64, rng: &mut ChaCha8Rng) -> Option<(u64, Chance)> {
        let least = self.offer.lots.get(lot.index())?.min_price.0;
        let most = worth.max(least).min(left);
        let later = self.later(lot, worth);
        let prospect = |price: &u64| {
            let chance = self.market.chance(lot, Tsuyama(*price));
            (
                u128::from(chance.0) * u128::from(worth.saturating_add(1).saturating_sub(*price)) * 100
                    + u128::from(Chance::CERTAIN.0 - chance.0) * u128::from(later),
                Reverse(*price),
            )
        };
        let best = prices(least, most).max_by_key(prospect)?;
        // Bots with the same estimate would bid the same, and ties cost both: add a TSUYAMA at random. Over
        // thirty stones this is a tenth of the money, so rival-aware bots do it only if the prospect is
        // similar.
        let as_good = || prospect(&best.saturating_add(1)).0 * 100 >= prospect(&best).0 * AS_GOOD;
        let is_more = rng.random_bool(0.5) && (!self.market.prices_each() || as_good());
        let best = best.saturating_add(u64::from(is_more)).min(left);
        Some((best, self.market.chance(lot, Tsuyama(best))))
    }
}

/// Sorts the lines of one lot by price, highest first: otherwise the higher price would be paid although the
/// lower one has won.
fn sort_by_price(lines: &mut [LineAdvice]) {
    for at in 0..lines.len() {
        let Some(here) = lines.get(at).map(|line| line.bid) else { return };
        let of_lot = lines.iter().enumerate().skip(at).filter(|(_, line)| line.bid.lot == here.lot);
        let dearest = of_lot.max_by_key(|&(at, line)| (line.bid.price, Reverse(at))).map(|(at, _)| at);
        let Some(other) = dearest.filter(|&other| other != at) else { continue };
        // Only the parts that belong to the price are swapped.
        if let [first, .., then] = &mut lines[at..=other] {
            std::mem::swap(&mut first.bid, &mut then.bid);
            std::mem::swap(&mut first.chance, &mut then.chance);
            std::mem::swap(&mut first.able, &mut then.able);
        }
    }
}

struct ListBuilder<'a, 'b> {
    adviser: &'a RoundAdviser<'b>,
    left: u64,
    most_spent: u64,
    taken: Vec<u32>,
    lines: Vec<LineAdvice>,
}

impl ListBuilder<'_, '_> {
    /// Returns the highest price of another line for a lot that keeps the list valid and without doubts.
    fn most_for(&self, lot: LotId) -> u64 {
        let mut prices: Vec<u64> = self.lines.iter().map(|line| line.bid.price.0).collect();
        prices.sort_unstable_by_key(|&price| Reverse(price));
        let others = (self.adviser.offer.max_wins as usize).saturating_sub(1);
        let spent: u64 = prices.into_iter().take(others).sum();
        let usual = most_for(self.adviser.view.game, lot).map_or(u64::MAX, |most| most.0);
        self.left.min(self.most_spent.saturating_sub(spent)).min(usual)
    }

    fn put(&mut self, wish: &LineWish, rng: &mut ChaCha8Rng) {
        let LineWish { lot, value, worth, reason } = *wish;
        let copies = self.adviser.offer.lots.get(lot.index()).map_or(0, |lot| lot.copies);
        let is_full = self.lines.len() as u64 >= u64::from(self.adviser.offer.max_bids);
        if is_full || self.taken.get(lot.index()).is_none_or(|&taken| taken >= copies) {
            return;
        }
        let Some((price, chance)) = self.adviser.price(lot, worth, self.most_for(lot), rng) else { return };
        if let Some(taken) = self.taken.get_mut(lot.index()) {
            *taken += 1;
        }
        self.left -= price;
        let price = Tsuyama(price);
        let able = self.adviser.market.able(lot, price);
        self.lines.push(LineAdvice {
            bid: Bid { lot, price },
            value: SquareShare(value),
            chance,
            able,
            reason,
        });
    }
}
