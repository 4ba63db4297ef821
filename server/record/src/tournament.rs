//! The public record of an event: its lines, its result, and its verification.
//! Chain, epochs, signatures and spelling are those of a game's record. Line 1 has the event's settings. Each
//! event line has one fact and is followed by its signed head, because nothing in an event is sealed. The
//! last line has the derived draw, leagues and rankings.
//! ```text
//! {"kind":"tournament","format":5,"event":"meijin","instance":"…","server_key":"…","unix_ms":1790000000000,"config":{…}}
//! {"kind":"event","sequence":1,"at_ms":0,"unix_ms":1790000000123,"by":"organiser","principal":"organiser","fact":{…}}
//! {"kind":"signed","sequence":1,"head":"…","signature":"…"}
//! {"kind":"result","records":1,"head":"…","draw":[…],"leagues":[…],"provisional":[…],"ranking":[…]}
//! ```
//!
//! `docs/reference/event-record-format.md` documents it.

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

/// Beginning of the first line of an event's record; no game's record begins like this.
pub const FIRST: &str = r#"{"kind":"tournament","#;

/// Returns whether a record is an event's, not a game's.
pub fn is_record(lines: &str) -> bool {
    lines.starts_with(FIRST)
}

/// Reads the beginning of a record. Returns whether it is an event's, and the whole source.
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
    pub event: String,
    pub instance: Instance,
    pub server_key: PublicKey,
    /// Time of creation in milliseconds since 1970, for people.
    pub unix_ms: u64,
    pub config: EventConfig,
}

/// One record: a fact with its time of day and token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub event: Event,
    /// The roster as entered, if the fact sets one. The rules know only part of it.
    pub roster: Option<Roster>,
    /// Time of day in milliseconds since 1970, for people.
    pub unix_ms: u64,
    pub principal: String,
}

/// Returns the first line, without line feed.
pub fn tournament_line(header: &Header) -> Result<String, Error> {
    let Header { event, instance, server_key, unix_ms, config } = header;
    let config = Canonical::read(config.text())?;
    let (event, instance, server_key, unix_ms) = (event.clone(), *instance, *server_key, *unix_ms);
    Line::Tournament { format: FORMAT, event, instance, server_key, unix_ms, config }.spelled()
}

/// Returns the line of a record, without line feed.
///
/// # Errors
///
/// Fails if the text of a roster is missing, or the line is too long.
pub fn entry_line(sequence: u64, entry: &Entry) -> Result<String, Error> {
    let Entry { event, roster, unix_ms, principal } = entry;
    let fact = fact::FactLine::of(&event.fact, roster.as_ref())?;
    let (by, principal) = (Name(event.by), principal.clone());
    Line::Event { sequence, at_ms: event.at.0, unix_ms: *unix_ms, by, principal, fact }.spelled()
}

/// Returns whether this is the last fact of a record.
pub const fn is_last(fact: &Fact) -> bool {
    matches!(fact, Fact::RankingDeclared | Fact::EventAbandoned { .. })
}
