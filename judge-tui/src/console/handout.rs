//! The hand-out queue: which stones a runner (補助員) has to carry to which team. Worked out from the game alone.
//!
//! For information only: a team may place a stone whether or not anybody has ticked it (`W4`).

use ishigaki_rules::{Game, StoneId, TeamId};

/// A stone that has been handed out, and how far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handed {
    /// Team that it belongs to.
    pub(crate) team: TeamId,
    pub(crate) stone: StoneId,
    /// Whether it is ticked as carried.
    pub(crate) carried: bool,
    /// Whether the team says that it has it and has checked it.
    pub(crate) checked: bool,
    /// Whether it lies on the team's wall.
    pub(crate) placed: bool,
}

impl Handed {
    /// Returns whether it still has to be carried: nobody has ticked it, and its team neither checked nor
    /// placed it.
    pub(crate) const fn waits(self) -> bool {
        !(self.carried || self.checked || self.placed)
    }
}

/// All stones that have been handed out, team by team, each team's in the order of lots.
pub(crate) fn queue(game: &Game) -> impl Iterator<Item = Handed> {
    game.setup().team_ids().filter_map(|team| Some((team, game.team(team)?))).flat_map(|(team, state)| {
        state.stones.iter().map(move |&stone| Handed {
            team,
            stone,
            carried: state.carried.contains(&stone),
            checked: state.checked.contains(&stone),
            placed: state.laid.contains_key(&stone),
        })
    })
}

/// Returns the number of stones that still have to be carried.
pub(crate) fn waiting(game: &Game) -> usize {
    queue(game).filter(|handed| handed.waits()).count()
}
