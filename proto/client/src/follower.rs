//! Followers: a feed folded on arrival.

use std::time::Instant;

use ishigaki_catalogue::Message;
use ishigaki_proto::wire;
use tonic::Code;

use crate::{
    CallError, Connection, EventFolded, EventMirror, Feed, FeedError, FeedSubject, Folded, JudgeSession,
    Link, Mirror, MirrorError, Update,
};

/// Fold of a feed: a mirror, or a session around one.
pub trait Fold {
    type News;

    /// Folds an item that arrived at this moment.
    ///
    /// # Errors
    ///
    /// Fails if the feed can't be right.
    fn fold(&mut self, item: &wire::FeedItem, received: Instant) -> Result<Self::News, MirrorError>;
}

impl Fold for EventMirror {
    type News = EventFolded;

    fn fold(&mut self, item: &wire::FeedItem, _: Instant) -> Result<EventFolded, MirrorError> {
        self.fold(item)
    }
}

impl Fold for Mirror {
    type News = Folded;

    fn fold(&mut self, item: &wire::FeedItem, received: Instant) -> Result<Folded, MirrorError> {
        self.fold(item, received)
    }
}

impl Fold for JudgeSession {
    type News = Folded;

    fn fold(&mut self, item: &wire::FeedItem, received: Instant) -> Result<Folded, MirrorError> {
        self.fold(item, received)
    }
}

/// Follows a feed from its first item.
#[derive(Debug)]
pub struct Follower<F> {
    feed: Feed,
    pub session: F,
}

/// News of a feed, folded.
#[derive(Clone, Debug)]
pub enum Followed<N> {
    News { news: N, item: Box<wire::FeedItem>, received: Instant },
    Connection(Connection),
}

/// Error that ends a follower.
#[derive(Clone, Debug, thiserror::Error, Message)]
#[message("feed")]
pub enum FollowError {
    #[message(transparent)]
    Feed(#[from] FeedError),
    #[message(transparent)]
    Mirror(#[from] MirrorError),
    Lost {
        #[message(debug)]
        code: Code,
    },
    Ended,
}

impl From<FollowError> for CallError {
    fn from(error: FollowError) -> Self {
        match error {
            FollowError::Feed(error) => error.into(),
            // An unfoldable feed is from another version.
            FollowError::Mirror(_) => Self::Unknown { code: Code::Ok },
            FollowError::Lost { code } => Self::Unanswered { code },
            FollowError::Ended => Self::Unanswered { code: Code::Cancelled },
        }
    }
}

impl<F: Fold> Follower<F> {
    /// Follows a game or event with an empty session. Must be called within a tokio runtime.
    pub fn open(link: Link, subject: impl Into<FeedSubject>, session: F) -> Self {
        Self { feed: Feed::open(link, subject, 1), session }
    }

    /// Returns the next folded update. Cancel-safe.
    ///
    /// # Errors
    ///
    /// Fails if the server rejects the feed, if it can't be right, or if it has ended.
    pub async fn next(&mut self) -> Result<Followed<F::News>, FollowError> {
        match self.feed.next().await {
            Some(Ok(Update::Item { item, received })) => {
                let news = self.session.fold(&item, received)?;
                Ok(Followed::News { news, item, received })
            }
            Some(Ok(Update::Connection(connection))) => Ok(Followed::Connection(connection)),
            Some(Err(error)) => Err(error.into()),
            None => Err(FollowError::Ended),
        }
    }

    /// Follows up to the latest item.
    ///
    /// # Errors
    ///
    /// Like [`Follower::next`] except for its end; and if the connection is lost before.
    pub async fn catch_up(&mut self) -> Result<(), FollowError> {
        loop {
            match self.next().await {
                Ok(Followed::News { .. } | Followed::Connection(Connection::Connected)) => {}
                Ok(Followed::Connection(Connection::CaughtUp | Connection::Stopped { .. }))
                | Err(FollowError::Ended) => return Ok(()),
                Ok(Followed::Connection(Connection::Lost { code, .. })) => {
                    return Err(FollowError::Lost { code });
                }
                Err(error) => return Err(error),
            }
        }
    }
}
