//! Portfolio of searches: every thread runs several kinds in turn, in growing slices.
//!
//! With one thread and no stop the order is fixed, so the same seed gives the same wall.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::beam::{Beam, EndgameConditions, Order};
use crate::board::PartialBoard;
use crate::bounds::{Bounds, Depth};
use crate::census::Census;
use crate::climb::climbers;
use crate::exact::{Exact, Goal, Outcome};
use crate::lessons::Sample;
use crate::orientation::OrientedPlacement;
use crate::prepared::PreparedProblem;
use crate::problem::Problem;
use crate::random::Random;
use crate::repair::{RepairSize, repair};
use crate::selection::leave_out;
use crate::shared::SharedSearch;
use crate::taste::{CostWeights, Taste};
use crate::wall::{Score, Wall};

/// Options of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub threads: usize,
    pub seed: u64,
    /// Approximate step limit over all threads; a running search is not cut short. `None` searches until a
    /// proof or `stop`.
    pub steps: Option<u64>,
}

/// Searches for the best wall until it is proved, the steps are used up, or `stop` returns true; `stop` is
/// called often, from every thread. `on_better` gets each better wall, the best one last.
///
/// The result is `optimal` if nothing better exists, which may be proved only after `on_better`. It may be
/// empty.
pub fn solve(
    problem: &Problem,
    options: Options,
    stop: &(dyn Fn() -> bool + Sync),
    on_better: &mut (dyn FnMut(&Wall) + Send),
) -> Wall {
    let prepared = PreparedProblem::new(problem);
    let shared = SharedSearch::new(problem, &prepared, on_better);
    let spent = AtomicU64::new(0);
    let most = options.steps.unwrap_or(u64::MAX);
    let halt = || shared.is_proved() || spent.load(Ordering::Relaxed) >= most || stop();
    std::thread::scope(|scope| {
        for at in 1..options.threads.max(1) {
            let (shared, spent, halt) = (&shared, &spent, &halt);
            scope.spawn(move || SearchWorker::new(shared, options.seed, at, spent, halt).run());
        }
        SearchWorker::new(&shared, options.seed, 0, &spent, &halt).run();
    });
    shared.wall()
}

const BEAMS_BEFORE: usize = 6;

/// Estimates how many ways there are to place stones down to each number of free squares, always covering the
/// same square next: by free squares, the natural logarithm, or negative infinity if none was seen. Nothing
/// may stay empty. The figure for 0 counts full walls, supported or not, with equal stones taken as one.
///
/// Unbiased over seeds, but mostly too low where few ways were seen. `width` drafts of each size are
/// extended.
pub fn count(problem: &Problem, width: usize, seed: u64) -> Vec<f64> {
    let prepared = PreparedProblem::new(problem);
    let mut tell = |_: &Wall| {};
    let shared = SharedSearch::new(problem, &prepared, &mut tell);
    let (spent, halt) = (AtomicU64::new(0), || false);
    let mut worker = SearchWorker::new(&shared, seed, 0, &spent, &halt);
    for _ in 0..BEAMS_BEFORE {
        worker.beam();
    }
    let weights = CostWeights::new(Taste::tuned(), &worker.first, &worker.rarities, &worker.ends);
    Census::new(PartialBoard::new(&prepared), weights).run(width, &mut worker.random)
}

/// Maximum drafts of a beam, about 100 MB.
const MOST_DRAFTS: usize = 4_000_000;

/// Work of a full board in an endgame if only more stones count.
const FILL_WORK: u64 = 200;

const NODE: u64 = 8;

/// Work of a thread before it computes bounds that most problems don't need.
const DEEP_BOUNDS_WORK: f64 = 4e6;

/// Work of a thread before it switches to top-row gaps or to more stones if only those are open, so that
/// short searches stay unchanged.
const LONG_SEARCH_WORK: f64 = 6e5;

/// Work of a thread before it spends nearly all its work on beams without empty squares, and learns from
/// endgames.
const LATE_SEARCH_WORK: f64 = 2e6;

