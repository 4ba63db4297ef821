//! Weights of pairs: the levels of a cost, most important first, as one integer.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::{Matcher, Pool, TooWide};
use crate::plan::GapRule;

const WIDEST: i128 = 1 << 120;

/// The weights of a pool's pairs, for its points without a mate.
///
/// Pairs that no best pairing can have are barred: those with a gap, a number of past games or a bye cost
/// that the best cost doesn't contain.
pub(super) struct Weights {
    open: Vec<usize>,
    gaps: Vec<u32>,
    rematches: bool,
    byes: u32,
}

struct LevelScale {
    /// Per gap, in the order of [`Weights::gaps`].
    gaps: Vec<i128>,
    game: i128,
    bye: i128,
    barred: i128,
}

impl Weights {
    /// Finds the minimal cost, and bars what it doesn't contain.
    pub(super) fn of(pool: &Pool, matcher: &impl Matcher) -> Result<Self, TooWide> {
        let points = pool.points();
        let pairs = || (0..points).flat_map(|i| (i + 1..points).map(move |j| (i, j)));
        let gaps: BTreeSet<u32> = pairs().map(|(i, j)| pool.gap(i, j)).collect();
        let most_games = pairs().map(|(i, j)| pool.games(i, j)).max().unwrap_or(0);
        let mut weights = Self {
            open: (0..points).collect(),
            gaps: gaps.into_iter().collect(),
            rematches: most_games > 0,
            byes: 0,
        };
        let most_byes = pool.seats.iter().map(|seat| seat.byes).max().unwrap_or(0);
        let scale = weights.widest_scale(pool, most_games, most_byes)?;
        let largest = weights.gaps.last().copied().unwrap_or(0);
        let cost = |i, j| {
            let gap = weights.gaps.binary_search(&pool.gap(i, j).min(largest)).map_or(0, |at| scale.gaps[at]);
            gap + scale.game * i128::from(pool.games(i, j)) + scale.bye * i128::from(pool.byes(i, j))
        };
        let best = weights.matched(matcher, cost);
        if best.iter().any(|(i, j)| pool.gap(*i, *j) > largest) {
            return Err(TooWide);
        }
        weights.gaps =
            best.iter().map(|(i, j)| pool.gap(*i, *j)).collect::<BTreeSet<u32>>().into_iter().collect();
        weights.rematches = best.iter().any(|(i, j)| pool.games(*i, *j) > 0);
        weights.byes = best.iter().map(|(i, j)| pool.byes(*i, *j)).sum();
        Ok(weights)
    }

    /// The scale of all gaps, or of the smallest ones that fit; larger gaps then count like the largest of
    /// those.
    ///
    /// That is harmless as long as the best pairing has none of them, because a pairing without them is
    /// better under either rule.
    fn widest_scale(&mut self, pool: &Pool, most_games: u32, most_byes: u32) -> Result<LevelScale, TooWide> {
        loop {
            if let Some(scale) = self.scale(pool, most_games, most_byes) {
                return Ok(scale);
            }
            if self.gaps.len() <= 1 {
                return Err(TooWide);
            }
            self.gaps.pop();
        }
    }

    /// Returns the values of the levels' digits; `None` if a sum could exceed [`WIDEST`].
    fn scale(&self, pool: &Pool, most_games: u32, most_byes: u32) -> Option<LevelScale> {
        let pairs = i128::try_from(self.open.len() / 2).ok()?;
        let base = pairs + 1;
        // Each digit has room for the number of pairs that can have its gap. The first gap is the remainder
        // and needs none.
        let mut room = self.most_of_each_gap(pool);
        if pool.gap == GapRule::BestFirst {
            room.reverse();
        }
        let (mut worth, mut next) = (alloc::vec![0], 1_i128);
        for most in room.iter().skip(1) {
            worth.push(next);
            next = next.checked_mul(most + 1)?;
        }
        let all = worth.last().copied()?;
        if pool.gap == GapRule::BestFirst {
            // Pairs of the smallest gap are maximised, so each costs least.
            worth.reverse();
            for digit in &mut worth {
                *digit = all - *digit;
            }
        }
        let game = all.checked_mul(pairs)?.checked_add(1)?;
        let games = pairs.checked_mul(i128::from(most_games))?;
        let bye = game.checked_mul(games.checked_add(1)?)?;
        let barred = bye.checked_mul(i128::from(most_byes).checked_add(1)?)?;
        (barred.checked_mul(base)? < WIDEST).then_some(LevelScale { gaps: worth, game, bye, barred })
    }

