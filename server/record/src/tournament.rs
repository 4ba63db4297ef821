//! The public record of an event: its lines, what follows from them, and the check that it does.
//!
//! Chain, epochs, signatures and spelling are those of a game's record. Line 1 has the event's settings, each event line one
//! fact, and each is followed by its signed head: nothing in an event is sealed. The last line has draw, leagues and
//! rankings, which follow.
//!
//! ```text
//! {"kind":"tournament","format":5,"event":"meijin","instance":"…","server_key":"…","unix_ms":1790000000000,"config":{…}}
//! {"kind":"event","sequence":1,"at_ms":0,"unix_ms":1790000000123,"by":"organiser","principal":"organiser","fact":{…}}
//! {"kind":"signed","sequence":1,"head":"…","signature":"…"}
//! {"kind":"result","records":1,"head":"…","draw":[…],"leagues":[…],"provisional":[…],"ranking":[…]}
//! ```
//!
//! `FORMAT.md` says all of it.

mod canonical;
mod commitment;
mod fact;
mod field;
mod line;
mod name;
mod player;
mod reader;
mod result;
mod slip;
mod verify;

use std::io::{self, Read};

use ishigaki_preset::{EventConfig, Roster};
use ishigaki_tournament::{Event, Fact};

use crate::branch::Instance;
use crate::signing::PublicKey;
use crate::transcript::{Error, FORMAT};
use canonical::Canonical;
use line::Line;
use name::Name;

pub use commitment::Commitment;
pub use reader::{EventRecord, EventTakeover, RecordContent, complete, read};
pub use result::TournamentResult;
pub use verify::{EventViolation, EventViolationKind, Report, Stop, verify};

/// Beginning of the first line of an event's record, and that of no game's.
pub const FIRST: &str = r#"{"kind":"tournament","#;

/// Returns whether a record is that of an event, and not that of a game.
pub fn is_record(lines: &str) -> bool {
    lines.starts_with(FIRST)
}

/// Looks at how a record begins: whether it is that of an event, and the whole of it.
///
/// # Errors
/// If it cannot be read from where it stands.
pub fn peek<R: Read>(mut source: R) -> io::Result<(bool, impl Read + use<R>)> {
    let mut first = Vec::new();
    let most = u64::try_from(FIRST.len()).unwrap_or(u64::MAX);
    source.by_ref().take(most).read_to_end(&mut first)?;
    let is_of_event = first == FIRST.as_bytes();
    Ok((is_of_event, io::Cursor::new(first).chain(source)))
}

/// Contents of line 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Name of the event in the server's files and calls.
    pub event: String,
    /// Instance of that name that the event is.
    pub instance: Instance,
    /// The key that signs heads.
    pub server_key: PublicKey,
    /// The server's time of day when it was created, in milliseconds since 1970; for people.
    pub unix_ms: u64,
    pub config: EventConfig,
}

/// One record: what happened, when by the server's time of day, by whose token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub event: Event,
    /// Of a roster that was set: the roster as it was entered, which the rules know in part only.
    pub roster: Option<Roster>,
    /// The server's time of day in milliseconds since 1970; for people.
    pub unix_ms: u64,
    /// The name of the token that was used.
    pub principal: String,
}

/// The first line, without line feed.
///
/// # Errors
/// If it is longer than a line may be.
pub fn tournament_line(header: &Header) -> Result<String, Error> {
    let Header { event, instance, server_key, unix_ms, config } = header;
    let config = Canonical::read(config.text())?;
    let (event, instance, server_key, unix_ms) = (event.clone(), *instance, *server_key, *unix_ms);
    Line::Tournament { format: FORMAT, event, instance, server_key, unix_ms, config }.spelled()
}

/// The line of a record, without line feed.
///
/// # Errors
/// If a roster that was set comes without its text, or the line is longer than a line may be.
pub fn entry_line(sequence: u64, entry: &Entry) -> Result<String, Error> {
    let Entry { event, roster, unix_ms, principal } = entry;
    let fact = fact::FactLine::of(&event.fact, roster.as_ref())?;
    let (by, principal) = (Name(event.by), principal.clone());
    Line::Event { sequence, at_ms: event.at.0, unix_ms: *unix_ms, by, principal, fact }.spelled()
}

/// Returns whether nothing comes after this fact.
pub const fn is_last(fact: &Fact) -> bool {
    matches!(fact, Fact::RankingDeclared | Fact::EventAbandoned { .. })
}
