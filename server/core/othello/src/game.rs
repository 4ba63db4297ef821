//! Games: a position, the moves that led to it, and the passes between them.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::position::{MoveFault, Position};
use crate::square::{Colour, Square, Squares};

/// A disc that was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move's number in the transcript, from 1, counting written passes.
    pub number: u32,
    pub by: Colour,
    pub square: Square,
    pub flips: Squares,
}

/// A pass, which transcripts may omit (`TO3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The number of the pass, or of the move after an omitted one.
    pub before: u32,
    pub by: Colour,
}

/// The first illegal move of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// Its number, from 1, counting written passes.
    pub number: u32,
    pub square: String,
    pub fault: MoveFault,
}

/// A game with the moves so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Position,
    position: Position,
    plies: Vec<Ply>,
    passes: Vec<Pass>,
    written: u32,
}

impl Game {
    /// Returns a game that begins at a position.
    pub const fn at(start: Position) -> Self {
        Self { start, position: start, plies: Vec::new(), passes: Vec::new(), written: 0 }
    }

    /// Plays a transcript: two characters per move in either case, `--` for a pass; passes may be omitted
    /// (`TO3`).
    pub fn replay(start: Position, transcript: &str) -> Result<Self, IllegalMove> {
        let mut game = Self::at(start);
        let mut characters = transcript.chars().peekable();
        while characters.peek().is_some() {
            let text: String = characters.by_ref().take(2).collect();
            game.play(&text.to_lowercase())?;
        }
        Ok(game)
    }

    /// Plays one move of a transcript. A side without a move passes automatically if its opponent has one.
    ///
    /// # Errors
    ///
    /// Fails without changes if the move is illegal.
    pub fn play(&mut self, text: &str) -> Result<(), IllegalMove> {
        let number = self.written + 1;
        let pass = text == "--";
        let square = Square::parse(text);
        let fault = |fault| IllegalMove { number, square: text.to_string(), fault };
        if square.is_none() && !pass {
            return Err(fault(MoveFault::NotASquare));
        }
        if self.position.is_finished() {
            return Err(fault(MoveFault::GameOver));
        }
        let must_pass = self.position.must_pass();
        if pass && !must_pass {
            return Err(fault(MoveFault::PassWithMoves));
        }
        let by = if must_pass && !pass { self.position.passed() } else { self.position };
        let next = match square {
            Some(square) => by.played(square).map_err(fault)?,
            None => by.passed(),
        };
        if must_pass {
            self.passes.push(Pass { before: number, by: self.position.turn });
        }
        if let Some(square) = square {
            self.plies.push(Ply { number, by: by.turn, square, flips: by.flips(square) });
        }
        self.position = next;
        self.written = number;
        Ok(())
    }

    /// Returns the position at the beginning.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the discs that were placed, in order.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns the passes, in order. An unwritten one at the end hasn't happened yet.
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// Returns the number of written moves, including passes.
    pub const fn written(&self) -> u32 {
        self.written
    }

    /// Returns the side that made the last move; `None` before the first one.
    pub fn last_mover(&self) -> Option<Colour> {
        let ply = self.plies.last().map(|ply| (ply.number, ply.by));
        // An omitted pass precedes the ply with the same number.
        let pass = self.passes.last().map(|pass| (pass.before, pass.by));
        match (ply, pass) {
            (Some((moved, by)), Some((passed, _))) if moved >= passed => Some(by),
            (_, Some((_, by))) | (Some((_, by)), None) => Some(by),
            (None, None) => None,
        }
    }
}

/// The transcript without passes, which follow from the rules: `f5d6c5…`.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.plies.iter().try_for_each(|ply| write!(f, "{}", ply.square))
    }
}
