//! Distributions over the simulated games: empty squares, prices by stone type, lead changes by round, for
//! the page's plots.

use ishigaki_rules::{Game, LotId, Setup};
use serde::Serialize;

use super::field::FieldGame;
use super::observed::Observed;

#[derive(Clone, Debug, Serialize)]
pub(super) struct Distributions {
    pub(super) walls: Vec<Walls>,
    pub(super) prices: Vec<PriceDistribution>,
    pub(super) leads: Vec<f64>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct Walls {
    pub(super) scenario: String,
    pub(super) field: &'static str,
    pub(super) squares: usize,
    pub(super) counts: Vec<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct PriceDistribution {
    pub(super) lot: String,
    pub(super) minimum: u64,
    pub(super) offered: u64,
    pub(super) sold: usize,
    /// In TSUYAMA; `None` if none was sold.
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

pub(super) fn prices(setup: &Setup, games: &[FieldGame]) -> Vec<PriceDistribution> {
    let mut paid: Vec<Vec<u64>> = vec![Vec::new(); setup.lots.len()];
    for (lot, price) in games.iter().flat_map(|over| award_prices(&over.game)) {
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

fn award_prices(game: &Game) -> Vec<(LotId, u64)> {
    let settled = game.rounds().iter().filter_map(|record| record.settlement.as_ref());
    settled
        .flat_map(|settlement| settlement.awards().iter().map(|award| (award.lot, award.price.0)))
        .collect()
}

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
    fn walls_awards_and_rounds_are_counted_once() {
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
