//! Walls: only stones the team has been handed, each once, inside the frame and on no other (`W2`, `W4`).

use std::collections::BTreeSet;

use ishigaki_rules::{Cell, Event, Fact, Game, TeamId};

use crate::tally::{Count, Tally};
use crate::violation::{Checked, Violation, ensure};

/// Checks the wall that an event has changed.
pub(super) fn check(event: &Event, after: &Game, tally: &mut Tally) -> Checked {
    let (team, count) = match &event.fact {
        Fact::StonePlaced { team, .. } => (*team, Count::Laid),
        Fact::StoneTakenOut { team, .. } => (*team, Count::TakenOut),
        Fact::WallReplaced { team, .. } => (*team, Count::WallReplaced),
        _ => return Ok(()),
    };
    tally.add(count);
    check_wall(after, team)
}

/// Checks a team's wall.
pub(super) fn check_wall(game: &Game, team: TeamId) -> Checked {
    let Some(state) = game.team(team) else {
        return Err(Violation(format!("no team {team:?}")));
    };
    let mut covered = BTreeSet::new();
    for (stone, spot) in &state.laid {
        ensure!(state.stones.contains(stone), "team {team:?} lays {stone:?}, which it does not have");
        let Some(shape) = game.shape(*stone) else {
            return Err(Violation(format!("{stone:?} has no shape")));
        };
        for cell in shape.turned_cells(spot.turn) {
            let cell = Cell { row: cell.row + spot.at.row, col: cell.col + spot.at.col };
            ensure!(game.setup().frame.contains(cell), "{stone:?} of team {team:?} lies outside the frame");
            ensure!(covered.insert(cell), "{stone:?} of team {team:?} lies on another stone");
        }
    }
    Ok(())
}
