//! A partial wall: free, empty and covered squares, and the remaining stones.
//!
//! Moves are undone in reverse order.

use crate::covers::bit_of;
use crate::grid::{Pos, shifted};
use crate::orientation::OrientedPlacement;
use crate::prepared::{PreparedProblem, StoneKind};
use crate::random::mix;

pub(crate) const FREE: u16 = 0;
pub(crate) const HOLE: u16 = u16::MAX - 1;
pub(crate) const OUTSIDE: u16 = u16::MAX;

#[derive(Clone, Debug)]
pub(crate) struct PartialBoard<'a> {
    pub(crate) prepared: &'a PreparedProblem,
    pub(crate) owners: Vec<u16>,
    pub(crate) free_rows: Vec<u64>,
    pub(crate) left: Vec<u16>,
    pub(crate) kinds_left: u64,
    bits_left: [u16; 64],
    pub(crate) left_by_area: Vec<u16>,
    pub(crate) area_left: u32,
    pub(crate) count_left: u32,
    pub(crate) laid: Vec<OrientedPlacement>,
    pub(crate) free: u32,
    pub(crate) holes: u32,
    pub(crate) top_holes: u32,
    pub(crate) colours: Colours,
    moves: Vec<Move>,
    /// Hash of the free squares and remaining stones, independent of the order of moves.
    pub(crate) hash: u64,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Colours {
    pub(crate) free: i32,
    pub(crate) sum: u32,
    pub(crate) squared: u32,
}

#[derive(Clone, Copy, Debug)]
enum Move {
    Stone,
    Hole(Pos),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SquareDecision {
    Lay(OrientedPlacement),
    GiveUp(Pos),
}

impl<'a> PartialBoard<'a> {
    pub(crate) fn new(prepared: &'a PreparedProblem) -> Self {
        let mut owners = vec![OUTSIDE; prepared.grid.len];
        for &pos in &prepared.grid.cells {
            owners[usize::from(pos)] = FREE;
        }
        let largest = prepared.kinds.iter().map(|kind| kind.area).max().unwrap_or(0);
        let mut board = Self {
            prepared,
            owners,
            free_rows: prepared.grid.rows.clone(),
            left: vec![0; prepared.kinds.len()],
            kinds_left: 0,
            bits_left: [0; 64],
            left_by_area: vec![0; largest as usize + 1],
            area_left: 0,
            count_left: 0,
            laid: Vec::new(),
            free: prepared.grid.cells.len() as u32,
            holes: 0,
            top_holes: 0,
            colours: Colours {
                free: prepared.grid.cells.iter().map(|&pos| prepared.grid.colour(pos)).sum(),
                ..Colours::default()
            },
            moves: Vec::new(),
            hash: 0,
        };
        for (kind, stones) in prepared.kinds.iter().enumerate() {
            for _ in &stones.stones {
                board.give(kind as u16);
            }
        }
        board
    }

    pub(crate) fn give(&mut self, kind: u16) {
        let left = &mut self.left[usize::from(kind)];
        if *left == 0 {
            self.kinds_left |= bit_of(kind);
            self.bits_left[usize::from(kind % 64)] += 1;
        }
        *left += 1;
        self.hash ^= hash_of_count(kind, *left);
        let StoneKind { area, imbalance, .. } = self.prepared.kinds[usize::from(kind)];
        self.colours.sum += imbalance;
        self.colours.squared += imbalance * imbalance;
        self.left_by_area[area as usize] += 1;
        self.area_left += area;
        self.count_left += 1;
    }

    pub(crate) fn take(&mut self, kind: u16) {
        let left = &mut self.left[usize::from(kind)];
        self.hash ^= hash_of_count(kind, *left);
        *left -= 1;
        if *left == 0 {
            let sharing = &mut self.bits_left[usize::from(kind % 64)];
            *sharing -= 1;
            if *sharing == 0 {
                self.kinds_left &= !bit_of(kind);
            }
        }
        let StoneKind { area, imbalance, .. } = self.prepared.kinds[usize::from(kind)];
        self.colours.sum -= imbalance;
        self.colours.squared -= imbalance * imbalance;
        self.left_by_area[area as usize] -= 1;
        self.area_left -= area;
        self.count_left -= 1;
    }

    pub(crate) fn lay(&mut self, put: OrientedPlacement) {
        let orient = self.prepared.orient(put);
        self.take(orient.kind);
        self.laid.push(put);
        self.fill(put, self.laid.len() as u16);
        self.free -= orient.offsets.len() as u32;
        self.flip(put);
        self.colours.free -= self.prepared.imbalance(put);
        self.moves.push(Move::Stone);
    }

