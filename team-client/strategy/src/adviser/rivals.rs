//! Model of each rival: needs, money, and bidding history.
//!
//! Uses only public information: money, stones, walls and opened lists. Sealed lists are never used.

use ishigaki_rules::auction::{Bid, Outcome};
use ishigaki_rules::{Cell, Game, LotId, Priority, RoundRecord, Setup, Shape, TeamId, Tsuyama};

use super::{Chance, LikelyRival, share};
use crate::doubt::opened;
use team_client_sdk::bot::View;

const MEMORY: usize = 4;

const GUESSED_LISTS: u64 = 2;

const GUESSED_LINES: u64 = 5;

/// Number of all rivals' prices added to a rival's own.
const POOLED_PRICES: usize = 6;

/// Assumed prices before any is known, in hundredths of the fair price.
const GUESSED_RATIOS: [u64; 6] = [70, 80, 90, 100, 105, 110];

/// A wall with less than this part of its frame empty shows which stones it lacks.
const NEARLY: u64 = 3;

/// Divisor of the probability that a rival claims a stone that doesn't fit its nearly full wall.
const MISFIT: u64 = 3;

/// Maximum probability that a rival wants a lot.
const MOST_LIKELY: u64 = 920_000;

#[derive(Clone, Debug)]
pub(super) struct Rival {
    pub(super) team: TeamId,
    pub(super) held: u64,
    missing: u64,
    fits: Vec<bool>,
    named: Vec<Option<u64>>,
    claims: Vec<u64>,
    ratios: Vec<u64>,
}

#[derive(Clone, Default)]
struct RivalStatistics {
    lists: u64,
    lines: u64,
    by_lot: Vec<u64>,
    ratios: Vec<u64>,
}

impl Rival {
    pub(super) fn all(view: &View<'_>, copies: &[u32]) -> Vec<Self> {
        let (game, setup) = (view.game, view.game.setup());
        let teams: Vec<TeamId> =
            setup.team_ids().filter(|&team| team != view.me && game.takes_part(team)).collect();
        let statistics: Vec<RivalStatistics> =
            teams.iter().map(|&team| rival_statistics(game, team)).collect();
        let mut pooled: Vec<u64> =
            statistics.iter().flat_map(|statistics| statistics.ratios.iter().copied()).collect();
        pooled.sort_unstable();
        let pooled = if pooled.is_empty() { GUESSED_RATIOS.to_vec() } else { spread(&pooled) };
        // A lot with bids by others is wanted; one without an opportunity to bid might be.
        let wanted = |lot: usize| {
            let lines: u64 = statistics.iter().filter_map(|statistics| statistics.by_lot.get(lot)).sum();
            if copies.get(lot).is_some_and(|&copies| copies > 0) { lines + 1 } else { 0 }
        };
        let wanted: Vec<u64> = (0..setup.lots.len()).map(wanted).collect();
        let all: u64 = wanted.iter().sum::<u64>().max(1);
        let frame = setup.frame.cells().count() as u64;
        let rival = |(&team, statistics): (&TeamId, &RivalStatistics)| {
            let missing = frame.saturating_sub(owned_squares(game, team));
            let fits: Vec<bool> = setup.lots.iter().map(|lot| has_room(game, team, &lot.shape)).collect();
            let usual = (statistics.lines + GUESSED_LINES * GUESSED_LISTS) * Chance::CERTAIN.0
                / (statistics.lists + GUESSED_LISTS);
            let claim = |lot: usize| {
                let area = area(setup, LotId::at(lot));
                if missing * 2 <= area {
                    return 0;
                }
                let guess = share(usual, wanted[lot], all).min(MOST_LIKELY);
                let lines = statistics.by_lot.get(lot).copied().unwrap_or(0);
                let likely =
                    (lines * Chance::CERTAIN.0 + guess * GUESSED_LISTS) / (statistics.lists + GUESSED_LISTS);
                let misfits = missing * NEARLY < frame && !fits[lot];
                (if misfits { likely / MISFIT } else { likely }).min(MOST_LIKELY)
            };
            let mut ratios = statistics.ratios.clone();
            ratios.extend(&pooled);
            ratios.sort_unstable();
            Self {
                team,
                held: game.team(team).map_or(0, |state| state.held.0),
                missing,
                named: named(game, team),
                claims: (0..setup.lots.len()).map(claim).collect(),
                fits,
                ratios,
            }
        };
        teams.iter().zip(&statistics).map(rival).collect()
    }

