//! Sealings for which there is a signed receipt, and which the server does not hold: its journal was rolled back or cut.

use std::path::Path;

use ishigaki_record::branch::Instance;
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::sealing::commit;
use ishigaki_record::signing::PublicKey;
use serde::Serialize;

use super::{ReadReceiptsError, Receipts, read_folder};

/// A window of which the server has lost a sealing that it signed a receipt for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingSealing {
    pub game: String,
    pub round: u32,
    /// Its attempt, from 1.
    pub attempt: u32,
    /// The wave of a re-bid; 0: it is a list.
    pub wave: u32,
    /// Number of the receipt.
    pub counter: u64,
    /// Revision that the receipt is for.
    pub revision: u64,
    /// Revision that the server holds; 0: none.
    pub held: u64,
    /// Whether the server has taken a sealing of the team since. The receipt still contradicts the record.
    pub sealed_again: bool,
}

/// Returns whether a receipt is what its server signed, for the list that stands beside it.
pub fn is_authentic(stored: &StoredReceipt) -> bool {
    let StoredReceipt { receipt, signature, nonce, list, server_key } = stored;
    commit(nonce, list) == receipt.commitment && receipt.verify(server_key, signature).is_ok()
}

/// The window of a receipt; windows follow each other in this order.
fn window(stored: &StoredReceipt) -> (u32, u32, u32) {
    (stored.receipt.round.0, stored.receipt.attempt, stored.receipt.wave)
}

/// Returns whether two receipts of a team in one game cannot be of one history: the server lost one of them.
fn contradict(one: &StoredReceipt, other: &StoredReceipt) -> bool {
    let (first, next) =
        if one.receipt.counter <= other.receipt.counter { (one, other) } else { (other, one) };
    let (branch, later) = (&first.receipt.branch, &next.receipt.branch);
    if branch.epoch == later.epoch && branch.tag != later.tag {
        return true;
    }
    if first.receipt.counter == next.receipt.counter {
        return !first.is_same(next);
    }
    // Epochs, windows and the game's time only ever advance.
    branch.epoch > later.epoch || window(first) > window(next) || first.receipt.at > next.receipt.at
}

impl Receipts {
    /// Number of the last sealing that the feed has brought.
    pub fn fed(&self) -> u64 {
        self.fed
    }

    /// Returns what the server has lost: where the feed has brought less than these receipts say, or something else. Only
    /// receipts of this instance count, and only those that its server signed.
    pub(crate) fn missing(
        &self,
        known: &[StoredReceipt],
        instance: Instance,
        key: &PublicKey,
    ) -> Vec<MissingSealing> {
        let is_own = |stored: &&StoredReceipt| {
            let receipt = &stored.receipt;
            receipt.branch.game == self.game
                && receipt.branch.instance == instance
                && receipt.team == self.team
                && stored.server_key == *key
                && is_authentic(stored)
        };
        let own: Vec<&StoredReceipt> = known.iter().filter(is_own).collect();
        let fed = || self.seen.range(..=self.fed).map(|(_, stored)| stored);
        let all = || own.iter().copied().chain(self.seen.values());
        // Of two receipts with one number the feed may have passed over both: the later epoch is the one that goes on.
        let is_overtaken = |stored: &StoredReceipt| {
            let mut rivals = own.iter().filter(|other| other.receipt.counter == stored.receipt.counter);
            rivals.any(|other| other.receipt.branch.epoch > stored.receipt.branch.epoch)
        };
        let is_contradicted = |stored: &StoredReceipt| fed().any(|other| contradict(stored, other));
        let mut last: Vec<&StoredReceipt> = Vec::new();
        let is_lost = |stored: &StoredReceipt| {
            stored.receipt.counter > self.fed || is_contradicted(stored) || is_overtaken(stored)
        };
        for &stored in own.iter().filter(|stored| is_lost(stored)) {
            match last.iter_mut().find(|other| window(other) == window(stored)) {
                Some(other) if other.receipt.counter >= stored.receipt.counter => {}
                Some(other) => *other = stored,
                None => last.push(stored),
            }
        }
        last.sort_by_key(|stored| window(stored));
        let missing = last.into_iter().map(|stored| {
            let earlier = all().filter(|other| window(other) < window(stored));
            let before = earlier.map(|other| other.receipt.counter).max().unwrap_or(0);
            let (round, attempt, wave) = window(stored);
            let held =
                fed().filter(|other| window(other) <= window(stored)).map(|other| other.receipt.counter);
            MissingSealing {
                game: self.game.clone(),
                round,
                attempt,
                wave,
                counter: stored.receipt.counter,
                revision: stored.receipt.counter.saturating_sub(before),
                held: held.max().unwrap_or(0).saturating_sub(before),
                sealed_again: stored.receipt.counter <= self.fed || is_contradicted(stored),
            }
        });
        missing.collect()
    }
}

/// Reads the receipts of a folder; none if it is not there.
///
/// # Errors
/// As [`read_folder`].
pub fn read_kept(folder: &Path) -> Result<Vec<StoredReceipt>, ReadReceiptsError> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    Ok(read_folder(folder)?.into_iter().map(|filed| filed.stored).collect())
}
