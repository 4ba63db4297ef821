//! The market of what the others may pay: their money and their needs, and the prices of the rounds that are open.
//!
//! Knows only what everybody may know: what each team holds and has won, and the lists of opened rounds. Sealed
//! lists are never looked at.

use std::cmp::Reverse;

use ishigaki_rules::auction::{Bid, Offer};
use ishigaki_rules::{LotId, RoundRecord, RoundState, Setup, TeamId, Tsuyama};

use super::rivals::{Rival as Modelled, owned_squares};
use super::{Chance, LikelyRival, RivalModel, prices, share};
use team_client_sdk::bot::View;

/// Number of the last opened rounds that say how the others bid now.
const MEMORY: usize = 3;

/// Number of lists that a guess counts as, beside the lists that were seen.
const GUESSED_LISTS: u64 = 2;

/// Number of lines that a list is guessed to have while none has been seen.
const GUESSED_LINES: u64 = 5;

/// Number of lines that the guessed prices count as, beside those that were seen.
const GUESSED_PRICES: u64 = 8;

/// A team that bids against this one.
struct Rival {
    held: u64,
    /// Squares of the frame that its stones do not come to.
    missing: u64,
}

/// The others' side of the auction.
pub(super) struct Market {
    rivals: Vec<Rival>,
    lots: Vec<Demand>,
    /// The rivals, each modelled by itself; empty where all are taken for alike.
    modelled: Vec<Modelled>,
    /// Whether prices go by each of them.
    prices_each: bool,
}

/// Demand for one lot.
struct Demand {
    area: u64,
    least: u64,
    copies: u32,
    /// Probability that one rival that can use the lot bids on it.
    appetite: u64,
    /// Prices that rivals bid, in hundredths of the minimum price, in order.
    premiums: Vec<u64>,
}

impl Market {
    /// Returns what is known of the others before this offer is bid on.
    pub(super) fn of(view: &View<'_>, offer: &Offer, model: RivalModel) -> Self {
        let (game, setup) = (view.game, view.game.setup());
        let frame = setup.frame.cells().count() as u64;
        let rivals: Vec<TeamId> =
            setup.team_ids().filter(|&team| team != view.me && game.takes_part(team)).collect();
        let statistics = ListStatistics::of(view, setup);
        let on_offer = offer.lots.iter().filter(|lot| lot.copies > 0).count().max(1) as u64;
        let demand = |(at, offered): (usize, &ishigaki_rules::auction::OfferedLot)| {
            let area = setup.lots.get(at).map_or(1, |lot| lot.shape.area()).max(1) as u64;
            let least = offered.min_price.0.max(1);
            let seen_lines = statistics.lines.get(at).copied().unwrap_or(0);
            let guessed = Chance::CERTAIN.0 * GUESSED_LINES * GUESSED_LISTS / on_offer;
            let appetite = (Chance::CERTAIN.0 * seen_lines + guessed) / (statistics.lists + GUESSED_LISTS);
            let fair = share(setup.initial.0, area, frame);
            let most = share(fair, 130, least).max(120);
            let guess = |at: u64| 100 + share(most - 100, at, GUESSED_PRICES - 1);
            let mut premiums = statistics.premiums.clone();
            premiums.extend((0..GUESSED_PRICES).map(guess));
            premiums.sort_unstable();
            Demand { area, least, copies: offered.copies, appetite: appetite.min(900_000), premiums }
        };
        let lots = offer.lots.iter().enumerate().map(demand).collect();
        let rival = |&team: &TeamId| Rival {
            held: game.team(team).map_or(0, |state| state.held.0),
            missing: frame.saturating_sub(owned_squares(game, team)),
        };
        let copies: Vec<u32> = offer.lots.iter().map(|lot| lot.copies).collect();
        let modelled = if model == RivalModel::Alike { Vec::new() } else { Modelled::all(view, &copies) };
        Self {
            rivals: rivals.iter().map(rival).collect(),
            lots,
            modelled,
            prices_each: model == RivalModel::Each,
        }
    }

    /// Returns the number of rivals that have the money for this price and room for the stone.
    pub(super) fn able(&self, lot: LotId, price: Tsuyama) -> u32 {
        let Some(demand) = self.lots.get(lot.index()) else { return 0 };
        let able = self.rivals.iter().filter(|rival| demand.is_for(rival) && rival.held >= price.0).count();
        u32::try_from(able).unwrap_or(u32::MAX)
    }

    /// Returns the number of rivals that have room for the stone.
    pub(super) fn needing(&self, lot: LotId) -> u32 {
        self.able(lot, Tsuyama::ZERO)
    }

    /// Returns the probability that a line at this price wins one copy.
    pub(super) fn chance(&self, lot: LotId, price: Tsuyama) -> Chance {
        let Some(demand) = self.lots.get(lot.index()).filter(|demand| demand.copies > 0) else {
            return Chance::NONE;
        };
        if self.prices_each {
            let above = |rival: &Modelled| rival.above(lot, demand.area, demand.least, price.0);
            return Chance(fewer(demand.copies as usize, self.modelled.iter().map(above)));
        }
        let able = u64::from(self.able(lot, price));
        let above = demand.appetite * demand.above(price.0) / Chance::CERTAIN.0;
        Chance(fewer_than(demand.copies as usize, able, above))
    }

    /// Returns the probability that some copy of the lot is still there after this round.
    pub(super) fn stays(&self, lot: LotId) -> Chance {
        let Some(demand) = self.lots.get(lot.index()).filter(|demand| demand.copies > 0) else {
            return Chance::NONE;
        };
        if self.prices_each {
            let claims = self.modelled.iter().map(|rival| rival.claims(lot));
            return Chance(fewer(demand.copies as usize, claims));
        }
        Chance(fewer_than(demand.copies as usize, u64::from(self.needing(lot)), demand.appetite))
    }

