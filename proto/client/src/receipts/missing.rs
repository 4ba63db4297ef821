//! Sealings for which there is a signed receipt, and which the server does not hold: its journal was rolled back or cut.

use std::path::Path;

use ishigaki_proto::fault::ErrorReason;
use ishigaki_record::branch::Instance;
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::sealing::commit;
use ishigaki_record::signing::PublicKey;
use serde::Serialize;

use super::{ReadReceiptsError, Receipts, read_folder};
use crate::{Connection, Feed, FeedError, Link, TeamSession, Update, now};

/// A window in which the server holds less than a receipt says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingSealing {
    /// The game's id.
    pub game: String,
    /// The round.
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
}

/// Comparison of what the server holds with the receipts of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiptComparison {
    /// Number of the last sealing that the server holds.
    pub held: u64,
    /// The windows in which it holds less.
    pub missing: Vec<MissingSealing>,
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

impl Receipts {
    /// Number of the last sealing that the feed has brought.
    pub fn fed(&self) -> u64 {
        self.fed
    }

    /// Returns where the feed has brought less than these receipts say, those of this instance that its server signed.
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
        let all = || own.iter().copied().chain(self.seen.values());
        let mut last: Vec<&StoredReceipt> = Vec::new();
        for &stored in own.iter().filter(|stored| stored.receipt.counter > self.fed) {
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
            MissingSealing {
                game: self.game.clone(),
                round,
                attempt,
                wave,
                counter: stored.receipt.counter,
                revision: stored.receipt.counter.saturating_sub(before),
                held: self.fed.saturating_sub(before),
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

/// Reads the team's feed from its first item on, and compares what the server holds with these receipts. `None` if the feed
/// does not come to its end, or does not fit.
pub async fn compare_receipts(
    link: Link,
    game: String,
    team: String,
    known: Vec<StoredReceipt>,
) -> Option<ReceiptComparison> {
    let mut session = TeamSession::new(game.clone(), team);
    let mut feed = Feed::open(link, game, 1);
    loop {
        match feed.next().await?.ok()? {
            Update::Item { item, .. } => drop(session.fold(&item, now()).ok()?),
            Update::Connection(Connection::CaughtUp | Connection::Stopped { .. }) => break,
            Update::Connection(Connection::Lost { .. }) => return None,
            Update::Connection(Connection::Connected) => {}
        }
    }
    Some(ReceiptComparison { held: session.receipts().fed(), missing: session.missing(&known) })
}

/// Returns whether the server refuses a feed because it does not have the item at which it would go on: it holds less than it
/// did.
pub fn is_behind(error: &FeedError) -> bool {
    matches!(error, FeedError::Refused(fault)
        if fault.reason == ErrorReason::BadField
            && fault.metadata.get("field").is_some_and(|field| field == "from_sequence"))
}
