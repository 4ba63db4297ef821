//! A self-healing watch on a game or event.

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

/// Maximum silence of a feed; the server sends a pulse every few seconds.
const SILENCE: Duration = Duration::from_secs(10);
/// First retry delay of a lost feed; it doubles with every attempt.
const SHORTEST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(2);
const LONGEST_HINT: Duration = Duration::from_secs(10);
/// Number of updates buffered for a slow reader.
const READ_AHEAD: usize = 64;

/// Update of a feed to its reader.
#[derive(Clone, Debug)]
pub enum Update {
    Item {
        item: Box<wire::FeedItem>,
        /// Time of arrival, for [`Mirror::fold`](crate::Mirror::fold).
        received: Instant,
    },
    Connection(Connection),
}

/// State of a feed's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    Connected,
    /// All items so far have arrived.
    CaughtUp,
    /// Disconnected; the feed keeps trying. Sent once per outage.
    Lost {
        since: Instant,
        /// Code of the last connection's end or failure.
        code: Code,
    },
    /// The server answers, but the game isn't served any more: its clock has stopped
    /// ([`Mirror::stopped_at`](crate::Mirror::stopped_at)). All items have arrived; the feed keeps asking.
    /// Sent once per stop.
    Stopped {
        since: Instant,
        /// The server's journal failed ([`ErrorReason::JournalFailed`]), something else did
        /// ([`ErrorReason::GameStopped`]), or the game is moving between servers
        /// ([`ErrorReason::GameElsewhere`]).
        reason: ErrorReason,
    },
}

/// Error that ends a feed, because a retry would not help.
#[derive(Clone, Debug, thiserror::Error, Message)]
#[message("feed")]
pub enum FeedError {
    /// The server rejects the token, the game or the position.
    Refused(#[message("fault", display)] Box<Fault>),
    /// The server rejects it for a reason unknown to this client.
    Unknown {
        #[message(debug)]
        code: Code,
    },
}

/// Retry delay of a lasting feed after a rejection.
const REJECTION_RETRY_DELAY: Duration = LONGEST_WAIT;
const MOVE_RETRY_DELAY: Duration = Duration::from_millis(500);
/// Time that a move between servers may take before it is reported.
const SILENT_MOVE_TIME: Duration = Duration::from_secs(1);

/// Game or event of a feed, by its id. The empty id means the only visible one that isn't over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeedSubject {
    Game(String),
    Event(String),
}

impl<S: Into<String>> From<S> for FeedSubject {
    fn from(game: S) -> Self {
        Self::Game(game.into())
    }
}

impl FeedSubject {
    pub fn id(&self) -> &str {
        let (Self::Game(id) | Self::Event(id)) = self;
        id
    }
}

/// A watch on a game or event. Dropping it ends the watch.
#[derive(Debug)]
pub struct Feed {
    updates: mpsc::Receiver<Result<Update, FeedError>>,
}

impl Feed {
    /// Watches a game or event from an item on. With the empty id a lost feed may resume in another game, so
    /// name it for a long watch. Must be called within a tokio runtime.
    pub fn open(link: Link, subject: impl Into<FeedSubject>, from_sequence: u64) -> Self {
        Self::begin(link, subject.into(), from_sequence, false)
    }

    /// Watches like [`Feed::open`], for a screen that stays open: a rejection is reported once while it is
    /// the same, and the feed is requested again every two seconds. The feed recovers when a server started
    /// with the wrong directory gets the right one.
    pub fn reconnecting(link: Link, subject: impl Into<FeedSubject>, from_sequence: u64) -> Self {
        Self::begin(link, subject.into(), from_sequence, true)
    }

    fn begin(link: Link, subject: FeedSubject, from_sequence: u64, lasts: bool) -> Self {
        let (sender, updates) = mpsc::channel(READ_AHEAD);
        let next = from_sequence.max(1);
        let watch = Watch { link, subject, next, lasts, stopped: None, moving: None, sender };
        tokio::spawn(watch.run());
        Self { updates }
    }