    /// Maximum number of pairs of open points for each gap. The largest gap gets all pairs, because larger
    /// ones may count like it.
    fn most_of_each_gap(&self, pool: &Pool) -> Vec<i128> {
        let mut players: BTreeMap<u32, i128> = BTreeMap::new();
        for seat in self.open.iter().filter_map(|point| pool.seats.get(*point)) {
            *players.entry(seat.wins).or_default() += 1;
        }
        let pairs = i128::try_from(self.open.len() / 2).unwrap_or(i128::MAX);
        let largest = self.gaps.last().copied();
        let of_gap = |gap: &u32| {
            if Some(*gap) == largest {
                return pairs;
            }
            let of_wins = players.iter().map(|(wins, players_here)| match wins.checked_add(*gap) {
                Some(_) if *gap == 0 => players_here / 2,
                Some(above) => (*players_here).min(players.get(&above).copied().unwrap_or(0)),
                None => 0,
            });
            // Plus the phantom's pair, which may have any gap.
            (of_wins.sum::<i128>() + 1).min(pairs)
        };
        self.gaps.iter().map(of_gap).collect()
    }

    fn matched(&self, matcher: &impl Matcher, cost: impl Fn(usize, usize) -> i128) -> Vec<(usize, usize)> {
        let size = self.open.len();
        let mut costs = alloc::vec![0; size * size];
        for (a, i) in self.open.iter().enumerate() {
            for (b, j) in self.open.iter().enumerate().skip(a + 1) {
                costs[a * size + b] = cost(*i, *j);
            }
        }
        let mates = matcher.cheapest(size, &costs);
        let pairs = mates.into_iter().enumerate().filter(|(at, mate)| at < mate);
        pairs.filter_map(|(at, mate)| Some((*self.open.get(at)?, *self.open.get(mate)?))).collect()
    }

    /// Assigns opponents to the highest open points (`TP4`), as many as fit into the weights; `None` when all
    /// have one.
    pub(super) fn fix_highest(
        &mut self,
        pool: &Pool,
        matcher: &impl Matcher,
    ) -> Result<Option<Vec<(usize, usize)>>, TooWide> {
        let size = self.open.len();
        if size == 0 {
            return Ok(None);
        }
        let most_games = if self.rematches { pool.met.iter().copied().max().unwrap_or(0) } else { 0 };
        let scale = self.scale(pool, most_games, 0).ok_or(TooWide)?;
        let (room, unit) = self.room(&scale)?;
        let place = |point: &usize| self.open.binary_search(point).unwrap_or(0);
        let digits: Vec<i128> = self.digits(room);
        let cost = |i, j| {
            let (above, below) = (place(&i), place(&j));
            let digit = digits.get(above).copied().unwrap_or(0);
            let height = i128::try_from(size - 1 - below).unwrap_or(0);
            self.level(pool, &scale, i, j) * unit + digit * height
        };
        let mut pairs = self.matched(matcher, cost);
        pairs.retain(|(higher, _)| place(higher) < room);
        self.open.retain(|point| !pairs.iter().any(|(higher, lower)| point == higher || point == lower));
        Ok(Some(pairs))
    }

    /// Returns the cost of a pair by its levels alone. A barred pair costs more than any best pairing.
    fn level(&self, pool: &Pool, scale: &LevelScale, i: usize, j: usize) -> i128 {
        let (games, is_bye) = (pool.games(i, j), j >= pool.len());
        let barred = games > 0 && !self.rematches || is_bye && pool.byes(i, j) != self.byes;
        match self.gaps.binary_search(&pool.gap(i, j)) {
            Ok(at) if !barred => scale.gaps[at] + scale.game * i128::from(games),
            _ => scale.barred,
        }
    }

    /// Returns how many of the highest points get a digit for their opponent's rank, and the value of a
    /// level's unit above those digits.
    fn room(&self, scale: &LevelScale) -> Result<(usize, i128), TooWide> {
        let size = self.open.len();
        let base = i128::try_from(size).map_err(|_| TooWide)?;
        let levels = scale.barred.checked_mul(base).ok_or(TooWide)?;
        let (mut room, mut unit) = (0, 1_i128);
        while room < size {
            let next = unit.checked_mul(base).filter(|next| {
                // Digits below the unit add up to less than it.
                levels.checked_mul(*next).is_some_and(|sum| sum < WIDEST)
            });
            let Some(next) = next else { break };
            (room, unit) = (room + 1, next);
        }
        if room == 0 { Err(TooWide) } else { Ok((room, unit)) }
    }

    fn digits(&self, room: usize) -> Vec<i128> {
        let base = i128::try_from(self.open.len()).unwrap_or(i128::MAX);
        let mut digits = Vec::with_capacity(room);
        let mut worth = 1_i128;
        for _ in 0..room {
            digits.push(worth);
            worth = worth.saturating_mul(base);
        }
        digits.reverse();
        digits
    }
}
