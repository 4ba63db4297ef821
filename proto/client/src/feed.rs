//! A watch on a game or an event that heals by itself.

use std::time::{Duration, Instant};

use ishigaki_catalogue::Message;
use ishigaki_proto::fault::{ErrorReason, Fault, reason_name};
use ishigaki_proto::watch::{WatchEventRequest, WatchEventResponse, WatchGameRequest, WatchGameResponse};
use ishigaki_proto::wire;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tonic::{Code, Status, Streaming};

use crate::moment::woken;
use crate::{Link, now};

/// Longest silence of a feed: the server sends a pulse every few seconds.
const SILENCE: Duration = Duration::from_secs(10);
/// The first wait before a feed is taken up again after a cut; it doubles with every try...
const SHORTEST_WAIT: Duration = Duration::from_millis(100);
/// ...up to this.
const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// The longest wait that a server may ask for.
const LONGEST_HINT: Duration = Duration::from_secs(10);
/// Number of updates that wait for a slow reader before the server is held up.
const READ_AHEAD: usize = 64;

/// Update of a feed to its reader.
#[derive(Clone, Debug)]
pub enum Update {
    Item {
        item: Box<wire::FeedItem>,
        /// Moment at which it came, for [`Mirror::fold`](crate::Mirror::fold).
        received: Instant,
    },
    /// State of the connection now.
    Connection(Connection),
}

/// State of a feed's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    /// The server answers; what has been missed is coming.
    Connected,
    /// Everything there is has come: what the reader shows is what is.
    CaughtUp,
    /// There is no connection; the feed keeps trying. Told once per outage.
    Lost {
        since: Instant,
        /// Code with which the last connection ended, or the first one failed.
        code: Code,
    },
    /// The server answers, and the game is not served any more: its clock stands
    /// ([`Mirror::stopped_at`](crate::Mirror::stopped_at)). Everything there is has come; the feed keeps asking. Told once
    /// per standstill.
    Stopped {
        /// Since when this is known.
        since: Instant,
        /// Reason: the server's journal failed ([`ErrorReason::JournalFailed`]), something else did
        /// ([`ErrorReason::GameStopped`]), or it is on its way from one server to another and none serves it yet
        /// ([`ErrorReason::GameElsewhere`]).
        reason: ErrorReason,
    },
}

/// Error that ends a feed for good: trying again would not help.
#[derive(Clone, Debug, thiserror::Error, Message)]
#[message("feed")]
pub enum FeedError {
    /// The server refuses it: the token, the game or the place in the feed is wrong.
    Refused(#[message("fault", display)] Box<Fault>),
    /// The server refuses it in a way this client does not know.
    Unknown {
        /// The code of the answer.
        #[message(debug)]
        code: Code,
    },
}

/// Time for which a lasting feed is left alone after a refusal.
const AGAIN: Duration = LONGEST_WAIT;
/// Time for which a game that stands still is left alone before another server is asked about it.
const AGAIN_ELSEWHERE: Duration = Duration::from_millis(500);
/// Time that a game may take from one server to another before that is told.
const QUIET: Duration = Duration::from_secs(1);

/// Game or event that a feed is of, by its id; the empty id means the only one the caller can see that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeedSubject {
    Game(String),
    /// An event, as its roster and its rounds go.
    Event(String),
}

impl<S: Into<String>> From<S> for FeedSubject {
    /// The game of this id.
    fn from(game: S) -> Self {
        Self::Game(game.into())
    }
}

impl FeedSubject {
    /// The id.
    pub fn id(&self) -> &str {
        let (Self::Game(id) | Self::Event(id)) = self;
        id
    }
}

/// A watch on a game or an event. Dropping it ends the watch.
#[derive(Debug)]
pub struct Feed {
    updates: mpsc::Receiver<Result<Update, FeedError>>,
}

impl Feed {
    /// Watches a game or an event from an item on, as whom the token stands for. With the empty id a feed that is lost may
    /// be taken up in another game: who watches for long names it. Must be called within a tokio runtime.
    pub fn open(link: Link, subject: impl Into<FeedSubject>, from_sequence: u64) -> Self {
        Self::begin(link, subject.into(), from_sequence, false)
    }

    /// As [`Feed::open`], for a screen that stays: a refusal is told, once as long as it is the same, and the feed is asked
    /// for again every two seconds. So it comes back by itself when a server that was started with the wrong folder has
    /// the right one again.
    pub fn lasting(link: Link, subject: impl Into<FeedSubject>, from_sequence: u64) -> Self {
        Self::begin(link, subject.into(), from_sequence, true)
    }

