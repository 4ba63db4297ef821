//! Walls: a team's stones were handed out to it, and each is placed once, inside the frame and on no other
//! (`W2`, `W4`).

use std::collections::BTreeSet;

use ishigaki_rules::ranking::Tally;
use ishigaki_rules::{Actor, Cell, Event, Fact, Game, Shape, StoneId, TeamId, WallCount};

use crate::{Checked, Coverage, Reached, Violation, ensure};

pub(crate) fn check(event: &Event, after: &Game, coverage: &mut Coverage) -> Checked {
    match &event.fact {
        Fact::StonePlaced { team, .. } | Fact::StoneTakenOut { team, .. } => check_wall(after, *team),
        Fact::WallReplaced { team, by_hand, .. } => {
            let organised = event.by == Actor::Organiser;
            ensure!(organised == by_hand.is_some(), "replaced by hand, or with a reason for that: {event:?}");
            if organised {
                coverage.add(Reached::WallByHand);
            }
            check_wall(after, *team)
        }
        Fact::WallCounted { team, count, .. } => check_count(*team, *count, after, coverage),
        // Handing out stones changes the tallies, and unsupported stones are removed at the end.
        Fact::RoundFinalised { .. } | Fact::GameEnded => {
            after.setup().team_ids().try_for_each(|team| check_tally(after, team))
        }
        Fact::StonesTicked { stones, .. } => check_handed(stones, after.setup().team_ids(), after),
        Fact::StonesChecked { team, stones } => {
            ensure!(event.by == Actor::Team(*team), "checked by somebody else: {event:?}");
            check_handed(stones, [*team], after)
        }
        _ => Ok(()),
    }
}

/// Checks that a manual count alone determines the team's rank, and is possible with its stones (`E2`).
fn check_count(team: TeamId, count: Option<WallCount>, after: &Game, coverage: &mut Coverage) -> Checked {
    let state = after.team(team).ok_or_else(|| Violation::Broken(format!("no team {team:?}")))?;
    ensure!(state.counted == count, "team {team:?} was counted {count:?}, and has {:?}", state.counted);
    let Some(count) = count else {
        coverage.add(Reached::Uncounted);
        return Ok(());
    };
    let area: usize = state.stones.iter().filter_map(|&stone| after.shape(stone)).map(Shape::area).sum();
    let frame = after.setup().frame.area();
    let fits = count.empty as usize <= frame
        && count.empty as usize + area >= frame
        && count.top_gaps <= count.empty
        && count.used as usize <= state.stones.len();
    ensure!(fits, "team {team:?} cannot have {count:?} with {area} squares of stones");
    Ok(())
}

/// Checks that only handed-out stones are carried or checked (`W4`).
fn check_handed(stones: &[StoneId], teams: impl IntoIterator<Item = TeamId>, after: &Game) -> Checked {
    let teams: Vec<_> = teams.into_iter().filter_map(|team| after.team(team)).collect();
    let handed = |stone: &StoneId| teams.iter().any(|team| team.stones.contains(stone));
    ensure!(!stones.is_empty() && stones.iter().all(handed), "{stones:?} have not all been handed out");
    Ok(())
}

pub(crate) fn check_wall(game: &Game, team: TeamId) -> Checked {
    let Some(state) = game.team(team) else {
        return Err(Violation::Broken(format!("no team {team:?}")));
    };
    let mut covered = BTreeSet::new();
    for (stone, spot) in &state.laid {
        ensure!(state.stones.contains(stone), "team {team:?} lays {stone:?}, which it does not have");
        let Some(shape) = game.shape(*stone) else {
            return Err(Violation::Broken(format!("{stone:?} has no shape")));
        };
        for cell in shape.turned_cells(spot.turn) {
            let cell = Cell { row: cell.row + spot.at.row, col: cell.col + spot.at.col };
            ensure!(game.setup().frame.contains(cell), "{stone:?} of team {team:?} lies outside the frame");
            ensure!(covered.insert(cell), "{stone:?} of team {team:?} lies on another stone");
        }
    }
    check_tally(game, team)
}

fn check_tally(game: &Game, team: TeamId) -> Checked {
    let Some(state) = game.team(team).filter(|state| state.counted.is_none()) else { return Ok(()) };
    let score = game.wall_verdict(team).and_then(|verdict| verdict.score);
    let counted = score.map(|score| Tally {
        empty: score.empty,
        top_gaps: score.top_gaps,
        held: state.held,
        used: score.used,
        unused: score.unused,
    });
    let kept = game.tally(team);
    ensure!(kept == counted, "team {team:?} is ranked by {kept:?}, and its wall counts {counted:?}");
    Ok(())
}
