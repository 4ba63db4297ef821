//! Grid of placed pieces: where another piece fits, and why not elsewhere.
//!
//! The rules' `judge` checks one whole wall; this checks all places at once and names squares and pieces. A
//! test compares both.

use std::collections::BTreeSet;

use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Cell, Shape, Turn};

use super::rejection::PieceRejection;
use super::site::{Piece, PieceLayout, Site, moved};

/// Placed pieces without the selected one.
pub struct PieceGrid<'a> {
    site: &'a Site,
    held: Piece,
    pieces: Vec<Piece>,
    squares: Vec<Vec<usize>>,
    owners: Vec<Option<usize>>,
    /// True if the piece is supported: the team's stones by the team's stones alone, planned ones by
    /// anything.
    carried: Vec<bool>,
    resting: Vec<usize>,
    width: usize,
}

impl<'a> PieceGrid<'a> {
    /// Returns a grid of all pieces except `held`, which may be among them.
    pub fn without(site: &'a Site, layout: &PieceLayout, held: Piece) -> Self {
        let others = || layout.iter().filter(|(piece, _)| **piece != held);
        let pieces: Vec<Piece> = others().map(|(&piece, _)| piece).collect();
        let index = |cell: Cell| site.frame().index(cell);
        let squares: Vec<Vec<usize>> = others()
            .map(|(&piece, &spot)| site.squares(piece, spot).into_iter().filter_map(index).collect())
            .collect();
        let mut owners = vec![None; site.frame().grid_len()];
        for (at, squares) in squares.iter().enumerate() {
            for &square in squares {
                owners[square] = Some(at);
            }
        }
        let width = usize::try_from(site.frame().width()).unwrap_or(1).max(1);
        let mut board =
            Self { site, held, pieces, squares, owners, carried: Vec::new(), resting: Vec::new(), width };
        let real = board.flood(&[], false);
        let all = board.flood(&[], true);
        let is_carried = |at: usize| if board.pieces[at].is_planned() { all[at] } else { real[at] };
        board.carried = (0..board.pieces.len()).map(is_carried).collect();
        if let (Piece::Own(_), Some(&spot)) = (held, layout.get(&held)) {
            let old: Vec<usize> = site.squares(held, spot).into_iter().filter_map(index).collect();
            let before = board.flood(&old, false);
            let falls = |&at: &usize| before[at] && !board.carried[at] && !board.pieces[at].is_planned();
            board.resting = (0..board.pieces.len()).filter(falls).collect();
        }
        board
    }

    /// Returns the team's stones that only the selected one supports.
    pub fn resting(&self) -> Vec<Piece> {
        self.resting.iter().map(|&at| self.pieces[at]).collect()
    }

    /// Returns all places where the selected piece fits in this rotation, by least row and column.
    pub fn places(&self, shape: &Shape, turn: Turn) -> Vec<Cell> {
        let turned = shape.turned(turn);
        let frame = self.site.frame();
        let rows = 0..=frame.height() - turned.height();
        let all = rows.flat_map(|row| (0..=frame.width() - turned.width()).map(move |col| Cell { row, col }));
        all.filter(|&at| self.can_lie(&turned, at)).collect()
    }

    /// Returns everything that is wrong with the selected piece at this position, most important first.
    pub fn rejections(&self, shape: &Shape, spot: Spot) -> Vec<PieceRejection> {
        let cells: Vec<Cell> = moved(shape.turned_cells(spot.turn), spot.at).collect();
        let mut rejections = Vec::new();
        let mut outside: Vec<Cell> =
            cells.iter().copied().filter(|&cell| !self.site.frame().contains(cell)).collect();
        if !outside.is_empty() {
            outside.sort_unstable();
            rejections.push(PieceRejection::OutOfFrame { squares: outside });
        }
        let under: BTreeSet<usize> = cells.iter().filter_map(|&cell| self.obstacle(cell)).collect();
        if !under.is_empty() {
            rejections.push(PieceRejection::Overlap { pieces: self.pieces_at(&under) });
        }
        if rejections.is_empty() {
            rejections.extend(self.support_rejections(&cells));
        }
        let is_refused = !rejections.is_empty() && !self.can_lie(&shape.turned(spot.turn), spot.at);
        if is_refused && self.is_for_mirror(shape, spot.at) {
            rejections.insert(0, PieceRejection::Mirrored);
        }
        rejections
    }

    /// Returns the planned pieces that a stone on these squares displaces.
    pub fn displaced(&self, cells: &[Cell]) -> Vec<Piece> {
        let under: BTreeSet<usize> = cells.iter().filter_map(|&cell| self.owner(cell)).collect();
        let planned = self.pieces_at(&under).into_iter().filter(|piece| piece.is_planned());
        planned.filter(|_| !self.held.is_planned()).collect()
    }

