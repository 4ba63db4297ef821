//! Views of a game. Small boards show one at a time.

use ishigaki_rules::{Game, Phase};

/// Part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePart {
    Lots,
    Walls,
    Standings,
}

impl GamePart {
    /// Returns the part of a game that is most important now.
    pub fn at(game: &Game) -> Self {
        match game.phase() {
            Phase::Ready { .. } if game.rounds().is_empty() => Self::Lots,
            Phase::Bidding { .. } | Phase::Rebidding { .. } | Phase::Confirming => Self::Lots,
            Phase::Ready { .. } | Phase::Building | Phase::Countdown { .. } => Self::Walls,
            Phase::Ended | Phase::Declared | Phase::Abandoned => Self::Standings,
        }
    }
}
