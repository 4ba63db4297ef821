//! The wall's draft: pieces, selection, and all allowed places.

use ishigaki_rules::{Cell, Game, LotId, Turn};

use super::super::model::{FrameState, HeldState, PieceState, Square, TonedState, TurnState, WallState};
use crate::tui::draw::Painter;
use crate::tui::state::State;
use ishigaki_strategy::workshop::{Piece, Workshop};

const WIDE: u16 = 4_000;

pub(super) fn of(painter: &Painter<'_>, state: &State, game: &Game, workshop: &Workshop) -> WallState {
    let piece = |piece: Piece, turn: Turn, cells: Vec<Cell>| PieceState {
        piece: piece.into(),
        name: mark(painter, state, game, piece),
        letter: painter.words().lot(game.setup(), piece.lot()),
        turn: turn.quarters(),
        cells: squares(cells),
        loose: workshop.loose().contains(&piece),
    };
    let shape =
        |lot: LotId| workshop.site().shape(lot).map(|shape| shape.cells().to_vec()).unwrap_or_default();
    let laid = workshop
        .layout()
        .iter()
        .map(|(&own, &spot)| piece(own, spot.turn, workshop.site().squares(own, spot)))
        .collect();
    let stones = workshop
        .unlaid()
        .into_iter()
        .map(|stone| piece(Piece::Own(stone), Turn::None, shape(stone.lot)))
        .collect();
    let plans = workshop.site().lots().map(|lot| PieceState {
        name: plan_name(painter, game, lot),
        ..piece(free_plan(workshop, lot), Turn::None, shape(lot))
    });
    // After the end only the final wall is shown (`W6`).
    let is_over = state.is_over_for_walls();
    let standing = if is_over { painter.standing().0 } else { painter.draft_standing(workshop).0 };
    let tone = match workshop.differs() {
        true if state.is_end_near() || workshop.is_overtaken() => "loud",
        true => "calm",
        false if state.has_lost() || state.covered_rows() > 0 => "calm",
        false => "good",
    };
    let speech = if is_over { Vec::new() } else { painter.speech(game, workshop, WIDE) };
    let counts = if is_over { painter.wall_counts(game) } else { latest_count(painter, game, workshop) };
    WallState {
        frame: FrameState { rows: workshop.site().frame().rows() },
        standing: TonedState { text: standing.trim().to_owned(), tone },
        counts: counts.trim_end().to_owned(),
        laid,
        stones,
        plans: plans.filter(|_| !is_over).collect(),
        held: workshop.held().filter(|_| !is_over).map(|piece| held(painter, game, workshop, piece)),
        speech: speech.iter().map(ToString::to_string).collect(),
        differs: workshop.differs(),
        can_build: state.can_build(),
        can_send: state.can_send_wall(),
        is_searching: state.is_searching(),
        has_plan: workshop.layout().keys().any(|piece| piece.is_planned()),
        realisable: workshop.realisable(),
    }
}

/// Returns only the last part, so that the line's length and the place of the wall below it stay the same.
fn latest_count(painter: &Painter<'_>, game: &Game, workshop: &Workshop) -> String {
    painter.counted(game, workshop).spans.last().map(|span| span.content.to_string()).unwrap_or_default()
}

fn held(painter: &Painter<'_>, game: &Game, workshop: &Workshop, piece: Piece) -> HeldState {
    let spot = workshop.spot();
    let origin = Cell { row: 0, col: 0 };
    let turn = |(turn, places): (Turn, Vec<Cell>)| TurnState {
        cells: squares(workshop.site().squares(piece, ishigaki_rules::wall::Spot { turn, at: origin })),
        places: squares(places),
    };
    HeldState {
        piece: piece.into(),
        name: painter.piece(game, piece),
        letter: painter.words().lot(game.setup(), piece.lot()),
        moving: workshop.is_moving(),
        turn: spot.turn.quarters(),
        row: spot.at.row,
        col: spot.at.col,
        can_lay: workshop.can_lay(),
        turns: Turn::ALL.into_iter().zip(workshop.all_places()).map(turn).collect(),
    }
}

fn mark(painter: &Painter<'_>, state: &State, game: &Game, piece: Piece) -> String {
    let name = painter.piece(game, piece);
    let Some((stone, team)) = piece.own().zip(state.me().and_then(|me| game.team(me))) else { return name };
    if team.checked.contains(&stone) {
        format!("{name} ✓")
    } else if team.carried.contains(&stone) {
        format!("{name} →")
    } else {
        name
    }
}

fn plan_name(painter: &Painter<'_>, game: &Game, lot: LotId) -> String {
    let left = game.pool().get(lot.index()).copied().unwrap_or(0);
    format!("{} ×{left}", painter.words().lot(game.setup(), lot))
}

fn free_plan(workshop: &Workshop, lot: LotId) -> Piece {
    let piece = |number| Piece::Planned { lot, number };
    let free = (1..=u32::MAX).map(piece).find(|piece| !workshop.layout().contains_key(piece));
    free.unwrap_or(Piece::Planned { lot, number: u32::MAX })
}

fn squares(cells: Vec<Cell>) -> Vec<Square> {
    cells.into_iter().map(|cell| (cell.row, cell.col)).collect()
}
