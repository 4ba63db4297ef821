//! Comparison of a team's receipts with the server, over a separate feed.

use ishigaki_proto::fault::ErrorReason;
use ishigaki_record::receipt::StoredReceipt;

use super::TeamSession;
use crate::receipts::MissingSealing;
use crate::{Connection, Feed, FeedError, Link, Update, now};

/// Comparison of the server's data with a team's receipts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiptComparison {
    pub held: u64,
    pub missing: Vec<MissingSealing>,
}

/// Reads the team's feed from its first item, and compares it with these receipts. `None` if the feed doesn't
/// end or doesn't fit.
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

/// Returns whether the server rejects a feed because it lacks the item to resume from: it has less data than
/// before.
pub fn is_behind(error: &FeedError) -> bool {
    matches!(error, FeedError::Refused(fault)
        if fault.reason == ErrorReason::BadField
            && fault.metadata.get("field").is_some_and(|field| field == "from_sequence"))
}
