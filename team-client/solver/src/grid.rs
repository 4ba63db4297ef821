//! The frame as a padded list of squares, so that stones can be tried without bounds checks.

use ishigaki_rules::{Cell, Frame};

pub(crate) type Pos = u16;

#[derive(Debug)]
pub(crate) struct Grid {
    pub(crate) stride: usize,
    pub(crate) len: usize,
    pub(crate) height: usize,
    pub(crate) bottom_row: usize,
    pub(crate) top_row: usize,
    pub(crate) cells: Vec<Pos>,
    pub(crate) rows: Vec<u64>,
    places: Vec<(u8, u8)>,
    pad: usize,
}

impl Grid {
    /// Returns the grid of a frame for stones that reach at most `pad` squares.
    pub(crate) fn new(frame: &Frame, pad: usize) -> Self {
        let size = |extent: i32| usize::try_from(extent).unwrap_or(0);
        let (height, width) = (size(frame.height()), size(frame.width()));
        let pad = pad + 1;
        let stride = width + pad;
        let mut grid = Self {
            stride,
            len: (height + 2 * pad + 1) * stride,
            height,
            bottom_row: size(frame.bottom_row()),
            top_row: size(frame.top_row()),
            cells: Vec::with_capacity(frame.area()),
            rows: vec![0; height],
            places: vec![(0, 0); (height + 2 * pad + 1) * stride],
            pad,
        };
        for Cell { row, col } in frame.cells() {
            let (row, col) = (size(row), size(col));
            grid.rows[row] |= 1 << col;
            let pos = grid.pos(row, col);
            grid.places[usize::from(pos)] = (row as u8, col as u8);
            grid.cells.push(pos);
        }
        grid
    }

    pub(crate) fn pos(&self, row: usize, col: usize) -> Pos {
        ((row + self.pad) * self.stride + self.pad + col) as Pos
    }

    pub(crate) fn row(&self, pos: Pos) -> usize {
        usize::from(self.places[usize::from(pos)].0)
    }

    pub(crate) fn col(&self, pos: Pos) -> usize {
        usize::from(self.places[usize::from(pos)].1)
    }

    /// 1 for a dark square, -1 for a light one.
    pub(crate) fn colour(&self, pos: Pos) -> i32 {
        1 - 2 * ((self.row(pos) + self.col(pos)) as i32 & 1)
    }

    pub(crate) fn offset(&self, rows: i32, cols: i32) -> i32 {
        rows * self.stride as i32 + cols
    }

    pub(crate) fn remove(&mut self, pos: Pos) {
        let (row, col) = (self.row(pos), self.col(pos));
        self.rows[row] &= !(1 << col);
        self.cells.retain(|&cell| cell != pos);
    }
}

pub(crate) fn shifted(pos: Pos, offset: i32) -> usize {
    (i32::from(pos) + offset) as usize
}
