//! The difference between the draft and the server's wall, stone by stone.

use ishigaki_client::team::WallChange;
use ishigaki_rules::StoneId;
use ishigaki_rules::wall::Spot;

use super::site::{Site, StoneLayout};

/// A stone's change from the wall to the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeltaStep {
    Lay { stone: StoneId, spot: Spot },
    Move { stone: StoneId, spot: Spot },
    TakeOut { stone: StoneId },
}

impl DeltaStep {
    /// Returns the stone.
    pub const fn stone(self) -> StoneId {
        match self {
            Self::Lay { stone, .. } | Self::Move { stone, .. } | Self::TakeOut { stone } => stone,
        }
    }

    /// Returns the change of the wall.
    pub const fn change(self) -> WallChange {
        match self {
            Self::Lay { stone, spot } | Self::Move { stone, spot } => WallChange::Lay { stone, spot },
            Self::TakeOut { stone } => WallChange::TakeOut { stone },
        }
    }
}

/// In no particular order.
pub(super) fn delta(wall: &StoneLayout, draft: &StoneLayout) -> Vec<DeltaStep> {
    let laid = draft.iter().filter_map(|(&stone, &spot)| match wall.get(&stone) {
        None => Some(DeltaStep::Lay { stone, spot }),
        Some(&now) if now != spot => Some(DeltaStep::Move { stone, spot }),
        Some(_) => None,
    });
    let gone = wall.keys().filter(|stone| !draft.contains_key(stone));
    laid.chain(gone.map(|&stone| DeltaStep::TakeOut { stone })).collect()
}

/// Returns the first step that the server would accept now (`W5`).
pub(super) fn first_possible(site: &Site, wall: &StoneLayout, steps: &[DeltaStep]) -> Option<DeltaStep> {
    let is_possible = |step: &&DeltaStep| {
        let mut after = wall.clone();
        step.change().apply(&mut after);
        site.would_stand(&after)
    };
    steps.iter().find(is_possible).copied()
}