    pub(super) fn claims(&self, lot: LotId) -> u64 {
        self.claims.get(lot.index()).copied().unwrap_or(0)
    }

    pub(super) fn above(&self, lot: LotId, area: u64, least: u64, price: u64) -> u64 {
        let all = self.ratios.len() as u64 * 2;
        let above: u64 = self
            .ratios
            .iter()
            .map(|&ratio| {
                let named = self.price(area, least, ratio);
                u64::from(named > price) + u64::from(named >= price)
            })
            .sum();
        self.claims(lot) * above / all.max(1)
    }

    pub(super) fn contender(&self, lot: LotId, area: u64, least: u64) -> LikelyRival {
        let at = |part: usize| self.ratios.get(self.ratios.len() * part / 4).copied().unwrap_or(100);
        LikelyRival {
            team: self.team,
            fits: self.fits.get(lot.index()).copied().unwrap_or(false),
            held: Tsuyama(self.held),
            named: self.named.get(lot.index()).copied().flatten().map(Tsuyama),
            from: Tsuyama(self.price(area, least, at(1))),
            to: Tsuyama(self.price(area, least, at(3))),
        }
    }

    fn price(&self, area: u64, least: u64, ratio: u64) -> u64 {
        let fair = fair(self.held, area, self.missing);
        share(fair, ratio, 10_000).max(least).min(self.held)
    }
}

fn fair(held: u64, area: u64, missing: u64) -> u64 {
    share(held.saturating_mul(100), area, missing.max(area))
}

fn rival_statistics(game: &Game, team: TeamId) -> RivalStatistics {
    let setup = game.setup();
    let mut missing = setup.frame.cells().count() as u64;
    let rounds: Vec<&RoundRecord> = opened(game).collect();
    let recent = rounds.len().saturating_sub(MEMORY);
    let mut statistics = RivalStatistics { by_lot: vec![0; setup.lots.len()], ..RivalStatistics::default() };
    for (at, record) in rounds.into_iter().enumerate() {
        let Some(settlement) = &record.settlement else { continue };
        let held = record.held.get(team.index()).map_or(0, |held| held.0);
        if at >= recent {
            statistics.lists += 1;
            let bids: &[Bid] = record.list(team).map_or(&[], |list| &list.bids);
            for (number, &Bid { lot, price }) in (1..).zip(bids) {
                if !settlement.outcome(team, Priority(number)).is_some_and(|outcome| is_live(&outcome)) {
                    continue;
                }
                statistics.lines += 1;
                if let Some(lines) = statistics.by_lot.get_mut(lot.index()) {
                    *lines += 1;
                }
                let fair = fair(held, area(setup, lot), missing);
                statistics.ratios.push(share(price.0.saturating_mul(100), 100, fair.max(1)));
            }
        }
        let won = settlement.awards().iter().filter(|award| award.team == team);
        missing = missing.saturating_sub(won.map(|award| area(setup, award.lot)).sum());
    }
    statistics
}

pub(super) fn failed_ties(view: &View<'_>) -> u64 {
    let failed = opened(view.game).flat_map(|record| {
        let lines = record.list(view.me).map_or(0, |list| list.bids.len());
        let outcomes = (1..).map(Priority).take(lines);
        let outcomes = outcomes.filter_map(|line| record.settlement.as_ref()?.outcome(view.me, line));
        outcomes.filter(|outcome| matches!(outcome, Outcome::FailedTie { .. }))
    });
    failed.count() as u64
}

