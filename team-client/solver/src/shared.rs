//! State shared by all threads: the best wall so far, and the proved bounds.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::board::PartialBoard;
use crate::bounds::{Bounds, Depth};
use crate::exact::{Goal, stands};
use crate::lessons::Lessons;
use crate::orientation::OrientedPlacement;
use crate::prepared::PreparedProblem;
use crate::problem::Problem;
use crate::wall::{Score, Wall, WallStone};

pub(crate) type OnBetter<'a> = &'a mut (dyn FnMut(&Wall) + Send);

pub(crate) struct SharedSearch<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) prepared: &'a PreparedProblem,
    best: Mutex<Best<'a>>,
    /// The most stones of a wall without avoidable empty squares; 0 before the first.
    pub(crate) full_used: AtomicU32,
    pub(crate) lessons: Mutex<Lessons>,
    version: AtomicU64,
    is_proved: AtomicBool,
}

struct Best<'a> {
    puts: Vec<OrientedPlacement>,
    score: Score,
    bounds: Bounds,
    least_empty: u32,
    least_top: u32,
    most_used: u32,
    on_better: OnBetter<'a>,
}

impl Best<'_> {
    fn is_optimal(&self) -> bool {
        let Score { empty, top_gaps, used } = self.score;
        empty == self.least_empty && top_gaps == self.least_top && used == self.most_used
    }
}

impl<'a> SharedSearch<'a> {
    pub(crate) fn new(problem: &'a Problem, prepared: &'a PreparedProblem, on_better: OnBetter<'a>) -> Self {
        let frame = problem.frame();
        let top = (0..frame.width())
            .filter(|&col| frame.contains(ishigaki_rules::Cell::new(frame.top_row(), col)))
            .count();
        let bounds = Bounds::new(prepared, Depth::Areas);
        let least_empty = bounds.least_empty();
        let best = Best {
            puts: Vec::new(),
            score: Score { empty: frame.area() as u32, top_gaps: top as u32, used: 0 },
            least_empty,
            least_top: bounds.least_top_gaps(),
            most_used: bounds.most_used(least_empty),
            bounds,
            on_better,
        };
        let is_proved = AtomicBool::new(best.is_optimal());
        let lessons = Mutex::new(Lessons::new(prepared.kinds.len()));
        let (full_used, version) = (AtomicU32::new(0), AtomicU64::new(0));
        Self { problem, prepared, best: Mutex::new(best), full_used, lessons, version, is_proved }
    }

    pub(crate) fn is_proved(&self) -> bool {
        self.is_proved.load(Ordering::Relaxed)
    }

    pub(crate) fn version(&self) -> u64 {
        self.version.load(Ordering::Relaxed)
    }

    pub(crate) fn best(&self) -> (Vec<OrientedPlacement>, Score) {
        let best = self.lock();
        (best.puts.clone(), best.score)
    }

    pub(crate) fn offer(&self, board: &PartialBoard<'_>) -> bool {
        let score = self.score(board);
        let mut best = self.lock();
        if score >= best.score || !stands(board) {
            return false;
        }
        best.score = score;
        if score.empty == self.prepared.dead.0 {
            self.full_used.store(score.used, Ordering::Relaxed);
        }
        best.puts.clone_from(&board.laid);
        self.sharpen(&mut best);
        let wall = self.wall_of(&best);
        (best.on_better)(&wall);
        true
    }

    pub(crate) fn score(&self, board: &PartialBoard<'_>) -> Score {
        let top = board.free_rows[self.prepared.grid.top_row].count_ones();
        Score {
            empty: board.holes + board.free + self.prepared.dead.0,
            top_gaps: board.top_holes + top + self.prepared.dead.1,
            used: board.laid.len() as u32,
        }
    }

    pub(crate) fn next_goal(&self) -> Option<Goal> {
        let best = self.lock();
        let Score { empty, top_gaps, used } = best.score;
        let (dead, dead_top) = self.prepared.dead;
        if empty > best.least_empty {
            Some(Goal { empty: empty - 1 - dead, top_gaps: u32::MAX, used: 0 })
        } else if top_gaps > best.least_top {
            Some(Goal { empty: empty - dead, top_gaps: top_gaps - 1 - dead_top, used: 0 })
        } else if used < best.most_used {
            Some(Goal { empty: empty - dead, top_gaps: top_gaps - dead_top, used: used + 1 })
        } else {
            None
        }
    }

    pub(crate) fn ideal(&self) -> Goal {
        let best = self.lock();
        let (dead, dead_top) = self.prepared.dead;
        Goal { empty: best.least_empty - dead, top_gaps: best.least_top - dead_top, used: best.most_used }
    }

    pub(crate) fn deepen(&self, depth: Depth) {
        let bounds = Bounds::new(self.prepared, depth);
        let mut best = self.lock();
        if bounds.least_empty() > best.least_empty {
            best.least_empty = bounds.least_empty();
            best.least_top = bounds.least_top_gaps();
            best.most_used = bounds.most_used(best.least_empty);
        } else {
            best.most_used = best.most_used.min(bounds.most_used(best.least_empty));
        }
        best.bounds = bounds;
        self.sharpen(&mut best);
    }

    pub(crate) fn prove(&self, goal: Goal) {
        let mut best = self.lock();
        let (dead, dead_top) = self.prepared.dead;
        let empty = goal.empty + dead;
        let top_gaps = goal.top_gaps.saturating_add(dead_top);
        let is_of_empty = goal.used == 0 && goal.top_gaps == u32::MAX;
        if is_of_empty && empty >= best.least_empty {
            best.least_empty = empty + 1;
            best.least_top = best.bounds.least_top_gaps();
            best.most_used = best.bounds.most_used(best.least_empty);
        } else if !is_of_empty && empty == best.least_empty {
            if goal.used == 0 && top_gaps >= best.least_top {
                best.least_top = top_gaps + 1;
                best.most_used = best.bounds.most_used(best.least_empty);
            } else if goal.used > 0 && top_gaps == best.least_top {
                best.most_used = best.most_used.min(goal.used - 1);
            }
        }
        self.sharpen(&mut best);
    }

    pub(crate) fn wall(&self) -> Wall {
        self.wall_of(&self.lock())
    }

    fn sharpen(&self, best: &mut Best<'_>) {
        self.version.fetch_add(1, Ordering::Relaxed);
        self.is_proved.store(best.is_optimal(), Ordering::Relaxed);
    }

    fn wall_of(&self, best: &Best<'_>) -> Wall {
        let mut next = vec![0; self.prepared.kinds.len()];
        let mut stones = Vec::with_capacity(best.puts.len());
        for &put in &best.puts {
            let kind = usize::from(self.prepared.orient(put).kind);
            let stone = self.prepared.kinds[kind].stones[next[kind]];
            next[kind] += 1;
            if let Some(spot) = self.prepared.spot(self.problem, stone, put) {
                stones.push(WallStone { stone, spot });
            }
        }
        stones.sort_unstable();
        Wall { stones, score: best.score, optimal: best.is_optimal() }
    }

    fn lock(&self) -> MutexGuard<'_, Best<'a>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
