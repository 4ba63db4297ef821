//! The panels, and which of them a screen of some size shows. Knows lengths, not how anything is painted.

/// A part of the screen that shows one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Panel {
    /// The lots of the round and what became of them.
    Lots,
    /// The opened lists, team by team.
    Lists,
    Walls,
    Standings,
    /// Events of the game.
    Log,
    /// The stones that have to be carried to teams.
    HandOut,
}

impl Panel {
    /// All of them, in the order of their keys.
    pub const ALL: [Self; 6] =
        [Self::Lots, Self::Lists, Self::Walls, Self::Standings, Self::Log, Self::HandOut];

    /// Its place, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The key of its title in the catalogue.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Lots => "panel-lots",
            Self::Lists => "console-panel-lists",
            Self::Walls => "shared-walls",
            Self::Standings => "panel-standings",
            Self::Log => "console-panel-log",
            Self::HandOut => "console-panel-handout",
        }
    }

    /// The panel so many places on, round and round.
    #[must_use]
    pub fn stepped(self, places: usize) -> Self {
        Self::ALL[(self.index() + places) % Self::ALL.len()]
    }

    /// The panels that stand beside this one where there is room for so many, the most useful first: what the
    /// judge looks at while the other hand does something else.
    pub fn companions(self, room: usize) -> impl Iterator<Item = Self> {
        const USEFUL: [Panel; 6] =
            [Panel::Standings, Panel::Log, Panel::Lots, Panel::Walls, Panel::Lists, Panel::HandOut];
        USEFUL.into_iter().filter(move |panel| *panel != self).take(room)
    }
}
