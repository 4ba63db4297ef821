//! Feeds of several games as one row of news. Knows the connection; folds nothing.

use std::time::Instant;

use ishigaki_client::{Connection, Feed, FeedError, Link, Update};
use ishigaki_proto::wire;
use tokio::sync::mpsc;

/// What a game's feed tells.
pub(crate) enum News {
    /// It brought something.
    Item {
        /// What.
        item: Box<wire::FeedItem>,
        /// When.
        received: Instant,
    },
    /// It is connected, or was lost and heals by itself.
    Connection(Connection),
    /// The server refuses it; it is asked for again and again, and comes back if it can.
    Closed(FeedError),
}

/// Passes a game's feed on until it is over or nobody reads it; `told` makes of its news what the reader takes.
pub(crate) async fn watch<E>(
    link: Link,
    game: String,
    sender: mpsc::Sender<E>,
    told: impl Fn(String, News) -> E,
) {
    let mut feed = Feed::lasting(link, &game, 0);
    loop {
        let (news, is_end) = match feed.next().await {
            Some(Ok(Update::Item { item, received })) => (News::Item { item, received }, false),
            Some(Ok(Update::Connection(connection))) => (News::Connection(connection), false),
            Some(Err(error)) => (News::Closed(error), false),
            None => (News::Closed(FeedError::Unknown { code: tonic::Code::Cancelled }), true),
        };
        if sender.send(told(game.clone(), news)).await.is_err() || is_end {
            return;
        }
    }
}
