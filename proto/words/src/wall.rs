//! The faults of a wall in words (`W2`–`W5`).

use ishigaki_rules::wall::{WallCode, WallFault};
use ishigaki_rules::{Setup, StoneId};

use crate::Words;

impl Words {
    /// Returns a fault of a wall, without the stones.
    pub fn wall_code(&self, code: WallCode) -> String {
        self.label(match code {
            WallCode::BadRotation => "wall-bad-rotation",
            WallCode::DuplicateStone => "wall-duplicate-stone",
            WallCode::Mirrored => "wall-mirrored",
            WallCode::NotOwned => "wall-not-owned",
            WallCode::NoBottom => "wall-no-bottom",
            WallCode::OutOfFrame => "wall-out-of-frame",
            WallCode::Overlap => "wall-overlap",
            WallCode::ShapeMismatch => "wall-shape-mismatch",
            WallCode::Unsupported => "wall-unsupported",
        })
    }

    /// Returns a fault of a wall with its stones: `overlapping: L-2, S-1 (W2)`.
    pub fn wall_fault(&self, setup: &Setup, fault: &WallFault<StoneId>) -> String {
        let what = self.wall_code(fault.code);
        let stones = fault.stones.iter().map(|stone| self.stone(setup, *stone));
        self.with_rule(self.with_stones(what, stones), fault.code.rule())
    }

    pub(crate) fn with_stones(&self, what: String, stones: impl Iterator<Item = String>) -> String {
        let stones = self.list(stones);
        if stones.is_empty() {
            return what;
        }
        self.say("wall-with-stones", &[("what", what.into()), ("stones", stones.into())])
    }
}
