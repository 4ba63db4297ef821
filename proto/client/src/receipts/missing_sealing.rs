//! Submissions with a signed receipt that the server doesn't have: its journal was rolled back or cut.

use std::path::Path;

use ishigaki_record::branch::Instance;
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::sealing::commit;
use ishigaki_record::signing::PublicKey;
use serde::Serialize;

use super::{ReadReceiptsError, Receipts, read_folder};

/// A window in which the server has lost a submission with a signed receipt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingSealing {
    pub game: String,
    pub round: u32,
    pub attempt: u32,
    /// The wave of a re-bid; 0 for a list.
    pub wave: u32,
    pub counter: u64,
    pub revision: u64,
    pub held: u64,
    pub sealed_again: bool,
}

/// Returns whether a receipt has a valid signature and matches its list.
pub fn is_authentic(stored: &StoredReceipt) -> bool {
    let StoredReceipt { receipt, signature, nonce, list, server_key } = stored;
    commit(nonce, list) == receipt.commitment && receipt.verify(server_key, signature).is_ok()
}

/// The window of a receipt; windows are ordered in time.
fn window(stored: &StoredReceipt) -> (u32, u32, u32) {
    (stored.receipt.round.0, stored.receipt.attempt, stored.receipt.wave)
}

/// Returns whether two receipts of a team in one game contradict each other, so that the server lost one.
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
    // Epochs, windows and game time only advance.
    branch.epoch > later.epoch || window(first) > window(next) || first.receipt.at > next.receipt.at
}

impl Receipts {
    /// Returns the number of the last submission in the feed.
    pub fn fed(&self) -> u64 {
        self.fed
    }

    /// Returns what the server has lost: where the feed contradicts these receipts. Only validly signed
    /// receipts of this instance count.
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
        // The feed may have skipped both receipts with one number; the later epoch is the current one.
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

/// Reads the receipts of a directory; empty if it doesn't exist.
pub fn read_kept(folder: &Path) -> Result<Vec<StoredReceipt>, ReadReceiptsError> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    Ok(read_folder(folder)?.into_iter().map(|filed| filed.stored).collect())
}
