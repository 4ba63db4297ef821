//! The transcript: the public record of one game as JSON Lines, one self-contained file.
//!
//! Line 1 is the game's set-up and the server's key, then comes one line per record in order, where a server has taken
//! the game up a new epoch, after each event that changes the result its signed head, and the last line is what follows
//! from them. Every line ends with a line feed and has exactly one spelling: the reader takes no other, so that a
//! record can be hashed byte by byte.
//!
//! ```text
//! {"kind":"game","format":5,"game":"g1","instance":"…","server_key":"…","unix_ms":1790000000000,"setup":{…}}
//! {"kind":"event","sequence":1,"at_ms":0,"unix_ms":1790000000123,"by":"judge","principal":"judge","fact":{…}}
//! {"kind":"epoch","number":2,"tag":"…","unix_ms":1790000001234}
//! {"kind":"signed","sequence":17,"head":"…","signature":"…"}
//! {"kind":"result","records":120,"head":"…","rounds":[…],"teams":[…],"ranking":[…]}
//! ```
//!
//! `FORMAT.md` beside this crate says all of it. This module knows the format and the codes of the set-up.
//! Whether chain and signatures hold and what is written is what the rules decide is the business of
//! [`verify`](crate::verify).

mod fact;
mod hold;
mod line;
mod notes;
mod reader;
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
pub use hold::{HoldTracker, is_closing, is_signed};
pub use notes::{Note, note_text, opened, read_note};
pub use reader::{Header, MOST_BYTES, complete, read, read_text};
pub use writer::Writer;

pub(crate) use line::Line;
pub(crate) use reader::{EPOCH, EVENT, Parsed, Parser, check_line};

/// An event as the record spells it, without what proves it: `at_ms`, `by` and `fact`. The one spelling of events as text,
/// for whoever writes them as JSON; of what is sealed it says only that it is (`A4`).
///
/// # Errors
/// Those of a fact that names what the set-up does not have, such as [`Error::Foreign`].
pub fn spelled(setup: &Setup, event: &Event) -> Result<Map<String, Value>, Error> {
    let codes = Codes(setup);
    let fields = [
        ("at_ms", json!(event.at.0)),
        ("by", json!(codes.actor(event.by)?)),
        ("fact", FactLine::unproven(codes, &event.fact)?),
    ];
    Ok(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// The same for teams and spectators: from the end of the game on, a count of a wall has no figures and a janken no order,
/// because they give the ranking away. `game` is the one that the event led to.
///
/// # Errors
/// As [`spelled`].
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

/// A set-up as line 1 of a record spells it, for whoever writes it as JSON.
pub fn spelled_setup(setup: &Setup) -> impl Serialize {
    SetupLine::of(setup)
}

/// A whole transcript as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// Name of the game in the server's files and calls.
    pub game: String,
    /// Instance of that name that the game is.
    pub instance: Instance,
    /// The key that signs receipts and heads. Whose it is, a fingerprint tells.
    pub server_key: PublicKey,
    /// The server's time of day when the game was set up, in milliseconds since 1970; for people.
    pub unix_ms: u64,
    /// Set-up that was told to the teams before the game (`G1`).
    pub setup: Setup,
    /// The records, in order; the first has sequence 1. Of a game that is closed its notes are opened: the facts stand where they
    /// were sealed. One that its key does not open stays sealed.
    pub entries: Vec<Entry>,
    /// Takeovers of the game by a server, in order.
    pub takeovers: Vec<Takeover>,
    /// The signed heads, in order; one for each entry of which [`is_signed`] holds.
    pub signed: Vec<Signed>,
    /// Number of records that the last line says there are. Nobody has checked it yet, nor what follows.
    pub records: u64,
    /// The head that the last line says they lead to.
    pub head: Head,
    /// Result that the last line says follows from them.
    pub result: GameResult,
}

/// One record: what happened, when by the server's time of day, by whose token, and what proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The public's copy: what is sealed is absent from it. Of a note that is opened, what was sealed; its line is the same.
    pub event: Event,
    /// The server's time of day in milliseconds since 1970; for people.
    pub unix_ms: u64,
    /// The name of the token that was used; empty if the server acted by itself.
    pub principal: String,
    /// Contents of the record beyond the fact.
    pub proof: Proof,
}

/// Proof that a record holds beyond its fact: which kind, the fact decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Nothing: the fact says it all.
    None,
    /// Proof of what is sealed, with [`Fact::BidsSealed`] and
    /// [`Fact::RebidSealed`].
    Sealed(SealProof),
    /// Proofs that open the lists, with [`Fact::ListsOpened`] and
    /// [`Fact::RebidsOpened`]: one for each team that the fact has, in its order.
    Opened(Vec<OpenedProof>),
    /// Proof of what is sealed, with [`Fact::NoteSealed`], or with what is in
    /// the note.
    Note(NoteProof),
    /// Keys that open all notes of the game, epoch by epoch, with [`Fact::ResultDeclared`]
    /// and [`Fact::GameAbandoned`]; [`Proof::None`] of a game without a note.
    NotesOpened(NoteKeys),
}