    fn support_rejections(&self, cells: &[Cell]) -> Vec<PieceRejection> {
        let mut rejections = Vec::new();
        if !cells.iter().any(|&cell| self.carries(cell)) {
            let below: Vec<Cell> = squares_below(cells).collect();
            let under: BTreeSet<usize> = below.iter().filter_map(|&cell| self.owner(cell)).collect();
            rejections.push(if under.is_empty() {
                PieceRejection::Uncarried { squares: below }
            } else {
                PieceRejection::OnLoose { pieces: self.pieces_at(&under) }
            });
        }
        let falling = self.falling(cells);
        if !falling.is_empty() {
            rejections.push(PieceRejection::LeavesLoose { pieces: falling });
        }
        rejections
    }

    fn can_lie(&self, turned: &Shape, at: Cell) -> bool {
        let cells = || moved(turned.cells().iter().copied(), at);
        let fits = cells().all(|cell| self.site.frame().contains(cell) && self.obstacle(cell).is_none());
        if !fits || !self.site.refuses_loose() {
            return fits;
        }
        let stands = cells().any(|cell| self.carries(cell));
        stands && (self.resting.is_empty() || self.falling(&cells().collect::<Vec<_>>()).is_empty())
    }

    fn is_for_mirror(&self, shape: &Shape, at: Cell) -> bool {
        let mirrored = shape.mirrored();
        let fits = |shape: &Shape| Turn::ALL.into_iter().any(|turn| self.can_lie(&shape.turned(turn), at));
        shape.turn_onto(&mirrored).is_none() && !fits(shape) && fits(&mirrored)
    }

    fn owner(&self, cell: Cell) -> Option<usize> {
        self.site.frame().index(cell).and_then(|at| self.owners[at])
    }

    fn obstacle(&self, cell: Cell) -> Option<usize> {
        self.owner(cell).filter(|&at| self.held.is_planned() || !self.pieces[at].is_planned())
    }

    fn carries(&self, cell: Cell) -> bool {
        let below = || self.owner(Cell { row: cell.row + 1, ..cell });
        let counts =
            |at: usize| self.carried[at] && (self.held.is_planned() || !self.pieces[at].is_planned());
        cell.row == self.site.frame().bottom_row() || below().is_some_and(counts)
    }

    fn falling(&self, cells: &[Cell]) -> Vec<Piece> {
        if self.resting.is_empty() {
            return Vec::new();
        }
        let there: Vec<usize> = cells.iter().filter_map(|&cell| self.site.frame().index(cell)).collect();
        let after = self.flood(&there, false);
        self.resting.iter().filter(|&&at| !after[at]).map(|&at| self.pieces[at]).collect()
    }

    fn pieces_at(&self, pieces: &BTreeSet<usize>) -> Vec<Piece> {
        pieces.iter().map(|&at| self.pieces[at]).collect()
    }

    fn flood(&self, held: &[usize], with_plan: bool) -> Vec<bool> {
        let bottom = usize::try_from(self.site.frame().bottom_row()).unwrap_or(0) * self.width;
        let counts = |at: usize| with_plan || !self.pieces[at].is_planned();
        let mut carried = vec![false; self.pieces.len()];
        let mut open = Vec::new();
        for (at, squares) in self.squares.iter().enumerate() {
            if counts(at) && squares.iter().any(|&square| square >= bottom) {
                carried[at] = true;
                open.push(at);
            }
        }
        let mut held_stands = held.iter().any(|&square| square >= bottom);
        let mut held_open = held_stands;
        loop {
            let squares = if held_open {
                held_open = false;
                held
            } else if let Some(at) = open.pop() {
                &self.squares[at]
            } else {
                return carried;
            };
            for above in squares.iter().filter_map(|square| square.checked_sub(self.width)) {
                if held.contains(&above) {
                    held_open |= !held_stands;
                    held_stands = true;
                } else if let Some(at) = self.owners[above].filter(|&at| counts(at) && !carried[at]) {
                    carried[at] = true;
                    open.push(at);
                }
            }
        }
    }
}

fn squares_below(cells: &[Cell]) -> impl Iterator<Item = Cell> {
    let own: BTreeSet<Cell> = cells.iter().copied().collect();
    let below: BTreeSet<Cell> = own.iter().map(|cell| Cell { row: cell.row + 1, ..*cell }).collect();
    below.into_iter().filter(move |cell| !own.contains(cell))
}
