//! Errors of writing and reading a transcript.

use ishigaki_catalogue::Message;
use std::io;

use ishigaki_preset::{EventConfigError, RosterError};
use ishigaki_rules::{FrameFault, SetupFault, ShapeFault};

use crate::bytes::HexError;
use crate::format::{FORMAT, MOST_LINE};

/// Error of writing or reading a transcript. It never contains a sealed list.
#[derive(Debug, thiserror::Error, Message)]
#[message("record-error")]
pub enum Error {
    Io(#[source] io::Error),
    /// The line isn't JSON, or has an unknown kind, or an unknown or missing field.
    Json(#[source] serde_json::Error),
    /// The format is unknown to this crate.
    #[message(known = FORMAT.to_string())]
    UnknownFormat {
        #[message(display)]
        found: u32,
    },
    /// The line isn't in the format's canonical spelling.
    NotCanonical,
    /// The file begins with a byte order mark, which some editors add.
    ByteOrderMark,
    /// A line ends with a carriage return and a line feed.
    CarriageReturn,
    #[message(most = MOST_LINE.to_string())]
    LongLine,
    NotText,
    /// The last line has no line feed, so the file was cut.
    Unterminated,
    /// The line can't be in this position.
    Misplaced {
        #[message(display)]
        expected: &'static str,
    },
    MissingResult,
    Gap {
        #[message(display)]
        expected: u64,
        #[message(display)]
        found: u64,
    },
    EpochGap {
        #[message(display)]
        expected: u32,
        #[message(display)]
        found: u32,
    },
    /// An event that must be signed at once has no signed head after it.
    NotSigned {
        #[message(display)]
        sequence: u64,
    },
    /// A signed head follows an event without one, or is the second one.
    NotClosing {
        #[message(display)]
        sequence: u64,
    },
    /// An event with a sealed list can't be in a public record (`A4`).
    Sealed,
    /// A fact has no proof or one of another kind.
    WrongProof,
    /// The game has no team of this code.
    UnknownTeam {
        code: String,
    },
    /// The game has no lot of this code.
    UnknownLot {
        code: String,
    },
    /// The code isn't a lot's code, a dash and the copy's number.
    UnknownStone {
        code: String,
    },
    UnknownActor {
        by: String,
    },
    /// A rotation must be 0 to 3 quarter turns (`W2`).
    BadTurn {
        #[message(display)]
        quarters: u32,
    },
    #[message(transparent)]
    NotHex(#[from] HexError),
    BadBox,
    /// The frame is invalid (`W1`).
    Frame(#[message("why")] FrameFault),
    /// The shape of a lot is invalid (`W1`).
    Shape {
        lot: String,
        #[message("why")]
        fault: ShapeFault,
    },
    /// A shape is drawn with `#` and `.` only.
    Sign {
        lot: String,
    },
    Setup(#[message("why")] SetupFault),
    /// A roster line is 0; they are counted from 1.
    NoLine,
    /// The name isn't one of a pool, league or play-off game.
    UnknownPool {
        pool: String,
    },
    /// A slip has an unknown handicap or square.
    BadSlip,
    Config(#[source] Box<EventConfigError>),
    Roster(#[source] RosterError),
    /// An event to write belongs to another game than this transcript.
    Foreign,
}

/// An error of reading, with its line.
#[derive(Debug, thiserror::Error, Message)]
#[message("violation-line")]
pub struct LineError {
    /// The line, from 1. If lines are missing at the end, the first missing one.
    #[message(display)]
    pub line: usize,
    #[source]
    pub error: Error,
}
