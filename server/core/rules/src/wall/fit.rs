//! The fit of a stone: which turn of it covers some given squares (`W2`).
//!
//! Knows one stone and the squares it shall cover; nothing of the frame or of other stones.

use alloc::vec::Vec;

use super::Spot;
use crate::shape::MAX_EXTENT;
use crate::{Cell, Shape, Turn};

/// Way in which squares fit a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// The stone lies so. Of several turns it is the one with the fewest quarters.
    Turned(Spot),
    /// Only the stone turned over lies so.
    Mirrored,
    /// The stone never lies so: other squares, too few, too many, or one named twice.
    Never,
}

/// Finds fits one after another, in the same memory.
#[derive(Default)]
pub(super) struct Fitter {
    /// The given squares, seen from their least row and column, sorted.
    offsets: Vec<Cell>,
    /// The stone's squares after the turn that is tried, sorted.
    turned: Vec<Cell>,
}

impl Fitter {
    /// Returns how `squares`, in any order, fit `shape`.
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

    /// Takes the squares up and returns their least row and column. `None` if there are no squares, or if
    /// they are farther apart than those of any stone.
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

    /// The first turn that makes the shape cover exactly the squares taken up.
    fn turn_of(&mut self, shape: &Shape) -> Option<Turn> {
        Turn::ALL.into_iter().find(|&turn| {
            self.turned.clear();
            self.turned.extend(shape.turned_cells(turn));
            self.turned.sort_unstable();
            self.turned == self.offsets
        })
    }
}
