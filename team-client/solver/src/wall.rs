//! The wall that is found, and its score (`E2`).

use std::cmp::Reverse;

use ishigaki_rules::wall::Spot;

/// Score of a wall. Less is better: fewer empty squares, then fewer uncovered squares in the frame's top row,
/// then more stones used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    pub empty: u32,
    pub top_gaps: u32,
    pub used: u32,
}

impl Score {
    fn key(self) -> (u32, u32, Reverse<u32>) {
        (self.empty, self.top_gaps, Reverse(self.used))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// A stone of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WallStone {
    /// Index in the problem's list.
    pub stone: usize,
    pub spot: Spot,
}

/// A wall in which every stone is supported (`W3`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    pub stones: Vec<WallStone>,
    pub score: Score,
    /// True if it is proved that no better wall exists.
    pub optimal: bool,
}
