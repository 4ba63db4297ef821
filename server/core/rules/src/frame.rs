//! The wall frame (石垣枠, `W1`): which squares are to be filled. Knows nothing of stones.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::Cell;
use crate::shape::{MAX_EXTENT, MAX_GRID, first_disconnected};

/// A frame: 4-connected squares of a grid. Its top row and bottom row are the highest and the lowest row
/// with a square in it, whatever empty rows the drawing has around them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    height: i32,
    width: i32,
    inside: Vec<bool>,
    area: usize,
    top: i32,
    bottom: i32,
}

/// Error of a drawing that is not a frame (`W1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameFault {
    /// It has no square.
    Empty,
    /// It has a sign other than `#` and `.` here.
    UnknownSign {
        /// Square of the fault.
        cell: Cell,
        sign: char,
    },
    /// This square cannot be reached from the first one over edges.
    Disconnected { cell: Cell },
    /// It has more rows, columns or squares than a grid may have.
    TooLarge,
}

impl Frame {
    /// Reads a drawing: one text per row, `#` for a square of the frame, `.` for none; the first row is row
    /// 0, on top. A row may be shorter than others: what it lacks is outside.
    ///
    /// # Errors
    /// The first [`FrameFault`]: no square, a sign that is none, a square that does not hang together with the first one, or
    /// more rows and columns than a grid has.
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

    /// Returns how many rows the drawing has.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Returns how many columns the drawing has.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Returns how many squares the frame has.
    pub fn area(&self) -> usize {
        self.area
    }

    /// The highest row with a square: the one whose gaps count (`E2`).
    pub fn top_row(&self) -> i32 {
        self.top
    }

    /// The lowest row with a square: the only one that carries stones by itself (`W3`).
    pub fn bottom_row(&self) -> i32 {
        self.bottom
    }

    /// Returns whether the square belongs to the frame.
    pub fn contains(&self, cell: Cell) -> bool {
        self.index(cell).is_some()
    }

    /// The square's place in a list of all squares of the drawing, row by row, if it belongs to the frame.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        self.index_on_grid(cell).filter(|&at| self.inside[at])
    }

    /// Returns how long a list must be to have a place for every square of the drawing.
    pub fn grid_len(&self) -> usize {
        self.inside.len()
    }

    /// Returns the start of this row in a list with a place for every square of the drawing, see
    /// [`Frame::index`].
    pub(crate) fn row_start(&self, row: i32) -> usize {
        usize::try_from(row.saturating_mul(self.width)).unwrap_or(0)
    }

    /// The frame's squares by row, then column.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.height)
            .flat_map(move |row| (0..self.width).map(move |col| Cell { row, col }))
            .filter(|&cell| self.contains(cell))
    }

    /// The drawing: one text per row, as [`Frame::parse`] reads it.
    pub fn rows(&self) -> Vec<String> {
        let sign = |row, col| if self.contains(Cell { row, col }) { '#' } else { '.' };
        (0..self.height).map(|row| (0..self.width).map(|col| sign(row, col)).collect()).collect()
    }

    fn index_on_grid(&self, cell: Cell) -> Option<usize> {
        let fits = (0..self.height).contains(&cell.row) && (0..self.width).contains(&cell.col);
        fits.then(|| usize::try_from(cell.row * self.width + cell.col).ok()).flatten()
    }
}