struct SearchWorker<'a> {
    shared: &'a SharedSearch<'a>,
    at: usize,
    random: Random,
    exact: Exact,
    spent: &'a AtomicU64,
    halt: &'a (dyn Fn() -> bool + Sync),
    worth: Vec<f32>,
    first: Vec<f32>,
    current: Vec<OrientedPlacement>,
    version: u64,
    width: usize,
    dive: u64,
    is_deep: bool,
    rarities: Vec<f32>,
    ends: Vec<f32>,
    samples: Vec<Sample>,
    lessons: Vec<f32>,
    is_late: bool,
    is_patient: bool,
    elite: Option<(Taste, f32)>,
}

impl<'a> SearchWorker<'a> {
    fn new(
        shared: &'a SharedSearch<'a>,
        seed: u64,
        at: usize,
        spent: &'a AtomicU64,
        halt: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let worth = first_worth(shared.prepared);
        Self {
            shared,
            at,
            random: Random::new(seed, at as u64),
            exact: Exact::new(worth.clone()),
            spent,
            halt,
            first: worth.clone(),
            worth,
            current: Vec::new(),
            version: u64::MAX,
            width: 16,
            rarities: vec![0.0; shared.prepared.kinds.len()],
            ends: vec![0.0; shared.prepared.kinds.len()],
            samples: Vec::new(),
            lessons: vec![0.0; shared.prepared.kinds.len()],
            is_late: false,
            is_patient: false,
            elite: None,
            dive: 1000,
            is_deep: false,
        }
    }

    fn run(&mut self) {
        if self.at == 0 {
            self.rise(1);
            let is_quick = Bounds::is_quick(self.shared.prepared);
            self.shared.deepen(if is_quick { Depth::All } else { Depth::Checkerboard });
            self.is_deep = is_quick;
            self.rise(8);
        }
        // A worker prefers one search but runs the others too, because no search is best for every frame.
        let shares = if self.at.is_multiple_of(2) { [0.1, 0.55, 0.35] } else { [0.05, 0.8, 0.15] };
        let (mut spent, mut total) = ([0.0; 3], 0.0);
        while !(self.halt)() {
            if !self.is_late && total > LATE_SEARCH_WORK {
                self.is_late = true;
                // Shares of the remaining work.
                spent = [0.0; 3];
            }
            if !self.is_patient && total > LONG_SEARCH_WORK {
                self.is_patient = true;
                self.exact.climbers = climbers(self.shared.prepared);
            }
            if self.at == 0 && !self.is_deep && total > DEEP_BOUNDS_WORK {
                self.shared.deepen(Depth::All);
                self.is_deep = true;
            }
            let shares = if self.is_late && self.is_tight() {
                [0.01, 0.95, 0.04]
            } else if self.is_patient && self.is_top_row_open() {
                [0.3, 0.3, 0.4]
            } else if self.is_patient && self.is_count_open() {
                [0.02, 0.9, 0.08]
            } else {
                shares
            };
            let due = |way: &usize| spent[*way] / shares[*way];
            let way = (0..3).min_by(|a, b| f64::total_cmp(&due(a), &due(b))).unwrap_or(0);
            let work = match way {
                0 => self.dive(),
                1 => self.beam(),
                _ => self.repair_wall(),
            };
            spent[way] += work as f64;
            total += work as f64;
            self.spent.fetch_add(work, Ordering::Relaxed);
        }
    }

    fn rise(&mut self, width: usize) {
        let mut board = PartialBoard::new(self.shared.prepared);
        let goal = Goal { empty: u32::MAX, top_gaps: u32::MAX, used: 0 };
        let weights = CostWeights::new(Taste::tuned(), &self.first, &self.rarities, &self.ends);
        let mut beam = Beam::new(&mut board, goal, Order::Rising, weights, &self.shared.full_used);
        let shared = self.shared;
        beam.run(width, &mut self.random, self.halt, &mut |board| {
            shared.offer(board);
            shared.is_proved()
        });
    }

