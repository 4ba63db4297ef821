//! Pairings (組み合わせ) of one pool, with what shows that there is no better one (`TP`, `TV2`).
//!
//! What is best is a sum over pairs, so a cheapest perfect matching finds it; who finds matchings comes in as a
//! [`Matcher`]. First the cost is made as small as it can be (`TP3`); that cost is the [`Certificate`]. Then, among
//! the pairings of that very cost, the one is taken in which the highest player has the lowest opponent, and so on
//! (`TP4`): the same matching with the opponents' places as further digits of the weights, a few players at a time.

mod weights;

use alloc::vec::Vec;

use crate::plan::GapRule;
use weights::Weights;

/// Finds matchings.
pub trait Matcher {
    /// A perfect matching of least total cost between `size` points, an even number: of each point its mate.
    ///
    /// `costs` has the cost between points i < j at `i * size + j`; costs are not negative, and every sum of them
    /// that a matching can have is less than 2^120.
    fn cheapest(&self, size: usize, costs: &[i128]) -> Vec<usize>;
}

/// A member of a pool, as its pairing sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Wins so far (`TR1`).
    pub wins: u32,
    /// Byes so far (`TP5`).
    pub byes: u32,
}

/// A pool to be paired: its members in provisional order, best first (`TP2`).
#[derive(Clone, Debug)]
pub struct Pool {
    seats: Vec<Seat>,
    /// Games played by the members at i < j, at `i * size + j`.
    met: Vec<u32>,
    gap: GapRule,
}

/// A pairing of a pool by its members' places in it, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    /// The pairs, the higher player first, in the order of the higher players.
    pub pairs: Vec<(usize, usize)>,
    /// Player that has the bye, if the pool is odd.
    pub bye: Option<usize>,
}

/// Costs of a pairing (`TP3`): the least that is possible, which anybody can check (`TV2`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// Byes that the bye's receiver had before, `TP3` (a).
    pub byes: u32,
    /// Games that the pairs have played against each other before, `TP3` (b).
    pub rematches: u32,
    /// Pairs of gap 0, of gap 1, ... up to the largest that occurs, the phantom's included, `TP3` (c).
    pub gaps: Vec<u32>,
}

/// The gaps of a pool's best pairing are so many and so different that the weights of its pairs pass 120 bits. It takes
/// far more rounds than any plan has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooWide;

impl Pool {
    /// A pool without games between its members.
    pub fn new(seats: Vec<Seat>, gap: GapRule) -> Self {
        let met = alloc::vec![0; seats.len() * seats.len()];
        Self { seats, met, gap }
    }

    /// Members, without the phantom.
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Returns whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// Notes one more game between two members (`TP5`); nothing if they are one.
    pub fn note_game(&mut self, one: usize, other: usize) {
        let (i, j) = (one.min(other), one.max(other));
        if i != j
            && let Some(games) = self.met.get_mut(i * self.seats.len() + j)
        {
            *games += 1;
        }
    }

    /// Points of the matching: the members and, if they are odd, the phantom (仮の選手) as the last one.
    fn points(&self) -> usize {
        self.seats.len().next_multiple_of(2)
    }

    /// Byes that the pair of points i < j costs, `TP3` (a).
    fn byes(&self, i: usize, j: usize) -> u32 {
        if j < self.seats.len() { 0 } else { self.seats[i].byes }
    }

    /// Games that the points i < j have played, `TP3` (b).
    fn games(&self, i: usize, j: usize) -> u32 {
        if j < self.seats.len() { self.met[i * self.seats.len() + j] } else { 0 }
    }

    /// The gap of the points i < j (`TP6`).
    fn gap(&self, i: usize, j: usize) -> u32 {
        let wins = self.seats[i].wins;
        self.seats.get(j).map_or(wins.saturating_add(1), |other| wins.abs_diff(other.wins))
    }

    /// The pairing of rounds after the first (`TP2`-`TP6`).
    ///
    /// # Errors
    /// If the gaps of the best pairing are too many and too different for the weights.
    pub fn pair(&self, matcher: &impl Matcher) -> Result<Pairing, TooWide> {
        let mut mates: Vec<Option<usize>> = alloc::vec![None; self.points()];
        let mut weights = Weights::of(self, matcher)?;
        while let Some(fixed) = weights.fix_highest(self, matcher)? {
            for (higher, lower) in fixed {
                mates[higher] = Some(lower);
            }
        }
        let mut pairing = Pairing::default();
        for (higher, lower) in mates.into_iter().enumerate().filter_map(|(at, mate)| Some((at, mate?))) {
            if lower < self.seats.len() {
                pairing.pairs.push((higher, lower));
            } else {
                pairing.bye = Some(higher);
            }
        }
        Ok(pairing)
    }

    /// Returns what a pairing of this pool costs (`TP3`).
    pub fn certificate(&self, pairing: &Pairing) -> Certificate {
        let phantom = pairing.bye.map(|bye| (bye, self.seats.len()));
        let mut certificate = Certificate::default();
        for (i, j) in pairing.pairs.iter().copied().chain(phantom) {
            certificate.byes += self.byes(i, j);
            certificate.rematches += self.games(i, j);
            let gap = usize::try_from(self.gap(i, j)).unwrap_or(usize::MAX);
            if certificate.gaps.len() <= gap {
                certificate.gaps.resize(gap.saturating_add(1), 0);
            }
            certificate.gaps[gap] += 1;
        }
        certificate
    }
}

/// The pairing of round 1 (`TP1`), of a pool by number ascending: the largest has the bye if the pool is odd; of the
/// others the largest of the two halves meet, and so on. Places are those from the largest number, 0, down.
pub fn first_round(members: usize) -> Pairing {
    let half = members / 2;
    let bye = (members % 2 == 1).then_some(0);
    let first = members % 2;
    Pairing { pairs: (first..first + half).map(|at| (at, at + half)).collect(), bye }
}
