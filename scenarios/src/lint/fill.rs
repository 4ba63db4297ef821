//! Can a frame be filled by some of its stones? A search that gives up in time.
//!
//! Always fills the last open square, so that every wall grows from the bottom right; large stones first, so
//! that the small ones are left for the gaps.

use std::collections::BTreeMap;

use ishigaki_rules::wall::{Placement, Placing, Spot, judge};
use ishigaki_rules::{Cell, Frame, LotId, LotSpec, Shape, StoneId, Turn};

/// Outcome of a search for a full wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filling {
    /// A wall that fills the frame and stands (`W3`).
    Found(Vec<Placement<StoneId>>),
    /// There is none.
    Impossible,
    /// The search gave up.
    Open,
}

/// The most stones of a wall that is searched for: the search goes as deep as the wall has stones.
const MOST_STONES: usize = 2_000;

/// Looks for stones that fill the frame and stand, and gives up after laying `tries` stones, or at a wall of
/// very many.
pub fn fill(frame: &Frame, lots: &[LotSpec], tries: u64) -> Filling {
    let mut search = Search {
        frame,
        lots,
        looks: looks(lots),
        left: lots.iter().map(|lot| lot.copies).collect(),
        open: vec![false; frame.grid_len()],
        wall: Vec::new(),
        tries,
    };
    let cells: Vec<Cell> = frame.cells().collect();
    for &cell in &cells {
        if let Some(at) = frame.index(cell) {
            search.open[at] = true;
        }
    }
    match search.from(&cells) {
        Some(true) => Filling::Found(search.wall),
        Some(false) => Filling::Impossible,
        None => Filling::Open,
    }
}

/// A stone type turned in one way.
struct Look {
    lot: usize,
    turn: Turn,
    shape: Shape,
    /// Its last square: the one that comes to lie on the square that is being filled.
    last: Cell,
}

struct Search<'a> {
    frame: &'a Frame,
    lots: &'a [LotSpec],
    looks: Vec<Look>,
    left: Vec<u32>,
    open: Vec<bool>,
    wall: Vec<Placement<StoneId>>,
    tries: u64,
}

fn looks(lots: &[LotSpec]) -> Vec<Look> {
    let turned = |(lot, spec): (usize, &LotSpec)| {
        let look = move |(turn, shape): (Turn, Shape)| {
            let last = *shape.cells().last()?;
            Some(Look { lot, turn, shape, last })
        };
        spec.shape.distinct_turns().into_iter().filter_map(look)
    };
    let mut looks: Vec<Look> = lots.iter().enumerate().flat_map(turned).collect();
    looks.sort_by_key(|look| std::cmp::Reverse(look.shape.area()));
    looks
}

impl Search<'_> {
    /// Whether the open ones of these squares can be filled; `None` if the tries are used up.
    fn from(&mut self, cells: &[Cell]) -> Option<bool> {
        let is_open = |cell: &Cell| self.frame.index(*cell).is_some_and(|at| self.open[at]);
        let Some(at) = cells.iter().rposition(is_open) else { return Some(self.stands()) };
        let (before, target) = (&cells[..at], cells[at]);
        for look in 0..self.looks.len() {
            let Some(squares) = self.squares(look, target) else { continue };
            self.tries = self.tries.checked_sub(1).filter(|_| self.wall.len() < MOST_STONES)?;
            self.lay(look, target, &squares);
            if self.from(before)? {
                return Some(true);
            }
            self.lift(look, &squares);
        }
        Some(false)
    }

    /// The squares that a stone covers with its last one on the target, if a copy is left and all are open.
    fn squares(&self, look: usize, target: Cell) -> Option<Vec<usize>> {
        let Look { lot, shape, last, .. } = &self.looks[look];
        if self.left[*lot] == 0 {
            return None;
        }
        let squares = shape.cells().iter().map(|cell| {
            let cell = Cell::new(target.row - last.row + cell.row, target.col - last.col + cell.col);
            self.frame.index(cell).filter(|&at| self.open[at])
        });
        squares.collect()
    }

    fn lay(&mut self, look: usize, target: Cell, squares: &[usize]) {
        let Look { lot, turn, last, .. } = self.looks[look];
        let stone = StoneId { lot: LotId::at(lot), copy: self.left[lot] };
        let at = Cell::new(target.row - last.row, target.col - last.col);
        self.left[lot] -= 1;
        self.wall.push(Placement { stone, placing: Placing::Turned(Spot { turn, at }) });
        for &square in squares {
            self.open[square] = false;
        }
    }

    fn lift(&mut self, look: usize, squares: &[usize]) {
        self.left[self.looks[look].lot] += 1;
        self.wall.pop();
        for &square in squares {
            self.open[square] = true;
        }
    }

    fn stands(&self) -> bool {
        let shape = |stone: StoneId| self.lots.get(stone.lot.index()).map(|lot| (stone, &lot.shape));
        let stones: BTreeMap<StoneId, &Shape> =
            self.wall.iter().filter_map(|placement| shape(placement.stone)).collect();
        judge(self.frame, &stones, &self.wall).faults.is_empty()
    }
}