    /// Depth-first for a while: complete, so it proves what it can't find.
    fn dive(&mut self) -> u64 {
        let Some(next) = self.shared.next_goal() else { return 1 };
        let mut board = PartialBoard::new(self.shared.prepared);
        let before = self.exact.nodes;
        self.exact.noise = 0.2 + self.random.unit();
        self.exact.from_top = self.has_room(next) && self.random.below(4) > 0;
        self.exact.top_first = self.is_patient && self.exact.from_top && self.random.below(2) == 0;
        let outcome = self.exact.search(&mut board, next, self.dive, &mut self.random, self.halt);
        match outcome {
            Outcome::Found => _ = self.shared.offer(&board),
            Outcome::Exhausted => self.shared.prove(next),
            Outcome::Spent => self.dive += self.dive / 2,
        }
        1 + (self.exact.nodes - before) * NODE
    }

    fn has_room(&self, goal: Goal) -> bool {
        goal.top_gaps != u32::MAX && goal.empty as usize * 8 > self.shared.prepared.grid.cells.len()
    }

    fn is_tight(&self) -> bool {
        let shared = self.shared;
        shared.ideal().empty == 0 && shared.next_goal().is_some_and(|next| next.top_gaps == u32::MAX)
    }

    fn is_top_row_open(&self) -> bool {
        self.shared.next_goal().is_some_and(|next| self.has_room(next))
    }

    fn is_count_open(&self) -> bool {
        self.shared.next_goal().is_some_and(|next| next.used > 0)
    }

    fn beam(&mut self) -> u64 {
        let mut goal = Goal { used: 0, ..self.shared.ideal() };
        if let Some(next) = self.shared.next_goal().filter(|next| self.has_room(*next)) {
            // The minimum number of gaps may be out of reach.
            goal.top_gaps += self.random.below((next.top_gaps - goal.top_gaps) as usize + 1) as u32;
        }
        let mut board = PartialBoard::new(self.shared.prepared);
        let is_count_open = self.is_patient && self.is_count_open();
        if is_count_open {
            self.leave_out(&mut board);
        }
        let taste = match self.elite {
            Some((taste, _)) if self.random.below(3) > 0 => taste.vary(0.4, &mut self.random),
            _ => Taste::tuned().vary(0.7, &mut self.random),
        };
        let mut weights = CostWeights::new(taste, &self.first, &self.rarities, &self.ends);
        weights.apply_lessons(taste, &self.lessons);
        let mut beam = Beam::new(&mut board, goal, Order::Narrow, weights, &self.shared.full_used);
        if self.is_late {
            beam.ending = EndgameConditions::LATE;
        }
        if is_count_open {
            // There may be very many, and few are supported or have more stones than the best.
            beam.ending.fill_work = FILL_WORK;
        }
        let shared = self.shared;
        beam.run(self.width, &mut self.random, self.halt, &mut |board| {
            let is_better = shared.offer(board);
            // The omitted stones were in the way before.
            shared.is_proved() || is_count_open && is_better
        });
        let (steps, loss) = (beam.steps, beam.loss());
        let (frequencies, ends, samples) = (beam.frequencies, beam.ends, beam.samples);
        self.learn(&frequencies);
        self.learn_ends(&ends);
        if self.is_late {
            self.samples.extend(samples);
            // Fitting takes a while; unreported samples are reported next time.
            if let Ok(mut lessons) = self.shared.lessons.try_lock() {
                lessons.take(self.samples.drain(..));
                self.lessons.clone_from(&lessons.costs);
            }
        }
        // Results vary at random, so none is trusted for long.
        match &mut self.elite {
            Some((_, best)) if *best < loss => *best += 1.0,
            elite => *elite = Some((taste, loss)),
        }
        let widest = (MOST_DRAFTS / self.shared.prepared.grid.cells.len().max(1)).max(64);
        self.width = (self.width + self.width / 2).min(widest);
        steps
    }

