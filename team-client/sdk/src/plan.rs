//! Planning of a wall, from the bottom up (`W1`–`W3`).
//!
//! A beam search that fills a frame well in little time, without proof that nothing better exists.

use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Cell, Frame, Shape, Turn};

/// Stones of one shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stock<'a> {
    /// Before any rotation.
    pub shape: &'a Shape,
    pub count: u32,
    /// Penalty for using one, in quarters of a hole: of two similar plans the one with the lower penalty
    /// wins.
    pub reluctance: u32,
}

/// A stone of a plan: its stock and position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// Index in the list.
    pub stock: usize,
    pub spot: Spot,
}

/// Plans a wall in which every stone rests on another one or on the bottom edge (`W3`), with few empty
/// squares.
///
/// Deterministic. Takes time in proportion to the frame's squares and the kinds of stones, within a fixed
/// effort: a large frame is planned less thoroughly.
pub fn fill(frame: &Frame, stocks: &[Stock<'_>]) -> Vec<PlanStep> {
    fill_within(frame, stocks, PlanEffort::Full)
}

/// Like [`fill`], with this effort.
pub fn fill_within(frame: &Frame, stocks: &[Stock<'_>], effort: PlanEffort) -> Vec<PlanStep> {
    let grid = DecisionGrid::new(frame);
    let oriented = orient(stocks);
    let tried = grid.cells.len().max(1) * oriented.len().max(1);
    let width = (effort.tries() / tried).clamp(LEAST_WIDTH, MOST_WIDTH);
    PlanBeam::new(&grid, stocks, width).run(&oriented)
}

/// Thoroughness of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanEffort {
    /// A quarter of the time.
    Quick,
    Full,
}

impl PlanEffort {
    fn tries(self) -> usize {
        match self {
            Self::Quick => 75_000,
            Self::Full => 300_000,
        }
    }
}

const LEAST_WIDTH: usize = 4;
const MOST_WIDTH: usize = 96;

/// Cost of a hole, relative to `Stock::reluctance`.
const HOLE: u32 = 4;

/// The frame's squares in the order of decision: bottom row first, from the left.
struct DecisionGrid<'a> {
    frame: &'a Frame,
    cells: Vec<Cell>,
    ranks: Vec<Option<usize>>,
    below: Vec<Option<usize>>,
}

impl<'a> DecisionGrid<'a> {
    fn new(frame: &'a Frame) -> Self {
        let mut cells: Vec<Cell> = frame.cells().collect();
        cells.sort_by_key(|cell| (-cell.row, cell.col));
        let mut ranks = vec![None; frame.grid_len()];
        for (rank, &cell) in cells.iter().enumerate() {
            if let Some(at) = frame.index(cell) {
                ranks[at] = Some(rank);
            }
        }
        let mut grid = Self { frame, below: Vec::new(), cells, ranks };
        let below = |cell: &Cell| grid.rank(Cell { row: cell.row + 1, col: cell.col });
        grid.below = grid.cells.iter().map(below).collect();
        grid
    }

    fn rank(&self, cell: Cell) -> Option<usize> {
        self.frame.index(cell).and_then(|at| self.ranks[at])
    }
}

struct Oriented {
    stock: usize,
    turn: Turn,
    offsets: Vec<Cell>,
    corner: Cell,
}

