//! Positions: a board and the side to move.

use crate::board::{Board, Handicap};
use crate::square::{Colour, Square, Squares};

/// A board and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub board: Board,
    /// Side to move, unless the game is over.
    pub turn: Colour,
}

/// All squares except column a, and except column h: targets of a step to the right and to the left.
const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// The eight directions: left shift of a step (negative is right), and its possible targets.
const DIRECTIONS: [(i8, u64); 8] =
    [(1, NOT_A), (-1, NOT_H), (8, !0), (-8, !0), (9, NOT_A), (7, NOT_H), (-7, NOT_A), (-9, NOT_H)];

#[inline]
const fn step(squares: u64, (by, reach): (i8, u64)) -> u64 {
    let moved = if by > 0 { squares << by } else { squares >> -by };
    moved & reach
}

/// The opposing discs in an unbroken line from `from` in one direction; at most six can be enclosed.
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

/// Error of an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveFault {
    /// The text is no square and no pass (`TO1`).
    NotASquare,
    /// The game is over (`TO4`).
    GameOver,
    /// A pass by a side that has a move (`TO3`).
    PassWithMoves,
    Occupied,
    NoFlip,
}

impl MoveFault {
    /// Returns the number of the rule behind it.
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
    /// Returns the start position; with a handicap white moves first (`TO1`, `TO6`).
    pub const fn start(handicap: Handicap) -> Self {
        Self { board: Board::start(handicap), turn: handicap.first() }
    }

    const fn own(&self) -> u64 {
        self.board.discs(self.turn).0
    }

    const fn opposing(&self) -> u64 {
        self.board.discs(self.turn.other()).0
    }

    /// Returns the same board with the other side to move.
    #[must_use]
    pub const fn passed(&self) -> Self {
        Self { board: self.board, turn: self.turn.other() }
    }

    /// Returns the legal moves: empty squares that enclose a line of opposing discs (`TO2`).
    pub fn legal(&self) -> Squares {
        let (own, opposing, empty) = (self.own(), self.opposing(), self.board.empty().0);
        let ends = DIRECTIONS.iter().map(|&direction| step(line(own, opposing, direction), direction));
        Squares(ends.fold(0, |all, end| all | end) & empty)
    }

    /// Returns the discs that a disc on `square` flips (`TO2`), even if the square isn't empty.
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

    /// Returns the position after a disc on `square`.
    ///
    /// # Errors
    ///
    /// Fails if the square isn't empty or no disc would be flipped (`TO2`).
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
