//! Depth-first search for a wall that meets a goal. Complete, so that failure is a proof.
//!
//! The free square with the fewest placements is first: each placement, then, if the goal allows, leaving it
//! empty. After each step the regions show what is already lost.

use crate::board::{FREE, HOLE, PartialBoard, SquareDecision};
use crate::choice::narrowest;
use crate::climb::{Climber, may_meet};
use crate::grid::{Pos, shifted};
use crate::orientation::OrientedPlacement;
use crate::random::Random;
use crate::regions::{Regions, Waste};

/// Goal of a wall. Squares that no stone can cover don't count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    pub(crate) empty: u32,
    pub(crate) top_gaps: u32,
    pub(crate) used: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Found,
    Exhausted,
    Spent,
}

#[derive(Debug)]
pub(crate) struct Exact {
    regions: Regions,
    options: Vec<SquareDecision>,
    steps: Vec<SearchStep>,
    pub(crate) worth: Vec<f32>,
    pub(crate) noise: f32,
    /// True if to work down from the top row: cover it, then support it. With many empty squares no other
    /// order gets there.
    pub(crate) from_top: bool,
    /// True if the whole top row comes before its support, so that impossible rows are found sooner.
    pub(crate) top_first: bool,
    pub(crate) climbers: Vec<Climber>,
    pub(crate) nodes: u64,
}

#[derive(Clone, Copy, Debug)]
struct SearchStep {
    first: usize,
    next: usize,
    depth: usize,
}

const SMALL: usize = 600;

enum RegionVerdict {
    Dead,
    Met,
    Open,
}

impl Exact {
    pub(crate) fn new(worth: Vec<f32>) -> Self {
        Self {
            regions: Regions::default(),
            options: Vec::new(),
            steps: Vec::new(),
            worth,
            noise: 0.5,
            from_top: false,
            top_first: false,
            climbers: Vec::new(),
            nodes: 0,
        }
    }

    /// Searches from a board, which shows the wall if one is found, and is restored otherwise.
    pub(crate) fn search(
        &mut self,
        board: &mut PartialBoard<'_>,
        goal: Goal,
        most_nodes: u64,
        random: &mut Random,
        stop: &dyn Fn() -> bool,
    ) -> Outcome {
        self.options.clear();
        self.steps.clear();
        let start = board.depth();
        let end = self.nodes.saturating_add(most_nodes);
        match self.look(board, goal, random) {
            RegionVerdict::Met => return Outcome::Found,
            RegionVerdict::Dead => return Outcome::Exhausted,
            RegionVerdict::Open => {}
        }
        while let Some(step) = self.steps.last_mut() {
            board.rewind(step.depth);
            let Some(&choice) = self.options.get(step.next) else {
                self.options.truncate(step.first);
                self.steps.pop();
                continue;
            };
            step.next += 1;
            self.nodes += 1;
            if self.nodes >= end || (self.nodes.is_multiple_of(256) && stop()) {
                board.rewind(start);
                return Outcome::Spent;
            }
            board.choose(choice);
            if let RegionVerdict::Met = self.look(board, goal, random) {
                return Outcome::Found;
            }
        }
        board.rewind(start);
        Outcome::Exhausted
    }

    fn look(&mut self, board: &PartialBoard<'_>, goal: Goal, random: &mut Random) -> RegionVerdict {
        if board.holes > goal.empty || board.top_holes > goal.top_gaps {
            return RegionVerdict::Dead;
        }
        // Empty squares of either colour can each balance one.
        if board.colours.free.unsigned_abs() > board.colours.sum.saturating_add(goal.empty - board.holes) {
            return RegionVerdict::Dead;
        }
        let used = board.laid.len() as u32;
        if used < goal.used && used + most_more(board) < goal.used {
            return RegionVerdict::Dead;
        }
        if is_met(board, goal) {
            return RegionVerdict::Met;
        }
        if board.free == 0 || board.count_left == 0 {
            return RegionVerdict::Dead;
        }
        let is_climb = self.from_top && !self.climbers.is_empty() && goal.top_gaps != u32::MAX;
        if is_climb && !may_meet(board, &self.climbers, &grounded(board), goal.top_gaps) {
            return RegionVerdict::Dead;
        }
        // In a large frame this check is most of the work, and a few steps of delay cost little.
        let is_due = board.prepared.grid.cells.len() <= SMALL || self.nodes.is_multiple_of(8);
        let support = is_due && (goal.empty > 0 || board.prepared.overhang);
        match self.regions.waste(board, support) {
            Waste::Fallen => return RegionVerdict::Dead,
            Waste::AtLeast(lost) if board.holes + lost > goal.empty => return RegionVerdict::Dead,
            Waste::AtLeast(_) => {}
        }
        self.branch(board, goal, random)
    }

