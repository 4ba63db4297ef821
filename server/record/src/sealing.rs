//! Sealed lists and notes: how they are spelled, what commits to them, and the box that holds them until the opening.
//!
//! This module makes no randomness: nonces and keys come in. Nothing in it shows a list, a nonce or a key in
//! `Debug` or in an error (`A4`).

mod boxed;
mod cipher;
mod keys;
mod list;
mod note;

use ishigaki_catalogue::Message;
use sha2::{Digest as _, Sha256};

use crate::bytes::{open_bytes, opening_bytes, secret_bytes};

pub use boxed::{open, padded_len, seal};
pub use keys::{NoteKeys, unwrap, wrap};
pub use list::{bids_text, raises_text, read_bids, read_raises};
pub use note::note_len;

opening_bytes! {
    /// 32 random bytes per sealing: without it nobody can try lists against a commitment.
    Nonce
}

opening_bytes! {
    /// The key of one box. An opening shows it, and it opens no other box.
    ListKey
}

opening_bytes! {
    /// The key of all notes of one epoch of a game, from which the keys of their boxes follow. Shown when the game is closed.
    NoteKey
}

secret_bytes! {
    /// The key of one attempt of a round, from which the keys of its boxes follow. Never shown.
    RoundKey
}

secret_bytes! {
    /// The key that the keys of rounds are wrapped with.
    WrappingKey
}

open_bytes! {
    /// Commitment to a list without showing it: SHA-256 over nonce and list text. Spelled in lower-case
    /// hexadecimal.
    Commitment, 32
}

/// Error of something sealed. Never says what a list contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("violation-box")]
pub enum Error {
    /// The text is not the one spelling of a list or re-bid of this game.
    NotAList,
    /// The text is not the one spelling of a note of this game.
    NotANote,
    /// A list names a lot that the game does not have.
    Foreign,
    /// The list or note is longer than any valid one of this game.
    TooLong {
        #[message(display)]
        length: usize,
        #[message(display)]
        room: usize,
    },
    /// Sealing failed: no list of a game that can be played is padded to so much.
    Unsealable,
    /// The key does not open it: it is another box's key, or the box has been changed.
    WrongKey,
    /// The box opens, but not to a nonce, a list and zeros.
    Malformed,
    /// The box opens to a list that the commitment is not of.
    WrongCommitment,
}

/// Returns what commits to a list text.
pub fn commit(nonce: &Nonce, text: &str) -> Commitment {
    Commitment(Sha256::new().chain_update(nonce.0).chain_update(text).finalize().into())
}
