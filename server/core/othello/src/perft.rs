//! Counting games to a depth: what shows that moves are made as others make them.

use crate::position::Position;

/// Leaves of the tree of games `depth` plies from a position: a forced pass is a ply, a finished game one leaf.
///
/// Grows about eightfold with each ply; from the start depth 9 has three million leaves.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let legal = position.legal();
    if legal.is_empty() {
        let passed = position.passed();
        return if passed.legal().is_empty() { 1 } else { perft(&passed, depth - 1) };
    }
    if depth == 1 {
        return u64::from(legal.count());
    }
    legal.into_iter().map(|square| perft(&position.with(square, position.flips(square)), depth - 1)).sum()
}
