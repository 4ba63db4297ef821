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
    Impossible,
    /// The search gave up.
    Open,
}

/// The most stones of a wall that is searched for: the search goes as deep as the wall has stones.
const MOST_STONES: usize = 2_000;

/// Cost of judging whether a full wall stands, in stones laid: over a gap there are many that do not.
const JUDGING: u64 = 200;

/// Looks for stones that fill the frame and stand, and gives up after laying `tries` stones, or at a wall of
/// very many.
pub fn fill(frame: &Frame, lots: &[LotSpec], tries: u64) -> Filling {
    let cells: Vec<Cell> = frame.cells().collect();
    let mut open = vec![false; frame.grid_len()];
    for at in cells.iter().filter_map(|&cell| frame.index(cell)) {
        open[at] = true;
    }
    let left = lots.iter().map(|lot| lot.copies).collect();
    let mut search = Search { frame, lots, looks: looks(lots), left, open, wall: Vec::new(), tries };
    match search.before(&cells) {
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
    /// By square of the frame's grid.
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
    /// Returns whether the open ones of these squares can be filled; `None` if the tries are used up.
    fn before(&mut self, cells: &[Cell]) -> Option<bool> {
        let is_open = |cell: &Cell| self.frame.index(*cell).is_some_and(|at| self.open[at]);
        let Some(at) = cells.iter().rposition(is_open) else {
            self.tries = self.tries.checked_sub(JUDGING)?;
            return Some(self.stands());
        };
        let (before, target) = (&cells[..at], cells[at]);
        for look in 0..self.looks.len() {
            let Look { lot, turn, last, .. } = self.looks[look];
            let at = Cell::new(target.row - last.row, target.col - last.col);
            if self.left[lot] == 0
                || !self.squares(look, at).all(|square| square.is_some_and(|at| self.open[at]))
            {
                continue;
            }
            self.tries = self.tries.checked_sub(1).filter(|_| self.wall.len() < MOST_STONES)?;
            let stone = StoneId { lot: LotId::at(lot), copy: self.left[lot] };
            self.left[lot] -= 1;
            self.wall.push(Placement { stone, placing: Placing::Turned(Spot { turn, at }) });
            self.cover(look, at, false);
            if self.may_stand(look, at) && self.before(before)? {
                return Some(true);
            }
            self.left[lot] += 1;
            self.wall.pop();
            self.cover(look, at, true);
        }
        Some(false)
    }

    /// The squares that a stone type covers there, by their places in the frame's grid; `None` of one outside.
    fn squares(&self, look: usize, at: Cell) -> impl Iterator<Item = Option<usize>> {
        let moved = move |cell: &Cell| Cell::new(at.row + cell.row, at.col + cell.col);
        self.looks[look].shape.cells().iter().map(move |cell| self.frame.index(moved(cell)))
    }

    /// Opens or closes the squares of what lies there.
    fn cover(&mut self, look: usize, at: Cell, open: bool) {
        let Self { looks, frame, open: squares, .. } = self;
        for cell in looks[look].shape.cells() {
            if let Some(square) = frame.index(Cell::new(at.row + cell.row, at.col + cell.col)) {
                squares[square] = open;
            }
        }
    }

    /// Returns whether something carries a stone that was just laid, or may still come to lie under it (`W3`): over a gap
    /// most stones hang, whatever is laid after them.
    fn may_stand(&self, look: usize, at: Cell) -> bool {
        let cells = self.looks[look].shape.cells();
        cells.iter().any(|cell| {
            let below = Cell::new(cell.row + 1, cell.col);
            let is_own = cells.contains(&below);
            let below = Cell::new(at.row + below.row, at.col + below.col);
            below.row > self.frame.bottom_row() || !is_own && self.frame.contains(below)
        })
    }

    fn stands(&self) -> bool {
        let shape = |stone: StoneId| self.lots.get(stone.lot.index()).map(|lot| (stone, &lot.shape));
        let stones: BTreeMap<StoneId, &Shape> =
            self.wall.iter().filter_map(|placement| shape(placement.stone)).collect();
        judge(self.frame, &stones, &self.wall).faults.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::Tsuyama;

    use super::*;

    fn lot(code: &str, cells: i32, copies: u32) -> LotSpec {
        let shape = Shape::new((0..cells).map(|col| Cell::new(0, col))).unwrap();
        LotSpec { code: code.to_owned(), shape, min_price: Tsuyama(1), copies }
    }

    /// Over a gap most stones hang: walls with one of them are not searched to their end.
    #[test]
    fn arch_that_one_long_stone_spans_is_filled_in_few_tries() {
        let frame = Frame::parse(&["############", "############", "###......###", "###......###"]).unwrap();
        let lots = [lot("B", 7, 1), lot("D", 2, 30), lot("M", 1, 1)];
        assert!(matches!(fill(&frame, &lots, 20_000), Filling::Found(_)));
        assert_ne!(fill(&frame, &lots[1..], 100), Filling::Impossible, "given up in time");
    }
}
