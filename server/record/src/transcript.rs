//! The transcript: the public record of one game as JSON Lines, one self-contained file.
//!
//! Line 1 is the game's set-up, then comes one line per public event in order, and the last line is what
//! follows from the facts. Every line ends with a line feed and has exactly one spelling: the reader takes
//! no other, so that a record can be compared, and later hashed, byte by byte.
//!
//! ```text
//! {"kind":"game","format":1,"game":"g1","setup":{"title":…,"frame":["##"],"lots":[…],"teams":[…],…}}
//! {"kind":"event","sequence":1,"at_ms":0,"by":"judge","fact":{"fact":"round_opened",…}}
//! {"kind":"result","rounds":[…],"teams":[…],"ranking":[…]}
//! ```
//!
//! This module knows the format and the codes of the set-up. Whether what is written is what the rules
//! decide is the business of [`verify`](crate::verify).

mod fact;
mod line;
mod setup;

use std::io::{self, Write};

use ishigaki_rules::{Event, FrameFault, Game, GameTime, Setup, SetupFault, ShapeFault};
use serde::Deserialize;

use crate::codes::Codes;
use crate::result::GameResult;
use fact::FactLine;
use line::Line;
use setup::SetupLine;

/// The version of the format that this crate writes and reads.
pub const FORMAT: u32 = 1;

/// A whole transcript as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// What the game is called in the server's files and calls.
    pub game: String,
    /// What was told to the teams before the game (`G1`).
    pub setup: Setup,
    /// The public facts, in order; the first has sequence 1 and stands on line 2.
    pub events: Vec<Event>,
    /// What the last line says follows from them. Nobody has checked it yet.
    pub result: GameResult,
}

/// Why a transcript cannot be written or read. Never says what a sealed list contains.
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
    /// A line is missing, or stands elsewhere.
    #[error("expected sequence {expected}, found {found}")]
    Gap {
        /// The sequence that comes next.
        expected: u64,
        /// The one that stands there.
        found: u64,
    },
    /// A sealed list or re-bid has no business in a public record (`A4`).
    #[error("a public record carries something sealed")]
    Sealed,
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
        /// What stands there.
        code: String,
    },
    /// This is nobody who can act.
    #[error("unknown actor {by:?}")]
    UnknownActor {
        /// What stands there.
        by: String,
    },
    /// A turn is 0 to 3 quarters (`W2`).
    #[error("a stone cannot be turned by {quarters} quarters")]
    BadTurn {
        /// What stands there.
        quarters: u32,
    },
    /// The frame is none (`W1`).
    #[error("the frame is not valid: {0:?}")]
    Frame(FrameFault),
    /// The shape of a lot is none (`W1`).
    #[error("the shape of lot {lot:?} is not valid: {fault:?}")]
    Shape {
        /// The lot's code.
        lot: String,
        /// What is wrong.
        fault: ShapeFault,
    },
    /// A shape is drawn with `#` and `.` only.
    #[error("the shape of lot {lot:?} has a sign that is neither '#' nor '.'")]
    Sign {
        /// The lot's code.
        lot: String,
    },
    /// No game can be played with this set-up.
    #[error("the set-up is not valid: {0:?}")]
    Setup(SetupFault),
    /// An event or a game to be written is not of the game of this transcript.
    #[error("this belongs to another game")]
    Foreign,
}

/// An error of reading, and where.
#[derive(Debug, thiserror::Error)]
#[error("line {line}")]
pub struct Located {
    /// The line, counted from 1. If lines are missing at the end: the one that should be there.
    pub line: usize,
    /// What is wrong.
    #[source]
    pub error: Error,
}

/// Writes a transcript line by line.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    setup: Setup,
    sequence: u64,
}

impl<W: Write> Writer<W> {
    /// Starts a transcript with the line of the game.
    pub fn start(out: W, game: &str, setup: &Setup) -> Result<Self, Error> {
        let mut writer = Self { out, setup: setup.clone(), sequence: 0 };
        let line = Line::Game { format: FORMAT, game: game.into(), setup: SetupLine::of(setup) };
        writer.put(&line)?;
        Ok(writer)
    }

    /// Writes the next public event.
    ///
    /// Projecting it is the caller's business: an event that carries a sealed list is refused with
    /// [`Error::Sealed`], and a replaced list must not come at all (`A4`).
    pub fn event(&mut self, event: &Event) -> Result<(), Error> {
        let line = event_line(&self.setup, self.sequence + 1, event)?;
        self.put(&line)?;
        self.sequence += 1;
        Ok(())
    }

