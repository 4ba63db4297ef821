//! Comparison of a team's receipts with what the server holds, over a feed of its own.

use ishigaki_proto::fault::ErrorReason;
use ishigaki_record::receipt::StoredReceipt;

use super::TeamSession;
use crate::receipts::MissingSealing;
use crate::{Connection, Feed, FeedError, Link, Update, now};

/// Comparison of what the server holds with the receipts of a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiptComparison {
    /// Number of the last sealing that the server holds.
    pub held: u64,
    /// The windows in which it holds less.
    pub missing: Vec<MissingSealing>,
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
