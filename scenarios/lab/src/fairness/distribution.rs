//! Distributions over the simulated games: empty squares of walls, prices by stone type, lead changes by round.
//!
//! Means hide what a scenario does to a single team; these are what the page draws. Knows games by the rules; no bots, no words.

use ishigaki_rules::{Game, LotId, Setup};
use serde::Serialize;

use super::field::FieldGame;
use super::observed::Observed;

/// Distributions over a scenario's games, beyond their means.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Distributions {
    /// By scenario and field.
    pub(super) walls: Vec<Walls>,
    /// By stone type, in the field of all bots.
    pub(super) prices: Vec<PriceDistribution>,
    /// By round from the second on, in the field of all bots: the share of the games in which the lead changes there.
    pub(super) leads: Vec<f64>,
}

/// The walls of all games of a field.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Walls {
    pub(super) scenario: String,
    /// Field of players: `mixed`, `strong` or `steady`.
    pub(super) field: &'static str,
    /// Squares of the frame.
    pub(super) squares: usize,
    /// Number of walls that were left with 0, 1, 2, .. empty squares.
    pub(super) counts: Vec<u64>,
}

/// Prices of a stone type's copies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct PriceDistribution {
    pub(super) lot: String,
    pub(super) minimum: u64,
    /// Copies on offer in all games, and how many of them were sold.
    pub(super) offered: u64,
    pub(super) sold: usize,
    /// The quartiles of the prices, in TSUYAMA: a quarter, half, three quarters of them are at most this. `None` if none was sold.
    pub(super) quartiles: Option<[u64; 3]>,
    pub(super) highest: Option<u64>,
}

impl Walls {
    pub(super) fn of(scenario: &str, field: &'static str, setup: &Setup, games: &[FieldGame]) -> Self {
        let mut counts = Vec::new();
        let empties = games.iter().flat_map(|over| over.game.standings()).filter_map(|row| row.tally);
        for empty in empties.filter_map(|tally| usize::try_from(tally.empty).ok()) {
            if counts.len() <= empty {
                counts.resize(empty + 1, 0);
            }
            if let Some(count) = counts.get_mut(empty) {
                *count += 1;
            }
        }
        Self { scenario: scenario.to_owned(), field, squares: setup.frame.area(), counts }
    }
}

/// The prices of each type over all games.
pub(super) fn prices(setup: &Setup, games: &[FieldGame]) -> Vec<PriceDistribution> {
    let mut paid: Vec<Vec<u64>> = vec![Vec::new(); setup.lots.len()];
    for (lot, price) in games.iter().flat_map(|over| awarded(&over.game)) {
        if let Some(paid) = paid.get_mut(lot.index()) {
            paid.push(price);
        }
    }
    let of = |(lot, mut paid): (&ishigaki_rules::LotSpec, Vec<u64>)| {
        paid.sort_unstable();
        let part = |quarter: usize| paid.get((paid.len().saturating_sub(1)) * quarter / 4).copied();
        PriceDistribution {
            lot: lot.code.clone(),
            minimum: lot.min_price.0,
            offered: u64::from(lot.copies) * games.len() as u64,
            sold: paid.len(),
            quartiles: part(1).zip(part(2)).zip(part(3)).map(|((first, half), third)| [first, half, third]),
            highest: paid.last().copied(),
        }
    };
    setup.lots.iter().zip(paid).map(of).collect()
}

fn awarded(game: &Game) -> Vec<(LotId, u64)> {
    let settled = game.rounds().iter().filter_map(|record| record.settlement.as_ref());
    settled
        .flat_map(|settlement| settlement.awards().iter().map(|award| (award.lot, award.price.0)))
        .collect()
}

/// By round from the second on: in what share of the games the lead changes there.
pub(super) fn leads(observed: &[Observed]) -> Vec<f64> {
    let rounds = observed.iter().map(|game| game.lead_rounds.len()).max().unwrap_or(0);
    let share = |at: usize| {
        let changed = observed.iter().filter(|game| game.lead_rounds.get(at) == Some(&true)).count();
        #[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
        let share = changed as f64 / observed.len().max(1) as f64;
        share
    };
    (0..rounds).map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::super::field::PlayerField;
    use super::super::subject::ScenarioSubject;
    use super::*;

    #[test]
    fn every_wall_every_award_and_every_round_is_counted_once() {
        let subject = ScenarioSubject::read("tiny-2", None).unwrap();
        let setup = subject.setup(2).unwrap();
        let games: Vec<FieldGame> =
            (1..=3).map(|seed| PlayerField::Mixed.play(&setup, seed).unwrap()).collect();
        let walls = Walls::of("tiny-2", "mixed", &setup, &games);
        assert_eq!((walls.squares, walls.counts.iter().sum::<u64>()), (20, 2 * 3));
        let prices = prices(&setup, &games);
        let won: usize = games
            .iter()
            .flat_map(|over| {
                setup.team_ids().map(|team| over.game.team(team).unwrap().stones.len()).collect::<Vec<_>>()
            })
            .sum();
        assert_eq!(prices.iter().map(|price| price.sold).sum::<usize>(), won);
        for price in &prices {
            assert!(price.quartiles.is_none_or(|[low, half, high]| {
                price.minimum <= low && low <= half && half <= high && Some(high) <= price.highest
            }));
        }
        let observed: Vec<Observed> = games.iter().map(|over| Observed::of(&over.game)).collect();
        assert_eq!(leads(&observed).len(), 1, "two rounds, so one in which the lead can change");
        let changes: f64 = observed.iter().map(|game| game.lead_changes).sum();
        assert!((leads(&observed).iter().sum::<f64>() * 3.0 - changes).abs() < 1e-9);
    }
}