    /// Mostly omits the large stones, too few of them for a better wall, if only more stones would improve
    /// it.
    fn leave_out(&mut self, board: &mut PartialBoard<'_>) {
        let Some(next) = self.shared.next_goal().filter(|_| self.random.below(8) > 0) else { return };
        // Small stones are easier to place, so asking for more may be no harder.
        let further = self.shared.ideal().used.saturating_sub(next.used) as usize;
        let used = next.used + self.random.below(further + 1) as u32;
        leave_out(board, board.free - next.empty, used, &self.worth, &mut self.random);
    }

    fn learn(&mut self, frequencies: &[(u32, u32)]) {
        for (at, frequencies) in frequencies.iter().enumerate() {
            if frequencies.1 <= 20 {
                continue;
            }
            let often = (frequencies.0 as f32 + 1.0) / (frequencies.1 as f32 + 1.0);
            let rarity = &mut self.rarities[at];
            *rarity = if *rarity == 0.0 { -often.ln() } else { 0.7 * *rarity - 0.3 * often.ln() };
            self.worth[at] = 0.5 * (self.first[at] + 1.0 - (-*rarity).exp());
        }
        self.exact.worth.clone_from(&self.worth);
    }

    fn learn_ends(&mut self, ends: &[(f32, u32)]) {
        let means = ends.iter().filter(|(_, count)| *count > 0).map(|(sum, count)| sum / *count as f32);
        let known: Vec<f32> = means.collect();
        let mean = known.iter().sum::<f32>() / known.len().max(1) as f32;
        for (end, &(sum, count)) in self.ends.iter_mut().zip(ends).filter(|(_, (_, count))| *count > 0) {
            let count = count as f32;
            let share = 0.5 * count / (count + 30.0);
            *end += share * (sum / count - mean - *end);
        }
    }

    fn repair_wall(&mut self) -> u64 {
        let mut work = 1;
        for _ in 0..100 {
            if (self.halt)() {
                break;
            }
            if self.version != self.shared.version() {
                self.version = self.shared.version();
                self.current = self.shared.best().0;
            }
            let Some(next) = self.shared.next_goal() else { break };
            let goal = if self.random.below(3) == 0 { self.as_good() } else { next };
            let has_room = self.has_room(goal);
            let effort = RepairSize {
                stones: 3 + self.random.below(11),
                // Stones for the top row must come from elsewhere.
                others: if has_room { self.random.below(8) } else { 0 },
                nodes: 100 << self.random.below(5),
            };
            let before = self.exact.nodes;
            self.exact.noise = 1.0;
            self.exact.from_top = has_room && self.random.below(4) > 0;
            self.exact.top_first = false;
            let halt = self.halt;
            let found = repair(
                self.shared.prepared,
                &self.current,
                goal,
                effort,
                &mut self.exact,
                &mut self.random,
                halt,
            );
            work += (self.exact.nodes - before) * NODE + self.shared.prepared.grid.cells.len() as u64 / 4;
            if let Some(puts) = found {
                self.take(puts);
            }
        }
        work
    }

    fn as_good(&self) -> Goal {
        let Score { empty, top_gaps, used } = self.shared.best().1;
        let (dead, dead_top) = self.shared.prepared.dead;
        Goal { empty: empty - dead, top_gaps: top_gaps - dead_top, used }
    }

    fn take(&mut self, puts: Vec<OrientedPlacement>) {
        let mut board = PartialBoard::new(self.shared.prepared);
        for &put in &puts {
            board.lay(put);
        }
        if self.shared.offer(&board) {
            self.version = self.shared.version();
        }
        self.current = puts;
    }
}

fn first_worth(prepared: &PreparedProblem) -> Vec<f32> {
    let mut worth = vec![0.0_f32; prepared.kinds.len()];
    for orient in &prepared.orients {
        let area = orient.offsets.len() as f32;
        let feet = orient.feet.len() as f32;
        worth[usize::from(orient.kind)] += area / 40.0 + feet / 40.0;
    }
    worth
}