    fn branch(&mut self, board: &PartialBoard<'_>, goal: Goal, random: &mut Random) -> RegionVerdict {
        let urgent = if self.from_top { urgent(board, self.top_first, random) } else { None };
        let narrow = || narrowest(board, 4, random.next() as u32).map(|(square, _)| square);
        let Some(square) = urgent.or_else(narrow) else { return RegionVerdict::Dead };
        let first = self.options.len();
        let mut ways: Vec<(f32, OrientedPlacement)> = Vec::new();
        board.each_cover(square, |put| {
            let kind = usize::from(board.prepared.orient(put).kind);
            ways.push((self.worth[kind] + self.noise * random.unit(), put));
            true
        });
        ways.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.options.extend(ways.into_iter().map(|(_, put)| SquareDecision::Lay(put)));
        let is_top = board.prepared.grid.row(square) == board.prepared.grid.top_row;
        if board.holes < goal.empty && (!is_top || board.top_holes < goal.top_gaps) {
            self.options.push(SquareDecision::GiveUp(square));
        }
        self.steps.push(SearchStep { first, next: first, depth: board.depth() });
        RegionVerdict::Open
    }
}

fn most_more(board: &PartialBoard<'_>) -> u32 {
    let (mut room, mut more) = (board.free, 0);
    for (area, &count) in board.left_by_area.iter().enumerate().skip(1) {
        let taken = u32::from(count).min(room / area as u32);
        more += taken;
        room -= taken * area as u32;
        if taken < u32::from(count) {
            break;
        }
    }
    more
}

fn is_met(board: &PartialBoard<'_>, goal: Goal) -> bool {
    if board.holes + board.free > goal.empty || (board.laid.len() as u32) < goal.used {
        return false;
    }
    let top = board.free_rows[board.prepared.grid.top_row].count_ones();
    board.top_holes + top <= goal.top_gaps && stands(board)
}

/// Returns the square that is most urgent for an unsupported stone or the top row: one below the lowest
/// unsupported stone, or else one of the top row. This way each stone is supported before the next one uses
/// up stones.
fn urgent(board: &PartialBoard<'_>, top_first: bool, random: &mut Random) -> Option<Pos> {
    let grid = &board.prepared.grid;
    let top = board.free_rows[grid.top_row];
    let in_air =
        board.laid.iter().zip(grounded(board)).filter(|(_, grounded)| !grounded).map(|(put, _)| *put);
    let low = |put: &OrientedPlacement| grid.row(put.pos) + board.prepared.orient(*put).rows.len();
    if let Some(put) = in_air.max_by_key(low).filter(|_| !top_first || top == 0) {
        let feet = board.prepared.orient(put).feet.iter().map(|&foot| shifted(put.pos, foot));
        let foot = feet.filter(|&place| board.is_free(place)).max();
        return foot.map(|place| place as Pos);
    }
    // Prefer squares next to covered ones, which can be supported soonest.
    let rim = grid.rows[grid.top_row] & !top;
    let beside = top & (rim << 1 | rim >> 1);
    let mut bits = if beside == 0 { top } else { beside };
    for _ in 0..random.below(bits.count_ones() as usize) {
        bits &= bits - 1;
    }
    (bits != 0).then(|| grid.pos(grid.top_row, bits.trailing_zeros() as usize))
}

pub(crate) fn stands(board: &PartialBoard<'_>) -> bool {
    grounded(board).into_iter().all(|grounded| grounded)
}

fn grounded(board: &PartialBoard<'_>) -> Vec<bool> {
    let prepared = board.prepared;
    let mut grounded = vec![false; board.laid.len()];
    let mut open: Vec<usize> =
        (0..board.laid.len()).filter(|&stone| prepared.touches_bottom(board.laid[stone])).collect();
    for &stone in &open {
        grounded[stone] = true;
    }
    while let Some(stone) = open.pop() {
        for place in prepared.squares(board.laid[stone]) {
            let above = board.owners[place - prepared.grid.stride];
            if above != FREE && above < HOLE && !grounded[usize::from(above) - 1] {
                grounded[usize::from(above) - 1] = true;
                open.push(usize::from(above) - 1);
            }
        }
    }
    grounded
}
