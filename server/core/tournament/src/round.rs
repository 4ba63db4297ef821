//! Rounds: the pairings of all pools.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::flow::{Flow, PoolId};
use crate::id::PlayerId;
use crate::pairing::{Certificate, Matcher, PairFault, Pairing, Pool, Seat, TooWide, first_round_with};
use crate::standing::Entry;

/// The pairing of one pool in one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolPairing {
    pub pool: PoolId,
    /// The pairs, higher player first, in the order of the higher players.
    pub pairs: Vec<(PlayerId, PlayerId)>,
    /// Player with the bye, if the pool is odd.
    pub bye: Option<PlayerId>,
    /// The minimal cost of the pairing (`TV2`); `None` in round 1.
    pub certificate: Option<Certificate>,
}

/// Pairs of a pool that a ruling fixes, as indices of its members.
pub(crate) type FixedPairs = Vec<(usize, usize)>;

impl Flow {
    /// Pairs all pools for the next round (`TP`); empty after the last one.
    ///
    /// # Errors
    ///
    /// Fails if the gaps of a pool don't fit into a pairing's weights.
    pub fn pair(&self, matcher: &impl Matcher) -> Result<Vec<PoolPairing>, TooWide> {
        self.pair_with(&[], matcher)
    }

    /// Like [`Flow::pair`], with these pairs of each pool, given as indices of its members.
    pub(crate) fn pair_with(
        &self,
        fixed: &[FixedPairs],
        matcher: &impl Matcher,
    ) -> Result<Vec<PoolPairing>, TooWide> {
        let first = self.history().rounds() == 0;
        let pools = self.pools().into_iter().enumerate();
        pools
            .map(|(at, (pool, members))| {
                let fixed = fixed.get(at).map_or(&[][..], Vec::as_slice);
                let (pairing, certificate) = if first {
                    (first_round_with(members.len(), fixed), None)
                } else {
                    let weighed = self.pool(&members);
                    let pairing = weighed.pair_with(fixed, matcher)?;
                    let certificate = weighed.certificate(&pairing);
                    (pairing, Some(certificate))
                };
                Ok(PoolPairing::of(pool, &members, &pairing, certificate))
            })
            .collect()
    }

    /// Returns the next round's games of a round robin, without players who are missing; empty for other
    /// events (`TS2`). Those whose opponent is missing are left to the rules.
    pub(crate) fn scheduled(&self) -> Vec<(PlayerId, PlayerId)> {
        let pools = self.pools();
        let Some((_, members)) = pools.first().filter(|_| self.plan().is_round_robin) else {
            return Vec::new();
        };
        let players = self.field().by_number();
        let circle = players.len().saturating_sub(1) | 1;
        let at = self.history().rounds();
        let seat = |step: usize| players.get(step % circle).copied();
        // All but one player move around a circle. An odd number has the bye in the fixed seat.
        let fixed = (seat(at), players.get(circle).copied());
        let others = (1..=circle / 2).map(|step| (seat(at + step), seat(at + circle - step)));
        let pairs = core::iter::once(fixed).chain(others).filter_map(|(one, other)| Some((one?, other?)));
        pairs.filter(|(one, other)| members.contains(one) && members.contains(other)).collect()
    }

    /// Returns the pairs that a ruling or the schedule fixes, for each pool of the next round.
    pub(crate) fn fixed_by_pool(&self, fixed: &[(PlayerId, PlayerId)]) -> Result<Vec<FixedPairs>, PairFault> {
        let pools = self.pools();
        let place = |player: PlayerId| {
            let mut places = pools.iter().enumerate().filter_map(|(pool, (_, members))| {
                Some((pool, members.iter().position(|member| *member == player)?))
            });
            places.next().ok_or(PairFault::NotInPool { player })
        };
        let mut seen = BTreeSet::new();
        let mut by_pool: Vec<FixedPairs> = alloc::vec![Vec::new(); pools.len()];
        for &(one, other) in fixed {
            if one == other {
                return Err(PairFault::SamePlayer { player: one });
            }
            if let Some(player) = [one, other].into_iter().find(|player| !seen.insert(*player)) {
                return Err(PairFault::Twice { player });
            }
            let ((pool, at), (other_pool, other_at)) = (place(one)?, place(other)?);
            if pool != other_pool {
                return Err(PairFault::DifferentPools { one, other });
            }
            by_pool[pool].push((at, other_at));
        }
        Ok(by_pool)
    }

    /// Returns a pool for pairing: wins, byes and past games of its members, given in provisional order.
    pub fn pool(&self, members: &[PlayerId]) -> Pool {
        let history = self.history();
        let seat = |player: &PlayerId| Seat { wins: history.wins(*player), byes: history.byes(*player) };
        let mut pool = Pool::new(members.iter().map(seat).collect(), self.plan().gap);
        let mut places: Vec<Option<usize>> = alloc::vec![None; self.field().lines()];
        for (at, player) in members.iter().enumerate() {
            if let Some(place) = places.get_mut(player.index()) {
                *place = Some(at);
            }
        }
        for (at, player) in members.iter().enumerate() {
            let opponents = history.entries(*player).filter_map(Entry::opponent);
            let met = opponents.filter_map(|other| places.get(other.index()).copied().flatten());
            // Each game is in both players' entries but counts once.
            met.filter(|other| at < *other).for_each(|other| pool.note_game(at, other));
        }
        pool
    }
}

impl PoolPairing {
    fn of(pool: PoolId, members: &[PlayerId], pairing: &Pairing, certificate: Option<Certificate>) -> Self {
        let player = |at: usize| members.get(at).copied();
        let pairs =
            pairing.pairs.iter().filter_map(|(higher, lower)| Some((player(*higher)?, player(*lower)?)));
        Self { pool, pairs: pairs.collect(), bye: pairing.bye.and_then(player), certificate }
    }
}
