//! Orientations of stones, and their placements.

use ishigaki_rules::{Cell, Shape};

use crate::grid::{Grid, Pos};

#[derive(Debug)]
pub(crate) struct Orientation {
    pub(crate) kind: u16,
    pub(crate) shape: Shape,
    pub(crate) offsets: Vec<i32>,
    pub(crate) feet: Vec<i32>,
    pub(crate) rows: Vec<u64>,
    pub(crate) runs: Vec<(usize, usize, usize)>,
    pub(crate) ledges: Vec<u64>,
    pub(crate) imbalance: i32,
    pub(crate) lead: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OrientedPlacement {
    pub(crate) orient: u16,
    pub(crate) pos: Pos,
}

impl Orientation {
    pub(crate) fn new(grid: &Grid, kind: usize, shape: Shape) -> Self {
        let cells = shape.cells();
        let first = cells.first().copied().unwrap_or(Cell::new(0, 0));
        let offset = |cell: Cell| grid.offset(cell.row - first.row, cell.col - first.col);
        let offsets = cells.iter().map(|&cell| offset(cell)).collect();
        let below = |cell: &Cell| Cell::new(cell.row + 1, cell.col);
        let feet = cells.iter().map(below).filter(|foot| cells.binary_search(foot).is_err()).map(offset);
        let feet = feet.collect();
        let mut rows = vec![0; shape.height() as usize];
        for cell in cells {
            rows[cell.row as usize] |= 1 << cell.col;
        }
        let runs = rows
            .iter()
            .enumerate()
            .flat_map(|(row, &bits)| runs(bits).into_iter().map(move |(count, first)| (row, count, first)));
        let runs = runs.collect();
        let ledges = (0..=rows.len()).map(|at| {
            let above = at.checked_sub(1).map_or(0, |at| rows[at]);
            above & !rows.get(at).unwrap_or(&0)
        });
        let ledges = ledges.collect();
        let colour = |cell: &Cell| 1 - 2 * ((cell.row + cell.col + first.row + first.col) & 1);
        let imbalance = cells.iter().map(colour).sum();
        Self {
            kind: kind as u16,
            imbalance,
            runs,
            ledges,
            offsets,
            feet,
            rows,
            lead: first.col as usize,
            shape,
        }
    }
}

fn runs(mut bits: u64) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    while bits != 0 {
        let first = bits.trailing_zeros();
        let count = (bits >> first).trailing_ones();
        runs.push((count as usize, first as usize));
        bits &= u64::MAX.checked_shl(first + count).unwrap_or(0);
    }
    runs
}

#[cfg(test)]
mod tests {
    #[test]
    fn squares_side_by_side_are_one_run() {
        assert_eq!(super::runs(0), []);
        assert_eq!(super::runs(0b1011_0001), [(1, 0), (2, 4), (1, 7)]);
        assert_eq!(super::runs(u64::MAX), [(64, 0)]);
        assert_eq!(super::runs(1 << 63), [(1, 63)]);
    }
}
