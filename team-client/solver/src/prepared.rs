//! The prepared problem: kinds of stones with their distinct orientations and possible positions.

use std::collections::BTreeMap;

use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Cell, Shape, Turn};

use crate::covers::Covers;
use crate::grid::{Grid, Pos, shifted};
use crate::orientation::{Orientation, OrientedPlacement};
use crate::problem::Problem;
use crate::random::mix;

/// Stones that are equal except for rotation.
#[derive(Debug)]
pub(crate) struct StoneKind {
    pub(crate) area: u32,
    pub(crate) stones: Vec<usize>,
    pub(crate) imbalance: u32,
}

#[derive(Debug)]
pub(crate) struct PreparedProblem {
    pub(crate) grid: Grid,
    pub(crate) kinds: Vec<StoneKind>,
    pub(crate) orients: Vec<Orientation>,
    pub(crate) covers: Covers,
    /// Indexed by square and orientation: whether a stone is allowed; only if some that fit are not.
    barred: Option<Vec<Vec<u64>>>,
    pub(crate) dead: (u32, u32),
    /// True if a square's lower neighbour is outside the frame, the bottom row aside: then a wall without
    /// holes may still be unsupported.
    pub(crate) overhang: bool,
    pub(crate) hashes: Vec<u64>,
}

impl PreparedProblem {
    pub(crate) fn new(problem: &Problem) -> Self {
        let frame = problem.frame();
        let groups = group(problem);
        let reach = groups.iter().flat_map(|(_, turns)| turns).map(|turn| turn.height().max(turn.width()));
        let mut grid = Grid::new(frame, usize::try_from(reach.max().unwrap_or(1) - 1).unwrap_or(0));
        let (mut kinds, mut orients) = (Vec::new(), Vec::new());
        for (stones, turns) in groups {
            let Some(first) = turns.first() else { continue };
            kinds.push(StoneKind { area: first.area() as u32, stones, imbalance: imbalance(first) });
            orients.extend(turns.into_iter().map(|turn| Orientation::new(&grid, kinds.len() - 1, turn)));
        }
        let reach = CoverReach::new(&grid, &orients);
        let dead: Vec<Pos> =
            grid.cells.iter().copied().filter(|&pos| !reach.coverable[usize::from(pos)]).collect();
        let dead_top = dead.iter().filter(|&&pos| grid.row(pos) == grid.top_row).count();
        for &pos in &dead {
            grid.remove(pos);
        }
        let overhang =
            (0..grid.bottom_row).any(|row| grid.rows[row] & !grid.rows.get(row + 1).unwrap_or(&0) != 0);
        let covers = Covers::new(&grid, &orients);
        let barred = reach.any_barred.then_some(reach.barred);
        let hashes = (1..=grid.len as u64).map(mix).collect();
        let dead = (dead.len() as u32, dead_top as u32);
        Self { grid, kinds, orients, covers, barred, dead, overhang, hashes }
    }

    /// Returns whether anything could ever support it there (`W3`).
    pub(crate) fn may_lie(&self, put: OrientedPlacement) -> bool {
        self.barred.as_ref().is_none_or(|barred| {
            let pos = usize::from(put.pos);
            barred[usize::from(put.orient)][pos / 64] >> (pos % 64) & 1 == 0
        })
    }

    pub(crate) fn fits(&self, put: OrientedPlacement) -> bool {
        let orient = self.orient(put);
        let (row, col) = (self.grid.row(put.pos), self.grid.col(put.pos));
        let Some(col) = col.checked_sub(orient.lead) else { return false };
        let rows = orient.rows.iter().enumerate();
        rows.fold(u64::MAX, |all, (at, &bits)| {
            all & everywhere(self.grid.rows.get(row + at).copied().unwrap_or(0), bits)
        }) >> col
            & 1
            == 1
    }

    pub(crate) fn fits_row(&self, orient: &Orientation, row: usize) -> bool {
        let rows = orient.rows.iter().enumerate();
        rows.fold(u64::MAX, |all, (at, &bits)| {
            all & everywhere(self.grid.rows.get(row + at).copied().unwrap_or(0), bits)
        }) != 0
    }

    pub(crate) fn orient(&self, put: OrientedPlacement) -> &Orientation {
        &self.orients[usize::from(put.orient)]
    }

