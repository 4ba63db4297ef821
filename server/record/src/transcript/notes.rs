//! The notes of a transcript: how what only some are told of while the game goes on is spelled, and how it is put back where it
//! was sealed once the game is closed.

use ishigaki_rules::{Actor, Event, Fact, Setup};

use super::line::PlainNote;
use super::{Entry, NoteProof, Proof, Takeover};
use crate::codes::Codes;
use crate::json::quoted;
use crate::sealing::{Error, NoteKey, open};

/// The most bytes that the name of a token has in a note, in its quotes.
const PRINCIPAL: usize = 128;

/// A question, an answer, an announcement to some teams or a mark, with who brought it about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub by: Actor,
    /// The name of the token that was used, as much of it as a note has room for.
    pub principal: String,
    /// Fact that some are not told of.
    pub fact: Fact,
}

/// A note as it is spelled: `{"by":"team A","principal":"a1","fact":{"fact":"question_asked",…}}`.
///
/// # Errors
/// [`Error::NotANote`] of what everybody is told, or of another game's.
pub fn note_text(setup: &Setup, by: Actor, principal: &str, fact: &Fact) -> Result<String, Error> {
    PlainNote::of(Codes(setup), by, short(principal), fact).map_err(|_| Error::NotANote)
}

/// Reads a note back; takes no other spelling than [`note_text`] makes.
///
/// # Errors
/// [`Error::NotANote`] of anything else.
pub fn read_note(setup: &Setup, text: &str) -> Result<Note, Error> {
    let (by, principal, fact) = PlainNote::read(Codes(setup), text).map_err(|_| Error::NotANote)?;
    if note_text(setup, by, &principal, &fact)? != text {
        return Err(Error::NotANote);
    }
    Ok(Note { by, principal, fact })
}

/// As much of a name as a note has room for.
fn short(principal: &str) -> &str {
    let ends = principal.char_indices().map(|(at, sign)| at + sign.len_utf8()).rev().chain([0]);
    let mut heads = ends.filter_map(|end| principal.get(..end));
    heads.find(|head| quoted(head).len() <= PRINCIPAL).unwrap_or_default()
}

/// Opens a note, with the key of the epoch in which it was sealed.
///
/// # Errors
/// The key does not open it, or what is in it is no note of this game.
pub fn opened(setup: &Setup, proof: &NoteProof, key: &NoteKey) -> Result<Note, Error> {
    let (_, text) = open(&key.box_key(proof.number)?, &proof.sealed_box, &proof.commitment)?;
    read_note(setup, &text)
}

/// Puts what was sealed in the place of each note, if its epoch's key is among these entries. The game was taken up where
/// `takeovers` say.
pub(super) fn open_all(setup: &Setup, entries: &mut [Entry], takeovers: &[Takeover]) {
    let keys = entries.iter().rev().find_map(|entry| match &entry.proof {
        Proof::NotesOpened(keys) => Some(keys.clone()),
        _ => None,
    });
    let Some(keys) = keys else { return };
    let (mut takeovers, mut epoch) = (takeovers.iter().peekable(), 1);
    for (sequence, entry) in (1_u64..).zip(entries) {
        while let Some(taken) = takeovers.next_if(|taken| taken.after < sequence) {
            epoch = taken.epoch;
        }
        if let (Proof::Note(proof), Some(key)) = (&entry.proof, keys.of_epoch(epoch))
            && let Ok(Note { by, principal, fact }) = opened(setup, proof, key)
        {
            entry.event = Event { at: entry.event.at, by, fact };
            entry.principal = principal;
        }
    }
}
