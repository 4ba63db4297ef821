//! Panels, and which of them fit a screen.

ishigaki_catalogue::keyed! {
    /// A part of the screen.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Panel: pub title, ALL {
        Lots = "panel-lots",
        Lists = "console-panel-lists",
        Walls = "shared-walls",
        Standings = "panel-standings",
        Log = "console-panel-log",
        HandOut = "console-panel-handout",
    }
}

impl Panel {
    /// Returns its position, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the panel this many positions on, cyclically.
    #[must_use]
    pub fn offset_by(self, places: usize) -> Self {
        Self::ALL[(self.index() + places) % Self::ALL.len()]
    }

    /// Returns the panels next to this one if there is space for `room`, the most useful first.
    pub fn companions(self, room: usize) -> impl Iterator<Item = Self> {
        const USEFUL: [Panel; 6] =
            [Panel::Standings, Panel::Log, Panel::Lots, Panel::Walls, Panel::Lists, Panel::HandOut];
        USEFUL.into_iter().filter(move |panel| *panel != self).take(room)
    }
}
