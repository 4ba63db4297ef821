//! The transcript: the public record of one game as JSON Lines in one self-contained file.
//! Line 1 is the game's setup and the server's key. Then come one line per record, an epoch line where a
//! server opened the game again, and the signed head after each event that changes the result. The last line
//! is the derived result. Every line ends with a line feed and has exactly one accepted spelling, so that
//! records can be hashed byte by byte.
//! ```text
//! {"kind":"game","format":5,"game":"g1","instance":"…","server_key":"…","unix_ms":1790000000000,"setup":{…}}
//! {"kind":"event","sequence":1,"at_ms":0,"unix_ms":1790000000123,"by":"judge","principal":"judge","fact":{…}}
//! {"kind":"epoch","number":2,"tag":"…","unix_ms":1790000001234}
//! {"kind":"signed","sequence":17,"head":"…","signature":"…"}
//! {"kind":"result","records":120,"head":"…","rounds":[…],"teams":[…],"ranking":[…]}
//! ```
//!
//! `docs/reference/record-format.md` documents it. [`verify`](crate::verify) checks chain, signatures and
//! rules.

mod fact;
mod line;
mod notes;
mod reader;
mod record_hold;
mod setup;
mod writer;

use ishigaki_rules::{Actor, Event, Fact, Game, Revision, Setup, TeamId};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::branch::{Branch, EpochTag, Instance};
use crate::chain::Head;
use crate::codes::Codes;
use crate::result::GameResult;
use crate::sealing::{Commitment, ListKey, Nonce, NoteKeys};
use crate::signing::{PublicKey, Signature};
use fact::FactLine;
use setup::SetupLine;

pub use crate::error::{Error, LineError};
pub use crate::format::{FORMAT, MOST_LINE};
pub use notes::{Note, note_text, opened, read_note};
pub use reader::{Header, MOST_BYTES, complete, read, read_text};
pub use record_hold::{HoldTracker, is_closing, is_signed};
pub use writer::Writer;

pub(crate) use line::Line;
pub(crate) use reader::{EPOCH, EVENT, Parsed, Parser, check_line};

/// Returns an event in the record's spelling, without proofs: `at_ms`, `by` and `fact`. All JSON output of
/// events uses it; sealed contents are omitted (`A4`).
///
/// # Errors
///
/// Fails for a fact with ids unknown to the setup, for example with [`Error::Foreign`].
pub fn spelled(setup: &Setup, event: &Event) -> Result<Map<String, Value>, Error> {
    let codes = Codes(setup);
    let fields = [
        ("at_ms", json!(event.at.0)),
        ("by", json!(codes.actor(event.by)?)),
        ("fact", FactLine::unproven(codes, &event.fact)?),
    ];
    Ok(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Returns the same for teams and spectators: from the end of the game on, a manual count has no figures and
/// a janken no order, because they reveal the ranking. `game` is the state after the event.
pub fn covered_spelling(game: &Game, event: &Event) -> Result<Map<String, Value>, Error> {
    let mut fields = spelled(game.setup(), event)?;
    let gives_away = matches!(event.fact, Fact::WallCounted { .. } | Fact::JankenEntered { .. });
    if gives_away
        && game.phase().is_ranked()
        && let Some(fact) = fields.get_mut("fact").and_then(Value::as_object_mut)
    {
        fact.retain(|name, _| !["count", "order"].contains(&name.as_str()));
    }
    Ok(fields)
}

/// Returns a setup in the spelling of line 1, for JSON output.
pub fn spelled_setup(setup: &Setup) -> impl Serialize {
    SetupLine::of(setup)
}

/// A transcript as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    pub game: String,
    pub instance: Instance,
    /// The key that signs receipts and heads, identified by its fingerprint.
    pub server_key: PublicKey,
    /// Time of the game's foundation in milliseconds since 1970, for people.
    pub unix_ms: u64,
    pub setup: Setup,
    /// The records, in order; the first has sequence 1. For a closed game, notes are replaced by their
    /// contents where their key opens them.
    pub entries: Vec<Entry>,
    /// Takeovers of the game by servers, in order.
    pub takeovers: Vec<Takeover>,
    /// The signed heads, in order; one for each entry with [`is_signed`].
    pub signed: Vec<Signed>,
    /// Number of records by the last line. It is unverified, like the rest of the line.
    pub records: u64,
    pub head: Head,
    pub result: GameResult,
}

/// One record: an event with its time of day, token and proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The public copy without sealed contents. For an opened note, the contents; its line is the same.
    pub event: Event,
    /// Time of day in milliseconds since 1970, for people.
    pub unix_ms: u64,
    /// The token's name; empty for acts of the server.
    pub principal: String,
    pub proof: Proof,
}

