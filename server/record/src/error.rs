//! The errors of writing and reading a transcript.

use std::io;

use ishigaki_preset::{EventConfigError, RosterError};
use ishigaki_rules::{FrameFault, SetupFault, ShapeFault};

use crate::bytes::HexError;
use crate::format::{FORMAT, MOST_LINE};

/// Error of a transcript that cannot be written or read. Never says what a sealed list contains.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be written.
    #[error("the transcript cannot be written")]
    Io(#[source] io::Error),
    /// The line is not one of this format: not JSON, of an unknown kind, with an unknown or missing field.
    #[error("this is not a line of a transcript")]
    Json(#[source] serde_json::Error),
    /// The format is one that this crate does not know.
    #[error("format {found} is unknown; this is format {FORMAT}")]
    UnknownFormat {
        /// The format the file says it has.
        found: u32,
    },
    /// The line says what it says in another spelling than the one of the format.
    #[error("the line is not spelled as the format spells it")]
    NotCanonical,
    /// The file begins with a byte order mark, which some editors add.
    #[error("the file begins with a byte order mark: an editor has changed it")]
    ByteOrderMark,
    /// A line ends as lines do on some systems: with a carriage return and a line feed.
    #[error("the line has a carriage return: a program has changed the line ends")]
    CarriageReturn,
    /// The line is longer than any line of a record.
    #[error("the line is longer than {MOST_LINE} bytes, which no line of a record is")]
    LongLine,
    /// The line is not text in UTF-8.
    #[error("the line is not text in UTF-8")]
    NotText,
    /// The last line does not end with a line feed: the file has been cut.
    #[error("the file ends within a line")]
    Unterminated,
    /// The line of this kind stands in a place where it has no business.
    #[error("expected a line of kind {expected}")]
    Misplaced {
        /// The kind that belongs here.
        expected: &'static str,
    },
    /// The file ends without its result line.
    #[error("the result line is missing")]
    MissingResult,
    /// An event line is missing, or stands elsewhere.
    #[error("expected sequence {expected}, found {found}")]
    Gap {
        /// The sequence that comes next.
        expected: u64,
        /// The one that stands there.
        found: u64,
    },
    /// An epoch is missing, or stands elsewhere.
    #[error("expected epoch {expected}, found {found}")]
    EpochGap {
        /// The epoch that comes next.
        expected: u32,
        /// The one that stands there.
        found: u32,
    },
    /// An event that is signed at once has no signed head behind it.
    #[error("event {sequence} is one whose head is signed, and its signed head is missing")]
    NotSigned {
        /// The event.
        sequence: u64,
    },
    /// A signed head stands behind an event whose head is not signed, or is the second one.
    #[error("a signed head has no business behind event {sequence}")]
    NotClosing {
        /// The event before it.
        sequence: u64,
    },
    /// An event that still carries a sealed list has no business in a public record (`A4`).
    #[error("a public record carries something sealed")]
    Sealed,
    /// A fact comes without the proof of its kind, or with another.
    #[error("the fact comes without the proof of its kind")]
    WrongProof,
    /// The game has no team of this code.
    #[error("unknown team {code:?}")]
    UnknownTeam {
        /// The code.
        code: String,
    },
    /// The game has no lot of this code.
    #[error("unknown lot {code:?}")]
    UnknownLot {
        /// The code.
        code: String,
    },
    /// This names no stone: a lot's code, a dash, the copy's number.
    #[error("unknown stone {code:?}")]
    UnknownStone {
        /// Text in its place.
        code: String,
    },
    /// This is nobody who can act.
    #[error("unknown actor {by:?}")]
    UnknownActor {
        /// Text in its place.
        by: String,
    },
    /// A turn is 0 to 3 quarters (`W2`).
    #[error("a stone cannot be turned by {quarters} quarters")]
    BadTurn {
        /// Number in its place.
        quarters: u32,
    },
    /// A nonce or key is none.
    #[error(transparent)]
    NotHex(#[from] HexError),
    /// A box is not spelled in hexadecimal.
    #[error("the box is not spelled in hexadecimal")]
    BadBox,
    /// The frame is none (`W1`).
    #[error("the frame is not valid: {0:?}")]
    Frame(FrameFault),
    /// The shape of a lot is none (`W1`).
    #[error("the shape of lot {lot:?} is not valid: {fault:?}")]
    Shape {
        /// The lot's code.
        lot: String,
        /// Fault of the shape.
        fault: ShapeFault,
    },
    /// A shape is drawn with `#` and `.` only.
    #[error("the shape of lot {lot:?} has a sign that is neither '#' nor '.'")]
    Sign {
        /// The lot's code.
        lot: String,
    },
    /// No game can be played with this set-up.
    #[error("the set-up is not valid: {0}")]
    Setup(SetupFault),
    /// A line of the roster is 0: they are counted from 1.
    #[error("lines of the roster are counted from 1")]
    NoLine,
    /// This names no pool, league or play-off game.
    #[error("unknown pool or game {pool:?}")]
    UnknownPool {
        /// Text in its place.
        pool: String,
    },
    /// A slip has a handicap or a square that there is not.
    #[error("the slip has a handicap or a square that there is not")]
    BadSlip,
    /// The settings make no event.
    #[error("the settings make no event")]
    Config(#[source] Box<EventConfigError>),
    /// The roster is none.
    #[error("the roster is none")]
    Roster(#[source] RosterError),
    /// An event to be written is not of the game of this transcript.
    #[error("this belongs to another game")]
    Foreign,
}

/// An error of reading, and where.
#[derive(Debug, thiserror::Error)]
#[error("line {line}")]
pub struct LineError {
    /// The line, counted from 1. If lines are missing at the end: the one that should be there.
    pub line: usize,
    /// Error that was found.
    #[source]
    pub error: Error,
}
