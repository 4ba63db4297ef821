//! Perft counts, which check move generation against published numbers.

use crate::position::Position;

/// Returns the number of leaves `depth` plies from a position. A forced pass is a ply, a finished game one
/// leaf.
///
/// It grows about eightfold with each ply; depth 9 has three million leaves from the start.
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
