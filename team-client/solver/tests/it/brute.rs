//! The best score by trying everything, judged by the rules: slow, short, and independent of the solver.

use std::collections::BTreeMap;

use ishigaki_rules::wall::{Placement, Placing, Spot, judge};
use ishigaki_rules::{Cell, Frame, Shape};
use ishigaki_solver::{Score, Wall};

pub(crate) fn judge_wall(frame: &Frame, stones: &[Shape], wall: &Wall) -> Score {
    let owned: BTreeMap<usize, &Shape> = stones.iter().enumerate().collect();
    let laid = wall.stones.iter();
    let placements: Vec<_> =
        laid.map(|laid| Placement { stone: laid.stone, placing: Placing::Turned(laid.spot) }).collect();
    let verdict = judge(frame, &owned, &placements);
    assert!(verdict.faults.is_empty(), "{:?} in {wall:?}", verdict.faults);
    let score = verdict.score.unwrap();
    Score { empty: score.empty, top_gaps: score.top_gaps, used: score.used }
}

pub(crate) fn best(frame: &Frame, stones: &[Shape]) -> Score {
    let owned: BTreeMap<usize, &Shape> = stones.iter().enumerate().collect();
    let mut search =
        BruteSearch { frame, stones, owned, placements: Vec::new(), covered: Vec::new(), best: None };
    search.search(0);
    search.best.unwrap()
}

struct BruteSearch<'a> {
    frame: &'a Frame,
    stones: &'a [Shape],
    owned: BTreeMap<usize, &'a Shape>,
    placements: Vec<Placement<usize>>,
    covered: Vec<Cell>,
    best: Option<Score>,
}

impl BruteSearch<'_> {
    fn search(&mut self, stone: usize) {
        // A wall that covers less even with all remaining stones can't be better.
        let more: usize = self.stones[stone..].iter().map(Shape::area).sum();
        let least = self.frame.area().saturating_sub(self.covered.len() + more);
        if self.best.is_some_and(|best| least > best.empty as usize) {
            return;
        }
        let Some(shape) = self.stones.get(stone) else {
            let verdict = judge(self.frame, &self.owned, &self.placements);
            if verdict.faults.is_empty() {
                let score = verdict.score.unwrap();
                let score = Score { empty: score.empty, top_gaps: score.top_gaps, used: score.used };
                self.best = Some(self.best.map_or(score, |best| best.min(score)));
            }
            return;
        };
        for (turn, turned) in shape.distinct_turns() {
            for row in 0..self.frame.height() {
                for col in 0..self.frame.width() {
                    let moved = |cell: &Cell| Cell::new(cell.row + row, cell.col + col);
                    let cells: Vec<Cell> = turned.cells().iter().map(moved).collect();
                    if cells.iter().all(|&cell| self.frame.contains(cell) && !self.covered.contains(&cell)) {
                        let placing = Placing::Turned(Spot { turn, at: Cell::new(row, col) });
                        self.placements.push(Placement { stone, placing });
                        let before = self.covered.len();
                        self.covered.extend(cells);
                        self.search(stone + 1);
                        self.covered.truncate(before);
                        self.placements.pop();
                    }
                }
            }
        }
        self.search(stone + 1);
    }
}
