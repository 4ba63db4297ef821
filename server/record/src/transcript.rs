//! The transcript: the public record of one game as JSON Lines, one self-contained file.
//!
//! Line 1 is the game's set-up and the server's key, then comes one line per record in order, after each
//! closing event its signed head, and the last line is what follows from them. Every line ends with a line
//! feed and has exactly one spelling: the reader takes no other, so that a record can be hashed byte by byte.
//!
//! ```text
//! {"kind":"game","format":2,"game":"g1","server_key":"…","unix_ms":1790000000000,"setup":{…}}
//! {"kind":"event","sequence":1,"at_ms":0,"unix_ms":1790000000123,"by":"judge","principal":"judge","fact":{…}}
//! {"kind":"signed","sequence":17,"head":"…","signature":"…"}
//! {"kind":"result","records":120,"head":"…","rounds":[…],"teams":[…],"ranking":[…]}
//! ```
//!
//! `FORMAT.md` beside this crate says all of it. This module knows the format and the codes of the set-up.
//! Whether chain and signatures hold and what is written is what the rules decide is the business of
//! [`verify`](crate::verify).

mod error;
mod fact;
mod line;
mod reader;
mod setup;
mod writer;

use ishigaki_rules::{Event, Fact, Game, Revision, Setup, TeamId};

use crate::chain::Head;
use crate::codes::Codes;
use crate::result::GameResult;
use crate::sealing::{Commitment, ListKey, Nonce};
use crate::signing::{PublicKey, Signature};
use fact::FactLine;
use setup::SetupLine;

pub use error::{Error, Located};
pub use reader::{complete, read};
pub use writer::Writer;

pub(crate) use line::Line;
pub(crate) use reader::{Header, canonical, read_all, read_header, split};

/// The version of the format that this crate writes and reads.
pub const FORMAT: u32 = 2;

/// A whole transcript as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// What the game is called in the server's files and calls.
    pub game: String,
    /// The key that signs receipts and heads. Whose it is, a fingerprint tells.
    pub server_key: PublicKey,
    /// The server's time of day when the game was set up, in milliseconds since 1970; for people.
    pub unix_ms: u64,
    /// What was told to the teams before the game (`G1`).
    pub setup: Setup,
    /// The records, in order; the first has sequence 1.
    pub entries: Vec<Entry>,
    /// The signed heads, in order; one for each entry that closes something.
    pub signed: Vec<Signed>,
    /// How many records the last line says there are. Nobody has checked it yet, nor what follows.
    pub records: u64,
    /// The head that the last line says they lead to.
    pub head: Head,
    /// What the last line says follows from them.
    pub result: GameResult,
}

/// One record: what happened, when by the server's time of day, by whose token, and what proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The public's copy: what is sealed is absent from it.
    pub event: Event,
    /// The server's time of day in milliseconds since 1970; for people.
    pub unix_ms: u64,
    /// The name of the token that was used; empty if the server acted by itself.
    pub principal: String,
    /// What the record holds beyond the fact.
    pub proof: Proof,
}

/// What a record holds beyond its fact: which kind, the fact decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Nothing: the fact says it all.
    None,
    /// What is sealed, with [`Fact::BidsSealed`] and [`Fact::RebidSealed`].
    Sealed(SealProof),
    /// What opens the lists, with [`Fact::ListsOpened`] and [`Fact::RebidsOpened`]: one for each team that the
    /// fact has, in its order.
    Opened(Vec<OpenedProof>),
}

/// A list or re-bid that was sealed, as everybody may see it after the opening, and nobody before (`A4`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealProof {
    /// How often the team has sealed in this attempt or wave.
    pub revision: Revision,
    /// How often it has sealed in the game, lists and re-bids.
    pub counter: u64,
    /// What commits to nonce and list.
    pub commitment: Commitment,
    /// The box that holds them.
    pub sealed_box: Vec<u8>,
    /// The server's signature of the team's receipt.
    pub signature: Signature,
    /// Why the organiser entered it for the team, if that is how it came (`G6`).
    pub by_hand: Option<String>,
}

/// What opens one team's list or re-bid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedProof {
    /// The team.
    pub team: TeamId,
    /// Which of its sealings this is.
    pub counter: u64,
    /// The nonce of its commitment.
    pub nonce: Nonce,
    /// The key of its box.
    pub key: ListKey,
}

/// A signed head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The closing event it stands behind.
    pub sequence: u64,
    /// The head after that event.
    pub head: Head,
    /// The server's signature of it.
    pub signature: Signature,
}

impl Transcript {
    /// The line on which the event with this sequence stands, counted from 1.
    pub fn line(&self, sequence: u64) -> usize {
        let before = self.signed.iter().filter(|signed| signed.sequence < sequence).count();
        usize::try_from(sequence).map_or(usize::MAX, |sequence| sequence.saturating_add(1 + before))
    }

    /// The game after all records, as the public may know it.
    pub fn fold(&self) -> Game {
        fold(&self.setup, &self.entries)
    }
}

/// Whether the head is signed right after this fact: it opens something, or nothing comes after it.
pub fn is_closing(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::ListsOpened { .. }
            | Fact::RebidsOpened { .. }
            | Fact::ResultDeclared
            | Fact::GameAbandoned { .. }
    )
}

/// The game after these records, as the public may know it. A sealing that replaces another changes nothing in
/// it: the public copy only says that the team has sealed.
pub fn fold<'a>(setup: &Setup, entries: impl IntoIterator<Item = &'a Entry>) -> Game {
    let mut game = Game::new(setup.clone());
    entries.into_iter().for_each(|entry| game.apply(&entry.event));
    game
}

/// The first line, without line feed.
pub fn game_line(game: &str, server_key: &PublicKey, unix_ms: u64, setup: &Setup) -> Result<String, Error> {
    let setup = SetupLine::of(setup);
    Line::Game { format: FORMAT, game: game.into(), server_key: *server_key, unix_ms, setup }.spelled()
}

/// The line of a record, without line feed.
///
/// Projecting it is the caller's business: an event that carries a sealed list is refused with
/// [`Error::Sealed`], one whose proof is not of its kind with [`Error::WrongProof`].
pub fn event_line(setup: &Setup, sequence: u64, entry: &Entry) -> Result<String, Error> {
    let codes = Codes(setup);
    let Entry { event, unix_ms, principal, proof } = entry;
    let fact = FactLine::of(codes, &event.fact, proof)?;
    let by = codes.actor(event.by)?;
    let principal = principal.clone();
    Line::Event { sequence, at_ms: event.at.0, unix_ms: *unix_ms, by, principal, fact }.spelled()
}

/// The line of a signed head, without line feed.
pub fn signed_line(sequence: u64, head: Head, signature: &Signature) -> String {
    format!(r#"{{"kind":"signed","sequence":{sequence},"head":"{head}","signature":"{signature}"}}"#)
}
