//! Seeded cuts of a frame into connected stones: the same seed, the same stones.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use ishigaki_rules::{Cell, Frame};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

/// Cuts the frame into stones of `sizes` squares, smaller ones where a gap is left, each as the squares it
/// covers. Together they fill the frame; they stand if every column of it goes down to its lowest row.
pub(crate) fn cut(frame: &Frame, sizes: &RangeInclusive<usize>, seed: u64) -> Vec<Vec<Cell>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut free: BTreeSet<Cell> = frame.cells().collect();
    let mut stones = Vec::new();
    while let Some(&first) = free.first() {
        let size = rng.random_range(sizes.clone());
        let mut squares = Vec::new();
        let mut edge = BTreeSet::from([first]);
        while squares.len() < size && !edge.is_empty() {
            let at = rng.random_range(0..edge.len());
            let Some(&cell) = edge.iter().nth(at) else { break };
            edge.remove(&cell);
            free.remove(&cell);
            squares.push(cell);
            edge.extend(around(cell).into_iter().filter(|next| free.contains(next)));
        }
        stones.push(squares);
    }
    stones
}

fn around(Cell { row, col }: Cell) -> [Cell; 4] {
    [Cell::new(row - 1, col), Cell::new(row, col - 1), Cell::new(row, col + 1), Cell::new(row + 1, col)]
}
