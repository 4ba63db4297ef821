//! One team's wall (`W1`–`W5`): faults, support and score.
//!
//! The wall is judged by the frame, the team's stones and their placements. The game decides when a wall may
//! be changed (`W6`).

mod fit;
mod judge;
mod layout;
mod support;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::{Cell, Turn};

pub use judge::judge;
pub(crate) use judge::{PlacedShape, bare, score_stones};

/// Position of a stone: rotated, then moved so that its smallest row and column are at `at` (`W2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    pub turn: Turn,
    /// Its smallest row and column.
    pub at: Cell,
}

/// Place of a stone as a team describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placing {
    Turned(Spot),
    /// Invalid rotation, rejected as [`WallCode::BadRotation`].
    BadRotation,
    /// The squares it covers, in any order. The rotation is derived from them.
    Cells(Vec<Cell>),
}

/// A placing of one stone. `S` identifies stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement<S> {
    pub stone: S,
    pub placing: Placing,
}

/// Fault of a wall, sorted by code name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WallCode {
    /// The rotation is not 0 to 3 quarter turns (`W2`).
    BadRotation,
    /// A stone is placed more than once. The first placement is used (`W4`).
    DuplicateStone,
    /// The squares fit only the mirrored stone (`W2`).
    Mirrored,
    /// The team does not have this stone (`W4`).
    NotOwned,
    /// No stone touches the bottom edge (`W3`).
    NoBottom,
    /// A square is outside the frame (`W2`).
    OutOfFrame,
    /// Two stones share a square (`W2`).
    Overlap,
    /// The squares don't fit the stone, are empty or repeat (`W2`).
    ShapeMismatch,
    /// The stone isn't supported by a chain of stones from the bottom edge (`W3`).
    Unsupported,
}

impl WallCode {
    /// Returns whether the fault is about positions rather than support.
    pub const fn is_geometry(self) -> bool {
        !matches!(self, Self::NoBottom | Self::Unsupported)
    }

    /// Returns the number of the rule behind it in the rule book.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::DuplicateStone | Self::NotOwned => "W4",
            Self::NoBottom | Self::Unsupported => "W3",
            Self::BadRotation | Self::Mirrored | Self::OutOfFrame | Self::Overlap | Self::ShapeMismatch => {
                "W2"
            }
        }
    }
}

/// A fault with all stones it concerns, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallFault<S> {
    pub code: WallCode,
    /// Empty for [`WallCode::NoBottom`].
    pub stones: Vec<S>,
}

/// Score of a wall after unsupported stones are removed (`E2`, `W5`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallScore<S> {
    /// Uncovered squares of the frame.
    pub empty: u32,
    pub top_gaps: u32,
    pub used: u32,
    /// Stones owned and not used, including removed ones.
    pub unused: u32,
    /// Stones removed because they are unsupported, sorted.
    pub lifted: Vec<S>,
}

/// Verdict on a wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<S> {
    /// All faults by code name; empty if the wall is valid.
    pub faults: Vec<WallFault<S>>,
    /// Position of each placed stone. Complete and without overlap only if no fault is about geometry.
    pub laid: BTreeMap<S, Spot>,
    /// `None` if a fault is about geometry.
    pub score: Option<WallScore<S>>,
}
