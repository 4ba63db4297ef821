//! The wall frame (石垣枠, `W1`): the squares to fill.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::Cell;
use crate::shape::{MAX_EXTENT, MAX_GRID, first_disconnected};

/// A frame: 4-connected squares of a grid. Its top and bottom rows are the first and last rows with a square.
/// Empty rows of the drawing don't count.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    height: i32,
    width: i32,
    inside: Vec<bool>,
    area: usize,
    top: i32,
    bottom: i32,
}

/// Error in the drawing of a frame (`W1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameFault {
    Empty,
    UnknownSign {
        cell: Cell,
        sign: char,
    },
    /// This square isn't connected to the first one over edges.
    Disconnected {
        cell: Cell,
    },
    TooLarge,
}

impl Frame {
    /// Reads a drawing with one text per row: `#` is a square of the frame, `.` is none. The first row is row
    /// 0, on top. Short rows are filled up with `.`.
    ///
    /// # Errors
    ///
    /// Returns the first [`FrameFault`] if there is no square, an unknown sign, a disconnected square or a
    /// grid that is too large.
    pub fn parse<S: AsRef<str>>(rows: &[S]) -> Result<Self, FrameFault> {
        let width = rows.iter().map(|row| row.as_ref().chars().count()).max().unwrap_or(0);
        let (Ok(height), Ok(width)) = (i32::try_from(rows.len()), i32::try_from(width)) else {
            return Err(FrameFault::TooLarge);
        };
        if height > MAX_EXTENT || width > MAX_EXTENT || height * width > MAX_GRID {
            return Err(FrameFault::TooLarge);
        }
        let mut squares = Vec::new();
        for (row, signs) in (0..).zip(rows) {
            for (col, sign) in (0..).zip(signs.as_ref().chars()) {
                let cell = Cell { row, col };
                match sign {
                    '#' => squares.push(cell),
                    '.' => {}
                    sign => return Err(FrameFault::UnknownSign { cell, sign }),
                }
            }
        }
        let (Some(first), Some(last)) = (squares.first(), squares.last()) else {
            return Err(FrameFault::Empty);
        };
        if let Some(cell) = first_disconnected(&squares) {
            return Err(FrameFault::Disconnected { cell });
        }
        let mut frame = Self {
            height,
            width,
            inside: vec![false; rows.len() * usize::try_from(width).unwrap_or(0)],
            area: squares.len(),
            top: first.row,
            bottom: last.row,
        };
        for &cell in &squares {
            if let Some(at) = frame.index_on_grid(cell) {
                frame.inside[at] = true;
            }
        }
        Ok(frame)
    }

    /// Returns the number of rows of the drawing.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Returns the number of columns of the drawing.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Returns how many squares the frame has.
    pub fn area(&self) -> usize {
        self.area
    }

    /// Returns the first row with a square. Only its gaps count as top gaps (`E2`).
    pub fn top_row(&self) -> i32 {
        self.top
    }

    /// Returns the last row with a square. Only this row supports stones by itself (`W3`).
    pub fn bottom_row(&self) -> i32 {
        self.bottom
    }

    /// Returns whether the square belongs to the frame.
    pub fn contains(&self, cell: Cell) -> bool {
        self.index(cell).is_some()
    }

    /// Returns the index of a square among all squares of the drawing, row by row, if it belongs to the
    /// frame.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        self.index_on_grid(cell).filter(|&at| self.inside[at])
    }

    /// Returns the number of squares of the drawing, the upper bound of [`Frame::index`].
    pub fn grid_len(&self) -> usize {
        self.inside.len()
    }

    pub(crate) fn row_start(&self, row: i32) -> usize {
        usize::try_from(row.saturating_mul(self.width)).unwrap_or(0)
    }

    /// Returns the frame's squares by row, then column.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.height)
            .flat_map(move |row| (0..self.width).map(move |col| Cell { row, col }))
            .filter(|&cell| self.contains(cell))
    }

    /// Returns the drawing: one text per row, as [`Frame::parse`] reads it.
    pub fn rows(&self) -> Vec<String> {
        let sign = |row, col| if self.contains(Cell { row, col }) { '#' } else { '.' };
        (0..self.height).map(|row| (0..self.width).map(|col| sign(row, col)).collect()).collect()
    }

    fn index_on_grid(&self, cell: Cell) -> Option<usize> {
        let fits = (0..self.height).contains(&cell.row) && (0..self.width).contains(&cell.col);
        fits.then(|| usize::try_from(cell.row * self.width + cell.col).ok()).flatten()
    }
}
