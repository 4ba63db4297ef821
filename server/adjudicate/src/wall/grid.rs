//! Coordinates of any size on a grid that the rules can name.
//!
//! Knows where placements begin and how large the stones are; nothing of frames, owners or faults.

use std::collections::BTreeMap;

use ishigaki_rules::{Cell, Shape};

use super::{Coordinate, Square, StoneFields};
use crate::RequestError;

/// As far from the origin coordinates are taken as they are: farther than any frame and any stone in it reach.
const NEAR: i128 = 1 << 16;

/// The farthest that a coordinate may be moved to: far enough from the largest number for any stone.
const LAST: i128 = 1 << 30;

const APART: i128 = 1 << 15;

pub(super) struct CompactGrid {
    rows: Axis,
    cols: Axis,
}

struct Axis(BTreeMap<i128, i128>);

impl CompactGrid {
    pub(super) fn new(shapes: &BTreeMap<&str, Shape>, placed: &[&StoneFields]) -> Result<Self, RequestError> {
        // At this distance two stones share nothing, however they are turned.
        let size = shapes.values().map(|shape| shape.height().max(shape.width())).max().unwrap_or(1);
        let axis = |of: usize| Axis::new(placed.iter().filter_map(|placed| corner(placed, of)), size.into());
        Ok(Self { rows: axis(0)?, cols: axis(1)? })
    }

    pub(super) fn cell(&self, [row, col]: Square) -> Cell {
        Cell { row: self.rows.near(row.0), col: self.cols.near(col.0) }
    }

    pub(super) fn cells(&self, squares: &[Square]) -> Vec<Cell> {
        let at = self.cell([0, 1].map(|axis| Coordinate(least(squares, axis))));
        let moved = |cell: Cell| Cell { row: at.row + cell.row, col: at.col + cell.col };
        near_origin(squares).into_iter().map(moved).collect()
    }
}

impl Axis {
    fn new(corners: impl Iterator<Item = i128>, size: i128) -> Result<Self, RequestError> {
        let (mut above, mut below): (Vec<_>, Vec<_>) = corners
            .filter(|corner| corner.unsigned_abs() > NEAR.unsigned_abs())
            .partition(|&corner| corner > 0);
        above.sort_unstable();
        below.sort_unstable_by_key(|&corner| std::cmp::Reverse(corner));
        let mut moved = BTreeMap::new();
        for (side, start) in [(above, NEAR), (below, -NEAR)] {
            let (mut before, mut place) = (start, start);
            for corner in side {
                let step = corner.saturating_sub(before).clamp(-size, size);
                (before, place) = (corner, place + step);
                if place.abs() > LAST {
                    let reason = "too many placements lie far outside the frame".to_owned();
                    return Err(RequestError::Shape { reason });
                }
                moved.insert(corner, place);
            }
        }
        Ok(Self(moved))
    }

    fn near(&self, coordinate: i128) -> i32 {
        let place = self.0.get(&coordinate).copied().unwrap_or(coordinate);
        i32::try_from(place).unwrap_or(if place < 0 { i32::MIN } else { i32::MAX })
    }
}

fn corner(placed: &StoneFields, axis: usize) -> Option<i128> {
    match &placed.cells {
        Some(squares) => Some(least(squares, axis)),
        None => [placed.row, placed.col][axis].map(|coordinate| coordinate.0),
    }
}

/// The squares of one stone, moved so that its least row and column are 0.
pub(super) fn near_origin(squares: &[Square]) -> Vec<Cell> {
    let corner = [least(squares, 0), least(squares, 1)];
    let offset = |square: &Square, axis: usize| {
        let offset = square[axis].0.saturating_sub(corner[axis]).min(APART);
        i32::try_from(offset).unwrap_or(i32::MAX)
    };
    squares.iter().map(|square| Cell { row: offset(square, 0), col: offset(square, 1) }).collect()
}

pub(super) fn is_scattered(squares: &[Square]) -> bool {
    let corner = [least(squares, 0), least(squares, 1)];
    let is_far = |square: &Square, axis: usize| square[axis].0.saturating_sub(corner[axis]) > APART;
    squares.iter().any(|square| is_far(square, 0) || is_far(square, 1))
}

fn least(squares: &[Square], axis: usize) -> i128 {
    squares.iter().map(|square| square[axis].0).min().unwrap_or(0)
}
