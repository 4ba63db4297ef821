//! Changes of a team's wall: sending them, and recognising them in a wall.

use std::collections::BTreeMap;

use ishigaki_rules::StoneId;
use ishigaki_rules::wall::Spot;

/// A change of the wall by a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WallChange {
    Lay {
        stone: StoneId,
        spot: Spot,
    },
    /// A stone is removed (`W4`).
    TakeOut {
        stone: StoneId,
    },
    /// The whole wall is replaced (`W5`).
    Replace(BTreeMap<StoneId, Spot>),
}

impl WallChange {
    /// Applies the change to a wall.
    pub fn apply(&self, wall: &mut BTreeMap<StoneId, Spot>) {
        match self {
            Self::Lay { stone, spot } => _ = wall.insert(*stone, *spot),
            Self::TakeOut { stone } => _ = wall.remove(stone),
            Self::Replace(whole) => wall.clone_from(whole),
        }
    }

    /// Returns whether a wall shows the change.
    pub fn is_done(&self, wall: &BTreeMap<StoneId, Spot>) -> bool {
        match self {
            Self::Lay { stone, spot } => wall.get(stone) == Some(spot),
            Self::TakeOut { stone } => !wall.contains_key(stone),
            Self::Replace(whole) => whole == wall,
        }
    }
}
