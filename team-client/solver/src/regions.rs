//! Bound from the regions of free squares: how many squares must stay empty.
//!
//! A region is a 4-connected set of free squares. The remaining stones must fill it up to some squares, and
//! something must support them (`W3`).

use crate::board::{HOLE, PartialBoard};
use crate::orientation::OrientedPlacement;

/// Larger sums count as reachable, because they nearly always are.
const LARGEST_SUM: usize = 255;
const WORDS: usize = (LARGEST_SUM + 1) / 64;

#[derive(Debug, Default)]
pub(crate) struct Regions {
    runs: Vec<FreeRun>,
    sizes: Vec<u32>,
    parents: Vec<u16>,
    starts: Vec<u16>,
    grounded: Vec<bool>,
    elements: Vec<u16>,
}

#[derive(Clone, Copy, Debug)]
struct FreeRun {
    bits: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waste {
    AtLeast(u32),
    Fallen,
}

impl Regions {
    pub(crate) fn waste(&mut self, board: &PartialBoard<'_>, support: bool) -> Waste {
        self.find(board);
        if support && !self.ground(board) {
            return Waste::Fallen;
        }
        let (mut waste, mut usable) = (0, 0);
        let mut sums = None;
        for run in 0..self.runs.len() {
            if usize::from(self.parents[run]) != run {
                continue;
            }
            let size = self.sizes[run];
            if support && !self.grounded[board.laid.len() + 1 + run] {
                waste += size;
            } else if size == board.area_left || size as usize > LARGEST_SUM {
                usable += size;
            } else {
                let lost = sums.get_or_insert_with(|| AreaSums::of(board)).least_waste(size);
                waste += lost;
                usable += size - lost;
            }
        }
        // All regions together can't take more than all remaining stones.
        Waste::AtLeast(waste + usable.saturating_sub(board.area_left))
    }

    fn find(&mut self, board: &PartialBoard<'_>) {
        self.runs.clear();
        self.parents.clear();
        self.sizes.clear();
        self.starts.clear();
        let (mut above_start, mut above_end) = (0, 0);
        for &row in &board.free_rows {
            let start = self.runs.len();
            self.starts.push(start as u16);
            let mut rest = row;
            while rest != 0 {
                let low = rest & rest.wrapping_neg();
                // The addition carries through the lowest run and changes only that.
                let bits = rest & !(rest.wrapping_add(low));
                rest &= !bits;
                let at = self.runs.len() as u16;
                self.runs.push(FreeRun { bits });
                self.parents.push(at);
                self.sizes.push(bits.count_ones());
                for above in above_start..above_end {
                    if self.runs[above].bits & bits != 0 {
                        self.join(above as u16, at);
                    }
                }
            }
            (above_start, above_end) = (start, self.runs.len());
        }
    }

    fn root(&mut self, mut at: u16) -> u16 {
        while self.parents[usize::from(at)] != at {
            let parent = self.parents[usize::from(at)];
            self.parents[usize::from(at)] = self.parents[usize::from(parent)];
            at = parent;
        }
        at
    }

    fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.parents[usize::from(a)] = b;
            self.sizes[usize::from(b)] += self.sizes[usize::from(a)];
        }
    }

    /// Climbs from the bottom row over placed stones and over regions, as if each region were full; returns
    /// whether all stones are reached.
    fn ground(&mut self, board: &PartialBoard<'_>) -> bool {
        let prepared = board.prepared;
        let stones = board.laid.len();
        self.mark_elements(board, stones);
        self.grounded.clear();
        self.grounded.resize(stones + 1 + self.runs.len(), false);
        for &pos in prepared.grid.cells.iter().rev() {
            if prepared.grid.row(pos) != prepared.grid.bottom_row {
                break;
            }
            let element = self.elements[usize::from(pos)];
            if element < HOLE {
                self.grounded[usize::from(element)] = true;
            }
        }
        loop {
            let mut grew = false;
            for &pos in prepared.grid.cells.iter().rev() {
                let element = self.elements[usize::from(pos)];
                if element >= HOLE || self.grounded[usize::from(element)] {
                    continue;
                }
                let below = self.elements[usize::from(pos) + prepared.grid.stride];
                if below < HOLE && self.grounded[usize::from(below)] {
                    self.grounded[usize::from(element)] = true;
                    grew = true;
                }
            }
            if !grew {
                break;
            }
        }
        self.grounded[1..=stones].iter().all(|&grounded| grounded)
    }

    fn mark_elements(&mut self, board: &PartialBoard<'_>, stones: usize) {
        let grid = &board.prepared.grid;
        self.elements.clear();
        self.elements.extend_from_slice(&board.owners);
        for row in 0..grid.height {
            let end = self.starts.get(row + 1).map_or(self.runs.len(), |&end| usize::from(end));
            for run in usize::from(self.starts[row])..end {
                let element = self.root(run as u16) + stones as u16 + 1;
                let mut bits = self.runs[run].bits;
                while bits != 0 {
                    let pos = grid.pos(row, bits.trailing_zeros() as usize);
                    self.elements[usize::from(pos)] = element;
                    bits &= bits - 1;
                }
            }
        }
    }
}

