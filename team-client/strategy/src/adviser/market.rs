//! The market: rivals' money, needs and prices in open rounds.
//!
//! Uses only public information: money, stones and opened lists. Sealed lists are never used.

use std::cmp::Reverse;

use ishigaki_rules::auction::{Bid, Offer};
use ishigaki_rules::{LotId, RoundRecord, RoundState, Setup, TeamId, Tsuyama};

use super::rivals::{Rival as Modelled, owned_squares};
use super::{Chance, LikelyRival, RivalModel, prices, share};
use team_client_sdk::bot::View;

const MEMORY: usize = 3;

const GUESSED_LISTS: u64 = 2;

const GUESSED_LINES: u64 = 5;

const GUESSED_PRICES: u64 = 8;

struct Rival {
    held: u64,
    missing: u64,
}

pub(super) struct Market {
    rivals: Vec<Rival>,
    lots: Vec<Demand>,
    modelled: Vec<Modelled>,
    prices_each: bool,
}

struct Demand {
    area: u64,
    least: u64,
    copies: u32,
    appetite: u64,
    premiums: Vec<u64>,
}

impl Market {
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

    pub(super) fn able(&self, lot: LotId, price: Tsuyama) -> u32 {
        let Some(demand) = self.lots.get(lot.index()) else { return 0 };
        let able = self.rivals.iter().filter(|rival| demand.is_for(rival) && rival.held >= price.0).count();
        u32::try_from(able).unwrap_or(u32::MAX)
    }

    pub(super) fn needing(&self, lot: LotId) -> u32 {
        self.able(lot, Tsuyama::ZERO)
    }

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

    pub(super) fn prices_each(&self) -> bool {
        self.prices_each
    }

    pub(super) fn lacked(&self) -> u64 {
        self.rivals.iter().map(|rival| rival.missing).sum()
    }

    pub(super) fn contender(&self, lot: LotId) -> Option<LikelyRival> {
        let demand = self.lots.get(lot.index())?;
        let after = self.modelled.iter().filter(|rival| rival.claims(lot) > 0 && rival.held >= demand.least);
        let most = after.max_by_key(|rival| (rival.claims(lot), rival.held, Reverse(rival.team)))?;
        Some(most.contender(lot, demand.area, demand.least))
    }

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

    fn above(&self, price: u64) -> u64 {
        // Prices are whole TSUYAMA, so the rounded price is compared.
        let offered = |premium: u64| premium.saturating_mul(self.least).div_ceil(100);
        let lower = self.premiums.partition_point(|&premium| offered(premium) < price) as u64;
        let upper = self.premiums.partition_point(|&premium| offered(premium) <= price) as u64;
        let all = self.premiums.len() as u64;
        (2 * all - lower - upper) * Chance::CERTAIN.0 / (2 * all).max(1)
    }
}

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

fn fewer_than(copies: usize, rivals: u64, each: u64) -> u64 {
    fewer(copies, (0..rivals).map(|_| each))
}

fn fewer(copies: usize, likely: impl Iterator<Item = u64>) -> u64 {
    let certain = Chance::CERTAIN.0;
    // Probability of exactly n, for n below the number of copies.
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
    fn chance_of_fewer_rivals_than_copies_is_binomial() {
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
    fn price_above_all_past_premiums_is_never_outbid() {
        let demand = Demand { area: 4, least: 4, copies: 1, appetite: 0, premiums: vec![100, 125, 150, 150] };
        assert_eq!([4, 5, 6, 7].map(|price| demand.above(price)), [875_000, 625_000, 250_000, 0]);
    }
}
