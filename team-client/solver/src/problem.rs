//! A problem to solve: a frame, and stones in hand.

use ishigaki_rules::{Frame, Shape};

/// Maximum rows and columns of a frame's drawing.
pub const MOST_ROWS: usize = 64;

/// Maximum stones in hand.
pub const MOST_STONES: usize = 4096;

/// A frame (`W1`) and the stones in hand, each once (`W4`).
#[derive(Clone, Debug)]
pub struct Problem {
    frame: Frame,
    stones: Vec<Shape>,
}

/// Error of a problem that is too large for the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemFault {
    #[error("the frame has {rows} rows and {cols} columns; at most {MOST_ROWS} of each can be searched")]
    FrameTooLarge { rows: usize, cols: usize },
    /// There are too many stones.
    #[error("there are {stones} stones; at most {MOST_STONES} can be searched")]
    TooManyStones { stones: usize },
}

impl Problem {
    /// Returns a problem with these stones, identified by their index. Stones larger than the frame stay
    /// unused.
    ///
    /// # Errors
    /// The frame is too large, or there are too many stones.
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

    /// Returns the frame.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Returns the stones in their given order.
    pub fn stones(&self) -> &[Shape] {
        &self.stones
    }
}
