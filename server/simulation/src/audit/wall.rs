//! Walls: only stones the team has been handed, each once, inside the frame and on no other (`W2`, `W4`).

use std::collections::BTreeSet;

use ishigaki_rules::{Actor, Cell, Event, Fact, Game, Shape, StoneId, TeamId, WallCount};

use crate::tally::{Count, Tally};
use crate::violation::{Checked, Violation, ensure};

/// Checks the wall that an event has changed.
pub(super) fn check(event: &Event, after: &Game, tally: &mut Tally) -> Checked {
    let (team, count) = match &event.fact {
        Fact::StonePlaced { team, .. } => (*team, Count::Laid),
        Fact::StoneTakenOut { team, .. } => (*team, Count::TakenOut),
        Fact::WallReplaced { team, by_hand, .. } => {
            let organised = event.by == Actor::Organiser;
            ensure!(organised == by_hand.is_some(), "replaced by hand, or with a reason for that: {event:?}");
            if organised {
                tally.add(Count::WallByHand);
            }
            (*team, Count::WallReplaced)
        }
        Fact::WallCounted { team, count, .. } => return check_count(*team, *count, after, tally),
        Fact::StonesTicked { stones, .. } => {
            tally.add(Count::Ticked);
            return check_handed(stones, after.setup().team_ids(), after);
        }
        Fact::StonesChecked { team, stones } => {
            ensure!(event.by == Actor::Team(*team), "checked by somebody else: {event:?}");
            tally.add(Count::Checked);
            return check_handed(stones, [*team], after);
        }
        Fact::Remarked { .. } => {
            tally.add(Count::Remarked);
            return Ok(());
        }
        _ => return Ok(()),
    };
    tally.add(count);
    check_wall(after, team)
}

/// A count by hand ranks the team by itself, and within what its stones can reach (`E2`).
fn check_count(team: TeamId, count: Option<WallCount>, after: &Game, tally: &mut Tally) -> Checked {
    let state = after.team(team).ok_or_else(|| Violation(format!("no team {team:?}")))?;
    ensure!(state.counted == count, "team {team:?} was counted {count:?}, and has {:?}", state.counted);
    let Some(count) = count else {
        tally.add(Count::Uncounted);
        return Ok(());
    };
    tally.add(Count::Counted);
    let area: usize = state.stones.iter().filter_map(|&stone| after.shape(stone)).map(Shape::area).sum();
    let frame = after.setup().frame.area();
    let fits = count.empty as usize <= frame
        && count.empty as usize + area >= frame
        && count.top_gaps <= count.empty
        && count.used as usize <= state.stones.len();
    ensure!(fits, "team {team:?} cannot have {count:?} with {area} squares of stones");
    Ok(())
}

/// Only what has been handed out is carried or checked (`W4`).
fn check_handed(stones: &[StoneId], teams: impl IntoIterator<Item = TeamId>, after: &Game) -> Checked {
    let teams: Vec<_> = teams.into_iter().filter_map(|team| after.team(team)).collect();
    let handed = |stone: &StoneId| teams.iter().any(|team| team.stones.contains(stone));
    ensure!(!stones.is_empty() && stones.iter().all(handed), "{stones:?} have not all been handed out");
    Ok(())
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