/// Proof of a record. The fact determines its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    None,
    /// For [`Fact::BidsSealed`] and [`Fact::RebidSealed`].
    Sealed(SealProof),
    /// Openings of the lists, for [`Fact::ListsOpened`] and [`Fact::RebidsOpened`]: one per team of the fact,
    /// in order.
    Opened(Vec<OpenedProof>),
    /// For [`Fact::NoteSealed`], or the contents of the note.
    Note(NoteProof),
    /// Keys of all notes by epoch, for [`Fact::ResultDeclared`] and [`Fact::GameAbandoned`]; [`Proof::None`]
    /// without notes.
    NotesOpened(NoteKeys),
}

/// The public part of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteProof {
    /// Number of the note in the game, from 1.
    pub number: u32,
    pub commitment: Commitment,
    pub sealed_box: Vec<u8>,
}

/// A sealed list or re-bid, as the public sees it after the opening and not before (`A4`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealProof {
    /// Number of the team's submissions in this attempt or wave.
    pub revision: Revision,
    /// Number of the team's submissions in the game.
    pub counter: u64,
    pub commitment: Commitment,
    pub sealed_box: Vec<u8>,
    /// Reason, if the organiser entered it for the team (`G6`).
    pub by_hand: Option<String>,
}

/// Nonce and list of one team's opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedProof {
    pub team: TeamId,
    pub counter: u64,
    pub nonce: Nonce,
    pub key: ListKey,
}

/// A signed head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed {
    pub sequence: u64,
    pub head: Head,
    pub signature: Signature,
}

/// Takeover of the game by a server from a journal: the start of an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Takeover {
    /// The last event before it; 0 if there was none.
    pub after: u64,
    /// The number of the new epoch, from 2.
    pub epoch: u32,
    pub tag: EpochTag,
    /// Time of day in milliseconds since 1970, for people.
    pub unix_ms: u64,
}

impl Transcript {
    /// Returns the line of the event with this sequence, from 1.
    pub fn line(&self, sequence: u64) -> usize {
        let signed = self.signed.iter().filter(|signed| signed.sequence < sequence).count();
        let takeovers = self.takeovers.iter().filter(|takeover| takeover.after < sequence).count();
        usize::try_from(sequence)
            .map_or(usize::MAX, |sequence| sequence.saturating_add(1 + signed + takeovers))
    }

    /// Returns the branch of the event with this sequence.
    pub fn branch(&self, sequence: u64) -> Branch {
        let first = Branch::first(self.game.clone(), self.instance);
        let before = self.takeovers.iter().take_while(|takeover| takeover.after < sequence);
        before.fold(first, |branch, takeover| branch.next(takeover.tag))
    }

    /// Returns the public state of the game after all records.
    pub fn fold(&self) -> Game {
        fold(&self.setup, &self.entries)
    }
}

/// Returns the public state of the game after these records. A replaced submission changes nothing in it,
/// because the public copy only says that the team has submitted.
pub fn fold<'a>(setup: &Setup, entries: impl IntoIterator<Item = &'a Entry>) -> Game {
    let mut game = Game::new(setup.clone());
    entries.into_iter().for_each(|entry| game.apply(&entry.event));
    game
}

/// Returns the first line, without line feed.
pub fn game_line(header: &Header) -> Result<String, Error> {
    let Header { game, instance, server_key, unix_ms, setup } = header;
    let (game, setup) = (game.clone(), SetupLine::of(setup));
    let (instance, server_key, unix_ms) = (*instance, *server_key, *unix_ms);
    Line::Game { format: FORMAT, game, instance, server_key, unix_ms, setup }.spelled()
}

/// Returns the line of a record, without line feed.
///
/// The caller must project the event: one with a sealed list, or a restricted one without its note, fails
/// with [`Error::Sealed`], and one with a proof of another kind with [`Error::WrongProof`].
///
/// # Errors
///
/// [`Error::Sealed`] and [`Error::WrongProof`]; [`Error::Foreign`] for ids unknown to the setup.
pub fn event_line(setup: &Setup, sequence: u64, entry: &Entry) -> Result<String, Error> {
    let codes = Codes(setup);
    let Entry { event, unix_ms, principal, proof } = entry;
    let fact = FactLine::of(codes, &event.fact, proof)?;
    // The author of a note is inside it.
    let (by, principal) = match proof {
        Proof::Note(_) => (Actor::Clock, ""),
        _ => (event.by, principal.as_str()),
    };
    let (by, principal) = (codes.actor(by)?, principal.to_owned());
    Line::Event { sequence, at_ms: event.at.0, unix_ms: *unix_ms, by, principal, fact }.spelled()
}

/// Returns the line of an epoch, without line feed.
pub fn epoch_line(number: u32, tag: EpochTag, unix_ms: u64) -> String {
    format!(r#"{{"kind":"epoch","number":{number},"tag":"{tag}","unix_ms":{unix_ms}}}"#)
}

/// Returns the line of a signed head, without line feed.
pub fn signed_line(sequence: u64, head: Head, signature: &Signature) -> String {
    format!(r#"{{"kind":"signed","sequence":{sequence},"head":"{head}","signature":"{signature}"}}"#)
}