/// A note as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteProof {
    /// Number of the note among the game's, from 1.
    pub number: u32,
    /// Commitment to nonce and text.
    pub commitment: Commitment,
    /// The box that holds them.
    pub sealed_box: Vec<u8>,
}

/// A list or re-bid that was sealed, as everybody may see it after the opening, and nobody before (`A4`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealProof {
    /// Number of times that the team has sealed in this attempt or wave.
    pub revision: Revision,
    /// Number of times that it has sealed in the game, lists and re-bids.
    pub counter: u64,
    /// Commitment to nonce and list.
    pub commitment: Commitment,
    /// The box that holds them.
    pub sealed_box: Vec<u8>,
    /// Reason for which the organiser entered it for the team, if that is how it came (`G6`).
    pub by_hand: Option<String>,
}

/// Nonce and list that open one team's sealing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedProof {
    pub team: TeamId,
    /// Number of the sealing among the team's.
    pub counter: u64,
    /// The nonce of its commitment.
    pub nonce: Nonce,
    /// The key of its box.
    pub key: ListKey,
}

/// A signed head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The event it stands behind.
    pub sequence: u64,
    /// The head after that event.
    pub head: Head,
    /// The server's signature of it.
    pub signature: Signature,
}

/// Takeover of the game by a server from a journal: the start of an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Takeover {
    /// The last event before it; 0: there was none.
    pub after: u64,
    /// The number of the epoch that starts here, from 2.
    pub epoch: u32,
    pub tag: EpochTag,
    /// The server's time of day in milliseconds since 1970; for people.
    pub unix_ms: u64,
}

impl Transcript {
    /// The line on which the event with this sequence stands, counted from 1.
    pub fn line(&self, sequence: u64) -> usize {
        let signed = self.signed.iter().filter(|signed| signed.sequence < sequence).count();
        let takeovers = self.takeovers.iter().filter(|takeover| takeover.after < sequence).count();
        usize::try_from(sequence)
            .map_or(usize::MAX, |sequence| sequence.saturating_add(1 + signed + takeovers))
    }

    /// The branch on which the event with this sequence happened.
    pub fn branch(&self, sequence: u64) -> Branch {
        let first = Branch::first(self.game.clone(), self.instance);
        let before = self.takeovers.iter().take_while(|takeover| takeover.after < sequence);
        before.fold(first, |branch, takeover| branch.next(takeover.tag))
    }

    /// The game after all records, as the public may know it.
    pub fn fold(&self) -> Game {
        fold(&self.setup, &self.entries)
    }
}

/// The game after these records, as the public may know it. A sealing that replaces another changes nothing in
/// it: the public copy only says that the team has sealed.
pub fn fold<'a>(setup: &Setup, entries: impl IntoIterator<Item = &'a Entry>) -> Game {
    let mut game = Game::new(setup.clone());
    entries.into_iter().for_each(|entry| game.apply(&entry.event));
    game
}

/// The first line, without line feed.
///
/// # Errors
/// [`Error::Json`], which no header leads to.
pub fn game_line(header: &Header) -> Result<String, Error> {
    let Header { game, instance, server_key, unix_ms, setup } = header;
    let (game, setup) = (game.clone(), SetupLine::of(setup));
    let (instance, server_key, unix_ms) = (*instance, *server_key, *unix_ms);
    Line::Game { format: FORMAT, game, instance, server_key, unix_ms, setup }.spelled()
}

/// The line of a record, without line feed.
///
/// Projecting it is the caller's business: an event that carries a sealed list, or that some are not told of and that comes
/// without its note, is refused with [`Error::Sealed`], one whose proof is not of its kind with [`Error::WrongProof`].
///
/// # Errors
/// [`Error::Sealed`] and [`Error::WrongProof`]; [`Error::Foreign`] if the event names what the set-up does not have.
pub fn event_line(setup: &Setup, sequence: u64, entry: &Entry) -> Result<String, Error> {
    let codes = Codes(setup);
    let Entry { event, unix_ms, principal, proof } = entry;
    let fact = FactLine::of(codes, &event.fact, proof)?;
    // Whose a note is stands in it.
    let (by, principal) = match proof {
        Proof::Note(_) => (Actor::Clock, ""),
        _ => (event.by, principal.as_str()),
    };
    let (by, principal) = (codes.actor(by)?, principal.to_owned());
    Line::Event { sequence, at_ms: event.at.0, unix_ms: *unix_ms, by, principal, fact }.spelled()
}

/// The line of an epoch, without line feed.
pub fn epoch_line(number: u32, tag: EpochTag, unix_ms: u64) -> String {
    format!(r#"{{"kind":"epoch","number":{number},"tag":"{tag}","unix_ms":{unix_ms}}}"#)
}

/// The line of a signed head, without line feed.
pub fn signed_line(sequence: u64, head: Head, signature: &Signature) -> String {
    format!(r#"{{"kind":"signed","sequence":{sequence},"head":"{head}","signature":"{signature}"}}"#)
}
