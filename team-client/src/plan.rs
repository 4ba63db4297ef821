//! Filling a frame: which stones lie where, from the bottom up (`W1`–`W3`).
//!
//! Knows a frame, shapes and how many there are of each; nothing of games, teams or money. It is a beam search
//! that fills a frame well in little time; it does not prove that nothing better exists.

use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Cell, Frame, Shape, Turn};

/// Stones of one shape that may be laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stock<'a> {
    /// Their shape, before any turn.
    pub shape: &'a Shape,
    /// How many there are.
    pub count: u32,
    /// How unwelcome each of them is, in quarters of a hole: where two plans are about as good, the one with
    /// the more welcome stones is taken.
    pub reluctance: u32,
}

/// One stone of a plan: which stock it is from and where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The stock's place in the list.
    pub stock: usize,
    /// Where the stone lies.
    pub spot: Spot,
}

/// Plans a wall with these stones: every stone rests on another one or touches the bottom edge (`W3`), and
/// few squares stay empty.
///
/// Deterministic. Takes time in proportion to the frame's squares and the stones' kinds, within a fixed
/// effort: a large frame is planned less thoroughly than a small one.
pub fn fill(frame: &Frame, stocks: &[Stock<'_>]) -> Vec<Step> {
    fill_within(frame, stocks, Effort::Full)
}

/// As [`fill`], with a choice of how thorough it is.
pub fn fill_within(frame: &Frame, stocks: &[Stock<'_>], effort: Effort) -> Vec<Step> {
    let grid = Grid::new(frame);
    let oriented = orient(stocks);
    let tried = grid.cells.len().max(1) * oriented.len().max(1);
    let width = (effort.tries() / tried).clamp(LEAST_WIDTH, MOST_WIDTH);
    Beam { grid: &grid, oriented: &oriented, stocks, trail: Vec::new() }.run(width)
}

/// How thoroughly a wall is planned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// For a rough idea: a quarter of the time.
    Quick,
    /// For a wall that is to be built.
    Full,
}

impl Effort {
    /// About how many stones are tried in one plan.
    fn tries(self) -> usize {
        match self {
            Self::Quick => 75_000,
            Self::Full => 300_000,
        }
    }
}

const LEAST_WIDTH: usize = 4;
const MOST_WIDTH: usize = 96;

/// How bad a hole is, compared to a stone's reluctance of 1.
const HOLE: u32 = 4;

/// The frame's squares in the order in which they are decided: bottom row first, from the left.
struct Grid<'a> {
    frame: &'a Frame,
    cells: Vec<Cell>,
    /// The place in `cells` of each square of the drawing.
    ranks: Vec<Option<usize>>,
    /// For each of `cells` the place of the square below it.
    below: Vec<Option<usize>>,
}

impl<'a> Grid<'a> {
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

/// A stone in one of its turns.
struct Oriented {
    stock: usize,
    turn: Turn,
    /// Its squares, seen from its first one in the order of decision.
    offsets: Vec<Cell>,
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
            all.push(Oriented { stock, turn, offsets: turned.cells().iter().map(offset).collect() });
        }
    }
    all
}

/// A wall half planned: all squares before the next one to decide are covered or given up.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Draft {
    /// Holes and reluctance so far; less is better.
    cost: u32,
    /// By place in the order of decision, 64 squares a word.
    covered: Vec<u64>,
    /// How many stones of each stock are left.
    left: Vec<u32>,
    /// The last step, in the beam's trail.
    last: Option<usize>,
}

impl Draft {
    fn is_covered(&self, rank: usize) -> bool {
        self.covered[rank / 64] >> (rank % 64) & 1 == 1
    }

    fn cover(&mut self, rank: usize) {
        self.covered[rank / 64] |= 1 << (rank % 64);
    }
}

struct Beam<'a> {
    grid: &'a Grid<'a>,
    oriented: &'a [Oriented],
    stocks: &'a [Stock<'a>],
    /// All steps ever taken, each with the one before it.
    trail: Vec<(Option<usize>, Step)>,
}

