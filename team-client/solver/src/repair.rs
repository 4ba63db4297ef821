//! Large-neighbourhood search: takes some stones out around an empty square and searches what can lie there instead.
//!
//! Walls that are as good are taken too, so that the empty squares wander until they can be filled. Knows boards and
//! goals; proves nothing.

use crate::board::{FREE, HOLE, PartialBoard};
use crate::exact::{Exact, Goal, Outcome};
use crate::grid::Pos;
use crate::orientation::OrientedPlacement;
use crate::prepared::PreparedProblem;
use crate::random::Random;

/// Takes stones out of `puts` and searches for a wall that meets the goal there; the wall if there is one.
pub(crate) fn repair(
    prepared: &PreparedProblem,
    puts: &[OrientedPlacement],
    goal: Goal,
    effort: RepairSize,
    exact: &mut Exact,
    random: &mut Random,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<OrientedPlacement>> {
    let mut board = PartialBoard::new(prepared);
    for &put in puts {
        board.lay(put);
    }
    let centre = centre(&board, goal, random)?;
    let mut out = around(&board, centre, effort.stones, random);
    for _ in 0..effort.others.min(puts.len()) {
        out[random.below(puts.len())] = true;
    }
    let mut board = PartialBoard::new(prepared);
    for (at, &put) in puts.iter().enumerate() {
        if !out[at] {
            board.lay(put);
        }
    }
    close(&mut board, centre, puts, &out);
    match exact.search(&mut board, goal, effort.nodes, random, stop) {
        Outcome::Found => Some(board.laid),
        Outcome::Exhausted | Outcome::Spent => None,
    }
}

/// Extent of what is tried at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RepairSize {
    /// Number of stones that are taken out.
    pub(crate) stones: usize,
    /// Number of further stones, from anywhere.
    pub(crate) others: usize,
    pub(crate) nodes: u64,
}

/// Returns where to work: at an empty square, one of the top row if that is what matters; anywhere if none is
/// empty.
fn centre(board: &PartialBoard<'_>, goal: Goal, random: &mut Random) -> Option<Pos> {
    let grid = &board.prepared.grid;
    let empty: Vec<Pos> = grid.cells.iter().copied().filter(|&pos| board.is_free(usize::from(pos))).collect();
    let top: Vec<Pos> = empty.iter().copied().filter(|&pos| grid.row(pos) == grid.top_row).collect();
    let pool = if top.len() as u32 > goal.top_gaps {
        &top
    } else if empty.is_empty() || (goal.used > 0 && random.below(2) == 0) {
        &grid.cells
    } else {
        &empty
    };
    pool.get(random.below(pool.len())).copied()
}

/// The stones nearest to a square, with some chance: as many as asked for.
fn around(board: &PartialBoard<'_>, centre: Pos, count: usize, random: &mut Random) -> Vec<bool> {
    let grid = &board.prepared.grid;
    let mut out = vec![false; board.laid.len()];
    let mut near: Vec<(f32, u16)> = Vec::new();
    let (row, col) = (grid.row(centre) as f32, grid.col(centre) as f32);
    // Long in one direction or the other: not every wall gives way in a round piece.
    let slant = 0.6 + 0.8 * random.unit();
    let mut least = vec![f32::MAX; board.laid.len()];
    for &pos in &grid.cells {
        let owner = board.owners[usize::from(pos)];
        if owner == FREE || owner >= HOLE {
            continue;
        }
        let (down, right) = (grid.row(pos) as f32 - row, grid.col(pos) as f32 - col);
        let far = (down * down * slant + right * right / slant).sqrt();
        let least = &mut least[usize::from(owner) - 1];
        *least = least.min(far);
    }
    for (stone, far) in least.into_iter().enumerate() {
        near.push((far + 1.5 * random.unit(), stone as u16));
    }
    near.sort_by(|one, other| one.0.total_cmp(&other.0));
    for &(_, stone) in near.iter().take(count) {
        out[usize::from(stone)] = true;
    }
    out
}

/// Gives up the empty squares that do not touch what was taken out: they are somebody else's turn.
fn close(board: &mut PartialBoard<'_>, centre: Pos, puts: &[OrientedPlacement], out: &[bool]) {
    let prepared = board.prepared;
    let mut reached = vec![false; prepared.grid.len];
    let mut open: Vec<usize> = vec![usize::from(centre)];
    open.extend(puts.iter().zip(out).filter(|(_, out)| **out).flat_map(|(&put, _)| prepared.squares(put)));
    while let Some(place) = open.pop() {
        if reached[place] || !board.is_free(place) {
            continue;
        }
        reached[place] = true;
        open.extend([place - 1, place + 1, place - prepared.grid.stride, place + prepared.grid.stride]);
    }
    for &pos in &prepared.grid.cells {
        if board.is_free(usize::from(pos)) && !reached[usize::from(pos)] {
            board.give_up(pos);
        }
    }
}
