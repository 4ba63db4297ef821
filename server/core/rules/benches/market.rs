//! Seeded lists for the auction's benches: the same seed, the same lists.

use std::collections::BTreeMap;

use ishigaki_rules::auction::{Bid, Offer, OfferedLot, TeamList};
use ishigaki_rules::{LotId, TeamId, Tsuyama};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Market {
    pub(crate) teams: u32,
    pub(crate) lines: u32,
    pub(crate) lots: u32,
    pub(crate) copies: u32,
    /// The most stones a team may win (W).
    pub(crate) max_wins: u32,
    /// Prices are drawn from 1 to this; the fewer there are, the more ties.
    pub(crate) prices: u64,
}

impl Market {
    /// The offer, and a list for each team. No list names a lot more often than it has copies (`A2`).
    pub(crate) fn draw(self, seed: u64) -> (Offer, Vec<TeamList>) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let lot = OfferedLot { min_price: Tsuyama(1), copies: self.copies };
        let lots = (0..self.lots).map(|_| lot).collect();
        let offer = Offer { max_bids: self.lines, max_wins: self.max_wins, lots };
        let lists = (0..self.teams).map(|team| self.list(TeamId(team), &mut rng)).collect();
        (offer, lists)
    }

    fn list(self, team: TeamId, rng: &mut ChaCha8Rng) -> TeamList {
        let mut named: BTreeMap<LotId, u32> = BTreeMap::new();
        let mut bids = Vec::new();
        let most = self.lines.min(self.lots.saturating_mul(self.copies));
        while bids.len() < most as usize {
            let lot = LotId(rng.random_range(0..self.lots));
            let times = named.entry(lot).or_default();
            if *times < self.copies {
                *times += 1;
                bids.push(Bid { lot, price: Tsuyama(rng.random_range(1..=self.prices)) });
            }
        }
        TeamList { team, bids }
    }
}
