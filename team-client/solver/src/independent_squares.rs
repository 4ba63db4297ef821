//! Bound from independent squares: if no stone covers two of them, each needs its own stone.
//!
//! In notches and on narrow steps few kinds fit, so stones run out. A matching counts how many squares get
//! one.

use crate::board::PartialBoard;
use crate::grid::Pos;
use crate::prepared::PreparedProblem;

pub(crate) fn least_empty(prepared: &PreparedProblem) -> u32 {
    let board = PartialBoard::new(prepared);
    let mut squares: Vec<(usize, Pos, Vec<u16>)> = Vec::new();
    for &pos in &prepared.grid.cells {
        let mut kinds = Vec::new();
        board.each_cover(pos, |put| {
            kinds.push(prepared.orient(put).kind);
            true
        });
        kinds.sort_unstable();
        kinds.dedup();
        let stones = kinds.iter().map(|&kind| prepared.kinds[usize::from(kind)].stones.len()).sum();
        squares.push((stones, pos, kinds));
    }
    squares.sort_by_key(|(stones, pos, _)| (*stones, *pos));
    // Greedy, squares with the fewest stones first; squares that share a stone with a chosen one are
    // excluded.
    let mut shares = vec![false; prepared.grid.len];
    let mut taken: Vec<Vec<u16>> = Vec::new();
    for (_, pos, kinds) in squares {
        if shares[usize::from(pos)] {
            continue;
        }
        board.each_cover(pos, |put| {
            prepared.squares(put).for_each(|square| shares[square] = true);
            true
        });
        taken.push(kinds);
    }
    let mut holders: Vec<Vec<usize>> = vec![Vec::new(); prepared.kinds.len()];
    let mut matched = 0;
    for square in 0..taken.len() {
        matched +=
            u32::from(find(prepared, &taken, square, &mut holders, &mut vec![false; prepared.kinds.len()]));
    }
    taken.len() as u32 - matched
}

fn find(
    prepared: &PreparedProblem,
    taken: &[Vec<u16>],
    square: usize,
    holders: &mut [Vec<usize>],
    asked: &mut [bool],
) -> bool {
    for &kind in &taken[square] {
        let kind = usize::from(kind);
        if std::mem::replace(&mut asked[kind], true) {
            continue;
        }
        if holders[kind].len() < prepared.kinds[kind].stones.len() {
            holders[kind].push(square);
            return true;
        }
        for at in 0..holders[kind].len() {
            let other = holders[kind][at];
            if find(prepared, taken, other, holders, asked) {
                holders[kind][at] = square;
                return true;
            }
        }
    }
    false
}
