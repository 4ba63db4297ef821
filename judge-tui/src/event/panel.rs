//! Panels of the event's screen.

use ishigaki_printout::PrintKind;

ishigaki_catalogue::keyed! {
    /// Panel of an event's screen.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Panel: pub(crate) label, ALL {
        /// Roster, attendance and commitment (`TD4`, `TD7`, `TV1`).
        Roster = "tournament-panel-roster",
        /// `TD`.
        Draw = "tournament-panel-draw",
        /// A round's pairings with certificates, and its results (`TP`, `TO9`).
        Round = "tournament-panel-round",
        /// League tables (`TL`, `TF`).
        Leagues = "tournament-panel-leagues",
        /// The provisional order with every criterion (`TR`).
        Standings = "shared-standings",
        /// Play-offs, prize games, the women's final (`TK`).
        Bracket = "tournament-panel-bracket",
        /// `TE`.
        Ranking = "tournament-panel-ranking",
        /// `TV3`.
        Rulings = "tournament-panel-rulings",
    }
}

impl Panel {
    pub(crate) const fn is_in_groups(self) -> bool {
        matches!(self, Self::Roster | Self::Round | Self::Ranking | Self::Rulings)
    }

    pub(crate) const fn printed(self) -> Option<PrintKind> {
        Some(match self {
            Self::Roster | Self::Draw => PrintKind::Draw,
            Self::Round => PrintKind::Results,
            Self::Leagues => PrintKind::Leagues,
            Self::Standings => PrintKind::Standings,
            Self::Bracket => PrintKind::Bracket,
            Self::Ranking => PrintKind::Ranking,
            Self::Rulings => return None,
        })
    }

    pub(crate) fn of(in_groups: bool) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |panel| !in_groups || panel.is_in_groups())
    }

    pub(crate) fn neighbour(self, forward: bool, in_groups: bool) -> Self {
        let panels: Vec<Self> = Self::of(in_groups).collect();
        let at = panels.iter().position(|panel| *panel == self).unwrap_or(0);
        let step = if forward { 1 } else { panels.len() - 1 };
        panels.get((at + step) % panels.len()).copied().unwrap_or(self)
    }
}
