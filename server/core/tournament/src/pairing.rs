//! Pairings (組み合わせ) of one pool, with a certificate that no better one exists (`TP`, `TV2`).
//!
//! The cost is a sum over pairs, so a minimum-cost perfect matching (found by a [`Matcher`]) is optimal.
//! First the cost is minimised (`TP3`); it is the [`Certificate`]. Among the pairings with that cost, the
//! highest player then gets the lowest opponent, and so on (`TP4`): the same matching, with the opponents'
//! ranks as additional digits of the weights, a few players at a time.

mod weights;

use alloc::vec::Vec;

use crate::id::PlayerId;
use crate::plan::GapRule;
use weights::Weights;

/// Algorithm for minimum-cost perfect matchings.
pub trait Matcher {
    /// Returns a minimum-cost perfect matching of `size` points, an even number: the mate of each point.
    ///
    /// `costs` has the cost of points i < j at `i * size + j`. Costs aren't negative, and every sum of a
    /// matching is less than 2^120.
    fn cheapest(&self, size: usize, costs: &[i128]) -> Vec<usize>;
}

/// A member of a pool, as its pairing sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    pub wins: u32,
    pub byes: u32,
}

/// A pool to pair: its members in provisional order, best first (`TP2`).
#[derive(Clone, Debug)]
pub struct Pool {
    seats: Vec<Seat>,
    /// Number of games between the members i < j, at `i * size + j`.
    met: Vec<u32>,
    gap: GapRule,
}

/// A pairing of a pool, by the members' indices in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    /// The pairs, higher player first, in the order of the higher players.
    pub pairs: Vec<(usize, usize)>,
    /// Player with the bye, if the pool is odd.
    pub bye: Option<usize>,
}

/// Cost of a pairing (`TP3`). It is minimal, which everyone can verify (`TV2`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// Earlier byes of the bye's receiver, `TP3` (a).
    pub byes: u32,
    /// Earlier games between the pairs, `TP3` (b).
    pub rematches: u32,
    /// Number of pairs with gap 0, 1, ... up to the largest gap, including the phantom's, `TP3` (c).
    pub gaps: Vec<u32>,
}

/// The gaps of a pool's best pairing need weights of more than 120 bits. That takes far more rounds than any
/// plan has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooWide;

/// Fault of pairs that a ruling fixes (`TV3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairFault {
    /// There is no pair.
    None,
    SamePlayer {
        player: PlayerId,
    },
    Twice {
        player: PlayerId,
    },
    /// The player is in no pool of the round: absent, withdrawn, excused, or a league's first.
    NotInPool {
        player: PlayerId,
    },
    DifferentPools {
        one: PlayerId,
        other: PlayerId,
    },
}

impl Pool {
    /// Returns a pool without games between its members.
    pub fn new(seats: Vec<Seat>, gap: GapRule) -> Self {
        let met = alloc::vec![0; seats.len() * seats.len()];
        Self { seats, met, gap }
    }

    /// Returns the number of members, without the phantom.
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Returns whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// Adds a game between two members (`TP5`). Does nothing if they are the same.
    pub fn note_game(&mut self, one: usize, other: usize) {
        let (i, j) = (one.min(other), one.max(other));
        if i != j
            && let Some(games) = self.met.get_mut(i * self.seats.len() + j)
        {
            *games += 1;
        }
    }

    /// Number of points to match: the members and, if they are odd, the phantom (仮の選手) as the last one.
    fn points(&self) -> usize {
        self.seats.len().next_multiple_of(2)
    }

    /// Byes that the pair i < j costs, `TP3` (a).
    fn byes(&self, i: usize, j: usize) -> u32 {
        if j < self.seats.len() { 0 } else { self.seats[i].byes }
    }

    /// Games between the points i < j, `TP3` (b).
    fn games(&self, i: usize, j: usize) -> u32 {
        if j < self.seats.len() { self.met[i * self.seats.len() + j] } else { 0 }
    }

    /// The gap of the points i < j (`TP6`).
    fn gap(&self, i: usize, j: usize) -> u32 {
        let wins = self.seats[i].wins;
        self.seats.get(j).map_or(wins.saturating_add(1), |other| wins.abs_diff(other.wins))
    }

    /// Returns the pairing of a round after the first (`TP2`-`TP6`).
    ///
    /// # Errors
    ///
    /// Fails if the gaps of the best pairing don't fit into the weights.
    pub fn pair(&self, matcher: &impl Matcher) -> Result<Pairing, TooWide> {
        self.pair_with(&[], matcher)
    }

    /// Returns a pairing with these pairs of members, given as their indices. The others are paired as if
    /// they were the pool.
    pub(crate) fn pair_with(
        &self,
        fixed: &[(usize, usize)],
        matcher: &impl Matcher,
    ) -> Result<Pairing, TooWide> {
        if fixed.is_empty() {
            return self.pair_all(matcher);
        }
        let is_fixed = |at: &usize| fixed.iter().any(|(one, other)| one == at || other == at);
        let rest: Vec<usize> = (0..self.len()).filter(|at| !is_fixed(at)).collect();
        let paired = self.part(&rest).pair_all(matcher)?;
        let found = paired.pairs.iter().map(|(one, other)| (rest[*one], rest[*other]));
        Ok(merged(fixed, found, paired.bye.map(|bye| rest[bye])))
    }

    /// Returns the pool of these members only.
    fn part(&self, members: &[usize]) -> Self {
        let mut part = Self::new(members.iter().map(|at| self.seats[*at]).collect(), self.gap);
        for (i, one) in members.iter().enumerate() {
            for (j, other) in members.iter().enumerate().skip(i + 1) {
                part.met[i * members.len() + j] = self.met[one * self.len() + other];
            }
        }
        part
    }

    fn pair_all(&self, matcher: &impl Matcher) -> Result<Pairing, TooWide> {
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

    /// Returns the cost of a pairing of this pool (`TP3`).
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

/// Returns fixed and found pairs as one pairing, in the order of the higher players.
fn merged(
    fixed: &[(usize, usize)],
    found: impl Iterator<Item = (usize, usize)>,
    bye: Option<usize>,
) -> Pairing {
    let fixed = fixed.iter().map(|(one, other)| (*one.min(other), *one.max(other)));
    let mut pairs: Vec<_> = fixed.chain(found).collect();
    pairs.sort_unstable();
    Pairing { pairs, bye }
}

/// Returns the pairing of round 1 with these pairs, given as indices of members. The others are paired as if
/// they were the pool.
pub(crate) fn first_round_with(members: usize, fixed: &[(usize, usize)]) -> Pairing {
    let is_fixed = |at: &usize| fixed.iter().any(|(one, other)| one == at || other == at);
    let rest: Vec<usize> = (0..members).filter(|at| !is_fixed(at)).collect();
    let paired = first_round(rest.len());
    let found = paired.pairs.iter().map(|(one, other)| (rest[*one], rest[*other]));
    merged(fixed, found, paired.bye.map(|bye| rest[bye]))
}

/// Returns the pairing of round 1 (`TP1`) for a pool by descending number. In an odd pool the first member has the
/// bye. The others are split in two halves. The first members of the halves play each other, then the second ones,
/// and so on.
pub fn first_round(members: usize) -> Pairing {
    let half = members / 2;
    let bye = (members % 2 == 1).then_some(0);
    let first = members % 2;
    Pairing { pairs: (first..first + half).map(|at| (at, at + half)).collect(), bye }
}
