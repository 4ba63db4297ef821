//! The rivals one by one: what each still needs, what it can pay, and how it has bid.
//!
//! Knows only what everybody may know: money, stones and walls, and the lists of opened rounds. Sealed lists are never
//! looked at.

use ishigaki_rules::auction::{Bid, Outcome};
use ishigaki_rules::{Cell, Game, LotId, Priority, RoundRecord, Setup, Shape, TeamId, Tsuyama};

use super::{Chance, LikelyRival, share};
use crate::doubt::opened;
use team_client_sdk::bot::View;

/// Number of the last opened rounds that tell which lots a rival is after.
const MEMORY: usize = 4;

/// Number of lists that the guess of what a rival is after counts as.
const GUESSED_LISTS: u64 = 2;

/// Number of live lines that a list is guessed to have while none has been seen.
const GUESSED_LINES: u64 = 5;

/// Number of prices of all rivals that stand beside a rival's own.
const POOLED_PRICES: usize = 6;

/// Prices that are guessed while none has been seen, in hundredths of the fair price.
const GUESSED_RATIOS: [u64; 6] = [70, 80, 90, 100, 105, 110];

/// A wall with less than this part of its frame empty shows which stones it lacks.
const NEARLY: u64 = 3;

/// Probability that a rival claims a stone for which its nearly full wall has no room: one part in so many.
const MISFIT: u64 = 3;

/// The most that is believed of a rival's wish for a lot.
const MOST_LIKELY: u64 = 920_000;

/// A team that bids against this one, as its public acts show it.
#[derive(Clone, Debug)]
pub(super) struct Rival {
    pub(super) team: TeamId,
    /// The TSUYAMA it holds.
    pub(super) held: u64,
    /// Squares of the frame that its stones do not come to.
    missing: u64,
    /// By lot: whether its wall as it stands has room for the stone.
    fits: Vec<bool>,
    /// By lot: the highest price it has named for it, in opened rounds.
    named: Vec<Option<u64>>,
    /// By lot: how likely it claims a copy, in millionths.
    claims: Vec<u64>,
    /// Prices of its live lines in hundredths of the fair price at the time, in order; some of the others' among them.
    ratios: Vec<u64>,
}

/// Statistics of one rival's lists.
#[derive(Clone, Default)]
struct RivalStatistics {
    lists: u64,
    lines: u64,
    by_lot: Vec<u64>,
    ratios: Vec<u64>,
}

impl Rival {
    /// All rivals that take part, in the order of the teams.
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
        // A lot that others bid on is one that is wanted; one that nobody has had a chance to bid on might be.
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

    /// Returns the probability that it claims a copy of the lot, whatever the price.
    pub(super) fn claims(&self, lot: LotId) -> u64 {
        self.claims.get(lot.index()).copied().unwrap_or(0)
    }

    /// Returns the probability that it claims a copy of a stone of so many squares above a price; an equal
    /// one counts half.
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

    /// Returns what is public of it about a stone of so many squares: the prices between which half of its lines
    /// would be.
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

    /// Returns what it would name by a ratio: at least the minimum price, and no more than it holds.
    fn price(&self, area: u64, least: u64, ratio: u64) -> u64 {
        let fair = fair(self.held, area, self.missing);
        share(fair, ratio, 10_000).max(least).min(self.held)
    }
}

/// A stone's share of the money by its share of the squares that are missing, in hundredths of a TSUYAMA.
fn fair(held: u64, area: u64, missing: u64) -> u64 {
    share(held.saturating_mul(100), area, missing.max(area))
}

/// Returns what a rival's lists in opened rounds show.
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

/// Returns the number of the team's lines that were tied again and failed (`A8`), in all opened rounds.
pub(super) fn failed_ties(view: &View<'_>) -> u64 {
    let failed = opened(view.game).flat_map(|record| {
        let lines = record.list(view.me).map_or(0, |list| list.bids.len());
        let outcomes = (1..).map(Priority).take(lines);
        let outcomes = outcomes.filter_map(|line| record.settlement.as_ref()?.outcome(view.me, line));
        outcomes.filter(|outcome| matches!(outcome, Outcome::FailedTie { .. }))
    });
    failed.count() as u64
}

/// Returns whether a line's turn came: its team would have taken the stone.
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

/// By lot: the highest price that a team has named for it.
fn named(game: &Game, team: TeamId) -> Vec<Option<u64>> {
    let mut named = vec![None; game.setup().lots.len()];
    for bid in opened(game).filter_map(|record| record.list(team)).flat_map(|list| &list.bids) {
        if let Some(most) = named.get_mut(bid.lot.index()) {
            *most = (*most).max(Some(bid.price.0));
        }
    }
    named
}

/// Returns whether a team's wall as it stands has room for a stone, turned as may be.
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

/// A few of many, evenly spread over them in order.
fn spread(sorted: &[u64]) -> Vec<u64> {
    let pick = |at: usize| sorted.get((2 * at + 1) * sorted.len() / (2 * POOLED_PRICES)).copied();
    (0..POOLED_PRICES).filter_map(pick).collect()
}

/// The squares of all stones that a team has been handed.
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
    fn a_rival_is_expected_to_pay_by_its_money_and_its_missing_squares_of_now() {
        // A fair price of 10: four of its lines would be at 5, 10, 10 and 20.
        let rich = rival(100, 40);
        assert_eq!(
            [4, 5, 10, 20].map(|price| rich.above(LotId(0), 4, 1, price)),
            [500_000, 437_500, 250_000, 62_500]
        );
        // With half of the money half of it, but never below the minimum price nor above what it holds.
        let told = |rival: Rival, least| {
            let told = rival.contender(LotId(0), 4, least);
            (told.from.0, told.to.0)
        };
        assert_eq!(told(rich, 1), (10, 20));
        assert_eq!(told(rival(50, 40), 1), (5, 10));
        assert_eq!(told(rival(50, 40), 7), (7, 10));
        assert_eq!(told(rival(8, 4), 1), (8, 8));
    }
}