/// The regions of one board, queried for the waste after placing a stone that splits no region.
#[derive(Debug, Default)]
pub(crate) struct RegionSurvey {
    sizes: Vec<u32>,
    runs: Vec<(usize, u64, usize)>,
    known: Vec<(u32, usize, u32)>,
}

impl RegionSurvey {
    pub(crate) fn take(&mut self, board: &PartialBoard<'_>, regions: &mut Regions) {
        regions.find(board);
        self.sizes.clear();
        self.runs.clear();
        self.known.clear();
        let mut of_root = vec![usize::MAX; regions.runs.len()];
        for row in 0..board.free_rows.len() {
            let end = regions.starts.get(row + 1).map_or(regions.runs.len(), |&end| usize::from(end));
            for run in usize::from(regions.starts[row])..end {
                let root = usize::from(regions.root(run as u16));
                if of_root[root] == usize::MAX {
                    of_root[root] = self.sizes.len();
                    self.sizes.push(regions.sizes[root]);
                }
                self.runs.push((row, regions.runs[run].bits, of_root[root]));
            }
        }
    }

    pub(crate) fn without(&mut self, board: &PartialBoard<'_>, put: OrientedPlacement) -> u32 {
        let area = board.prepared.orient(put).offsets.len() as u32;
        let region = if self.sizes.len() == 1 { 0 } else { self.region(board, put) };
        if let Some(known) = self.known.iter().find(|known| (known.0, known.1) == (area, region)) {
            return known.2;
        }
        let left = board.area_left - area;
        let mut sums = None;
        let (mut waste, mut usable) = (0, 0);
        for (at, &size) in self.sizes.iter().enumerate() {
            let size = if at == region { size - area } else { size };
            let lost = if size == left || size as usize > LARGEST_SUM {
                0
            } else {
                sums.get_or_insert_with(|| AreaSums::but(board, area as usize)).least_waste(size)
            };
            waste += lost;
            usable += size - lost;
        }
        let lost = waste + usable.saturating_sub(left);
        self.known.push((area, region, lost));
        lost
    }

    fn region(&self, board: &PartialBoard<'_>, put: OrientedPlacement) -> usize {
        let grid = &board.prepared.grid;
        let (row, bit) = (grid.row(put.pos), 1 << grid.col(put.pos));
        self.runs.iter().find(|run| run.0 == row && run.1 & bit != 0).map_or(0, |run| run.2)
    }
}

/// Returns whether the free squares around a stone stay connected nearby, so that it splits no region.
pub(crate) fn is_whole_around(board: &PartialBoard<'_>, put: OrientedPlacement) -> bool {
    const ROWS: usize = 10;
    let (grid, orient) = (&board.prepared.grid, board.prepared.orient(put));
    let (top, col) = (grid.row(put.pos), grid.col(put.pos) - orient.lead);
    let height = orient.rows.len() + 2;
    if height > ROWS {
        return false;
    }
    // One row above and below, one column on either side.
    let (mut near, mut rim) = ([0_u64; ROWS], [0_u64; ROWS]);
    let stone =
        |at: usize| at.checked_sub(1).and_then(|at| orient.rows.get(at)).map_or(0, |bits| bits << col);
    let all = orient.rows.iter().fold(0, |all, bits| all | bits << col);
    let window = all | all << 1 | all >> 1;
    for at in 0..height {
        let row = (top + at).checked_sub(1).and_then(|row| board.free_rows.get(row)).copied().unwrap_or(0);
        let row = row & !stone(at);
        near[at] = row & window;
        let above = at.checked_sub(1).map_or(0, stone);
        rim[at] = row & (stone(at) << 1 | stone(at) >> 1 | above | stone(at + 1));
    }
    let mut reached = [0_u64; ROWS];
    let Some(first) = rim.iter().position(|&bits| bits != 0) else { return false };
    reached[first] = rim[first] & rim[first].wrapping_neg();
    loop {
        let before = reached;
        for at in (0..height).chain((0..height).rev()) {
            let above = at.checked_sub(1).map_or(0, |above| reached[above]);
            let below = if at + 1 < height { reached[at + 1] } else { 0 };
            // Diagonal neighbours are not connected.
            let row = (reached[at] | above | below) & near[at];
            reached[at] = row | ((row << 1 | row >> 1) & near[at]);
        }
        if reached == before {
            return rim.iter().zip(&reached).all(|(rim, reached)| rim & !reached == 0);
        }
    }
}

