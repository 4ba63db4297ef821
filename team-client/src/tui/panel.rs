//! The panels, and which of them stand together. Knows no size and not how anything is painted.

use serde::{Deserialize, Serialize};

/// A part of the screen that shows one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Panel {
    /// The lots on offer.
    Lots,
    /// The draft beside what is sealed; in a re-bid of the team, the new prices.
    Sheet,
    /// Outcome of each line, with the reason.
    Results,
    /// Figures of the other teams: what they hold, can pay and need.
    Rivals,
    /// The ranking if the game ended now.
    Standings,
    /// The team's wall and its stones.
    Wall,
    /// Advice of the adviser.
    Advice,
    /// Messages of the judge, and the team's questions.
    Messages,
    /// Events of the game.
    Log,
}

impl Panel {
    /// All of them, in the order of the keys that step through them.
    pub const ALL: [Self; 9] = [
        Self::Lots,
        Self::Sheet,
        Self::Results,
        Self::Rivals,
        Self::Standings,
        Self::Wall,
        Self::Advice,
        Self::Messages,
        Self::Log,
    ];

    /// Its place, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The key of its title in the catalogue.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Lots => "panel-lots",
            Self::Sheet => "team-panel-sheet",
            Self::Results => "team-panel-results",
            Self::Rivals => "team-panel-rivals",
            Self::Standings => "panel-standings",
            Self::Wall => "team-panel-wall",
            Self::Advice => "team-panel-advice",
            Self::Messages => "team-panel-messages",
            Self::Log => "team-panel-log",
        }
    }

    /// The panel so many places on, round and round.
    #[must_use]
    pub fn stepped(self, places: usize) -> Self {
        Self::ALL[(self.index() + places) % Self::ALL.len()]
    }

    /// Returns whether it is one of the two that a list is written with: they stand together on every screen.
    pub const fn is_bidding(self) -> bool {
        matches!(self, Self::Lots | Self::Sheet)
    }

    /// The panels that stand beside this one where there is room for so many, the most useful first.
    pub fn companions(self, room: usize) -> impl Iterator<Item = Self> {
        let useful: &[Self] = if self.is_bidding() {
            &[Self::Rivals, Self::Wall]
        } else {
            // What is about to be bid stays in sight, whatever else is looked at.
            &[Self::Sheet, Self::Rivals, Self::Wall]
        };
        useful.iter().copied().filter(move |panel| *panel != self).take(room)
    }
}
