//! Sums of one colouring of the squares that the stones can cover.
//!
//! Every square has a number. A stone covers one of few sums wherever it is placed; all stones and the empty
//! squares must add up to the frame's sum. On a checkerboard, 1 and -1, stones with the right total area may
//! still not fit the frame's dark and light squares; the same is true for stripes, and for squares counted by
//! thirds.

use std::collections::BTreeSet;

use crate::grid::Pos;
use crate::orientation::OrientedPlacement;
use crate::prepared::PreparedProblem;

/// Steps of the sum over stones beyond which a colouring is skipped.
const MOST_STEPS: usize = 60_000_000;

#[derive(Debug)]
pub(crate) struct Account {
    total: i32,
    numbers: (i32, i32),
    from: i32,
    width: usize,
    /// Indexed by covered area, then sum from `from`: the most stones, or -1 if impossible.
    most: Vec<i16>,
}

impl Account {
    pub(crate) fn new(prepared: &PreparedProblem, colouring: &dyn Fn(usize, usize) -> i32) -> Option<Self> {
        let grid = &prepared.grid;
        let colour = |pos: Pos| colouring(grid.row(pos), grid.col(pos));
        let numbers = || grid.cells.iter().map(|&pos| colour(pos));
        let (least, most) = (numbers().min().unwrap_or(0).min(0), numbers().max().unwrap_or(0).max(0));
        let area = grid.cells.len();
        let sums = if (least, most) == (0, 0) { None } else { Some(sums(prepared, &colour)) };
        let sums = sums.unwrap_or_else(|| vec![BTreeSet::from([0]); prepared.kinds.len()]);
        let stones: Vec<(usize, &BTreeSet<i32>)> = prepared
            .kinds
            .iter()
            .zip(&sums)
            .filter(|(_, sums)| !sums.is_empty())
            .flat_map(move |(kind, sums)| kind.stones.iter().map(move |_| (kind.area as usize, sums)))
            .collect();
        let lowest: i32 = stones.iter().map(|(_, sums)| sums.first().copied().unwrap_or(0).min(0)).sum();
        let highest: i32 = stones.iter().map(|(_, sums)| sums.last().copied().unwrap_or(0).max(0)).sum();
        let width = (highest - lowest + 1) as usize;
        let ways: usize = stones.iter().map(|(_, sums)| sums.len()).sum();
        if (area + 1).saturating_mul(width).saturating_mul(ways) > MOST_STEPS && width > 1 {
            return None;
        }
        let mut account = Self {
            total: numbers().sum(),
            numbers: (least, most),
            from: lowest,
            width,
            most: vec![-1; (area + 1) * width],
        };
        account.most[-lowest as usize] = 0;
        for (size, sums) in stones {
            account.add(area, size, sums);
        }
        Some(account)
    }

    pub(crate) fn most(&self, covered: usize, lost: usize) -> Option<u32> {
        let row = self.most.get(covered * self.width..)?.get(..self.width)?;
        let lost = lost as i32;
        let can_be = |sum: i32| {
            let empty = self.total - sum;
            (self.numbers.0 * lost..=self.numbers.1 * lost).contains(&empty)
        };
        let counts = (self.from..).zip(row).filter(|(sum, _)| can_be(*sum));
        counts.filter_map(|(_, &count)| u32::try_from(count).ok()).max()
    }

    /// Adds one stone, which may be used or not.
    fn add(&mut self, area: usize, size: usize, sums: &BTreeSet<i32>) {
        let width = self.width;
        for covered in (size..=area).rev() {
            for at in 0..width {
                let count = self.most[(covered - size) * width + at];
                if count < 0 {
                    continue;
                }
                for &sum in sums {
                    let to = (at as i32 + sum) as usize;
                    if let Some(most) = self.most.get_mut(covered * width + to).filter(|_| to < width) {
                        *most = (*most).max(count + 1);
                    }
                }
            }
        }
    }
}

fn sums(prepared: &PreparedProblem, colour: &dyn Fn(Pos) -> i32) -> Vec<BTreeSet<i32>> {
    let mut sums = vec![BTreeSet::new(); prepared.kinds.len()];
    for (orient, turn) in prepared.orients.iter().enumerate() {
        for &pos in &prepared.grid.cells {
            let put = OrientedPlacement { orient: orient as u16, pos };
            if prepared.fits(put) && prepared.may_lie(put) {
                sums[usize::from(turn.kind)]
                    .insert(prepared.squares(put).map(|square| colour(square as Pos)).sum());
            }
        }
    }
    sums
}
