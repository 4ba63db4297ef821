//! The errors of writing and reading a transcript.

use ishigaki_catalogue::Message;
use std::io;

use ishigaki_preset::{EventConfigError, RosterError};
use ishigaki_rules::{FrameFault, SetupFault, ShapeFault};

use crate::bytes::HexError;
use crate::format::{FORMAT, MOST_LINE};

/// Error of a transcript that cannot be written or read. Never says what a sealed list contains.
#[derive(Debug, thiserror::Error, Message)]
#[message("record-error")]
pub enum Error {
    /// The file cannot be written.
    Io(#[source] io::Error),
    /// The line is not one of this format: not JSON, of an unknown kind, with an unknown or missing field.
    Json(#[source] serde_json::Error),
    /// The format is one that this crate does not know.
    #[message(known = FORMAT.to_string())]
    UnknownFormat {
        /// The format the file says it has.
        #[message(display)]
        found: u32,
    },
    /// The line says what it says in another spelling than the one of the format.
    NotCanonical,
    /// The file begins with a byte order mark, which some editors add.
    ByteOrderMark,
    /// A line ends as lines do on some systems: with a carriage return and a line feed.
    CarriageReturn,
    /// The line is longer than any line of a record.
    #[message(most = MOST_LINE.to_string())]
    LongLine,
    /// The line is not text in UTF-8.
    NotText,
    /// The last line does not end with a line feed: the file has been cut.
    Unterminated,
    /// The line of this kind stands in a place where it has no business.
    Misplaced {
        /// The kind that belongs here.
        #[message(display)]
        expected: &'static str,
    },
    /// The file ends without its result line.
    MissingResult,
    /// An event line is missing, or stands elsewhere.
    Gap {
        /// The sequence that comes next.
        #[message(display)]
        expected: u64,
        /// The one that stands there.
        #[message(display)]
        found: u64,
    },
    /// An epoch is missing, or stands elsewhere.
    EpochGap {
        /// The epoch that comes next.
        #[message(display)]
        expected: u32,
        /// The one that stands there.
        #[message(display)]
        found: u32,
    },
    /// An event that is signed at once has no signed head behind it.
    NotSigned {
        #[message(display)]
        sequence: u64,
    },
    /// A signed head stands behind an event whose head is not signed, or is the second one.
    NotClosing {
        /// The event before it.
        #[message(display)]
        sequence: u64,
    },
    /// An event that still carries a sealed list has no business in a public record (`A4`).
    Sealed,
    /// A fact comes without the proof of its kind, or with another.
    WrongProof,
    /// The game has no team of this code.
    UnknownTeam { code: String },
    /// The game has no lot of this code.
    UnknownLot { code: String },
    /// This names no stone: a lot's code, a dash, the copy's number.
    UnknownStone {
        /// Text in its place.
        code: String,
    },
    /// This is nobody who can act.
    UnknownActor {
        /// Text in its place.
        by: String,
    },
    /// A turn is 0 to 3 quarters (`W2`).
    BadTurn {
        /// Number in its place.
        #[message(display)]
        quarters: u32,
    },
    /// A nonce or key is none.
    #[message(transparent)]
    NotHex(#[from] HexError),
    /// A box is not spelled in hexadecimal.
    BadBox,
    /// The frame is none (`W1`).
    Frame(#[message("why")] FrameFault),
    /// The shape of a lot is none (`W1`).
    Shape {
        lot: String,
        #[message("why")]
        fault: ShapeFault,
    },
    /// A shape is drawn with `#` and `.` only.
    Sign { lot: String },
    /// No game can be played with this set-up.
    Setup(#[message("why")] SetupFault),
    /// A line of the roster is 0: they are counted from 1.
    NoLine,
    /// This names no pool, league or play-off game.
    UnknownPool {
        /// Text in its place.
        pool: String,
    },
    /// A slip has a handicap or a square that there is not.
    BadSlip,
    /// The settings make no event.
    Config(#[source] Box<EventConfigError>),
    /// The roster is none.
    Roster(#[source] RosterError),
    /// An event to be written is not of the game of this transcript.
    Foreign,
}

/// An error of reading, and where.
#[derive(Debug, thiserror::Error, Message)]
#[message("violation-line")]
pub struct LineError {
    /// The line, counted from 1. If lines are missing at the end: the one that should be there.
    #[message(display)]
    pub line: usize,
    /// Error that was found.
    #[source]
    pub error: Error,
}