    pub(crate) fn hash_after(&self, put: OrientedPlacement) -> u64 {
        let kind = self.prepared.orient(put).kind;
        let count = hash_of_count(kind, self.left[usize::from(kind)]);
        self.prepared.squares(put).fold(self.hash ^ count, |hash, square| hash ^ self.prepared.hashes[square])
    }

    pub(crate) fn choose(&mut self, choice: SquareDecision) {
        match choice {
            SquareDecision::Lay(put) => self.lay(put),
            SquareDecision::GiveUp(pos) => self.give_up(pos),
        }
    }

    pub(crate) fn give_up(&mut self, pos: Pos) {
        self.owners[usize::from(pos)] = HOLE;
        self.free -= 1;
        self.mark_hole(pos, true);
        self.moves.push(Move::Hole(pos));
    }

    pub(crate) fn undo(&mut self) {
        match self.moves.pop() {
            Some(Move::Stone) => {
                let Some(put) = self.laid.pop() else { return };
                let orient = self.prepared.orient(put);
                self.fill(put, FREE);
                self.flip(put);
                self.colours.free += self.prepared.imbalance(put);
                self.free += orient.offsets.len() as u32;
                self.give(orient.kind);
            }
            Some(Move::Hole(pos)) => {
                self.owners[usize::from(pos)] = FREE;
                self.free += 1;
                self.mark_hole(pos, false);
            }
            None => {}
        }
    }

    pub(crate) fn depth(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn rewind(&mut self, depth: usize) {
        while self.moves.len() > depth {
            self.undo();
        }
    }

    pub(crate) fn is_free(&self, place: usize) -> bool {
        self.owners[place] == FREE
    }

    /// `W3`.
    pub(crate) fn is_carried(&self, put: OrientedPlacement) -> bool {
        let is_stone = |owner: u16| owner != FREE && owner < HOLE;
        self.prepared.touches_bottom(put)
            || self
                .prepared
                .orient(put)
                .feet
                .iter()
                .any(|&foot| is_stone(self.owners[shifted(put.pos, foot)]))
    }

    /// Returns whether it touches the bottom edge, or a stone is or may come below it.
    pub(crate) fn may_be_carried(&self, put: OrientedPlacement) -> bool {
        self.prepared.touches_bottom(put)
            || self.prepared.orient(put).feet.iter().any(|&foot| self.owners[shifted(put.pos, foot)] < HOLE)
    }

    /// Calls `take` with every stone that may cover a square until it returns that it is done.
    pub(crate) fn each_cover(&self, square: Pos, mut take: impl FnMut(OrientedPlacement) -> bool) {
        let prepared = self.prepared;
        let is_free = |place: usize| self.owners[place] == FREE;
        prepared.covers.each(&prepared.orients, square, self.kinds_left, &self.left, is_free, |put| {
            !prepared.may_lie(put) || take(put)
        });
    }

    fn fill(&mut self, put: OrientedPlacement, owner: u16) {
        let orient = self.prepared.orient(put);
        for &offset in &orient.offsets {
            self.owners[shifted(put.pos, offset)] = owner;
        }
    }

    fn flip(&mut self, put: OrientedPlacement) {
        let orient = self.prepared.orient(put);
        let (row, col) = (self.prepared.grid.row(put.pos), self.prepared.grid.col(put.pos) - orient.lead);
        for (at, bits) in orient.rows.iter().enumerate() {
            let bits = bits << col;
            self.free_rows[row + at] ^= bits;
        }
        for &offset in &orient.offsets {
            self.hash ^= self.prepared.hashes[shifted(put.pos, offset)];
        }
    }

    fn mark_hole(&mut self, pos: Pos, is_hole: bool) {
        let (row, col) = (self.prepared.grid.row(pos), self.prepared.grid.col(pos));
        self.free_rows[row] ^= 1 << col;
        self.hash ^= self.prepared.hashes[usize::from(pos)];
        let top = u32::from(row == self.prepared.grid.top_row);
        let colour = self.prepared.grid.colour(pos);
        self.colours.free += if is_hole { -colour } else { colour };
        if is_hole {
            self.holes += 1;
            self.top_holes += top;
        } else {
            self.holes -= 1;
            self.top_holes -= top;
        }
    }
}

fn hash_of_count(kind: u16, count: u16) -> u64 {
    mix((u64::from(kind) << 16 | u64::from(count)) + (1 << 40))
}
