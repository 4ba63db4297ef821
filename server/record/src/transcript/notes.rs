//! The notes of a transcript: spelling of restricted messages, and their restoration once the game is closed.

use ishigaki_rules::{Actor, Event, Fact, Setup};

use super::line::PlainNote;
use super::{Entry, NoteProof, Proof, Takeover};
use crate::codes::Codes;
use crate::json::quoted;
use crate::sealing::{Error, NoteKey, open};

/// Maximum length of a token's name in a note, in bytes with quotes.
const PRINCIPAL: usize = 128;

/// A question, answer, restricted announcement or read mark, with its actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub by: Actor,
    /// The token's name, truncated to the space in a note.
    pub principal: String,
    pub fact: Fact,
}

/// Returns the text of a note: `{"by":"team A","principal":"a1","fact":{"fact":"question_asked",…}}`.
///
/// # Errors
///
/// [`Error::NotANote`] for a public fact or one of another game.
pub fn note_text(setup: &Setup, by: Actor, principal: &str, fact: &Fact) -> Result<String, Error> {
    PlainNote::of(Codes(setup), by, short(principal), fact).map_err(|_| Error::NotANote)
}

/// Reads a note in the spelling of [`note_text`].
pub fn read_note(setup: &Setup, text: &str) -> Result<Note, Error> {
    let (by, principal, fact) = PlainNote::read(Codes(setup), text).map_err(|_| Error::NotANote)?;
    if note_text(setup, by, &principal, &fact)? != text {
        return Err(Error::NotANote);
    }
    Ok(Note { by, principal, fact })
}

fn short(principal: &str) -> &str {
    let ends = principal.char_indices().map(|(at, sign)| at + sign.len_utf8()).rev().chain([0]);
    let mut heads = ends.filter_map(|end| principal.get(..end));
    heads.find(|head| quoted(head).len() <= PRINCIPAL).unwrap_or_default()
}

/// Opens a note, with the key of the epoch in which it was sealed.
///
/// # Errors
/// Fails if the key doesn't open it, or if its contents aren't a note of this game.
pub fn opened(setup: &Setup, proof: &NoteProof, key: &NoteKey) -> Result<Note, Error> {
    let (_, text) = open(&key.box_key(proof.number)?, &proof.sealed_box, &proof.commitment)?;
    read_note(setup, &text)
}

/// Replaces notes by their contents, if the key of their epoch is among these entries. `takeovers` give the
/// epochs.
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
