//! The parts of a game of which the board shows one where there is not room for all.

use ishigaki_rules::{Game, Phase};

/// Part of a game that is shown where there is not room for everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePart {
    /// The lots and what became of them.
    Lots,
    Walls,
    Standings,
}

impl GamePart {
    /// The view that fits the moment of a game.
    pub(crate) fn at(game: &Game) -> Self {
        match game.phase() {
            Phase::Ready { .. } if game.rounds().is_empty() => Self::Lots,
            Phase::Bidding { .. } | Phase::Rebidding { .. } | Phase::Confirming => Self::Lots,
            Phase::Ready { .. } | Phase::Building | Phase::Countdown { .. } => Self::Walls,
            Phase::Ended | Phase::Declared | Phase::Abandoned => Self::Standings,
        }
    }
}