fn orient(stocks: &[Stock<'_>]) -> Vec<Oriented> {
    let mut all = Vec::new();
    for (stock, Stock { shape, count, .. }) in stocks.iter().enumerate() {
        if *count == 0 {
            continue;
        }
        for (turn, turned) in shape.distinct_turns() {
            let Some(first) = turned.cells().iter().min_by_key(|cell| (-cell.row, cell.col)) else {
                continue;
            };
            let offset = |cell: &Cell| Cell { row: cell.row - first.row, col: cell.col - first.col };
            let offsets: Vec<Cell> = turned.cells().iter().map(offset).collect();
            let row = offsets.iter().map(|offset| offset.row).min().unwrap_or(0);
            let col = offsets.iter().map(|offset| offset.col).min().unwrap_or(0);
            all.push(Oriented { stock, turn, offsets, corner: Cell { row, col } });
        }
    }
    all
}

struct Lie {
    stock: usize,
    spot: Spot,
    covers: (usize, usize),
    /// Index of the squares below, after `covers`; one of them must be covered, unless the stone is on the
    /// bottom edge.
    below: usize,
    is_grounded: bool,
}

#[derive(Default)]
struct Lies {
    lies: Vec<Lie>,
    /// Squares as bits of a draft's words: word index and bits. One flat list for all, because there are
    /// many.
    masks: Vec<(usize, u64)>,
}

impl Lies {
    fn find(&mut self, grid: &DecisionGrid<'_>, oriented: &[Oriented], anchor: Cell) {
        self.lies.clear();
        self.masks.clear();
        for oriented in oriented {
            let from = self.masks.len();
            if let Some(lie) = self.lie(grid, oriented, anchor) {
                self.lies.push(lie);
            } else {
                self.masks.truncate(from);
            }
        }
    }

    fn lie(&mut self, grid: &DecisionGrid<'_>, oriented: &Oriented, anchor: Cell) -> Option<Lie> {
        let Oriented { stock, turn, offsets, corner } = oriented;
        let cell = |offset: &Cell| Cell { row: anchor.row + offset.row, col: anchor.col + offset.col };
        let from = self.masks.len();
        for offset in offsets {
            self.add(from, grid.rank(cell(offset))?);
        }
        let to = self.masks.len();
        let ranks = offsets.iter().filter_map(|offset| grid.rank(cell(offset)));
        for below in ranks.filter_map(|rank| grid.below[rank]) {
            self.add(to, below);
        }
        Some(Lie {
            stock: *stock,
            spot: Spot { turn: *turn, at: cell(corner) },
            covers: (from, to),
            below: self.masks.len(),
            is_grounded: anchor.row == grid.frame.bottom_row(),
        })
    }

    fn add(&mut self, from: usize, rank: usize) {
        let (word, bit) = (rank / 64, 1 << (rank % 64));
        match self.masks[from..].iter_mut().find(|(at, _)| *at == word) {
            Some((_, bits)) => *bits |= bit,
            None => self.masks.push((word, bit)),
        }
    }

    fn covers(&self, lie: &Lie) -> &[(usize, u64)] {
        &self.masks[lie.covers.0..lie.covers.1]
    }

    fn below(&self, lie: &Lie) -> &[(usize, u64)] {
        &self.masks[lie.covers.1..lie.below]
    }
}

fn meet(mask: &[(usize, u64)], covered: &[u64]) -> bool {
    mask.iter().any(|&(word, bits)| covered[word] & bits != 0)
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct PartialWall {
    cost: u32,
    /// Covered squares in the order of decision, 64 per word; then the remaining stones of each stock, two
    /// stocks per word. One vector, because drafts are copied all the time.
    words: Vec<u64>,
    last: Option<usize>,
}

impl PartialWall {
    fn new(squares: usize, stocks: &[Stock<'_>]) -> Self {
        let mut words = vec![0; squares.div_ceil(64)];
        words.extend(stocks.chunks(2).map(|pair| {
            let [first, second] = [0, 1].map(|at| pair.get(at).map_or(0, |stock| u64::from(stock.count)));
            first << 32 | second
        }));
        Self { cost: 0, words, last: None }
    }

    fn is_covered(&self, rank: usize) -> bool {
        self.words[rank / 64] >> (rank % 64) & 1 == 1
    }
}

struct PlanBeam<'a> {
    grid: &'a DecisionGrid<'a>,
    stocks: &'a [Stock<'a>],
    covers: usize,
    width: usize,
    waiting: Vec<Vec<PartialWall>>,
    bars: Vec<u32>,
    trail: Vec<(Option<usize>, PlanStep)>,
}

impl<'a> PlanBeam<'a> {
    fn new(grid: &'a DecisionGrid<'a>, stocks: &'a [Stock<'a>], width: usize) -> Self {
        let count = grid.cells.len();
        Self {
            grid,
            stocks,
            covers: count.div_ceil(64),
            width,
            waiting: vec![Vec::new(); count + 1],
            bars: vec![u32::MAX; count + 1],
            trail: Vec::new(),
        }
    }

    fn run(mut self, oriented: &[Oriented]) -> Vec<PlanStep> {
        let count = self.grid.cells.len();
        self.waiting[0].push(PartialWall::new(count, self.stocks));
        let mut lies = Lies::default();
        for next in 0..count {
            let mut drafts = std::mem::take(&mut self.waiting[next]);
            thin_out(&mut drafts, self.width);
            let anchor = self.grid.cells[next];
            if !drafts.is_empty() {
                lies.find(self.grid, oriented, anchor);
            }
            for draft in drafts {
                for lie in &lies.lies {
                    self.lay(&draft, lie, &lies, next);
                }
                let (cost, at) = (draft.cost + HOLE, self.undecided(&draft.words, &[], next));
                if cost <= self.bars[at] {
                    self.put(PartialWall { cost, ..draft }, at);
                }
            }
        }
        let complete = std::mem::take(&mut self.waiting[count]);
        let best = complete.into_iter().min_by_key(|draft| self.final_cost(draft));
        best.map(|draft| self.steps(draft.last)).unwrap_or_default()
    }

    fn lay(&mut self, draft: &PartialWall, lie: &Lie, lies: &Lies, next: usize) {
        let covered = &draft.words[..self.covers];
        let covers = lies.covers(lie);
        if self.left(draft, lie.stock) == 0
            || meet(covers, covered)
            || !(lie.is_grounded || meet(lies.below(lie), covered))
        {
            return;
        }
        let cost = draft.cost + self.stocks[lie.stock].reluctance;
        let at = self.undecided(&draft.words, covers, next);
        // Most drafts are dropped, so only promising ones are copied.
        if cost > self.bars[at] {
            return;
        }
        let mut words = draft.words.clone();
        for &(word, bits) in covers {
            words[word] |= bits;
        }
        words[self.covers + lie.stock / 2] -= 1 << (32 * (1 - lie.stock % 2));
        self.trail.push((draft.last, PlanStep { stock: lie.stock, spot: lie.spot }));
        self.put(PartialWall { cost, words, last: Some(self.trail.len() - 1) }, at);
    }

    fn left(&self, draft: &PartialWall, stock: usize) -> u64 {
        draft.words[self.covers + stock / 2] >> (32 * (1 - stock % 2)) & u64::from(u32::MAX)
    }

    fn undecided(&self, words: &[u64], more: &[(usize, u64)], decided: usize) -> usize {
        let count = self.grid.cells.len();
        let mut rank = decided + 1;
        while rank < count {
            let word = rank / 64;
            let more = more.iter().find(|(at, _)| *at == word).map_or(0, |(_, bits)| *bits);
            let free = !(words[word] | more) >> (rank % 64);
            if free != 0 {
                return (rank + free.trailing_zeros() as usize).min(count);
            }
            rank = (word + 1) * 64;
        }
        count
    }

    fn put(&mut self, draft: PartialWall, at: usize) {
        let (is_complete, width) = (at == self.grid.cells.len(), self.width);
        let drafts = &mut self.waiting[at];
        drafts.push(draft);
        // Complete drafts are compared by more than cost.
        if drafts.len() > width * if is_complete { 16 } else { 3 } {
            thin_out(drafts, width);
            if let Some(last) = drafts.last().filter(|_| !is_complete && drafts.len() == width) {
                self.bars[at] = last.cost;
            }
        }
    }

    /// Returns the order of complete drafts: cost, gaps in the top row (`E2`), stones used.
    fn final_cost(&self, draft: &PartialWall) -> (u32, usize, u64) {
        let top = self.grid.frame.top_row();
        let cells = self.grid.cells.iter().enumerate();
        let gaps = cells.filter(|(rank, cell)| cell.row == top && !draft.is_covered(*rank)).count();
        (draft.cost, gaps, (0..self.stocks.len()).map(|stock| self.left(draft, stock)).sum())
    }

    fn steps(&self, mut last: Option<usize>) -> Vec<PlanStep> {
        let mut steps = Vec::new();
        while let Some((before, step)) = last.and_then(|at| self.trail.get(at)) {
            steps.push(*step);
            last = *before;
        }
        steps.reverse();
        steps
    }
}