    /// Returns whether prices go by each rival.
    pub(super) fn prices_each(&self) -> bool {
        self.prices_each
    }

    /// Squares that all rivals together lack.
    pub(super) fn lacked(&self) -> u64 {
        self.rivals.iter().map(|rival| rival.missing).sum()
    }

    /// The rival that most likely bids on the lot; `None` if nobody is after it, or rivals are not told apart.
    pub(super) fn contender(&self, lot: LotId) -> Option<LikelyRival> {
        let demand = self.lots.get(lot.index())?;
        let after = self.modelled.iter().filter(|rival| rival.claims(lot) > 0 && rival.held >= demand.least);
        let most = after.max_by_key(|rival| (rival.claims(lot), rival.held, Reverse(rival.team)))?;
        Some(most.contender(lot, demand.area, demand.least))
    }

    /// The least price that wins more often than not; at most `most`, at least the minimum price.
    pub(super) fn expected(&self, lot: LotId, most: Tsuyama) -> Tsuyama {
        let least = self.lots.get(lot.index()).map_or(1, |demand| demand.least);
        let mut prices = prices(least, most.0.max(least));
        let wins = |price: &u64| self.chance(lot, Tsuyama(*price)).0 * 2 >= Chance::CERTAIN.0;
        Tsuyama(prices.find(wins).unwrap_or(most.0.max(least)))
    }
}

impl Demand {
    fn is_for(&self, rival: &Rival) -> bool {
        rival.missing * 2 > self.area
    }

    /// Returns the probability that a rival's line on this lot is above a price; an equal one counts half.
    fn above(&self, price: u64) -> u64 {
        // A line of a price between two whole ones does not exist: the price in whole TSUYAMA is compared.
        let offered = |premium: u64| premium.saturating_mul(self.least).div_ceil(100);
        let lower = self.premiums.partition_point(|&premium| offered(premium) < price) as u64;
        let upper = self.premiums.partition_point(|&premium| offered(premium) <= price) as u64;
        let all = self.premiums.len() as u64;
        (2 * all - lower - upper) * Chance::CERTAIN.0 / (2 * all).max(1)
    }
}

/// Statistics of the rivals' lists in the last opened rounds.
struct ListStatistics {
    lists: u64,
    lines: Vec<u64>,
    premiums: Vec<u64>,
}

impl ListStatistics {
    fn of(view: &View<'_>, setup: &Setup) -> Self {
        let mut statistics = Self { lists: 0, lines: vec![0; setup.lots.len()], premiums: Vec::new() };
        let rounds = view.game.rounds().iter().rev();
        for record in rounds.filter(|record| is_open(record)).take(MEMORY) {
            statistics.lists += view.game.setup().teams.len().saturating_sub(1) as u64;
            let lists = record.lists.iter().filter(|list| list.team != view.me);
            for &Bid { lot, price } in lists.flat_map(|list| &list.bids) {
                if let Some(lines) = statistics.lines.get_mut(lot.index()) {
                    *lines += 1;
                }
                if let Some(spec) = setup.lot(lot) {
                    statistics.premiums.push(price.0.saturating_mul(100) / spec.min_price.0.max(1));
                }
            }
        }
        statistics
    }
}

fn is_open(record: &RoundRecord) -> bool {
    record.settlement.is_some() && !matches!(record.state, RoundState::Void { .. })
}

/// Returns the probability that fewer than `copies` of `rivals` do what each does with likelihood `each`, in
/// millionths.
fn fewer_than(copies: usize, rivals: u64, each: u64) -> u64 {
    fewer(copies, (0..rivals).map(|_| each))
}

/// Returns the probability that fewer than `copies` do what each does with a likelihood of its own, in
/// millionths.
fn fewer(copies: usize, likely: impl Iterator<Item = u64>) -> u64 {
    let certain = Chance::CERTAIN.0;
    // How likely exactly so many do, up to one less than there are copies.
    let mut exactly = vec![0; copies];
    if let Some(none) = exactly.first_mut() {
        *none = certain;
    }
    for each in likely.map(|each| each.min(certain)) {
        let mut before = 0;
        for chance in &mut exactly {
            let now = *chance;
            *chance = (now * (certain - each) + before * each) / certain;
            before = now;
        }
    }
    exactly.iter().sum::<u64>().min(certain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_rival_in_two_leaves_one_copy_half_the_time() {
        assert_eq!(fewer_than(1, 1, 500_000), 500_000);
        assert_eq!(fewer_than(1, 2, 500_000), 250_000);
        assert_eq!(fewer_than(2, 2, 500_000), 750_000);
        assert_eq!((fewer_than(3, 2, 900_000), fewer_than(0, 0, 0)), (1_000_000, 0));
    }

    #[test]
    fn rivals_that_differ_are_counted_each_by_its_own_likelihood() {
        assert_eq!(fewer(1, [250_000, 0, 500_000].into_iter()), 375_000);
        assert_eq!(fewer(2, [250_000, 0, 500_000].into_iter()), 875_000);
        assert_eq!(fewer(1, [1_000_000].into_iter()), 0);
    }

    #[test]
    fn a_price_above_all_that_was_bid_is_outbid_by_nobody() {
        let demand = Demand { area: 4, least: 4, copies: 1, appetite: 0, premiums: vec![100, 125, 150, 150] };
        assert_eq!([4, 5, 6, 7].map(|price| demand.above(price)), [875_000, 625_000, 250_000, 0]);
    }
}
