//! Positions: a board and whose turn it is.

use crate::board::{Board, Handicap};
use crate::square::{Colour, Square, Squares};

/// A board and the side whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub board: Board,
    /// Side to move, unless the game is over.
    pub turn: Colour,
}

/// Everything but column a, and everything but column h: what a step to the right, to the left may reach.
const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// The eight directions: how far a step moves a bit to the left (rightwards if negative), and what it may reach.
const DIRECTIONS: [(i8, u64); 8] =
    [(1, NOT_A), (-1, NOT_H), (8, !0), (-8, !0), (9, NOT_A), (7, NOT_H), (-7, NOT_A), (-9, NOT_H)];

/// All squares one step on.
#[inline]
const fn step(squares: u64, (by, reach): (i8, u64)) -> u64 {
    let moved = if by > 0 { squares << by } else { squares >> -by };
    moved & reach
}

/// The opposing discs in an unbroken line from `from` on, in one direction; at most six can be closed.
#[inline]
const fn line(from: u64, opposing: u64, direction: (i8, u64)) -> u64 {
    let mut line = step(from, direction) & opposing;
    let mut steps = 1;
    while steps < 6 {
        line |= step(line, direction) & opposing;
        steps += 1;
    }
    line
}

/// Error of a move that is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveFault {
    /// It names no square, and is no pass (`TO1`).
    NotASquare,
    /// Neither side has a move any more (`TO4`).
    GameOver,
    /// A pass by a side that has a move (`TO3`).
    PassWithMoves,
    /// A disc lies there (`TO2`).
    Occupied,
    /// It would turn nothing (`TO2`).
    NoFlip,
}

impl MoveFault {
    /// The rule it stands on.
    pub fn rule(self) -> &'static str {
        match self {
            Self::NotASquare => "TO1",
            Self::GameOver => "TO4",
            Self::PassWithMoves => "TO3",
            Self::Occupied | Self::NoFlip => "TO2",
        }
    }
}

impl Position {
    /// The position before the first move; with a handicap white moves first (`TO1`, `TO6`).
    pub const fn start(handicap: Handicap) -> Self {
        Self { board: Board::start(handicap), turn: handicap.first() }
    }

    const fn own(&self) -> u64 {
        self.board.discs(self.turn).0
    }

    const fn opposing(&self) -> u64 {
        self.board.discs(self.turn.other()).0
    }

    /// The same board with the other side to move.
    #[must_use]
    pub const fn passed(&self) -> Self {
        Self { board: self.board, turn: self.turn.other() }
    }

    /// The squares that may be played: empty, and closing at least one line of opposing discs (`TO2`).
    pub fn legal(&self) -> Squares {
        let (own, opposing, empty) = (self.own(), self.opposing(), self.board.empty().0);
        let ends = DIRECTIONS.iter().map(|&direction| step(line(own, opposing, direction), direction));
        Squares(ends.fold(0, |all, end| all | end) & empty)
    }

    /// The discs that a disc on `square` turns: all of all lines that an own disc closes (`TO2`).
    ///
    /// None if nothing is closed; it does not matter whether the square is empty.
    pub fn flips(&self, square: Square) -> Squares {
        let (own, opposing) = (self.own(), self.opposing());
        let placed = Squares::only(square).0;
        let closed = DIRECTIONS.iter().map(|&direction| {
            let line = line(placed, opposing, direction);
            let closes = step(line, direction) & own != 0;
            if closes { line } else { 0 }
        });
        Squares(closed.fold(0, |all, line| all | line))
    }

    /// The position after a disc on `square`.
    ///
    /// # Errors
    /// If a disc lies there, or it would turn nothing (`TO2`).
    pub fn played(&self, square: Square) -> Result<Self, MoveFault> {
        if !self.board.empty().contains(square) {
            return Err(MoveFault::Occupied);
        }
        let flips = self.flips(square);
        if flips.is_empty() {
            return Err(MoveFault::NoFlip);
        }
        Ok(self.with(square, flips))
    }

    /// The position after a disc on `square` that turns `flips`.
    pub(crate) fn with(&self, square: Square, flips: Squares) -> Self {
        let (gained, lost) = (flips.with(Squares::only(square)).0, flips.0);
        let Board { black, white } = self.board;
        let board = match self.turn {
            Colour::Black => Board { black: black | gained, white: white & !lost },
            Colour::White => Board { black: black & !lost, white: white | gained },
        };
        Self { board, turn: self.turn.other() }
    }

    /// Returns whether neither side has a move (`TO4`).
    pub fn is_finished(&self) -> bool {
        self.legal().is_empty() && self.passed().legal().is_empty()
    }

    /// Returns whether the side to move has no move and its opponent has one (`TO3`).
    pub fn must_pass(&self) -> bool {
        self.legal().is_empty() && !self.passed().legal().is_empty()
    }
}
