//! A team's stored receipts: one line each, with everything that proves the team's list.
//!
//! A stored receipt contains the list and its nonce. Until the opening it is as secret as the list (`A4`), so
//! `Debug` omits it, and errors never quote a line.

use ishigaki_catalogue::Message;
use std::fmt;

use ishigaki_rules::{GameTime, RoundNo};
use serde::Deserialize;

use super::{InclusionPath, LeafIndex, Receipt, ReceiptSignature};
use crate::branch::{Branch, EpochTag, Instance};
use crate::json::quoted;
use crate::sealing::{Commitment, Nonce};
use crate::signing::{PublicKey, Signature};

/// A receipt with its signature and list.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredReceipt {
    pub receipt: Receipt,
    pub signature: ReceiptSignature,
    pub nonce: Nonce,
    pub list: String,
    pub server_key: PublicKey,
}

/// Error of an invalid line in a file of receipts. It never quotes the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("record-error-receipt")]
pub struct ReceiptError {
    #[message(display)]
    pub line: usize,
}

impl fmt::Debug for StoredReceipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredReceipt").field("receipt", &self.receipt).finish_non_exhaustive()
    }
}

impl StoredReceipt {
    /// Returns whether both are the same receipt for the same list. Their signatures may differ, because a
    /// restarted server signs again, together with others.
    pub fn is_same(&self, other: &Self) -> bool {
        let Self { receipt, signature: _, nonce, list, server_key } = self;
        (receipt, nonce, list, server_key) == (&other.receipt, &other.nonce, &other.list, &other.server_key)
    }

    /// Returns the line to store, with its line feed.
    pub fn line(&self) -> String {
        let ReceiptSignature { root, leaf, path } = &self.signature;
        format!(
            r#"{{"kind":"receipt","receipt":{},"signature":"{root}","leaf":{leaf},"path":"{path}","nonce":"{}","list":{},"server_key":"{}"}}{}"#,
            self.receipt.text(),
            self.nonce.to_hex(),
            quoted(&self.list),
            self.server_key,
            '\n',
        )
    }
}

/// Returns the lines of a file of receipts.
pub fn write<'a>(receipts: impl IntoIterator<Item = &'a StoredReceipt>) -> String {
    receipts.into_iter().map(StoredReceipt::line).collect()
}

/// Reads a file of receipts in the spelling of [`write()`]. It may be empty.
///
/// # Errors
///
/// [`ReceiptError`] with the first invalid line.
pub fn read(text: &str) -> Result<Vec<StoredReceipt>, ReceiptError> {
    let lines = (1..).zip(text.split_inclusive('\n'));
    lines.map(|(line, text)| read_line(text).ok_or(ReceiptError { line })).collect()
}

/// Reads one line with its line feed; `None` if it isn't a canonical receipt.
pub fn read_line(text: &str) -> Option<StoredReceipt> {
    #[derive(Deserialize)]
    struct Line {
        receipt: Inner,
        signature: Signature,
        leaf: LeafIndex,
        path: InclusionPath,
        nonce: String,
        list: String,
        server_key: PublicKey,
    }
    #[derive(Deserialize)]
    struct Inner {
        game: String,
        instance: Instance,
        epoch: u32,
        tag: EpochTag,
        round: u32,
        attempt: u32,
        wave: u32,
        team: String,
        counter: u64,
        at_ms: u64,
        commitment: Commitment,
    }
    let Line { receipt, signature: root, leaf, path, nonce, list, server_key } =
        serde_json::from_str(text).ok()?;
    let Inner { game, instance, epoch, tag, round, attempt, wave, team, counter, at_ms, commitment } =
        receipt;
    let (round, at) = (RoundNo(round), GameTime(at_ms));
    let branch = Branch { game, instance, epoch, tag };
    let receipt = Receipt { branch, round, attempt, wave, team, counter, at, commitment };
    let nonce = Nonce::from_hex(&nonce).ok()?;
    let signature = ReceiptSignature { root, leaf, path };
    let stored = StoredReceipt { receipt, signature, nonce, list, server_key };
    // Comparing with the canonical spelling also detects unknown fields.
    (stored.line() == text).then_some(stored)
}
