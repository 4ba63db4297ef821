//! Compares pairings with the best of all possible ones: the least cost, then the choice of the rule book.
#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

use std::cmp::Reverse;

use ishigaki_matching::Blossom;
use ishigaki_tournament::{Certificate, GapRule, Pairing, Pool, Seat, first_round};
use proptest::prelude::*;

/// A pool in short form: members in provisional order, and earlier games.
#[derive(Clone, Debug)]
struct Given {
    seats: Vec<Seat>,
    met: Vec<(usize, usize)>,
    gap: GapRule,
}

impl Given {
    fn pool(&self) -> Pool {
        let mut pool = Pool::new(self.seats.clone(), self.gap);
        for (one, other) in &self.met {
            pool.note_game(*one, *other);
        }
        pool
    }

    /// Byes, past games and gap of a pair, as the rule book defines them (`TP3`).
    fn price(&self, (i, j): (usize, usize)) -> (u32, u32, u32) {
        match self.seats.get(j) {
            None => (self.seats[i].byes, 0, self.seats[i].wins + 1),
            Some(other) => {
                let games = self.met.iter().filter(|(a, b)| (*a, *b) == (i, j) || (*a, *b) == (j, i)).count();
                (0, u32::try_from(games).expect("few"), self.seats[i].wins.abs_diff(other.wins))
            }
        }
    }

    /// Sort key, smaller is better: byes, rematches, gaps, then the opponents from the highest player down.
    fn key(&self, pairs: &[(usize, usize)]) -> impl Ord + std::fmt::Debug + use<> {
        let prices: Vec<_> = pairs.iter().map(|pair| self.price(*pair)).collect();
        let byes: u32 = prices.iter().map(|price| price.0).sum();
        let rematches: u32 = prices.iter().map(|price| price.1).sum();
        let largest = 12;
        let with_gap = |gap| prices.iter().filter(|price| price.2 == gap).count();
        let gaps: Vec<i64> = match self.gap {
            GapRule::WorstFirst => {
                (0..largest).rev().map(|gap| i64::try_from(with_gap(gap)).expect("few")).collect()
            }
            GapRule::BestFirst => {
                (0..largest).map(|gap| -i64::try_from(with_gap(gap)).expect("few")).collect()
            }
        };
        let opponents: Vec<Reverse<usize>> = pairs.iter().map(|(_, lower)| Reverse(*lower)).collect();
        (byes, rematches, gaps, opponents)
    }

    /// The best of all pairings, with the phantom as the last point in an odd pool.
    fn best(&self) -> Vec<(usize, usize)> {
        let points: Vec<usize> = (0..self.seats.len().next_multiple_of(2)).collect();
        all_pairings(&points).into_iter().min_by_key(|pairs| self.key(pairs)).expect("there is one")
    }
}

/// Every way to pair the points, in the order of the higher ones.
fn all_pairings(points: &[usize]) -> Vec<Vec<(usize, usize)>> {
    let Some((first, rest)) = points.split_first() else { return vec![Vec::new()] };
    rest.iter()
        .enumerate()
        .flat_map(|(at, mate)| {
            let others: Vec<usize> = rest[..at].iter().chain(&rest[at + 1..]).copied().collect();
            all_pairings(&others).into_iter().map(move |mut pairs| {
                pairs.insert(0, (*first, *mate));
                pairs
            })
        })
        .collect()
}

fn with_phantom(given: &Given, pairing: &Pairing) -> Vec<(usize, usize)> {
    let mut pairs = pairing.pairs.clone();
    pairs.extend(pairing.bye.map(|bye| (bye, given.seats.len())));
    pairs.sort_unstable();
    pairs
}

fn pools() -> impl Strategy<Value = Given> {
    let rule = prop_oneof![Just(GapRule::WorstFirst), Just(GapRule::BestFirst)];
    (1..10_usize, rule).prop_flat_map(|(members, gap)| {
        let seats = prop::collection::vec((0..5_u32, 0..3_u32), members);
        let met = prop::collection::vec((0..members, 0..members), 0..24);
        (seats, met).prop_map(move |(mut seats, met)| {
            seats.sort_unstable_by_key(|(wins, _)| Reverse(*wins));
            let seats = seats.into_iter().map(|(wins, byes)| Seat { wins, byes }).collect();
            let met = met.into_iter().filter(|(one, other)| one != other).collect();
            Given { seats, met, gap }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn pairing_equals_best_by_exhaustive_search(given in pools()) {
        let pool = given.pool();
        let pairing = pool.pair(&Blossom).expect("few gaps");
        let paired = with_phantom(&given, &pairing);
        let best = given.best();
        prop_assert_eq!(given.key(&paired), given.key(&best));
        prop_assert_eq!(paired, best);
        let prices: Vec<_> = given.best().into_iter().map(|pair| given.price(pair)).collect();
        let certificate = pool.certificate(&pairing);
        prop_assert_eq!(certificate.byes, prices.iter().map(|price| price.0).sum::<u32>());
        prop_assert_eq!(certificate.rematches, prices.iter().map(|price| price.1).sum::<u32>());
        prop_assert_eq!(certificate.gaps.iter().sum::<u32>() as usize, prices.len());
    }
}

#[test]
fn first_round_pairs_upper_half_with_lower_half() {
    // In descending order: 7 has the bye, 6 plays 3, 5 plays 2, 4 plays 1.
    assert_eq!(first_round(7), Pairing { pairs: vec![(1, 4), (2, 5), (3, 6)], bye: Some(0) });
    assert_eq!(first_round(4), Pairing { pairs: vec![(0, 2), (1, 3)], bye: None });
    assert_eq!(first_round(1), Pairing { pairs: vec![], bye: Some(0) });
    assert_eq!(first_round(0), Pairing::default());
}

fn of_wins(wins: &[u32], gap: GapRule) -> (Pairing, Certificate) {
    let pool = Pool::new(wins.iter().map(|wins| Seat { wins: *wins, byes: 0 }).collect(), gap);
    let pairing = pool.pair(&Blossom).expect("few gaps");
    let certificate = pool.certificate(&pairing);
    (pairing, certificate)
}

#[test]
fn gap_rules_give_different_pairings() {
    let (worst_first, certificate) = of_wins(&[3, 2, 2, 1], GapRule::WorstFirst);
    assert_eq!(worst_first.pairs, [(0, 2), (1, 3)]);
    assert_eq!(certificate.gaps, [0, 2]);
    let (best_first, certificate) = of_wins(&[3, 2, 2, 1], GapRule::BestFirst);
    assert_eq!(best_first.pairs, [(0, 3), (1, 2)]);
    assert_eq!(certificate.gaps, [1, 0, 1]);
    let (late_bye, _) = of_wins(&[3, 2, 2, 1, 1], GapRule::BestFirst);
    assert_eq!(late_bye.bye, Some(0));
}

#[test]
fn many_gaps_need_no_wider_weights() {
    // Sixty pairs of equal players, each pair with different wins. Gaps up to a thousand are possible, but none is
    // needed.
    let wins: Vec<u32> = (0..60).rev().flat_map(|pair| [pair * 17, pair * 17]).collect();
    let (pairing, certificate) = of_wins(&wins, GapRule::WorstFirst);
    assert_eq!(certificate.gaps, [60]);
    assert!(pairing.pairs.iter().all(|(higher, lower)| higher + 1 == *lower));
}
