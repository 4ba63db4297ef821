//! The panels of the event's screen.

use ishigaki_printout::PrintKind;

/// Panel of an event's screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Panel {
    /// The roster, who is there, and what is committed to (`TD4`, `TD7`, `TV1`).
    Roster,
    /// Numbers and how to check them (`TD`).
    Draw,
    /// A round's pairings with why, and its results (`TP`, `TO9`).
    Round,
    /// League tables (`TL`, `TF`).
    Leagues,
    /// The provisional order with every criterion (`TR`).
    Standings,
    /// Play-offs, prize games, the women's final (`TK`).
    Bracket,
    /// The final ranking and awards (`TE`).
    Ranking,
    /// What the referee decided (`TV3`).
    Rulings,
}

impl Panel {
    /// All of them in the order of their keys, which is that in which an event needs them.
    pub const ALL: [Self; 8] = [
        Self::Roster,
        Self::Draw,
        Self::Round,
        Self::Leagues,
        Self::Standings,
        Self::Bracket,
        Self::Ranking,
        Self::Rulings,
    ];

    /// The catalogue's key of its name.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Roster => "tournament-panel-roster",
            Self::Draw => "tournament-panel-draw",
            Self::Round => "tournament-panel-round",
            Self::Leagues => "tournament-panel-leagues",
            Self::Standings => "shared-standings",
            Self::Bracket => "tournament-panel-bracket",
            Self::Ranking => "tournament-panel-ranking",
            Self::Rulings => "tournament-panel-rulings",
        }
    }

    /// Whether a contest in groups has it, too.
    pub(crate) const fn is_in_groups(self) -> bool {
        matches!(self, Self::Roster | Self::Round | Self::Ranking | Self::Rulings)
    }

    /// What is printed of it; the roster is printed with the draw.
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

    /// The panels of an event, by its kind.
    pub(crate) fn of(in_groups: bool) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |panel| !in_groups || panel.is_in_groups())
    }

    /// The next panel of such an event, or the one before where `forward` is false; after the last comes the first.
    pub(crate) fn beside(self, forward: bool, in_groups: bool) -> Self {
        let panels: Vec<Self> = Self::of(in_groups).collect();
        let at = panels.iter().position(|panel| *panel == self).unwrap_or(0);
        let step = if forward { 1 } else { panels.len() - 1 };
        panels.get((at + step) % panels.len()).copied().unwrap_or(self)
    }
}
