//! The bounds that no wall can beat: from areas, from the checkerboard, and from what can be reached.
//!
//! On a checkerboard every stone covers as many dark as light squares, up to its own imbalance one way or the
//! other. Stones whose areas sum up may still not fit the frame's dark and light squares.

use crate::yard::Yard;

/// Work beyond which the checkerboard is left out: steps of the sum over stones.
const MOST_STEPS: usize = 60_000_000;

/// Which numbers of squares can be covered, and by how many stones.
#[derive(Debug)]
pub(crate) struct Bounds {
    area: usize,
    dead: u32,
    least_top_gaps: u32,
    /// Dark squares more than light ones.
    imbalance: i32,
    /// How far the imbalance of stones goes in either direction; 0 if it is left out.
    reach: i32,
    has_checkerboard: bool,
    /// By covered area, then imbalance from `-reach`: the most stones, -1 if there are none such.
    most: Vec<i16>,
}

impl Bounds {
    pub(crate) fn new(yard: &Yard) -> Self {
        let grid = &yard.grid;
        let area = grid.cells.len();
        let stones: Vec<(usize, i32)> = yard
            .kinds
            .iter()
            .flat_map(|kind| kind.stones.iter().map(|_| (kind.area as usize, kind.imbalance as i32)))
            .collect();
        let total: i32 = stones.iter().map(|(_, imbalance)| imbalance).sum();
        let has_checkerboard = (area + 1) * (2 * total as usize + 1) * stones.len() <= MOST_STEPS;
        let reach = if has_checkerboard { total } else { 0 };
        let dark = |&&pos: &&u16| (grid.row(pos) + grid.col(pos)).is_multiple_of(2);
        let dark = grid.cells.iter().filter(dark).count() as i32;
        let mut bounds = Self {
            area,
            dead: yard.dead.0,
            least_top_gaps: least_top_gaps(yard),
            imbalance: 2 * dark - area as i32,
            reach,
            has_checkerboard,
            most: vec![-1; (area + 1) * (2 * reach as usize + 1)],
        };
        let origin = reach as usize;
        bounds.most[origin] = 0;
        for (area, imbalance) in stones {
            bounds.add(area, if has_checkerboard { imbalance as usize } else { 0 });
        }
        bounds
    }

    /// The fewest squares that stay empty.
    pub(crate) fn least_empty(&self) -> u32 {
        let lost = (0..=self.area).find(|&lost| self.most_covering(self.area - lost).is_some());
        self.dead + lost.unwrap_or(self.area) as u32
    }

    /// The fewest gaps in the top row.
    pub(crate) fn least_top_gaps(&self) -> u32 {
        self.least_top_gaps
    }

    /// The most stones of a wall with so many empty squares; 0 if there is no such wall.
    pub(crate) fn most_used(&self, empty: u32) -> u32 {
        let lost = empty.saturating_sub(self.dead) as usize;
        self.area.checked_sub(lost).and_then(|covered| self.most_covering(covered)).unwrap_or(0)
    }

    fn width(&self) -> usize {
        2 * self.reach as usize + 1
    }

    fn most_covering(&self, covered: usize) -> Option<u32> {
        let lost = (self.area - covered) as i32;
        let row = &self.most[covered * self.width()..][..self.width()];
        let can_be = |imbalance: i32| !self.has_checkerboard || (self.imbalance - imbalance).abs() <= lost;
        let counts = (-self.reach..).zip(row).filter(|(imbalance, _)| can_be(*imbalance));
        counts.filter_map(|(_, &count)| u32::try_from(count).ok()).max()
    }

    /// One stone more, which may be used or not, its dark squares on either colour.
    fn add(&mut self, area: usize, imbalance: usize) {
        let width = self.width();
        for covered in (area..=self.area).rev() {
            for at in 0..width {
                let count = self.most[(covered - area) * width + at];
                if count < 0 {
                    continue;
                }
                let lower = at.checked_sub(imbalance);
                for to in lower.into_iter().chain(Some(at + imbalance).filter(|&to| to < width)) {
                    let most = &mut self.most[covered * width + to];
                    *most = (*most).max(count + 1);
                }
            }
        }
    }
}

/// Gaps in the top row of every wall: what nothing can cover, or all if the stones do not reach up there even one on
/// top of the other.
fn least_top_gaps(yard: &Yard) -> u32 {
    let mut tallest = vec![0; yard.kinds.len()];
    for orient in &yard.orients {
        let tallest = &mut tallest[usize::from(orient.kind)];
        *tallest = orient.rows.len().max(*tallest);
    }
    let tower: usize = yard.kinds.iter().zip(&tallest).map(|(kind, tall)| kind.stones.len() * tall).sum();
    let grid = &yard.grid;
    let top = grid.rows[grid.top_row].count_ones();
    yard.dead.1 + if tower < grid.bottom_row + 1 - grid.top_row { top } else { 0 }
}