struct AreaSums([u64; WORDS]);

impl AreaSums {
    fn of(board: &PartialBoard<'_>) -> Self {
        Self::but(board, 0)
    }

    fn but(board: &PartialBoard<'_>, gone: usize) -> Self {
        let mut sums = Self([0; WORDS]);
        sums.0[0] = 1;
        for (area, &count) in board.left_by_area.iter().enumerate().skip(1) {
            // One, two, four at a time: every number up to the count is a sum of these.
            let (mut rest, mut step) = (usize::from(count) - usize::from(area == gone), 1);
            while rest > 0 {
                let taken = step.min(rest);
                sums.add(area * taken);
                rest -= taken;
                step *= 2;
            }
        }
        sums
    }

    fn add(&mut self, shift: usize) {
        if shift > LARGEST_SUM {
            return;
        }
        let (words, bits) = (shift / 64, shift % 64);
        for at in (words..WORDS).rev() {
            let mut shifted = self.0[at - words] << bits;
            if bits > 0 && at > words {
                shifted |= self.0[at - words - 1] >> (64 - bits);
            }
            self.0[at] |= shifted;
        }
    }

    fn least_waste(&self, size: u32) -> u32 {
        if size as usize > LARGEST_SUM {
            return 0;
        }
        (0..=size)
            .find(|lost| {
                let sum = (size - lost) as usize;
                self.0[sum / 64] >> (sum % 64) & 1 == 1
            })
            .unwrap_or(size)
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::{Cell, Frame, Shape};

    use super::{RegionSurvey, Regions, Waste, is_whole_around};
    use crate::board::PartialBoard;
    use crate::choice::narrowest;
    use crate::orientation::OrientedPlacement;
    use crate::random::Random;
    use crate::{Problem, prepared::PreparedProblem};

    #[test]
    fn survey_predicts_region_waste_after_placement() {
        let shapes: [&[(i32, i32)]; 4] = [
            &[(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)],
            &[(0, 0), (0, 1), (1, 1), (1, 2)],
            &[(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2)],
            &[(0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3)],
        ];
        let shape = |cells: &[(i32, i32)]| Shape::new(cells.iter().map(|&(row, col)| Cell::new(row, col)));
        let stones = (0..12).map(|at| shape(shapes[at % 4]).unwrap()).collect();
        let frame = Frame::parse(&["########"; 8]).unwrap();
        let prepared = PreparedProblem::new(&Problem::new(frame, stones).unwrap());
        let (mut regions, mut survey, mut asked) = (Regions::default(), RegionSurvey::default(), 0);
        for seed in 0..40 {
            let (mut board, mut random) = (PartialBoard::new(&prepared), Random::new(seed, 0));
            while let Some((square, _)) = narrowest(&board, 4, random.next() as u32) {
                let mut ways: Vec<OrientedPlacement> = Vec::new();
                board.each_cover(square, |put| {
                    ways.push(put);
                    true
                });
                if ways.is_empty() {
                    board.give_up(square);
                    continue;
                }
                survey.take(&board, &mut regions);
                for &put in ways.iter().filter(|&&put| is_whole_around(&board, put)) {
                    let predicted = survey.without(&board, put);
                    let mut after = board.clone();
                    after.lay(put);
                    assert_eq!(regions.waste(&after, false), Waste::AtLeast(predicted), "seed {seed}");
                    asked += 1;
                }
                board.lay(ways[random.below(ways.len())]);
            }
        }
        assert!(asked > 500, "{asked}");
    }
}
