//! A game or event followed over its feed: mirror, connection and clock.

use std::time::Instant;

use ishigaki_client::{
    Connection, Feed, FeedError, FeedSubject, Fold, JudgeSession, Link, Mirror, MirrorError, TeamSession,
    TimeLeft, Update,
};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::wire;
use ishigaki_rules::{Game, Millis, Phase};
use tokio::sync::mpsc;

use crate::Contact;

/// News of a feed.
#[derive(Clone, Debug)]
pub enum FeedEvent {
    Item {
        item: Box<wire::FeedItem>,
        received: Instant,
    },
    Connection(Connection),
    /// Rejected by the server. A lasting feed is retried and may recover.
    Closed(FeedError),
}

impl From<Result<Update, FeedError>> for FeedEvent {
    fn from(update: Result<Update, FeedError>) -> Self {
        match update {
            Ok(Update::Item { item, received }) => Self::Item { item, received },
            Ok(Update::Connection(connection)) => Self::Connection(connection),
            Err(error) => Self::Closed(error),
        }
    }
}

impl FeedEvent {
    /// Returns the last event of a finished feed.
    pub fn end() -> Self {
        Self::Closed(FeedError::Unknown { code: tonic::Code::Cancelled })
    }
}

pub(crate) async fn watch<E>(
    link: Link,
    subject: impl Into<FeedSubject>,
    from_sequence: u64,
    sender: mpsc::Sender<E>,
    to_event: impl Fn(&str, FeedEvent) -> E,
) {
    let subject = subject.into();
    let mut feed = Feed::reconnecting(link, subject.clone(), from_sequence);
    while let Some(update) = feed.next().await {
        if sender.send(to_event(subject.id(), update.into())).await.is_err() {
            return;
        }
    }
    // The receiver is gone if the screen was left.
    let _ = sender.send(to_event(subject.id(), FeedEvent::end())).await;
}

/// Fold of a game's feed.
pub trait FoldGame: Fold {
    /// Returns the mirror of the game.
    fn mirror(&self) -> &Mirror;
}

impl FoldGame for Mirror {
    fn mirror(&self) -> &Mirror {
        self
    }
}

impl FoldGame for JudgeSession {
    fn mirror(&self) -> &Mirror {
        self.mirror()
    }
}

impl FoldGame for TeamSession {
    fn mirror(&self) -> &Mirror {
        self.mirror()
    }
}

/// A game followed over its feed.
pub type WatchedGame<F = Mirror> = WatchedFeed<F>;

/// Fold of a feed and its connection.
#[derive(Clone, Debug)]
pub struct WatchedFeed<F> {
    pub session: F,
    contact: Contact,
}

impl<F: Fold> WatchedFeed<F> {
    /// Returns a fold without any items.
    pub fn new(session: F) -> Self {
        Self { session, contact: Contact::Connecting }
    }

    /// Returns the state of the connection.
    pub fn contact(&self) -> &Contact {
        &self.contact
    }

    /// Sets the state of the connection from a source other than the feed.
    pub fn set_contact(&mut self, contact: Contact) {
        self.contact = contact;
    }

    /// Applies an item. `None` if the feed was already inconsistent, because only the first error is
    /// meaningful.
    ///
    /// # Errors
    /// The first inconsistency; the feed is inconsistent from then on.
    pub fn fold(&mut self, item: &wire::FeedItem, received: Instant) -> Option<Result<F::News, MirrorError>> {
        let folded = self.session.fold(item, received);
        if let Err(error) = &folded {
            if self.is_inconsistent() {
                return None;
            }
            self.contact = Contact::Inconsistent(error.clone());
        }
        Some(folded)
    }

    /// Sets the connection; `false` if the feed is inconsistent, which a new connection can't fix.
    pub fn connect(&mut self, connection: Connection) -> bool {
        if self.is_inconsistent() {
            return false;
        }
        self.contact = connection.into();
        true
    }

    /// Notes that the server rejected the feed.
    pub fn close(&mut self, error: FeedError) {
        self.contact = Contact::Closed(error);
    }

    /// Returns whether the feed is inconsistent.
    pub fn is_inconsistent(&self) -> bool {
        matches!(self.contact, Contact::Inconsistent(_))
    }

    /// Returns whether the server reported that the game is not served, so its clock is paused. During a move
    /// to another server the clock keeps running.
    pub fn is_stalled(&self) -> bool {
        matches!(&self.contact, Contact::Stopped { reason } if *reason != ErrorReason::GameElsewhere)
    }
}

impl<F: FoldGame> WatchedFeed<F> {
    /// Returns the mirror.
    pub fn mirror(&self) -> &Mirror {
        self.session.mirror()
    }

    /// Returns the game; `None` before its set-up.
    pub fn game(&self) -> Option<&Game> {
        self.mirror().game()
    }

    /// Returns what is left of the running window by the server's clock; `None` if none is running. Without a connection it goes
    /// on as a guess (`T`).
    pub fn time_left(&self, now: Option<Instant>) -> Option<TimeLeft> {
        let is_reported = self.contact.is_online() || self.is_stalled();
        self.mirror().time_left(now?, is_reported)
    }

    /// The whole length of the window that is running, as the set-up has it.
    pub fn window(&self) -> Option<Millis> {
        let game = self.game()?;
        let plan = || game.setup().round(game.current_round()?.round);
        match game.phase() {
            Phase::Bidding { .. } => plan().map(|plan| plan.window),
            Phase::Rebidding { .. } => plan().map(|plan| plan.rebid_window),
            Phase::Countdown { .. } => Some(game.setup().end_countdown),
            _ => None,
        }
    }

    /// Returns the seconds of a countdown with whether they are a guess, and the seconds since the connection
    /// was lost.
    pub fn seconds(&self, now: Option<Instant>) -> (Option<(u64, bool)>, Option<u64>) {
        (self.time_left(now).map(TimeLeft::seconds), self.contact.lost_for(now))
    }
}
