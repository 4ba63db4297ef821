//! Beam search: of all walls with so many free squares the most promising ones are kept and grown on.
//!
//! What is promising is weighed: awkward stones spent early, few holes, a smooth rim around what is free.
//! It proves nothing. Knows boards; not what has been found elsewhere.

use crate::board::{Board, Choice};
use crate::choice::narrowest;
use crate::exact::Goal;
use crate::grid::Pos;
use crate::orient::Put;
use crate::random::Random;
use crate::regions::{Regions, Waste, is_whole_around};

/// How free squares are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The narrowest first, stones may be laid before what carries them.
    Narrow,
    /// From the bottom up, and only stones that stand at once.
    Rising,
}

/// The weights of a draft's cost: less is better.
#[derive(Clone, Debug)]
pub(crate) struct CostWeights {
    /// By kind, what it costs to keep one of it.
    pub(crate) keep: Vec<f32>,
    pub(crate) hole: f32,
    /// For each edge between a free square and another one.
    pub(crate) rim: f32,
    /// For each free square with at most one free neighbour.
    pub(crate) dead_end: f32,
    /// For each free square between two that are not.
    pub(crate) thin: f32,
    /// For each 2x2 block with one or three free squares.
    pub(crate) corner: f32,
    pub(crate) noise: f32,
}

impl CostWeights {
    /// Weights with some chance in them.
    pub(crate) fn drawn(worth: &[f32], random: &mut Random) -> Self {
        let mean = worth.iter().sum::<f32>() / worth.len().max(1) as f32;
        let mut vary = |middle: f32| middle * (1.4 * random.unit() - 0.7).exp2();
        let keep = vary(14.0);
        Self {
            keep: worth.iter().map(|&worth| keep * (worth - mean)).collect(),
            hole: 8.0,
            rim: vary(0.5),
            dead_end: vary(0.1),
            thin: vary(0.1),
            corner: vary(0.2),
            noise: vary(0.1),
        }
    }

    /// What a free row between two others costs: its rim, dead ends, thin parts and corners.
    fn row(&self, up: u64, free: u64, down: u64) -> f32 {
        if free | up == 0 {
            return 0.0;
        }
        let (left, right) = (free << 1, free >> 1);
        // Every run has two ends, every column's run as well: one of each is counted twice.
        let rim = 2 * ((free & !left).count_ones() + (free & !up).count_ones());
        let two = (left & right) | (up & down) | ((left | right) & (up | down));
        let dead_ends = (free & !two).count_ones();
        let thin = (free & ((!left & !right) | (!up & !down))).count_ones();
        let odd = free ^ up;
        let corners = (odd ^ (odd << 1)).count_ones();
        self.rim * rim as f32
            + self.dead_end * dead_ends as f32
            + self.thin * thin as f32
            + self.corner * corners as f32
    }

    fn rows(&self, rows: &[u64], from: usize, to: usize) -> f32 {
        let row = |at: usize| rows.get(at).copied().unwrap_or(0);
        (from..to).map(|at| self.row(at.checked_sub(1).map_or(0, row), row(at), row(at + 1))).sum()
    }
}

/// How many drafts wait for each that is grown: many have a square that nothing can cover, which shows only when they
/// are looked at.
const SPARE: usize = 2;

/// How many stones are tried on a square at most.
const MOST_WAYS: usize = 128;

#[derive(Clone, Copy, Debug)]
struct Draft {
    /// What it is compared by.
    cost: f32,
    /// The part of it that is not of the rim: stones kept, holes.
    kept: f32,
    hash: u64,
    /// The choices that led here but for the last one: the place of the last of them in the trail, counted from 1.
    before: u32,
    /// The last choice; none at the start.
    choice: Option<Choice>,
}

/// The draft that is grown: its place in the trail, and what it costs.
#[derive(Clone, Copy)]
struct From {
    at: u32,
    kept: f32,
    rim: f32,
    /// Whether its free squares are one region that the stones left can fill as far as areas go.
    is_whole: bool,
}

/// One run of the search.
pub(crate) struct Beam<'a, 'b> {
    board: &'b mut Board<'a>,
    goal: Goal,
    order: Order,
    weights: CostWeights,
    regions: Regions,
    /// The choices that led to drafts that were grown, each with the place of the one before it.
    trail: Vec<(u32, Choice)>,
    /// By free squares.
    drafts: Vec<Vec<Draft>>,
    /// By free squares, a cost that so many drafts have beaten already that a dearer one is not kept.
    limits: Vec<f32>,
    /// By row, what the rim of the draft that is grown costs.
    row_costs: Vec<f32>,
    ways: Vec<Put>,
    /// The choices that led to what the board shows.
    path: Vec<u32>,
    start: usize,
    /// Choices tried.
    pub(crate) steps: u64,
    /// By kind, how often it was among the ways, and how often it was left.
    pub(crate) seen: Vec<(u32, u32)>,
}

