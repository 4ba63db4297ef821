//! The fit of a stone: its rotation that covers given squares (`W2`).

use alloc::vec::Vec;

use super::Spot;
use crate::shape::MAX_EXTENT;
use crate::{Cell, Shape, Turn};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    Turned(Spot),
    Mirrored,
    Never,
}

/// Finds fits one after another without allocating again.
#[derive(Default)]
pub(super) struct Fitter {
    /// The given squares relative to their smallest row and column, sorted.
    offsets: Vec<Cell>,
    /// The stone's squares in the current rotation, sorted.
    turned: Vec<Cell>,
}

impl Fitter {
    /// Returns how `squares`, in any order, fit `shape`. With several rotations it is the one with the fewest
    /// quarter turns.
    pub(super) fn fit(&mut self, shape: &Shape, squares: &[Cell]) -> Fit {
        if squares.len() != shape.area() {
            return Fit::Never;
        }
        let Some(at) = self.take(squares) else { return Fit::Never };
        if let Some(turn) = self.turn_of(shape) {
            return Fit::Turned(Spot { turn, at });
        }
        self.turn_over();
        if self.turn_of(shape).is_some() { Fit::Mirrored } else { Fit::Never }
    }

    /// Loads the squares and returns their smallest row and column. `None` without squares, or if they are too far
    /// apart for a stone.
    fn take(&mut self, squares: &[Cell]) -> Option<Cell> {
        let row = squares.iter().map(|cell| cell.row).min()?;
        let col = squares.iter().map(|cell| cell.col).min()?;
        let near = |far: i32, least: i32| far.checked_sub(least).filter(|&gap| gap < MAX_EXTENT);
        self.offsets.clear();
        for cell in squares {
            self.offsets.push(Cell { row: near(cell.row, row)?, col: near(cell.col, col)? });
        }
        self.offsets.sort_unstable();
        Some(Cell { row, col })
    }

    fn turn_over(&mut self) {
        let last_col = self.offsets.iter().map(|offset| offset.col).max().unwrap_or(0);
        for offset in &mut self.offsets {
            offset.col = last_col - offset.col;
        }
        self.offsets.sort_unstable();
    }

    fn turn_of(&mut self, shape: &Shape) -> Option<Turn> {
        Turn::ALL.into_iter().find(|&turn| {
            self.turned.clear();
            self.turned.extend(shape.turned_cells(turn));
            self.turned.sort_unstable();
            self.turned == self.offsets
        })
    }
}
