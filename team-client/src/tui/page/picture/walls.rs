//! The walls of all teams, and the own team's result.

use ishigaki_rules::{Game, Phase, TeamId};
use ishigaki_screen::{Ranking, RankingLayout};
use ishigaki_words::Words;

use super::super::model::{ResultState, ShapeState, TeamWallState, WallStoneState};
use super::seal;
use crate::tui::market::{RivalFigures, rivals};
use crate::tui::state::State;

pub(super) const LAYOUT: RankingLayout = RankingLayout { columns: 4_000, lead: 0, gap: 2, name: (4, 200) };

/// Returns the shapes of all lots, by their numbers.
pub(super) fn shapes(words: Words, game: &Game) -> Vec<ShapeState> {
    let setup = game.setup();
    let shape = |lot| {
        let spec = setup.lot(lot)?;
        let cells = spec.shape.cells().iter().map(|cell| (cell.row, cell.col)).collect();
        Some(ShapeState { code: words.lot(setup, lot), cells })
    };
    setup.lot_ids().filter_map(shape).collect()
}

/// Returns the walls of all teams, the own one first.
pub(super) fn of(words: Words, state: &State, game: &Game) -> Vec<TeamWallState> {
    let mut figures = rivals(game);
    figures.sort_by_key(|rival| Some(rival.team) != state.me());
    figures.into_iter().map(|rival| team_wall(words, state, game, rival)).collect()
}

fn team_wall(words: Words, state: &State, game: &Game, rival: RivalFigures) -> TeamWallState {
    let setup = game.setup();
    let loose = game.wall_score(rival.team).map(|score| score.lifted);
    let laid = game.team(rival.team).into_iter().flat_map(|team| &team.laid);
    let stones = laid.filter_map(|(&stone, spot)| {
        let cells = game.shape(stone)?.turned_cells(spot.turn);
        Some(WallStoneState {
            lot: stone.lot.0,
            letter: words.lot(setup, stone.lot),
            cells: cells.map(|cell| (cell.row + spot.at.row, cell.col + spot.at.col)).collect(),
            loose: loose.iter().flatten().any(|lifted| *lifted == stone),
        })
    });
    TeamWallState {
        team: words.team(setup, rival.team),
        own: Some(rival.team) == state.me(),
        seal: seal(game, rival.team),
        stones: stones.collect(),
        empty: rival.empty_text(state.covered_rows(), &words),
        purse: rival.purse.0,
        count: rival.stones,
    }
}

/// `None` before the declaration.
pub(super) fn result(words: Words, state: &State, game: &Game) -> Option<ResultState> {
    match game.phase() {
        Phase::Declared => {}
        Phase::Abandoned => {
            return Some(ResultState {
                place: None,
                text: words.label("page-result-abandoned"),
                why: None,
                first: false,
            });
        }
        _ => return None,
    }
    let ranking = Ranking::of(words, game, LAYOUT);
    let (rows, covered) = (ranking.rows(), state.covered_rows());
    let own = rows.iter().position(|row| Some(row.team) == state.me());
    let Some(own) = own.filter(|own| *own >= covered) else {
        return Some(ResultState {
            place: None,
            text: words.label("ranking-covered"),
            why: None,
            first: false,
        });
    };
    let place = rows[own].place;
    let text = words.say("page-result-of", &[("teams", rows.len().into())]);
    let name = |team: TeamId| words.team(game.setup(), team);
    let gaps =
        |at: usize, team: TeamId| Some([("team", name(team).into()), ("why", ranking.why(at)?.into())]);
    let above = own.checked_sub(1).filter(|above| *above >= covered);
    let behind = above.and_then(|above| gaps(above, rows[above].team));
    let ahead = || gaps(own, rows.get(own + 1)?.team);
    let why = match behind {
        Some(gaps) => Some(words.say("page-result-behind", &gaps)),
        None => ahead().map(|gaps| words.say("page-result-ahead", &gaps)),
    };
    Some(ResultState { place: Some(words.place(place)), text, why, first: place == 1 })
}
