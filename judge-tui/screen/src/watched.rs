//! A game or an event that is watched over its feed: its mirror, how its screen stands with the server, and a game's clock.
//!
//! Knows the feed's news; makes no call and paints nothing.

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
    /// It brought an item.
    Item {
        item: Box<wire::FeedItem>,
        /// Moment at which it arrived.
        received: Instant,
    },
    /// It is connected, or was lost and heals by itself.
    Connection(Connection),
    /// The server refuses it; a lasting feed is asked for again and again, and comes back if it can.
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
    /// The last event of a feed that has ended.
    pub fn end() -> Self {
        Self::Closed(FeedError::Unknown { code: tonic::Code::Cancelled })
    }
}

/// Passes the feed of a game or an event, from an item on, to a channel until it is over or nobody reads it; `told` makes of
/// its id and its news what the channel takes.
pub(crate) async fn watch<E>(
    link: Link,
    subject: impl Into<FeedSubject>,
    from_sequence: u64,
    sender: mpsc::Sender<E>,
    told: impl Fn(&str, FeedEvent) -> E,
) {
    let subject = subject.into();
    let mut feed = Feed::lasting(link, subject.clone(), from_sequence);
    while let Some(update) = feed.next().await {
        if sender.send(told(subject.id(), update.into())).await.is_err() {
            return;
        }
    }
    // Nobody waits for it any more if the screen has been left.
    let _ = sender.send(told(subject.id(), FeedEvent::end())).await;
}

/// Fold of a game's feed.
pub trait FoldGame: Fold {
    /// The mirror of the game.
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

/// A game that is watched.
pub type WatchedGame<F = Mirror> = Watched<F>;

/// Fold of a feed, and how its screen stands with that feed.
#[derive(Clone, Debug)]
pub struct Watched<F> {
    /// Session that the feed is folded into.
    pub session: F,
    contact: Contact,
}

impl<F: Fold> Watched<F> {
    /// Something of which nothing has arrived.
    pub fn new(session: F) -> Self {
        Self { session, contact: Contact::Connecting }
    }

    /// Returns how the screen stands with the server.
    pub fn contact(&self) -> &Contact {
        &self.contact
    }

    /// Notes what something else than the feed says of the server.
    pub fn set_contact(&mut self, contact: Contact) {
        self.contact = contact;
    }

    /// Folds an item. `None` if the feed has gone astray before: the first fault is the one to be told, as what comes after
    /// it cannot fit.
    ///
    /// # Errors
    /// What does not fit of the feed, the first time; from then on it is astray.
    pub fn fold(&mut self, item: &wire::FeedItem, received: Instant) -> Option<Result<F::News, MirrorError>> {
        let folded = self.session.fold(item, received);
        if let Err(error) = &folded {
            if self.is_astray() {
                return None;
            }
            self.contact = Contact::Astray(error.clone());
        }
        Some(folded)
    }

    /// Notes how the connection stands; `false` if the feed has gone astray, which no connection mends.
    pub fn connect(&mut self, connection: Connection) -> bool {
        if self.is_astray() {
            return false;
        }
        self.contact = connection.into();
        true
    }

    /// Notes that the server refuses the feed.
    pub fn close(&mut self, error: FeedError) {
        self.contact = Contact::Closed(error);
    }

    /// Returns whether what the feed brought does not fit together.
    pub fn is_astray(&self) -> bool {
        matches!(self.contact, Contact::Astray(_))
    }

    /// Returns whether the server has said that the game is not served, and so that its clock stands. While it goes from one server
    /// to another the clock goes on.
    pub fn stands_still(&self) -> bool {
        matches!(&self.contact, Contact::Stopped { reason } if *reason != ErrorReason::GameElsewhere)
    }
}

impl<F: FoldGame> Watched<F> {
    /// The mirror of what has arrived.
    pub fn mirror(&self) -> &Mirror {
        self.session.mirror()
    }

    /// The game; `None` before its set-up has come.
    pub fn game(&self) -> Option<&Game> {
        self.mirror().game()
    }

    /// Returns what is left of the running window by the server's clock; `None` if none is running. Without a connection it goes
    /// on as a guess (`T`).
    pub fn time_left(&self, now: Option<Instant>) -> Option<TimeLeft> {
        let is_told = self.contact.is_online() || self.stands_still();
        self.mirror().time_left(now?, is_told)
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

    /// The seconds that a countdown shows and whether they are a guess, and those since the connection was lost.
    pub fn seconds(&self, now: Option<Instant>) -> (Option<(u64, bool)>, Option<u64>) {
        (self.time_left(now).map(TimeLeft::seconds), self.contact.lost_for(now))
    }
}