fn is_live(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Awarded { .. }
        | Outcome::Outbid { .. }
        | Outcome::Tied { .. }
        | Outcome::LostRebid { .. }
        | Outcome::GivenUp
        | Outcome::FailedTie { .. } => true,
        Outcome::Closed | Outcome::NoCopyLeft | Outcome::QuotaFull | Outcome::Waiting => false,
    }
}

fn named(game: &Game, team: TeamId) -> Vec<Option<u64>> {
    let mut named = vec![None; game.setup().lots.len()];
    for bid in opened(game).filter_map(|record| record.list(team)).flat_map(|list| &list.bids) {
        if let Some(most) = named.get_mut(bid.lot.index()) {
            *most = (*most).max(Some(bid.price.0));
        }
    }
    named
}

fn has_room(game: &Game, team: TeamId, shape: &Shape) -> bool {
    let Some(state) = game.team(team) else { return false };
    let frame = &game.setup().frame;
    let mut is_free: Vec<bool> = vec![false; frame.grid_len()];
    for cell in frame.cells() {
        if let Some(free) = frame.index(cell).and_then(|at| is_free.get_mut(at)) {
            *free = true;
        }
    }
    for (&stone, spot) in &state.laid {
        let Some(laid) = game.shape(stone) else { continue };
        for cell in laid.turned_cells(spot.turn) {
            let cell = Cell::new(cell.row + spot.at.row, cell.col + spot.at.col);
            if let Some(free) = frame.index(cell).and_then(|at| is_free.get_mut(at)) {
                *free = false;
            }
        }
    }
    let free = |cell: Cell| frame.index(cell).and_then(|at| is_free.get(at)).is_some_and(|&free| free);
    shape.distinct_turns().iter().any(|(_, turned)| {
        (0..frame.height()).any(|row| {
            (0..frame.width())
                .any(|col| turned.cells().iter().all(|cell| free(Cell::new(cell.row + row, cell.col + col))))
        })
    })
}

fn area(setup: &Setup, lot: LotId) -> u64 {
    setup.lot(lot).map_or(0, |lot| lot.shape.area()) as u64
}

fn spread(sorted: &[u64]) -> Vec<u64> {
    let pick = |at: usize| sorted.get((2 * at + 1) * sorted.len() / (2 * POOLED_PRICES)).copied();
    (0..POOLED_PRICES).filter_map(pick).collect()
}

pub(super) fn owned_squares(game: &Game, team: TeamId) -> u64 {
    let stones = game.team(team).into_iter().flat_map(|state| &state.stones);
    stones.filter_map(|&stone| game.shape(stone)).map(|shape| shape.area() as u64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rival(held: u64, missing: u64) -> Rival {
        Rival {
            team: TeamId(1),
            held,
            missing,
            fits: vec![true],
            named: vec![Some(9)],
            claims: vec![500_000],
            ratios: vec![50, 100, 100, 200],
        }
    }

    #[test]
    fn rival_pays_by_its_money_and_missing_squares() {
        // A fair price of 10: four of its lines would be at 5, 10, 10 and 20.
        let rich = rival(100, 40);
        assert_eq!(
            [4, 5, 10, 20].map(|price| rich.above(LotId(0), 4, 1, price)),
            [500_000, 437_500, 250_000, 62_500]
        );
        // Half the money, but at least the minimum price and at most the money held.
        let price_range = |rival: Rival, least| {
            let contender = rival.contender(LotId(0), 4, least);
            (contender.from.0, contender.to.0)
        };
        assert_eq!(price_range(rich, 1), (10, 20));
        assert_eq!(price_range(rival(50, 40), 1), (5, 10));
        assert_eq!(price_range(rival(50, 40), 7), (7, 10));
        assert_eq!(price_range(rival(8, 4), 1), (8, 8));
    }
}
