//! Search for stones that fill a frame, with a limit.
//!
//! Fills the last open square, so that every wall grows from the bottom right; large stones first, so that
//! small ones remain for the gaps.

use std::collections::BTreeMap;

use ishigaki_rules::wall::{Placement, Placing, Spot, judge};
use ishigaki_rules::{Cell, Frame, LotId, LotSpec, Shape, StoneId, Turn};

/// Outcome of a search for a full wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filling {
    /// A full wall in which every stone is supported (`W3`).
    Found(Vec<Placement<StoneId>>),
    Impossible,
    /// The search gave up.
    Open,
}

/// Maximum stones of a searched wall, which bounds the recursion depth.
const MOST_STONES: usize = 2_000;

/// Cost of checking the support of a full wall, in placed stones: over a gap many fail.
const JUDGING: u64 = 200;

/// Searches for stones that fill the frame and are supported, and gives up after placing `tries` stones, or
/// for a wall of very many stones.
pub fn fill(frame: &Frame, lots: &[LotSpec], tries: u64) -> Filling {
    let cells: Vec<Cell> = frame.cells().collect();
    let mut open = vec![false; frame.grid_len()];
    for at in cells.iter().filter_map(|&cell| frame.index(cell)) {
        open[at] = true;
    }
    let left = lots.iter().map(|lot| lot.copies).collect();
    let mut search = Search { frame, lots, rotations: rotations(lots), left, open, wall: Vec::new(), tries };
    match search.fill_up_to(&cells) {
        Some(true) => Filling::Found(search.wall),
        Some(false) => Filling::Impossible,
        None => Filling::Open,
    }
}

struct StoneRotation {
    lot: usize,
    turn: Turn,
    shape: Shape,
    last: Cell,
}

struct Search<'a> {
    frame: &'a Frame,
    lots: &'a [LotSpec],
    rotations: Vec<StoneRotation>,
    left: Vec<u32>,
    open: Vec<bool>,
    wall: Vec<Placement<StoneId>>,
    tries: u64,
}

fn rotations(lots: &[LotSpec]) -> Vec<StoneRotation> {
    let turned = |(lot, spec): (usize, &LotSpec)| {
        let rotation = move |(turn, shape): (Turn, Shape)| {
            let last = *shape.cells().last()?;
            Some(StoneRotation { lot, turn, shape, last })
        };
        spec.shape.distinct_turns().into_iter().filter_map(rotation)
    };
    let mut rotations: Vec<StoneRotation> = lots.iter().enumerate().flat_map(turned).collect();
    rotations.sort_by_key(|rotation| std::cmp::Reverse(rotation.shape.area()));
    rotations
}

impl Search<'_> {
    fn fill_up_to(&mut self, cells: &[Cell]) -> Option<bool> {
        let is_open = |cell: &Cell| self.frame.index(*cell).is_some_and(|at| self.open[at]);
        let Some(at) = cells.iter().rposition(is_open) else {
            self.tries = self.tries.checked_sub(JUDGING)?;
            return Some(self.stands());
        };
        let (before, target) = (&cells[..at], cells[at]);
        for rotation in 0..self.rotations.len() {
            let StoneRotation { lot, turn, last, .. } = self.rotations[rotation];
            let at = Cell::new(target.row - last.row, target.col - last.col);
            if self.left[lot] == 0
                || !self.squares(rotation, at).all(|square| square.is_some_and(|at| self.open[at]))
            {
                continue;
            }
            self.tries = self.tries.checked_sub(1).filter(|_| self.wall.len() < MOST_STONES)?;
            let stone = StoneId { lot: LotId::at(lot), copy: self.left[lot] };
            self.left[lot] -= 1;
            self.wall.push(Placement { stone, placing: Placing::Turned(Spot { turn, at }) });
            self.cover(rotation, at, false);
            if self.may_stand(rotation, at) && self.fill_up_to(before)? {
                return Some(true);
            }
            self.left[lot] += 1;
            self.wall.pop();
            self.cover(rotation, at, true);
        }
        Some(false)
    }

    fn squares(&self, rotation: usize, at: Cell) -> impl Iterator<Item = Option<usize>> {
        let moved = move |cell: &Cell| Cell::new(at.row + cell.row, at.col + cell.col);
        self.rotations[rotation].shape.cells().iter().map(move |cell| self.frame.index(moved(cell)))
    }

    fn cover(&mut self, rotation: usize, at: Cell, open: bool) {
        let Self { rotations, frame, open: squares, .. } = self;
        for cell in rotations[rotation].shape.cells() {
            if let Some(square) = frame.index(Cell::new(at.row + cell.row, at.col + cell.col)) {
                squares[square] = open;
            }
        }
    }

    /// Returns whether something supports the stone, or may still be placed below it (`W3`): over a gap most
    /// stones can never be supported.
    fn may_stand(&self, rotation: usize, at: Cell) -> bool {
        let cells = self.rotations[rotation].shape.cells();
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