impl<'a, 'b> Beam<'a, 'b> {
    pub(crate) fn new(board: &'b mut Board<'a>, goal: Goal, order: Order, weights: CostWeights) -> Self {
        let kinds = board.left.len();
        Self {
            start: board.depth(),
            drafts: vec![Vec::new(); board.free as usize + 1],
            limits: vec![f32::INFINITY; board.free as usize + 1],
            row_costs: Vec::new(),
            ways: Vec::new(),
            board,
            goal,
            order,
            weights,
            regions: Regions::default(),
            trail: Vec::new(),
            path: Vec::new(),
            steps: 0,
            seen: vec![(0, 0); kinds],
        }
    }

    /// Runs with so many drafts of each size; `found` is shown boards that are worth a look, the last ones the best,
    /// and says whether to stop.
    pub(crate) fn run(
        &mut self,
        width: usize,
        random: &mut Random,
        stop: &dyn Fn() -> bool,
        found: &mut dyn FnMut(&Board<'a>) -> bool,
    ) {
        let first = self.board.free as usize;
        self.drafts[first].push(Draft { cost: 0.0, kept: 0.0, hash: 0, before: 0, choice: None });
        for free in (0..=first).rev() {
            let mut drafts = std::mem::take(&mut self.drafts[free]);
            let most = self.width_at(free, width);
            thin_out(&mut drafts, most * SPARE);
            let mut alive = 0;
            for draft in &drafts {
                if alive == most {
                    break;
                }
                let at = self.note(draft);
                self.show(at);
                if stop() {
                    found(self.board);
                    self.board.rewind(self.start);
                    return;
                }
                let is_end = !self.grow(*draft, at, width, random);
                alive += usize::from(!is_end);
                if (is_end || free == 0) && found(self.board) {
                    self.board.rewind(self.start);
                    return;
                }
            }
        }
        self.board.rewind(self.start);
    }

    /// How many drafts of a size are grown: few at first, where nothing is lost yet, twice as many as asked for in the
    /// end.
    fn width_at(&self, free: usize, width: usize) -> usize {
        let open = free as f32 / self.drafts.len() as f32;
        ((2.0 * width as f32 * (1.0 - 0.95 * open)) as usize).max(1)
    }

    /// Writes a draft's last choice down; its place in the trail.
    fn note(&mut self, draft: &Draft) -> u32 {
        if let Some(choice) = draft.choice {
            self.trail.push((draft.before, choice));
            self.trail.len() as u32
        } else {
            0
        }
    }

    /// Makes the board show what this choice led to.
    fn show(&mut self, last: u32) {
        let mut path = Vec::new();
        let mut at = last;
        while at > 0 {
            path.push(at);
            at = self.trail[at as usize - 1].0;
        }
        path.reverse();
        let same = path.iter().zip(&self.path).take_while(|(one, other)| one == other).count();
        self.board.rewind(self.start + same);
        for &at in &path[same..] {
            self.board.choose(self.trail[at as usize - 1].1);
        }
        self.path = path;
    }

    /// Adds the drafts that follow from what the board shows; whether there are any.
    fn grow(&mut self, draft: Draft, at: u32, width: usize, random: &mut Random) -> bool {
        if self.has_fallen() {
            return false;
        }
        let Some(square) = self.square(random) else { return false };
        let mut ways = std::mem::take(&mut self.ways);
        ways.clear();
        self.board.each_cover(square, |put| {
            ways.push(put);
            true
        });
        if self.order == Order::Rising {
            ways.retain(|&put| self.board.is_carried(put));
        }
        self.learn(&ways);
        // Where a great many stones fit, some of them will do.
        for at in 0..ways.len().min(MOST_WAYS) {
            let other = at + random.below(ways.len() - at);
            ways.swap(at, other);
        }
        ways.truncate(MOST_WAYS);
        let rows = &self.board.free_rows;
        self.row_costs.clear();
        self.row_costs.extend((0..=rows.len()).map(|row| self.weights.rows(rows, row, row + 1)));
        let from = From { at, kept: draft.kept, rim: self.row_costs.iter().sum(), is_whole: self.is_whole() };
        let mut grown = false;
        for &put in &ways {
            grown |= self.add(from, Choice::Lay(put), width, random);
        }
        self.ways = ways;
        let is_top = self.board.yard.grid.row(square) == self.board.yard.grid.top_row;
        if self.board.holes < self.goal.empty && (!is_top || self.board.top_holes < self.goal.top_gaps) {
            grown |= self.add(from, Choice::GiveUp(square), width, random);
        }
        grown
    }

    fn square(&self, random: &mut Random) -> Option<Pos> {
        match self.order {
            Order::Narrow => narrowest(self.board, 4, random.next() as u32).map(|(square, _)| square),
            Order::Rising => {
                let rows = self.board.free_rows.iter().enumerate();
                let (row, bits) = rows.rev().find(|(_, bits)| **bits != 0)?;
                Some(self.board.yard.grid.pos(row, bits.trailing_zeros() as usize))
            }
        }
    }

    fn learn(&mut self, ways: &[Put]) {
        let mut last = u16::MAX;
        for &put in ways {
            let kind = self.board.yard.orient(put).kind;
            if kind != last {
                self.seen[usize::from(kind)].0 += 1;
                last = kind;
            }
        }
        for (seen, &left) in self.seen.iter_mut().zip(&self.board.left) {
            seen.1 += u32::from(left > 0);
        }
    }

    /// Adds what follows from one choice; whether anything can become of it.
    fn add(&mut self, from: From, choice: Choice, width: usize, random: &mut Random) -> bool {
        let yard = self.board.yard;
        self.steps += 1;
        self.board.choose(choice);
        let (first, height, kept) = match choice {
            Choice::Lay(put) => {
                let orient = yard.orient(put);
                let spent = self.weights.keep[usize::from(orient.kind)];
                (yard.grid.row(put.pos), orient.rows.len(), from.kept - spent)
            }
            Choice::GiveUp(pos) => (yard.grid.row(pos), 1, from.kept + self.weights.hole),
        };
        let (start, end) = (first.saturating_sub(1), (first + height + 1).min(self.row_costs.len()));
        let before: f32 = self.row_costs[start..end].iter().sum();
        let rim = from.rim - before + self.weights.rows(&self.board.free_rows, start, end);
        let cost = kept + rim + self.weights.noise * random.unit();
        let free = self.board.free as usize;
        // Dear ones are not even looked at; something may still become of them.
        let lost = if cost >= self.limits[free] {
            Some(None)
        } else if from.is_whole && self.stays_whole(choice) {
            Some(Some(0))
        } else {
            self.lost(choice).map(Some)
        };
        if let Some(Some(lost)) = lost {
            let cost = cost + self.weights.hole * lost as f32;
            let most = self.width_at(free, width) * SPARE;
            let drafts = &mut self.drafts[free];
            drafts.push(Draft { cost, kept, hash: self.board.hash, before: from.at, choice: Some(choice) });

            if drafts.len() >= most * 3 {
                thin_out(drafts, most);
                if drafts.len() == most {
                    self.limits[free] = drafts[most - 1].cost;
                }
            }
        }
        self.board.undo();
        lost.is_some()
    }

    /// Whether the free squares are one region with as many squares as the stones left have, and nothing asks for more
    /// than areas.
    fn is_whole(&mut self) -> bool {
        let board = &*self.board;
        self.goal.empty == 0
            && !board.yard.overhang
            && board.free == board.area_left
            && self.regions.are_one(board)
    }

    /// Whether the free squares are still one region after this choice; `false` also if that is hard to see.
    fn stays_whole(&self, choice: Choice) -> bool {
        let Choice::Lay(put) = choice else { return false };
        self.board.free == self.board.area_left && is_whole_around(self.board, put)
    }

    /// How many free squares must stay empty, unless that is more than the goal has room for or a stone can never be
    /// carried. That is looked into only once the draft is grown.
    fn lost(&mut self, choice: Choice) -> Option<u32> {
        if let Choice::Lay(put) = choice
            && self.needs_support()
            && !self.board.may_be_carried(put)
        {
            return None;
        }
        match self.regions.waste(self.board, false) {
            Waste::AtLeast(lost) if self.board.holes + lost <= self.goal.empty => Some(lost),
            Waste::AtLeast(_) | Waste::Fallen => None,
        }
    }

    /// Whether what lies could fail to stand in the end.
    fn needs_support(&self) -> bool {
        self.order == Order::Narrow && (self.goal.empty > 0 || self.board.yard.overhang)
    }

    /// Whether some stone of the draft can never stand, or too much can never be covered.
    fn has_fallen(&mut self) -> bool {
        self.needs_support()
            && match self.regions.waste(self.board, true) {
                Waste::AtLeast(lost) => self.board.holes + lost > self.goal.empty,
                Waste::Fallen => true,
            }
    }
}

/// Keeps the best drafts, and of those with the same free squares and stones one.
fn thin_out(drafts: &mut Vec<Draft>, width: usize) {
    drafts.sort_unstable_by(|one, other| {
        one.hash.cmp(&other.hash).then(one.cost.total_cmp(&other.cost)).then(one.before.cmp(&other.before))
    });
    drafts.dedup_by_key(|draft| draft.hash);
    drafts.sort_unstable_by(|one, other| one.cost.total_cmp(&other.cost).then(one.hash.cmp(&other.hash)));
    drafts.truncate(width);
}
