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

/// What it costs to judge whether a full wall stands, in stones laid: over a gap there are many that do not.
const JUDGING: u64 = 200;

/// Looks for stones that fill the frame and stand, and gives up after laying `tries` stones, or at a wall of
/// very many.
pub fn fill(frame: &Frame, lots: &[LotSpec], tries: u64) -> Filling {
    let cells: Vec<Cell> = frame.cells().collect();
    let looks = looks(lots);
    let lays = cells.iter().map(|&target| lays(frame, &cells, &looks, target)).collect();
    let mut search = Search {
        frame,
        lots,
        left: lots.iter().map(|lot| lot.copies).collect(),
        open: vec![true; cells.len()],
        lays,
        wall: Vec::new(),
        tries,
    };
    match search.before(cells.len()) {
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

/// A stone type as it lies with its last square on a certain one: the squares it covers, by their places in the frame's order.
struct Lay {
    lot: usize,
    spot: Spot,
    squares: Vec<usize>,
}

struct Search<'a> {
    frame: &'a Frame,
    lots: &'a [LotSpec],
    left: Vec<u32>,
    /// By square, in the frame's order.
    open: Vec<bool>,
    /// By the square that is being filled: all that can lie there in an empty frame, large stones first.
    lays: Vec<Vec<Lay>>,
    wall: Vec<Placement<StoneId>>,
    tries: u64,
}

/// All that can lie with its last square on the target.
fn lays(frame: &Frame, cells: &[Cell], looks: &[Look], target: Cell) -> Vec<Lay> {
    let lay = |look: &Look| {
        let Look { lot, turn, shape, last } = look;
        let at = Cell::new(target.row - last.row, target.col - last.col);
        let square = |cell: &Cell| {
            let cell = Cell::new(at.row + cell.row, at.col + cell.col);
            // The frame's order is by row, then column.
            frame.contains(cell).then(|| cells.binary_search(&cell).ok()).flatten()
        };
        let squares = shape.cells().iter().map(square).collect::<Option<Vec<usize>>>()?;
        Some(Lay { lot: *lot, spot: Spot { turn: *turn, at }, squares })
    };
    looks.iter().filter_map(lay).collect()
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
    /// Whether the open ones of so many first squares can be filled; `None` if the tries are used up.
    fn before(&mut self, end: usize) -> Option<bool> {
        let Some(target) = self.open[..end].iter().rposition(|&open| open) else {
            self.tries = self.tries.checked_sub(JUDGING)?;
            return Some(self.stands());
        };
        for at in 0..self.lays[target].len() {
            let Lay { lot, spot, squares } = &self.lays[target][at];
            let (lot, spot) = (*lot, *spot);
            if self.left[lot] == 0 || !squares.iter().all(|&square| self.open[square]) {
                continue;
            }
            self.tries = self.tries.checked_sub(1).filter(|_| self.wall.len() < MOST_STONES)?;
            let stone = StoneId { lot: LotId::at(lot), copy: self.left[lot] };
            self.left[lot] -= 1;
            self.wall.push(Placement { stone, placing: Placing::Turned(spot) });
            self.cover(target, at, false);
            if self.before(target)? {
                return Some(true);
            }
            self.left[lot] += 1;
            self.wall.pop();
            self.cover(target, at, true);
        }
        Some(false)
    }

    /// Opens or closes the squares of what lies there.
    fn cover(&mut self, target: usize, at: usize, open: bool) {
        for &square in &self.lays[target][at].squares {
            self.open[square] = open;
        }
    }

    fn stands(&self) -> bool {
        let shape = |stone: StoneId| self.lots.get(stone.lot.index()).map(|lot| (stone, &lot.shape));
        let stones: BTreeMap<StoneId, &Shape> =
            self.wall.iter().filter_map(|placement| shape(placement.stone)).collect();
        judge(self.frame, &stones, &self.wall).faults.is_empty()
    }
}
