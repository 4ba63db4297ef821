//! Sealed lists and notes: their spelling, commitments, and boxes until the opening.
//!
//! Nonces and keys are arguments. `Debug` output and errors never contain a list, a nonce or a key (`A4`).

mod cipher;
mod keys;
mod list;
mod list_box;
mod note;

use ishigaki_catalogue::Message;
use sha2::{Digest as _, Sha256};

use crate::bytes::{open_bytes, opening_bytes, secret_bytes};

pub use keys::{NoteKeys, unwrap, wrap};
pub use list::{bids_text, raises_text, read_bids, read_raises};
pub use list_box::{open, padded_len, seal};
pub use note::note_len;

opening_bytes! {
    /// 32 random bytes per submission, without which lists can't be tried against a commitment.
    Nonce
}

opening_bytes! {
    /// The key of one box. An opening shows it; it opens no other box.
    ListKey
}

opening_bytes! {
    /// The key of all notes of one epoch of a game. The keys of their boxes are derived from it. Shown when the
    /// game is closed.
    NoteKey
}

secret_bytes! {
    /// The key of one attempt of a round. The keys of its boxes are derived from it. Never shown.
    RoundKey
}

secret_bytes! {
    /// The key that wraps the keys of rounds.
    WrappingKey
}

open_bytes! {
    /// Commitment to a list: SHA-256 over nonce and list text, in lower-case hexadecimal.
    Commitment, 32
}

/// Error of sealed contents. It never contains a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("violation-box")]
pub enum Error {
    /// The text isn't the canonical spelling of a list or re-bid of this game.
    NotAList,
    /// The text isn't the canonical spelling of a note of this game.
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
    /// Sealing failed. This can't happen for lists of playable games, which need less padding.
    Unsealable,
    /// The key doesn't open it: it is another box's key, or the box was changed.
    WrongKey,
    /// The opened box isn't a nonce, a list and zeros.
    Malformed,
    /// The commitment isn't of the opened list.
    WrongCommitment,
}

/// Returns the commitment to a list text.
pub fn commit(nonce: &Nonce, text: &str) -> Commitment {
    Commitment(Sha256::new().chain_update(nonce.0).chain_update(text).finalize().into())
}
