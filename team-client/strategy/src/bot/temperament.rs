//! The temperament of a bot, as figures: what it pays, when, and what it does about the others.
//!
//! Knows nothing of walls or lists; a temperament is data, and the bot that reads it is the same for all.

use std::fmt;

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

/// A way to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Temperament {
    /// Buys an even share of its wall in every round, at about what it is worth.
    #[default]
    Steady,
    /// Bids on much, little above the minimum, and rarely raises.
    Thrifty,
    /// Goes all in early: high prices on the stones that are scarce.
    Bold,
    /// Buys little at first and saves its money for the late rounds.
    Patient,
    /// Also bids up what the leader needs.
    Blocker,
    /// Does what comes to its mind.
    Gambler,
}

/// The figures of a temperament. Shares are in hundredths.
#[derive(Clone, Copy, Debug)]
pub(super) struct TemperamentFigures {
    /// Part of an even share of the stones still needed that it tries to win, in the first round and in the
    /// last one.
    pub(super) pace: (u64, u64),
    /// Share of a stone's fair price above the minimum that it offers: least and most.
    pub(super) keenness: (u64, u64),
    /// The most it pays, as a share of the minimum price.
    pub(super) ceiling: u64,
    /// Number of lines that it adds to those it means to win.
    pub(super) spares: u64,
    /// Extra demand for a stone of which there are not enough for everybody.
    pub(super) haste: u64,
    /// Worth of a stone to it for the leader's need of it, as a share of what it is worth to the leader.
    pub(super) envy: u64,
    /// Greatest raise above a tied price.
    pub(super) raise: u64,
    /// It passes one re-bid in so many.
    pub(super) passes: u32,
    /// It declines one round in so many; 0 is never.
    pub(super) rests: u32,
    /// Spread of its liking for a stone around the plan's.
    pub(super) whim: u64,
}

impl Temperament {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Steady, Self::Thrifty, Self::Bold, Self::Patient, Self::Blocker, Self::Gambler];

    /// Its name for programs: lower case, one word.
    pub fn code(self) -> &'static str {
        match self {
            Self::Steady => "steady",
            Self::Thrifty => "thrifty",
            Self::Bold => "bold",
            Self::Patient => "patient",
            Self::Blocker => "blocker",
            Self::Gambler => "gambler",
        }
    }

    /// Deals temperaments to so many teams, in an order that the seed decides. None comes a second time before
    /// each of the others has come.
    pub fn deal(seed: u64, teams: usize) -> Vec<Self> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut dealt = Vec::new();
        while dealt.len() < teams {
            let mut deck = Self::ALL;
            deck.shuffle(&mut rng);
            dealt.extend(deck);
        }
        dealt.truncate(teams);
        // Or a temperament that is always dealt early would always sit at the head of the table.
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
            whim: 15,
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
                whim: 45,
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
    fn nobody_is_dealt_twice_before_all_are_dealt() {
        for seed in 0..20 {
            let mut dealt = Temperament::deal(seed, 8);
            dealt.sort_unstable();
            dealt.dedup();
            assert_eq!(dealt, Temperament::ALL);
        }
    }

    #[test]
    fn the_seed_decides_who_is_what() {
        assert_eq!(Temperament::deal(4, 8), Temperament::deal(4, 8));
        assert!((0..6).any(|seed| Temperament::deal(seed, 8) != Temperament::deal(6, 8)));
    }
}
