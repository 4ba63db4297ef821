//! Temperaments of simple bots as figures: prices, pace, and reaction to others.

use std::fmt;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

ishigaki_catalogue::keyed! {
    /// A way to play.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Temperament: pub code, ALL {
        /// Buys an even share of its wall in every round, at about its worth.
        #[default]
        Steady = "steady",
        /// Bids on much, little above the minimum, and rarely raises.
        Thrifty = "thrifty",
        /// High prices on scarce stones, early.
        Bold = "bold",
        /// Buys little at first and saves its money for the late rounds.
        Patient = "patient",
        /// Also bids up what the leader needs.
        Blocker = "blocker",
        /// Decides at random.
        Gambler = "gambler",
    }
}

/// Shares are in hundredths.
#[derive(Clone, Copy, Debug)]
pub(super) struct TemperamentFigures {
    pub(super) pace: (u64, u64),
    pub(super) keenness: (u64, u64),
    pub(super) ceiling: u64,
    pub(super) spares: u64,
    pub(super) haste: u64,
    pub(super) envy: u64,
    pub(super) raise: u64,
    /// Passes one re-bid in this many.
    pub(super) passes: u32,
    /// Declines one round in this many; 0 is never.
    pub(super) rests: u32,
    pub(super) variation: u64,
}

impl Temperament {
    /// Deals temperaments to teams in an order that the seed decides. None repeats before each of the others
    /// was dealt.
    pub fn deal(seed: u64, teams: usize) -> Vec<Self> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut dealt = Vec::new();
        while dealt.len() < teams {
            let mut deck = Self::ALL;
            deck.shuffle(&mut rng);
            dealt.extend(deck);
        }
        dealt.truncate(teams);
        // Otherwise an early temperament would always get the first seats.
        dealt.shuffle(&mut rng);
        dealt
    }

    pub(super) fn manner(self) -> TemperamentFigures {
        let steady = TemperamentFigures {
            pace: (90, 120),
            keenness: (50, 130),
            ceiling: 500,
            spares: 3,
            haste: 40,
            envy: 0,
            raise: 60,
            passes: 6,
            rests: 0,
            variation: 15,
        };
        match self {
            Self::Steady => steady,
            Self::Thrifty => TemperamentFigures {
                pace: (100, 130),
                keenness: (0, 60),
                ceiling: 250,
                spares: 5,
                haste: 0,
                raise: 25,
                passes: 3,
                ..steady
            },
            Self::Bold => TemperamentFigures {
                pace: (150, 90),
                keenness: (120, 220),
                ceiling: 900,
                spares: 2,
                haste: 100,
                raise: 120,
                passes: 12,
                ..steady
            },
            Self::Patient => TemperamentFigures {
                pace: (60, 160),
                keenness: (30, 110),
                haste: 10,
                rests: 8,
                raise: 80,
                ..steady
            },
            Self::Blocker => {
                TemperamentFigures { keenness: (60, 150), spares: 4, envy: 45, raise: 90, ..steady }
            }
            Self::Gambler => TemperamentFigures {
                pace: (90, 130),
                keenness: (0, 300),
                ceiling: 1000,
                spares: 3,
                raise: 150,
                passes: 4,
                rests: 9,
                variation: 45,
                ..steady
            },
        }
    }
}

impl fmt::Display for Temperament {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deal_contains_each_temperament() {
        for seed in 0..20 {
            let mut dealt = Temperament::deal(seed, 8);
            dealt.sort_unstable();
            dealt.dedup();
            assert_eq!(dealt, Temperament::ALL);
        }
    }

    #[test]
    fn temperament_deal_depends_on_seed() {
        assert_eq!(Temperament::deal(4, 8), Temperament::deal(4, 8));
        assert!((0..6).any(|seed| Temperament::deal(seed, 8) != Temperament::deal(6, 8)));
    }
}