    /// Writes the result, gives the file's buffers away and hands the output back.
    ///
    /// `game` is the game after the last event that was written.
    pub fn finish(mut self, game: &Game) -> Result<W, Error> {
        if *game.setup() != self.setup {
            return Err(Error::Foreign);
        }
        self.put(&Line::Result(GameResult::of(game)?))?;
        self.out.flush().map_err(Error::Io)?;
        Ok(self.out)
    }

    /// The only place where bytes leave: one whole line at a time.
    fn put(&mut self, line: &Line) -> Result<(), Error> {
        let mut text = spelled(line)?;
        text.push('\n');
        self.out.write_all(text.as_bytes()).map_err(Error::Io)
    }
}

/// Reads a whole transcript: every line in its place and in its one spelling. Does not judge what it says.
pub fn read(text: &str) -> Result<Transcript, Located> {
    let located = |line| move |error| Located { line, error };
    let mut lines = (1..).zip(text.split_inclusive('\n'));
    let (line, first) = lines.next().ok_or(located(1)(Error::Misplaced { expected: "game" }))?;
    let (game, setup) = read_game(first).map_err(located(line))?;
    let mut events = Vec::new();
    let mut result = None;
    let mut end = line + 1;
    for (line, text) in lines {
        end = line + 1;
        if result.is_some() {
            return Err(located(line)(Error::Misplaced { expected: "nothing after the result" }));
        }
        let expected = events.len() as u64 + 1;
        match read_line(text, &setup, expected).map_err(located(line))? {
            Read::Event(event) => events.push(event),
            Read::Result(read) => result = Some(read),
        }
    }
    let result = result.ok_or(located(end)(Error::MissingResult))?;
    Ok(Transcript { game, setup, events, result })
}

enum Read {
    Event(Event),
    Result(GameResult),
}

fn read_game(text: &str) -> Result<(String, Setup), Error> {
    /// What every format has in common.
    #[derive(Deserialize)]
    struct Head {
        format: u32,
    }
    let text = terminated(text)?;
    if let Ok(Head { format }) = serde_json::from_str(text)
        && format != FORMAT
    {
        return Err(Error::UnknownFormat { found: format });
    }
    let Line::Game { format: _, game, setup } = parsed(text)? else {
        return Err(Error::Misplaced { expected: "game" });
    };
    let setup = setup.read()?;
    setup.check().map_err(Error::Setup)?;
    let line = Line::Game { format: FORMAT, game: game.clone(), setup: SetupLine::of(&setup) };
    canonical(text, &line)?;
    Ok((game, setup))
}

fn read_line(text: &str, setup: &Setup, expected: u64) -> Result<Read, Error> {
    let text = terminated(text)?;
    match parsed(text)? {
        Line::Game { .. } => Err(Error::Misplaced { expected: "event or result" }),
        Line::Event { sequence, .. } if sequence != expected => Err(Error::Gap { expected, found: sequence }),
        Line::Event { sequence, at_ms, by, fact } => {
            let codes = Codes(setup);
            let event = Event { at: GameTime(at_ms), by: codes.read_actor(&by)?, fact: fact.read(codes)? };
            // From the event and not from the line: what the reader made of it must be what stands there.
            canonical(text, &event_line(setup, sequence, &event)?)?;
            Ok(Read::Event(event))
        }
        Line::Result(result) => {
            let line = Line::Result(result);
            canonical(text, &line)?;
            match line {
                Line::Result(result) => Ok(Read::Result(result)),
                _ => Err(Error::Misplaced { expected: "result" }),
            }
        }
    }
}

fn event_line(setup: &Setup, sequence: u64, event: &Event) -> Result<Line, Error> {
    let codes = Codes(setup);
    let fact = FactLine::of(codes, &event.fact)?;
    Ok(Line::Event { sequence, at_ms: event.at.0, by: codes.actor(event.by)?, fact })
}

fn terminated(text: &str) -> Result<&str, Error> {
    text.strip_suffix('\n').ok_or(Error::Unterminated)
}

fn parsed(text: &str) -> Result<Line, Error> {
    serde_json::from_str(text).map_err(Error::Json)
}

/// A line as it stands in the file, without its line feed.
fn spelled(line: &Line) -> Result<String, Error> {
    serde_json::to_string(line).map_err(Error::Json)
}

fn canonical(text: &str, line: &Line) -> Result<(), Error> {
    if spelled(line)? == text { Ok(()) } else { Err(Error::NotCanonical) }
}
