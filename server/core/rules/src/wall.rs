//! One team's wall (`W1`–`W5`): what may lie where, what stands, what it counts.
//!
//! Knows one frame, the stones one team owns and where it wants them. Knows no game, no clock and no other
//! team: when a wall may be changed at all (`W6`) is the game's to say.

mod fit;
mod judge;
mod layout;
mod support;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::{Cell, Turn};

pub use judge::judge;
pub(crate) use judge::{PlacedShape, bare, score_laid};

/// Position of a stone: turned, then moved so that its least row and column are at `at` (`W2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// Turn of the stone.
    pub turn: Turn,
    /// Its least row and its least column.
    pub at: Cell,
}

/// Place of a stone, as a team says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placing {
    Turned(Spot),
    /// Turned by something that is no turn: refused as [`WallCode::BadRotation`].
    BadRotation,
    /// The very squares it shall cover, in any order; the turn is found.
    Cells(Vec<Cell>),
}

/// A placing of one stone. `S` names stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement<S> {
    pub stone: S,
    /// Position of the stone.
    pub placing: Placing,
}

/// Fault of a wall, in the order in which codes sort by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WallCode {
    /// The rotation is not 0 to 3 quarter turns (`W2`).
    BadRotation,
    /// A stone is placed more than once; the first placement is laid (`W4`).
    DuplicateStone,
    /// The squares fit the stone only turned over (`W2`).
    Mirrored,
    /// The team does not have this stone (`W4`).
    NotOwned,
    /// Stones are laid, and none touches the bottom edge (`W3`).
    NoBottom,
    /// A square lies outside the frame (`W2`).
    OutOfFrame,
    /// Two stones share a square (`W2`).
    Overlap,
    /// The squares do not fit the stone, are empty or repeat (`W2`).
    ShapeMismatch,
    /// No chain of rests-on reaches the bottom edge (`W3`).
    Unsupported,
}

impl WallCode {
    /// Returns whether this concerns where stones lie, not whether they stand.
    pub const fn is_geometry(self) -> bool {
        !matches!(self, Self::NoBottom | Self::Unsupported)
    }

    /// The rule it stands on, as the rule book numbers it.
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

/// One code with all stones it concerns, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallFault<S> {
    /// Code of the fault.
    pub code: WallCode,
    /// With which stones; empty for [`WallCode::NoBottom`].
    pub stones: Vec<S>,
}

/// Score of a wall (`E2`), unsupported stones lifted off (`W5`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WallScore<S> {
    /// Squares of the frame that no stone covers.
    pub empty: u32,
    /// Uncovered squares of the frame's top row.
    pub top_gaps: u32,
    pub used: u32,
    /// Stones owned and not used, lifted ones included.
    pub unused: u32,
    /// The stones lifted off because nothing carries them, sorted.
    pub lifted: Vec<S>,
}

/// Verdict on a wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict<S> {
    /// All that is wrong, by code name; empty if the wall is valid.
    pub faults: Vec<WallFault<S>>,
    /// Position of each laid stone, by stone. Complete and without overlap only if no fault is geometry.
    pub laid: BTreeMap<S, Spot>,
    /// The count; `None` if a fault is geometry.
    pub score: Option<WallScore<S>>,
}