impl Beam<'_> {
    fn run(mut self, width: usize) -> Vec<Step> {
        let count = self.grid.cells.len();
        // The drafts by the next square to decide; in the last place those that are complete.
        let mut waiting: Vec<Vec<Draft>> = vec![Vec::new(); count + 1];
        waiting[0].push(Draft {
            cost: 0,
            covered: vec![0; count.div_ceil(64)],
            left: self.stocks.iter().map(|stock| stock.count).collect(),
            last: None,
        });
        for next in 0..count {
            let mut drafts = std::mem::take(&mut waiting[next]);
            thin_out(&mut drafts, width);
            for draft in drafts {
                for at in 0..self.oriented.len() {
                    if let Some(laid) = self.lay(&draft, at, next) {
                        self.put(&mut waiting, laid, next, width);
                    }
                }
                let hole = Draft { cost: draft.cost + HOLE, ..draft };
                self.put(&mut waiting, hole, next, width);
            }
        }
        let complete = std::mem::take(&mut waiting[count]);
        let best = complete.into_iter().min_by_key(|draft| self.final_cost(draft));
        best.map(|draft| self.steps(draft.last)).unwrap_or_default()
    }

    /// The draft with this stone laid so that its first square is the next one, if it can lie and stand there.
    fn lay(&mut self, draft: &Draft, at: usize, next: usize) -> Option<Draft> {
        let Oriented { stock, turn, offsets } = &self.oriented[at];
        if draft.left[*stock] == 0 {
            return None;
        }
        let anchor = self.grid.cells[next];
        let cell = |offset: &Cell| Cell { row: anchor.row + offset.row, col: anchor.col + offset.col };
        let mut stands = anchor.row == self.grid.frame.bottom_row();
        for offset in offsets {
            let rank = self.grid.rank(cell(offset)).filter(|&rank| !draft.is_covered(rank))?;
            stands |= self.grid.below[rank].is_some_and(|below| draft.is_covered(below));
        }
        if !stands {
            return None;
        }
        // Most stones do not fit: only now is the draft worth a copy.
        let mut laid = draft.clone();
        for rank in offsets.iter().filter_map(|offset| self.grid.rank(cell(offset))) {
            laid.cover(rank);
        }
        laid.left[*stock] -= 1;
        laid.cost += self.stocks[*stock].reluctance;
        let row = offsets.iter().map(|offset| offset.row).min()? + anchor.row;
        let col = offsets.iter().map(|offset| offset.col).min()? + anchor.col;
        let step = Step { stock: *stock, spot: Spot { turn: *turn, at: Cell { row, col } } };
        self.trail.push((draft.last, step));
        laid.last = Some(self.trail.len() - 1);
        Some(laid)
    }

    fn put(&self, waiting: &mut [Vec<Draft>], draft: Draft, decided: usize, width: usize) {
        let count = self.grid.cells.len();
        let next = (decided + 1..count).find(|&rank| !draft.is_covered(rank)).unwrap_or(count);
        let drafts = &mut waiting[next];
        drafts.push(draft);
        if drafts.len() > width * 16 {
            thin_out(drafts, width);
        }
    }

    /// What a complete draft is chosen by: its cost, then the gaps in the top row (`E2`), then stones used.
    fn final_cost(&self, draft: &Draft) -> (u32, usize, u32) {
        let top = self.grid.frame.top_row();
        let cells = self.grid.cells.iter().enumerate();
        let gaps = cells.filter(|(rank, cell)| cell.row == top && !draft.is_covered(*rank)).count();
        (draft.cost, gaps, draft.left.iter().sum())
    }

    fn steps(&self, mut last: Option<usize>) -> Vec<Step> {
        let mut steps = Vec::new();
        while let Some((before, step)) = last.and_then(|at| self.trail.get(at)) {
            steps.push(*step);
            last = *before;
        }
        steps.reverse();
        steps
    }
}

/// Keeps the best drafts, and of those that only differ in how they came about one.
fn thin_out(drafts: &mut Vec<Draft>, width: usize) {
    drafts.sort_unstable();
    drafts.dedup_by(|one, other| one.covered == other.covered && one.left == other.left);
    drafts.truncate(width);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use ishigaki_rules::wall::{Placement, Placing, Verdict, judge};

    use super::*;

    fn shape(rows: &[&str]) -> Shape {
        let cells = rows.iter().enumerate().flat_map(|(row, signs)| {
            signs.chars().enumerate().filter(|(_, sign)| *sign == '#').map(move |(col, _)| (row, col))
        });
        let cell = |(row, col)| Cell::new(i32::try_from(row).unwrap(), i32::try_from(col).unwrap());
        Shape::new(cells.map(cell)).unwrap()
    }

    /// What the rule book says of the plan.
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
    fn a_frame_that_can_be_filled_is_filled() {
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
    fn nothing_lies_on_a_ledge_alone() {
        // It fits into the top row only, with ledges on both sides and nothing in the middle to rest on.
        let verdict = verdict(&["###", ".#."], &[(&["###"], 1)]);
        assert_eq!((verdict.faults, verdict.score.unwrap().used), (Vec::new(), 0));
    }

    #[test]
    fn no_stones_make_no_wall() {
        assert_eq!(fill(&Frame::parse(&["##"]).unwrap(), &[]), Vec::new());
    }
}
