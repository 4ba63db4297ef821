//! Large-neighbourhood search: removes some stones around an empty square and searches for others there.
//!
//! Equally good walls are accepted too, so that empty squares move until they can be filled. It proves
//! nothing.

use crate::board::{FREE, HOLE, PartialBoard};
use crate::exact::{Exact, Goal, Outcome};
use crate::grid::Pos;
use crate::orientation::OrientedPlacement;
use crate::prepared::PreparedProblem;
use crate::random::Random;

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

#[derive(Clone, Copy, Debug)]
pub(crate) struct RepairSize {
    pub(crate) stones: usize,
    pub(crate) others: usize,
    pub(crate) nodes: u64,
}

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

fn around(board: &PartialBoard<'_>, centre: Pos, count: usize, random: &mut Random) -> Vec<bool> {
    let grid = &board.prepared.grid;
    let mut out = vec![false; board.laid.len()];
    let mut near: Vec<(f32, u16)> = Vec::new();
    let (row, col) = (grid.row(centre) as f32, grid.col(centre) as f32);
    // Elongated in one direction, because not every wall improves in a round area.
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
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    for &(_, stone) in near.iter().take(count) {
        out[usize::from(stone)] = true;
    }
    out
}

/// Closes the empty squares that don't touch the removed stones.
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
