//! The difference between the draft and the wall that the server knows, stone by stone.

use ishigaki_client::team::WallChange;
use ishigaki_rules::StoneId;
use ishigaki_rules::wall::Spot;

use super::site::{Site, StoneLayout};

/// One stone's way from the wall to the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeltaStep {
    /// It is to be laid.
    Lay {
        stone: StoneId,
        /// Position of the stone.
        spot: Spot,
    },
    /// It lies on the wall, and is to lie elsewhere.
    Move {
        stone: StoneId,
        /// Position that it moves to.
        spot: Spot,
    },
    /// It is to be taken out.
    TakeOut { stone: StoneId },
}

impl DeltaStep {
    /// The stone.
    pub const fn stone(self) -> StoneId {
        match self {
            Self::Lay { stone, .. } | Self::Move { stone, .. } | Self::TakeOut { stone } => stone,
        }
    }

    /// The change of the wall that makes it.
    pub const fn change(self) -> WallChange {
        match self {
            Self::Lay { stone, spot } | Self::Move { stone, spot } => WallChange::Lay { stone, spot },
            Self::TakeOut { stone } => WallChange::TakeOut { stone },
        }
    }
}

/// All steps from a wall to a draft, in no order that the rules care for.
pub(super) fn delta(wall: &StoneLayout, draft: &StoneLayout) -> Vec<DeltaStep> {
    let laid = draft.iter().filter_map(|(&stone, &spot)| match wall.get(&stone) {
        None => Some(DeltaStep::Lay { stone, spot }),
        Some(&now) if now != spot => Some(DeltaStep::Move { stone, spot }),
        Some(_) => None,
    });
    let gone = wall.keys().filter(|stone| !draft.contains_key(stone));
    laid.chain(gone.map(|&stone| DeltaStep::TakeOut { stone })).collect()
}

/// The first of some steps that the server would take now, by itself (`W5`).
pub(super) fn first_possible(site: &Site, wall: &StoneLayout, steps: &[DeltaStep]) -> Option<DeltaStep> {
    let is_possible = |step: &&DeltaStep| {
        let mut after = wall.clone();
        step.change().apply(&mut after);
        site.would_stand(&after)
    };
    steps.iter().find(is_possible).copied()
}