fn thin_out(drafts: &mut Vec<PartialWall>, width: usize) {
    drafts.sort_unstable();
    drafts.dedup_by(|a, b| a.words == b.words);
    drafts.truncate(width);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use ishigaki_rules::wall::{Placement, Placing, Verdict, judge};

    use super::*;

    fn shape(rows: &[&str]) -> Shape {
        let cells = rows.iter().enumerate().flat_map(|(row, row_text)| {
            row_text
                .chars()
                .enumerate()
                .filter(|(_, character)| *character == '#')
                .map(move |(col, _)| (row, col))
        });
        let cell = |(row, col)| Cell::new(i32::try_from(row).unwrap(), i32::try_from(col).unwrap());
        Shape::new(cells.map(cell)).unwrap()
    }

    fn verdict(frame: &[&str], stones: &[(&[&str], u32)]) -> Verdict<(usize, u32)> {
        let frame = Frame::parse(frame).unwrap();
        let shapes: Vec<Shape> = stones.iter().map(|(rows, _)| shape(rows)).collect();
        let stocks: Vec<Stock<'_>> = shapes
            .iter()
            .zip(stones)
            .map(|(shape, (_, count))| Stock { shape, count: *count, reluctance: 0 })
            .collect();
        let owned: BTreeMap<(usize, u32), &Shape> = stocks
            .iter()
            .enumerate()
            .flat_map(|(at, stock)| (0..stock.count).map(move |copy| ((at, copy), stock.shape)))
            .collect();
        let mut copies = vec![0..; stones.len()];
        let placements: Vec<_> = fill(&frame, &stocks)
            .into_iter()
            .map(|step| Placement {
                stone: (step.stock, copies[step.stock].next().unwrap()),
                placing: Placing::Turned(step.spot),
            })
            .collect();
        judge(&frame, &owned, &placements)
    }

    const STEPPED: &[&str] = &["..####", ".#####", ".#####", "######"];

    #[test]
    fn fillable_frame_is_filled() {
        let verdict = verdict(
            STEPPED,
            &[
                (&["##", "##", "#."], 1),
                (&["####"], 1),
                (&["##", "##"], 1),
                (&["#.", "#.", "##"], 1),
                (&["#.", "##"], 1),
                (&["##"], 3),
                (&[".##", "##."], 1),
            ],
        );
        assert_eq!((verdict.faults, verdict.score.unwrap().empty), (Vec::new(), 0));
    }

    #[test]
    fn few_stones_are_all_used_and_stand() {
        let verdict = verdict(STEPPED, &[(&["####"], 1), (&["##", "##"], 1), (&["###", ".#."], 1)]);
        let score = verdict.score.unwrap();
        assert_eq!((verdict.faults, score.empty, score.unused), (Vec::new(), 8, 0));
    }

    #[test]
    fn stone_resting_only_on_ledges_is_not_placed() {
        // It fits into the top row only, with ledges on both sides and nothing in the middle to rest on.
        let verdict = verdict(&["###", ".#."], &[(&["###"], 1)]);
        assert_eq!((verdict.faults, verdict.score.unwrap().used), (Vec::new(), 0));
    }

    #[test]
    fn empty_stone_list_yields_empty_plan() {
        assert_eq!(fill(&Frame::parse(&["##"]).unwrap(), &[]), Vec::new());
    }
}
