//! Changes of a team's wall: what is sent, and whether a wall shows it.

use std::collections::BTreeMap;

use ishigaki_rules::StoneId;
use ishigaki_rules::wall::Spot;

/// A change of the wall that a team sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WallChange {
    /// A stone is laid, or one that lies is moved (`W4`).
    Lay {
        stone: StoneId,
        /// Position of the stone.
        spot: Spot,
    },
    /// A stone is taken out (`W4`).
    TakeOut { stone: StoneId },
    /// The whole wall is replaced (`W5`).
    Replace(BTreeMap<StoneId, Spot>),
}

impl WallChange {
    /// Changes a wall so.
    pub fn apply(&self, wall: &mut BTreeMap<StoneId, Spot>) {
        match self {
            Self::Lay { stone, spot } => _ = wall.insert(*stone, *spot),
            Self::TakeOut { stone } => _ = wall.remove(stone),
            Self::Replace(whole) => wall.clone_from(whole),
        }
    }

    /// Returns whether a wall is as this leaves it.
    pub fn is_done(&self, wall: &BTreeMap<StoneId, Spot>) -> bool {
        match self {
            Self::Lay { stone, spot } => wall.get(stone) == Some(spot),
            Self::TakeOut { stone } => !wall.contains_key(stone),
            Self::Replace(whole) => whole == wall,
        }
    }
}