    /// Returns the next update. After an error there is only `None`, unless the feed is lasting. Cancel-safe.
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
    stopped: Option<ErrorReason>,
    moving: Option<Instant>,
    sender: mpsc::Sender<Result<Update, FeedError>>,
}

struct Unread;

impl Watch {
    async fn run(self) {
        let reader_left = self.sender.clone();
        tokio::select! {
            _ = self.keep_up() => {}
            () = reader_left.closed() => {}
        }
    }

    /// Reconnects until the feed is rejected or has no reader.
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
                tokio::time::sleep(REJECTION_RETRY_DELAY).await;
                continue;
            }
            refused = None;
            if self.moves(&end) {
                self.moving = self.moving.or_else(|| Some(now()));
                lost = false;
                // Retries at once after progress, otherwise with a delay.
                if self.next == before {
                    tokio::time::sleep(SHORTEST_WAIT).await;
                }
                continue;
            }
            self.moving = None;
            if let Some(reason) = standstill(&end) {
                self.stop_clock(reason).await?;
                lost = false;
                continue;
            }
            self.stopped = None;
            if was_connected || !lost {
                tracing::info!(code = ?end.code(), next = self.next, "feed disconnected");
                self.tell(Connection::Lost { since: now(), code: end.code() }).await?;
                lost = true;
            }
            if was_connected {
                self.link.turn(self.subject.id());
            }
            if self.next > before {
                wait = SHORTEST_WAIT;
            }
            // The server suggests a delay, but it is capped for the sake of viewers.
            let hint = Fault::from_status(&end).and_then(|fault| fault.retry_after()).unwrap_or_default();
            tokio::time::sleep(wait.max(hint.min(LONGEST_HINT))).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
    }

    /// Returns whether a feed ended because its subject moved to another server, and turns to that one.
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

    /// Reports a stopped subject once, waits, and turns to another server if there is one.
    async fn stop_clock(&mut self, reason: ErrorReason) -> Result<(), Unread> {
        if self.stopped.replace(reason) != Some(reason) {
            tracing::warn!(
                reason = reason_name(reason),
                next = self.next,
                "the server no longer serves this feed"
            );
            self.tell(Connection::Stopped { since: now(), reason }).await?;
        }
        let others = self.link.turn(self.subject.id());
        tokio::time::sleep(if others { MOVE_RETRY_DELAY } else { REJECTION_RETRY_DELAY }).await;
        Ok(())
    }

    /// Resumes the feed. A move to another server is reported only if it takes long.
    async fn open_again(&mut self) -> Result<Result<Items, Status>, Unread> {
        let opening = open(self.link.clone(), self.subject.clone(), self.next);
        let Some(since) = self.moving.filter(|_| self.stopped.is_none()) else { return Ok(opening.await) };
        let quiet = SILENT_MOVE_TIME.saturating_sub(now().saturating_duration_since(since));
        tokio::pin!(opening);
        tokio::select! {
            opened = &mut opening => return Ok(opened),
            () = tokio::time::sleep(quiet) => {}
        }
        let reason = ErrorReason::GameElsewhere;
        tracing::warn!(next = self.next, "no server serves this feed now");
        self.stopped = Some(reason);
        self.tell(Connection::Stopped { since, reason }).await?;
        Ok(opening.await)
    }

    /// Passes items on until the connection ends. Returns how it ended.
    async fn pass_on(&mut self, mut items: Items) -> Result<Status, Unread> {
        let mut caught_up = false;
        let mut woken = std::pin::pin!(woken());
        loop {
            let next = tokio::select! {
                next = timeout(SILENCE, items.next()) => next,
                // Until the next message, the server's time is a guess.
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
            // The end of the feed, which is next, tells why the game stopped.
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
        // Padding is only for the network. Kept, its length would reveal what the rest doesn't (A4).
        Ok(item.map(|item| wire::FeedItem { padding: Vec::new(), ..item.unwrap_or_default() }))
    }
}

/// Returns the reason why the game isn't served any more, if a status has it.
fn standstill(status: &Status) -> Option<ErrorReason> {
    Fault::from_status(status).filter(Fault::is_standstill).map(|fault| fault.reason)
}

/// The error of a status that a retry would not fix.
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
