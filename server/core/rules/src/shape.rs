//! Shapes of stones: 4-connected squares, which can be rotated but not mirrored (`W1`, `W2`).

use alloc::vec::Vec;

use crate::{Cell, Turn};

/// The shape of a stone: its sorted squares, shifted so that the smallest row and column are 0.
///
/// Shapes that differ by a rotation aren't equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    cells: Vec<Cell>,
}

/// Error of squares that are not a stone's shape (`W1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeFault {
    Empty,
    Repeated {
        cell: Cell,
    },
    /// This square isn't connected to the first one over edges.
    Disconnected {
        cell: Cell,
    },
    TooLarge,
}

/// Maximum number of rows or columns of a shape or frame.
pub const MAX_EXTENT: i32 = 1 << 14;

/// Maximum number of squares in the grid of a shape or frame, empty ones included. Grids are stored square by
/// square, so a short text could otherwise allocate a huge one.
pub const MAX_GRID: i32 = 1 << 22;

impl Shape {
    /// Makes a shape of these squares, in any order and anywhere on the grid.
    ///
    /// # Errors
    ///
    /// Returns a [`ShapeFault`] if there is no square, a repeated or disconnected square, or if the squares
    /// are too far apart.
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

    /// Makes a shape like [`Shape::new`], but of squares that needn't be connected. No stone of a contest is
    /// like that, but a wall of them can still be judged.
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

    /// Returns the squares, by row, then column.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the number of squares.
    pub fn area(&self) -> usize {
        self.cells.len()
    }

    /// Returns the number of rows.
    pub fn height(&self) -> i32 {
        self.cells.last().map_or(0, |cell| cell.row + 1)
    }

    /// Returns the number of columns.
    pub fn width(&self) -> i32 {
        self.cells.iter().map(|cell| cell.col + 1).max().unwrap_or(0)
    }

    /// Returns the rotated shape, shifted so that the smallest row and column are 0 (`W2`).
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Self {
        let mut cells: Vec<Cell> = self.turned_cells(turn).collect();
        cells.sort_unstable();
        Self { cells }
    }

    /// Returns the squares of [`Shape::turned`] in no particular order.
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

    /// Returns the mirrored shape, which no stone may have (`W2`).
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self::shifted(self.cells.iter().map(|&Cell { row, col }| Cell { row, col: -col }).collect())
    }

    /// Returns the rotations that look different, fewest quarter turns first.
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

    /// Returns the first rotation that turns this shape into `other`.
    pub fn turn_onto(&self, other: &Self) -> Option<Turn> {
        if self.area() != other.area() {
            return None;
        }
        Turn::ALL.into_iter().find(|&turn| self.turned(turn) == *other)
    }

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
