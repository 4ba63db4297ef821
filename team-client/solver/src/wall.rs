//! The wall that is found, and how good it is by the ranking's order (`E2`). Knows nothing of the search.

use std::cmp::Reverse;

use ishigaki_rules::wall::Spot;

/// Score of a wall. Less is better: fewer empty squares, then fewer uncovered squares in the frame's top row, then more
/// stones used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Squares of the frame that no stone covers.
    pub empty: u32,
    /// Those of them that are in the frame's top row.
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

/// One stone of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WallStone {
    /// Its place in the problem's list.
    pub stone: usize,
    /// Position of the stone (`W2`).
    pub spot: Spot,
}

/// A wall in which every stone stands (`W3`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// Its stones, by their place in the problem's list.
    pub stones: Vec<WallStone>,
    /// Score of the wall.
    pub score: Score,
    /// Whether it is proved that no wall is better in any of the three.
    pub optimal: bool,
}