    fn begin(link: Link, subject: FeedSubject, from_sequence: u64, lasts: bool) -> Self {
        let (sender, updates) = mpsc::channel(READ_AHEAD);
        let next = from_sequence.max(1);
        let watch = Watch { link, subject, next, lasts, stopped: None, moving: None, sender };
        tokio::spawn(watch.run());
        Self { updates }
    }

    /// The next update. After an error there are no more, `None`, unless the feed is a lasting one. Nothing is lost if the
    /// future is dropped.
    pub async fn next(&mut self) -> Option<Result<Update, FeedError>> {
        self.updates.recv().await
    }
}

/// The other end of a [`Feed`].
struct Watch {
    link: Link,
    subject: FeedSubject,
    next: u64,
    lasts: bool,
    /// Reason for which the game is not served, as was told: nothing of a connection is news while it is not.
    stopped: Option<ErrorReason>,
    /// Since when it is on its way to another server.
    moving: Option<Instant>,
    sender: mpsc::Sender<Result<Update, FeedError>>,
}

/// Nobody reads the feed any more.
struct Unread;

impl Watch {
    async fn run(self) {
        let reader_left = self.sender.clone();
        tokio::select! {
            _ = self.keep_up() => {}
            () = reader_left.closed() => {}
        }
    }

    /// Connects again and again until the feed is refused or nobody reads it.
    async fn keep_up(mut self) -> Result<(), Unread> {
        let mut lost = false;
        let mut wait = SHORTEST_WAIT;
        let mut refused = None;
        loop {
            let before = self.next;
            let (end, was_connected) = match self.open_again().await? {
                Ok(items) => {
                    refused = None;
                    if self.stopped.is_none() {
                        self.tell(Connection::Connected).await?;
                    }
                    (self.pass_on(items).await?, true)
                }
                Err(status) => (status, false),
            };
            if let Some(error) = refusal(&end) {
                let why = Some(error.to_string());
                if refused != why {
                    self.sender.send(Err(error)).await.map_err(|_| Unread)?;
                }
                if !self.lasts {
                    return Ok(());
                }
                (refused, lost, self.moving) = (why, false, None);
                tokio::time::sleep(AGAIN).await;
                continue;
            }
            refused = None;
            if self.moves(&end) {
                self.moving = self.moving.or_else(|| Some(now()));
                lost = false;
                // One that has brought something moves at once; a second one without news takes its time.
                if self.next == before {
                    tokio::time::sleep(SHORTEST_WAIT).await;
                }
                continue;
            }
            self.moving = None;
            if let Some(reason) = standstill(&end) {
                self.stand_still(reason).await?;
                lost = false;
                continue;
            }
            self.stopped = None;
            if was_connected || !lost {
                tracing::info!(code = ?end.code(), next = self.next, "the feed is cut off");
                self.tell(Connection::Lost { since: now(), code: end.code() }).await?;
                lost = true;
            }
            if was_connected {
                self.link.turn(self.subject.id());
            }
            if self.next > before {
                wait = SHORTEST_WAIT;
            }
            // The server knows best when it has room again; but not for long: who watches wants to see.
            let hint = Fault::from_status(&end).and_then(|fault| fault.retry_after()).unwrap_or_default();
            tokio::time::sleep(wait.max(hint.min(LONGEST_HINT))).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    /// Returns whether a feed ended because what is watched goes on at another server, to which it turns
    /// then.
    fn moves(&self, end: &Status) -> bool {
        let Some(fault) = Fault::from_status(end) else { return false };
        match (fault.reason, fault.figure("address")) {
            (ErrorReason::GameElsewhere, Some(server)) => {
                self.link.lead(self.subject.id(), server);
                true
            }
            (ErrorReason::GameElsewhere, None) => {
                self.link.turn(self.subject.id());
                true
            }
            (ErrorReason::ServerStopping, _) => self.link.turn(self.subject.id()),
            _ => false,
        }
    }

    /// Tells once that what is watched is not served any more, and rests; then another server is asked if there is one.
    async fn stand_still(&mut self, reason: ErrorReason) -> Result<(), Unread> {
        if self.stopped.replace(reason) != Some(reason) {
            tracing::warn!(
                reason = reason_name(reason),
                next = self.next,
                "what is watched is not served any more"
            );
            self.tell(Connection::Stopped { since: now(), reason }).await?;
        }
        let others = self.link.turn(self.subject.id());
        tokio::time::sleep(if others { AGAIN_ELSEWHERE } else { AGAIN }).await;
        Ok(())
    }

    /// Opens the feed where it was left. While it moves to another server that is told only if it takes long.
    async fn open_again(&mut self) -> Result<Result<Items, Status>, Unread> {
        let opening = open(self.link.clone(), self.subject.clone(), self.next);
        let Some(since) = self.moving.filter(|_| self.stopped.is_none()) else { return Ok(opening.await) };
        let quiet = QUIET.saturating_sub(now().saturating_duration_since(since));
        tokio::pin!(opening);
        tokio::select! {
            opened = &mut opening => return Ok(opened),
            () = tokio::time::sleep(quiet) => {}
        }
        let reason = ErrorReason::GameElsewhere;
        tracing::warn!(next = self.next, "what is watched is served by nobody at this moment");
        self.stopped = Some(reason);
        self.tell(Connection::Stopped { since, reason }).await?;
        Ok(opening.await)
    }

    /// Passes items on until the connection ends; how it ended.
    async fn pass_on(&mut self, mut items: Items) -> Result<Status, Unread> {
        let mut caught_up = false;
        let mut woken = std::pin::pin!(woken());
        loop {
            let next = tokio::select! {
                next = timeout(SILENCE, items.next()) => next,
                // Until the server tells the time again, what is known of it is a guess.
                () = &mut woken => return Ok(Status::unavailable("this computer has slept")),
            };
            let item = match next {
                Ok(Ok(Some(item))) => item,
                Ok(Ok(None)) => return Ok(Status::unavailable("the server ended the feed")),
                Ok(Err(status)) => return Ok(status),
                Err(_) => return Ok(Status::deadline_exceeded("the server is silent")),
            };
            let is_end = matches!(&item.body, Some(wire::feed_item::Body::Pulse(pulse)) if pulse.caught_up);
            let is_served = item.clock.is_none_or(|clock| clock.stopped_at_ms.is_none());
            if is_served && self.stopped.take().is_some() {
                self.tell(Connection::Connected).await?;
            }
            self.moving = None;
            if item.sequence > 0 {
                self.next = item.sequence.saturating_add(1);
            }
            let update = Update::Item { item: Box::new(item), received: now() };
            self.sender.send(Ok(update)).await.map_err(|_| Unread)?;
            // Why a game that is not served any more stands still is told by the feed's end, which is next.
            if is_end && is_served && !caught_up {
                caught_up = true;
                self.tell(Connection::CaughtUp).await?;
            }
        }
    }

    async fn tell(&self, connection: Connection) -> Result<(), Unread> {
        self.sender.send(Ok(Update::Connection(connection))).await.map_err(|_| Unread)
    }
}

/// Watches a game or an event from an item on.
async fn open(link: Link, subject: FeedSubject, from_sequence: u64) -> Result<Items, Status> {
    let mut client = link.watch();
    Ok(match subject {
        FeedSubject::Game(game) => {
            let request = WatchGameRequest { game, from_sequence, ..Default::default() };
            Items::Game(client.watch_game(request).await?.into_inner())
        }
        FeedSubject::Event(event) => {
            let request = WatchEventRequest { event, from_sequence };
            Items::Event(client.watch_event(request).await?.into_inner())
        }
    })
}

/// The items of one connection.
enum Items {
    Game(Streaming<WatchGameResponse>),
    Event(Streaming<WatchEventResponse>),
}

impl Items {
    /// The next item; `None` at the connection's end.
    async fn next(&mut self) -> Result<Option<wire::FeedItem>, Status> {
        let item = match self {
            Self::Game(answers) => answers.message().await?.map(|answer| answer.item),
            Self::Event(answers) => answers.message().await?.map(|answer| answer.item),
        };
        // The padding was for the network. Kept, it would tell by its length what the rest does not (A4).
        Ok(item.map(|item| wire::FeedItem { padding: Vec::new(), ..item.unwrap_or_default() }))
    }
}

/// Returns the reason for which the game is not served any more, if a status says so.
fn standstill(status: &Status) -> Option<ErrorReason> {
    Fault::from_status(status).filter(Fault::is_standstill).map(|fault| fault.reason)
}

/// The error that a status means, if trying again would not help.
fn refusal(status: &Status) -> Option<FeedError> {
    match Fault::from_status(status) {
        Some(fault) if fault.is_passing() => None,
        Some(fault) => Some(FeedError::Refused(Box::new(fault))),
        None => match status.code() {
            Code::Unauthenticated
            | Code::PermissionDenied
            | Code::NotFound
            | Code::InvalidArgument
            | Code::OutOfRange
            | Code::Unimplemented => Some(FeedError::Unknown { code: status.code() }),
            _ => None,
        },
    }
}
