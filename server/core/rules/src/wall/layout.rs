//! The layout of a wall: which stone covers which square.
//!
//! Stones are identified by their index in a list.

use alloc::vec;
use alloc::vec::Vec;

use super::Spot;
use crate::{Cell, Frame, Shape};

/// Placed stones on the grid of a frame, identified by their index in the list.
pub(super) struct Layout {
    width: usize,
    owners: Vec<u32>,
    squares: Vec<usize>,
    ends: Vec<usize>,
    out_of_frame: Marks,
    overlapping: Marks,
}

impl Layout {
    pub(super) fn new<'a>(frame: &Frame, stones: impl ExactSizeIterator<Item = (&'a Shape, Spot)>) -> Self {
        let count = stones.len();
        let mut layout = Self {
            width: usize::try_from(frame.width()).unwrap_or(0),
            owners: vec![0; frame.grid_len()],
            squares: Vec::with_capacity(frame.area()),
            ends: Vec::with_capacity(count),
            out_of_frame: Marks::default(),
            overlapping: Marks::default(),
        };
        let mut outside = Vec::new();
        for (number, (shape, spot)) in (1..).zip(stones) {
            for offset in shape.turned_cells(spot.turn) {
                match moved(offset, spot.at).and_then(|cell| frame.index(cell)) {
                    Some(square) => layout.cover(square, number),
                    None => outside.push((far_square(offset, spot.at), number)),
                }
            }
            layout.ends.push(layout.squares.len());
        }
        layout.mark_outside(outside);
        layout
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn is_out_of_frame(&self, stone: usize) -> bool {
        self.out_of_frame.has(stone)
    }

    pub(super) fn is_overlapping(&self, stone: usize) -> bool {
        self.overlapping.has(stone)
    }

    pub(super) fn is_clear(&self) -> bool {
        self.out_of_frame.is_empty() && self.overlapping.is_empty()
    }

    /// The stone's squares inside the frame, as in [`Frame::index`].
    pub(super) fn squares(&self, stone: usize) -> &[usize] {
        let start = if stone == 0 { 0 } else { self.ends[stone - 1] };
        &self.squares[start..self.ends[stone]]
    }

    pub(super) fn above(&self, square: usize) -> Option<usize> {
        let number = self.owners[square.checked_sub(self.width)?];
        number.checked_sub(1).map(|stone| stone as usize)
    }

    fn cover(&mut self, square: usize, number: u32) {
        self.squares.push(square);
        let owner = self.owners[square];
        if owner == 0 {
            self.owners[square] = number;
        } else {
            self.overlap(owner);
            self.overlap(number);
        }
    }

    fn mark_outside(&mut self, mut outside: Vec<((i64, i64), u32)>) {
        outside.sort_unstable();
        for &(_, number) in &outside {
            self.out_of_frame.add(number as usize - 1);
        }
        for shared in outside.chunk_by(|one, next| one.0 == next.0).filter(|shared| shared.len() > 1) {
            for &(_, number) in shared {
                self.overlap(number);
            }
        }
    }

    fn overlap(&mut self, number: u32) {
        self.overlapping.add(number as usize - 1);
    }
}

/// Stones with a fault. Allocates only once a stone has one, because most walls have none.
#[derive(Default)]
struct Marks(Vec<bool>);

impl Marks {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn has(&self, stone: usize) -> bool {
        self.0.get(stone).is_some_and(|&is_marked| is_marked)
    }

    fn add(&mut self, stone: usize) {
        if self.0.len() <= stone {
            self.0.resize(stone + 1, false);
        }
        self.0[stone] = true;
    }
}

/// The square at `offset` from `at`, unless it overflows.
fn moved(offset: Cell, at: Cell) -> Option<Cell> {
    Some(Cell { row: at.row.checked_add(offset.row)?, col: at.col.checked_add(offset.col)? })
}

fn far_square(offset: Cell, at: Cell) -> (i64, i64) {
    let sum = |one, other| i64::from(one) + i64::from(other);
    (sum(at.row, offset.row), sum(at.col, offset.col))
}
