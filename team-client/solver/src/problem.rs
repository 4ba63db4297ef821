//! The problem to be solved: a frame, and stones in hand. Knows the limits of the search, nothing of how it goes.

use ishigaki_rules::{Frame, Shape};

/// The most rows, and the most columns, that a frame's drawing may have.
pub const MOST_ROWS: usize = 64;

/// The most stones in hand.
pub const MOST_STONES: usize = 4096;

/// A frame (`W1`) and the stones in hand, each once (`W4`).
#[derive(Clone, Debug)]
pub struct Problem {
    frame: Frame,
    stones: Vec<Shape>,
}

/// Error of a problem that is beyond the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemFault {
    /// The frame's drawing has too many rows or columns.
    #[error("the frame has {rows} rows and {cols} columns; at most {MOST_ROWS} of each can be searched")]
    FrameTooLarge {
        /// Rows of the drawing.
        rows: usize,
        /// Columns of the drawing.
        cols: usize,
    },
    /// There are too many stones.
    #[error("there are {stones} stones; at most {MOST_STONES} can be searched")]
    TooManyStones { stones: usize },
}

impl Problem {
    /// A problem with these stones; a stone is known by its place in the list. Stones that are larger than the
    /// frame may be among them: they stay unused.
    ///
    /// # Errors
    /// The frame is too large to be searched, or there are too many stones.
    pub fn new(frame: Frame, stones: Vec<Shape>) -> Result<Self, ProblemFault> {
        let rows = usize::try_from(frame.height()).unwrap_or(usize::MAX);
        let cols = usize::try_from(frame.width()).unwrap_or(usize::MAX);
        if rows > MOST_ROWS || cols > MOST_ROWS {
            return Err(ProblemFault::FrameTooLarge { rows, cols });
        }
        if stones.len() > MOST_STONES {
            return Err(ProblemFault::TooManyStones { stones: stones.len() });
        }
        Ok(Self { frame, stones })
    }

    /// The frame.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The stones, in the order in which they were given.
    pub fn stones(&self) -> &[Shape] {
        &self.stones
    }
}
