//! Panels, and which of them are shown together.

use serde::{Deserialize, Serialize};

ishigaki_catalogue::keyed! {
    /// A part of the screen.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Panel: pub title, ALL {
        Lots = "panel-lots",
        Sheet = "team-panel-sheet",
        Results = "team-panel-results",
        Rivals = "team-panel-rivals",
        Standings = "panel-standings",
        Wall = "team-panel-wall",
        Advice = "team-panel-advice",
        Messages = "team-panel-messages",
        Log = "team-panel-log",
    }
}

impl Panel {
    /// Returns its position, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the panel this many positions on, cyclically.
    #[must_use]
    pub fn stepped(self, places: usize) -> Self {
        Self::ALL[(self.index() + places) % Self::ALL.len()]
    }

    /// Returns whether it is one of the two panels for lists, which are always shown together.
    pub const fn is_bidding(self) -> bool {
        matches!(self, Self::Lots | Self::Sheet)
    }
}
