//! Hand-out queue: stones that a runner (補助員) must carry to teams, derived from the game alone.
//!
//! For information only: a team may place a stone whether or not it is ticked (`W4`).

use ishigaki_rules::{Game, StoneId, TeamId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HandedStone {
    pub(crate) team: TeamId,
    pub(crate) stone: StoneId,
    pub(crate) carried: bool,
    pub(crate) checked: bool,
    pub(crate) placed: bool,
}

impl HandedStone {
    pub(crate) const fn waits(self) -> bool {
        !(self.carried || self.checked || self.placed)
    }
}

pub(crate) fn queue(game: &Game) -> impl Iterator<Item = HandedStone> {
    game.setup().team_ids().filter_map(|team| Some((team, game.team(team)?))).flat_map(|(team, state)| {
        state.stones.iter().map(move |&stone| HandedStone {
            team,
            stone,
            carried: state.carried.contains(&stone),
            checked: state.checked.contains(&stone),
            placed: state.laid.contains_key(&stone),
        })
    })
}

pub(crate) fn waiting(game: &Game) -> usize {
    queue(game).filter(|handed| handed.waits()).count()
}
