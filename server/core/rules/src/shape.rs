//! Stones' shapes: 4-connected squares, turned but never turned over (`W1`, `W2`).
//!
//! Knows squares; nothing of frames, of other stones or of who owns one.

use alloc::vec::Vec;

use crate::{Cell, Turn};

/// The shape of a stone: its squares in order, shifted so that the least row and the least column are 0.
///
/// Two shapes are equal only if they are the same without any turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    cells: Vec<Cell>,
}

/// Error of squares that are not the shape of a stone (`W1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeFault {
    /// There is no square.
    Empty,
    /// A square is named twice.
    Repeated { cell: Cell },
    /// This square cannot be reached from the first one over edges.
    Disconnected { cell: Cell },
    /// The squares reach further than a grid can.
    TooLarge,
}

/// The most rows or columns that a shape or a frame may have.
pub const MAX_EXTENT: i32 = 1 << 14;

/// The most squares that the grid of a shape or a frame may have, empty ones included: a grid is kept square by
/// square, and a short text could draw a huge one.
pub const MAX_GRID: i32 = 1 << 22;

impl Shape {
    /// The shape made of these squares, in any order and anywhere on the grid.
    ///
    /// # Errors
    /// [`ShapeFault`]: no square, one that is named twice or does not hang together with the first one, or squares too far
    /// apart.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Result<Self, ShapeFault> {
        let shape = Self::from_loose(cells)?;
        if shape.height() * shape.width() > MAX_GRID {
            return Err(ShapeFault::TooLarge);
        }
        match first_disconnected(&shape.cells) {
            Some(cell) => Err(ShapeFault::Disconnected { cell }),
            None => Ok(shape),
        }
    }

    /// As [`Shape::new`], for squares that need not hang together: no stone of a contest is such, but a wall
    /// of them can still be judged square by square.
    ///
    /// # Errors
    /// As [`Shape::new`], without [`ShapeFault::Disconnected`].
    pub fn from_loose(cells: impl IntoIterator<Item = Cell>) -> Result<Self, ShapeFault> {
        let mut cells: Vec<Cell> = cells.into_iter().collect();
        if cells.is_empty() {
            return Err(ShapeFault::Empty);
        }
        let near = -(i32::MAX / 4)..=i32::MAX / 4;
        if !cells.iter().all(|cell| near.contains(&cell.row) && near.contains(&cell.col)) {
            return Err(ShapeFault::TooLarge);
        }
        cells.sort_unstable();
        if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(ShapeFault::Repeated { cell: pair[0] });
        }
        let shape = Self::shifted(cells);
        if shape.height() > MAX_EXTENT || shape.width() > MAX_EXTENT {
            return Err(ShapeFault::TooLarge);
        }
        Ok(shape)
    }

    /// The squares, by row, then column.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns how many squares the stone has.
    pub fn area(&self) -> usize {
        self.cells.len()
    }

    /// Returns how many rows it spans.
    pub fn height(&self) -> i32 {
        self.cells.last().map_or(0, |cell| cell.row + 1)
    }

    /// Returns how many columns it spans.
    pub fn width(&self) -> i32 {
        self.cells.iter().map(|cell| cell.col + 1).max().unwrap_or(0)
    }

    /// The shape after a turn, shifted back so that the least row and column are 0 (`W2`).
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Self {
        let mut cells: Vec<Cell> = self.turned_cells(turn).collect();
        cells.sort_unstable();
        Self { cells }
    }

    /// The squares after a turn, shifted back as by [`Shape::turned`], in no particular order.
    pub fn turned_cells(&self, turn: Turn) -> impl Iterator<Item = Cell> + '_ {
        let (last_row, last_col) = match turn {
            Turn::None => (0, 0),
            Turn::Quarter | Turn::Half | Turn::ThreeQuarters => (self.height() - 1, self.width() - 1),
        };
        self.cells.iter().map(move |&Cell { row, col }| match turn {
            Turn::None => Cell { row, col },
            Turn::Quarter => Cell { row: col, col: last_row - row },
            Turn::Half => Cell { row: last_row - row, col: last_col - col },
            Turn::ThreeQuarters => Cell { row: last_col - col, col: row },
        })
    }

    /// The shape turned over, which no stone may be (`W2`).
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self::shifted(self.cells.iter().map(|&Cell { row, col }| Cell { row, col: -col }).collect())
    }

    /// The turns that look different, fewest quarters first.
    pub fn distinct_turns(&self) -> Vec<(Turn, Self)> {
        let mut turns: Vec<(Turn, Self)> = Vec::with_capacity(4);
        for turn in Turn::ALL {
            let shape = self.turned(turn);
            if turns.iter().all(|(_, seen)| *seen != shape) {
                turns.push((turn, shape));
            }
        }
        turns
    }

    /// The first turn that makes this shape into `other`, if one does.
    pub fn turn_onto(&self, other: &Self) -> Option<Turn> {
        if self.area() != other.area() {
            return None;
        }
        Turn::ALL.into_iter().find(|&turn| self.turned(turn) == *other)
    }

    /// Shifts so that the least row and column are 0, and sorts.
    fn shifted(mut cells: Vec<Cell>) -> Self {
        let top = cells.iter().map(|cell| cell.row).min().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.col).min().unwrap_or(0);
        for cell in &mut cells {
            cell.row -= top;
            cell.col -= left;
        }
        cells.sort_unstable();
        Self { cells }
    }
}

/// The first of some sorted squares that cannot be reached from the first one over edges.
pub(crate) fn first_disconnected(sorted: &[Cell]) -> Option<Cell> {
    let mut reached = alloc::vec![false; sorted.len()];
    let mut open = Vec::with_capacity(sorted.len());
    if !sorted.is_empty() {
        reached[0] = true;
        open.push(0);
    }
    while let Some(at) = open.pop() {
        let Cell { row, col } = sorted[at];
        let around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
        for (row, col) in around {
            if let Ok(next) = sorted.binary_search(&Cell { row, col })
                && !reached[next]
            {
                reached[next] = true;
                open.push(next);
            }
        }
    }
    reached.iter().position(|&reached| !reached).map(|at| sorted[at])
}