    pub(crate) fn squares(&self, put: OrientedPlacement) -> impl Iterator<Item = usize> + '_ {
        self.orient(put).offsets.iter().map(move |&offset| shifted(put.pos, offset))
    }

    pub(crate) fn imbalance(&self, put: OrientedPlacement) -> i32 {
        self.grid.colour(put.pos) * self.orient(put).imbalance
    }

    pub(crate) fn touches_bottom(&self, put: OrientedPlacement) -> bool {
        self.grid.row(put.pos) + self.orient(put).rows.len() > self.grid.bottom_row
    }

    pub(crate) fn spot(&self, problem: &Problem, stone: usize, put: OrientedPlacement) -> Option<Spot> {
        let orient = self.orient(put);
        let turn = problem.stones()[stone].turn_onto(&orient.shape)?;
        let (row, col) = (self.grid.row(put.pos), self.grid.col(put.pos) - orient.lead);
        Some(Spot { turn, at: Cell::new(row as i32, col as i32) })
    }
}

fn group(problem: &Problem) -> Vec<(Vec<usize>, Vec<Shape>)> {
    let frame = problem.frame();
    let mut kinds: BTreeMap<Shape, Vec<usize>> = BTreeMap::new();
    for (stone, shape) in problem.stones().iter().enumerate() {
        let least = Turn::ALL.into_iter().map(|turn| shape.turned(turn)).min();
        kinds.entry(least.unwrap_or_else(|| shape.clone())).or_default().push(stone);
    }
    let fits = |turn: &Shape| turn.height() <= frame.height() && turn.width() <= frame.width();
    kinds
        .into_iter()
        .map(|(shape, stones)| {
            let turns = shape.distinct_turns().into_iter().map(|(_, turn)| turn);
            (stones, turns.filter(fits).collect::<Vec<_>>())
        })
        .filter(|(_, turns)| !turns.is_empty())
        .collect()
}

fn imbalance(shape: &Shape) -> u32 {
    shape.cells().iter().map(|cell| 1 - 2 * ((cell.row + cell.col) & 1)).sum::<i32>().unsigned_abs()
}

struct CoverReach {
    coverable: Vec<bool>,
    barred: Vec<Vec<u64>>,
    any_barred: bool,
}

impl CoverReach {
    fn new(grid: &Grid, orients: &[Orientation]) -> Self {
        let fits: Vec<Vec<u64>> = orients.iter().map(|orient| fits(grid, orient)).collect();
        let mut rows = vec![0; grid.height];
        let carried =
            |rows: &[u64], orient: &Orientation, row: usize| {
                if row + orient.rows.len() > grid.bottom_row {
                    return u64::MAX;
                }
                orient.ledges.iter().enumerate().fold(0, |all, (at, &ledge)| {
                    all | anywhere(rows.get(row + at).copied().unwrap_or(0), ledge)
                })
            };
        loop {
            let before = rows.clone();
            for row in (0..grid.height).rev() {
                for (orient, fits) in orients.iter().zip(&fits) {
                    let lies = fits[row] & if fits[row] == 0 { 0 } else { carried(&rows, orient, row) };
                    if lies != 0 {
                        for (at, &bits) in orient.rows.iter().enumerate() {
                            rows[row + at] |= spread(lies, bits);
                        }
                    }
                }
            }
            if rows == before {
                break;
            }
        }
        let words = grid.len.div_ceil(64);
        let mut barred = vec![vec![0; words]; orients.len()];
        let mut any_barred = false;
        for ((orient, fits), barred) in orients.iter().zip(&fits).zip(&mut barred) {
            for (row, fits) in fits.iter().enumerate() {
                let mut lost = fits & !carried(&rows, orient, row);
                any_barred |= lost != 0;
                while lost != 0 {
                    let pos = grid.pos(row, lost.trailing_zeros() as usize + orient.lead);
                    barred[usize::from(pos) / 64] |= 1 << (pos % 64);
                    lost &= lost - 1;
                }
            }
        }
        let mut coverable = vec![false; grid.len];
        for &pos in &grid.cells {
            coverable[usize::from(pos)] = rows[grid.row(pos)] >> grid.col(pos) & 1 == 1;
        }
        Self { coverable, barred, any_barred }
    }
}

fn fits(grid: &Grid, orient: &Orientation) -> Vec<u64> {
    let at = |row: usize| {
        let rows = orient.rows.iter().enumerate();
        rows.fold(u64::MAX, |all, (at, &bits)| all & everywhere(*grid.rows.get(row + at).unwrap_or(&0), bits))
    };
    (0..grid.height).map(at).collect()
}

fn everywhere(row: u64, mut bits: u64) -> u64 {
    let mut columns = u64::MAX;
    while bits != 0 {
        columns &= row >> bits.trailing_zeros();
        bits &= bits - 1;
    }
    columns
}

fn anywhere(row: u64, mut bits: u64) -> u64 {
    let mut columns = 0;
    while bits != 0 {
        columns |= row >> bits.trailing_zeros();
        bits &= bits - 1;
    }
    columns
}

fn spread(columns: u64, mut bits: u64) -> u64 {
    let mut all = 0;
    while bits != 0 {
        all |= columns << bits.trailing_zeros();
        bits &= bits - 1;
    }
    all
}
