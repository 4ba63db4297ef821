//! Streams of feed items, and the end of readers that are too slow.
//!
//! A feed is a shared log, so a slow reader costs no time and only the memory of its connection. A reader
//! that takes nothing for a while, or never catches up, receives the position to resume from and is
//! disconnected.

use std::convert::Infallible;
use std::pin::{Pin, pin};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};

use ishigaki_engine::clock::{Clock, Monotonic};
use ishigaki_engine::engine::{Handle, Subject};
use ishigaki_engine::feed::{Audience, Backlog, State, SubscriberMonitor, Subscription, WatchRange};
use ishigaki_engine::meter::Meter;
use ishigaki_engine::required_copy::CopyConfirmations;
use ishigaki_engine::stop_reason::StopReason;
use ishigaki_engine::token::{AccessGrant, Role, Validity};
use ishigaki_journal::StreamId;
use ishigaki_proto::shared::WatchGameResponse;
use tokio::sync::{mpsc, oneshot};
use tokio_stream::Stream;
use tonic::Status;

use super::{Caller, Services, status};
use crate::gate::ConnectionHandle;
use crate::limits::Limits;
use crate::presence::OpenFeed;

/// Status with which a stream has ended.
pub(super) type EndStatus = Arc<OnceLock<Status>>;

/// Time that a disconnected reader has to take pending items and the final status, in milliseconds.
const GRACE: u64 = 5_000;

pub(super) type Answers = Pin<Box<dyn Stream<Item = Result<WatchGameResponse, Status>> + Send>>;

impl Services {
    /// Streams a game's or event's feed to one watcher while its token is valid. A team counts as connected
    /// to the game while it listens.
    pub(super) fn stream<S: Subject>(
        &self,
        caller: &Caller,
        game: &Handle<S>,
        audience: Audience,
        range: WatchRange,
    ) -> Result<Answers, Status> {
        let connection_handle = caller.connection_handle();
        let connection = connection_handle.as_ref().map_or(0, ConnectionHandle::number);
        let watch = game.feeds().watch_on(connection, audience, range);
        let watch = watch.map_err(|error| status::unknown_item(&error))?;
        let watching = match &caller.role {
            Role::Team { team } => Some(self.presence.watch(team, game.id().as_str())),
            Role::Organiser
            | Role::Judge
            | Role::JudgeOf { .. }
            | Role::Board
            | Role::Desk
            | Role::Referee
            | Role::Standby => None,
        };
        let (reader_alive, reader_gone) = oneshot::channel();
        let watchdog = SlowReaderWatchdog {
            monitor: watch.monitor(),
            clock: Arc::clone(&self.clock),
            limits: Arc::clone(&self.limits),
            meter: self.meter.clone(),
            exit: StreamExit { connection_handle, reader_gone },
            watching,
        };
        tokio::spawn(watchdog.run(caller.grant().revoked()));
        let runs_contest = matches!(caller.role, Role::Organiser | Role::Judge | Role::JudgeOf { .. });
        Ok(Box::pin(FeedStream {
            open: Some((watch, reader_alive)),
            served: self.clone(),
            copies: runs_contest.then(|| self.games.context().copies.clone()),
            id: game.id().clone(),
            validity: caller.grant().validity(),
        }))
    }
}

/// Stream of a feed to one reader, directly from the feed's log: items, then the reason for the end.
struct FeedStream<G: State> {
    /// `None` once it is over.
    open: Option<(Subscription<G>, oneshot::Sender<Infallible>)>,
    /// Locates the game once it is no longer served here.
    served: Services,
    /// Source of the copy's state, for callers that may see it.
    copies: Option<CopyConfirmations>,
    id: StreamId,
    /// Checked before each item: a feed ends with its token, even if items wait.
    validity: Validity,
}

impl<G: State> Stream for FeedStream<G> {
    type Item = Result<WatchGameResponse, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Self { open, validity, served, copies, id } = &mut *self;
        let Some((watch, _)) = open else { return Poll::Ready(None) };
        if validity.holds()
            && let Some(mut item) = ready!(watch.poll_next(cx))
        {
            if let Some(copies) = copies {
                item.clock.set_copy(copies.standing().to_wire());
            }
            return Poll::Ready(Some(Ok(item)));
        }
        let end = if !validity.holds() {
            status::token_revoked()
        } else if watch.is_let_go() {
            status::slow_reader(watch.next_number())
        } else if watch.stop_reason() == Some(StopReason::Elsewhere) {
            served.moved(id.as_str())
        } else {
            status::halted(watch.stop_reason().unwrap_or(StopReason::Stopping))
        };
        *open = None;
        Poll::Ready(Some(Err(end)))
    }
}

/// Watches one reader from outside, because a stream that is not polled can't notice anything. Sleeps until
/// the reader could first be too slow.
struct SlowReaderWatchdog<G: State> {
    monitor: SubscriberMonitor<G>,
    clock: Arc<dyn Clock>,
    limits: Arc<Limits>,
    meter: Meter,
    exit: StreamExit,
    watching: Option<OpenFeed>,
}

impl<G: State> SlowReaderWatchdog<G> {
    /// Runs until the reader has left or `revoked` ends.
    async fn run(mut self, revoked: impl Future<Output = ()> + Send) {
        let mut revoked = pin!(revoked);
        let mut is_closed = false;
        loop {
            let backlog = self.monitor.backlog();
            if is_closed && backlog.idle_since.is_none() {
                // Remaining items leave with the final status.
                break;
            }
            let now = self.clock.now();
            let deadline = self.deadline(backlog);
            if deadline.is_some_and(|deadline| deadline <= now) {
                self.meter.dropped_slow_reader();
                tracing::info!(watch = ?self.monitor, "feed ended: its reader was too slow");
                self.monitor.let_go();
                break;
            }
            // A reader without a backlog can't reach its limit before one that lags now.
            let Limits { stalled_reader_ms, late_reader_ms, .. } = *self.limits;
            let soonest = after(now, stalled_reader_ms.min(late_reader_ms).max(1));
            let next_check = deadline.map_or(soonest, |deadline| deadline.min(soonest));
            tokio::select! {
                _ = &mut self.exit.reader_gone => return,
                () = &mut revoked => {
                    self.monitor.let_go();
                    break;
                }
                () = self.monitor.closed(), if !is_closed => is_closed = true,
                () = self.clock.reach(next_check) => {}
            }
        }
        drop(self.watching);
        self.exit.await_departure(&*self.clock, &self.limits).await;
    }

    /// Returns when a reader with this backlog is too slow.
    fn deadline(&self, Backlog { idle_since, behind_since }: Backlog) -> Option<Monotonic> {
        let stalled = idle_since.map(|since| after(since, self.limits.stalled_reader_ms));
        let late = behind_since.map(|since| after(since, self.limits.late_reader_ms));
        stalled.into_iter().chain(late).min()
    }
}

pub(super) fn after(moment: Monotonic, millis: u64) -> Monotonic {
    Monotonic(moment.0.saturating_add(millis))
}

/// Stream from a channel: items, then the reason for the end.
pub(super) struct ChannelStream<T> {
    items: mpsc::Receiver<T>,
    end_status: EndStatus,
    _here: oneshot::Sender<Infallible>,
}

impl<T> ChannelStream<T> {
    /// Returns a stream of these items, the place for its final status, and its exit.
    pub(super) fn of(items: mpsc::Receiver<T>, caller: &Caller) -> (Self, EndStatus, StreamExit) {
        let end_status = EndStatus::default();
        let (reader_alive, reader_gone) = oneshot::channel();
        let exit = StreamExit { connection_handle: caller.connection_handle(), reader_gone };
        (Self { items, end_status: Arc::clone(&end_status), _here: reader_alive }, end_status, exit)
    }
}

pub(super) struct StreamExit {
    connection_handle: Option<ConnectionHandle>,
    /// Ends when the reader's stream is gone.
    reader_gone: oneshot::Receiver<Infallible>,
}

impl StreamExit {
    /// Waits until a disconnected reader has left, or cuts the connection. A stalled stream is never polled
    /// for its final status, so its buffer would remain.
    pub(super) async fn await_departure(self, clock: &dyn Clock, limits: &Limits) {
        tokio::select! {
            _ = self.reader_gone => {}
            () = clock.reach(after(clock.now(), limits.stalled_reader_ms.min(GRACE))) => {
                if let Some(connection_handle) = self.connection_handle {
                    tracing::info!("connection closed: its reader did not read the end of the feed");
                    connection_handle.cut();
                }
            }
        }
    }
}

impl<T> Stream for ChannelStream<T> {
    type Item = Result<T, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match ready!(self.items.poll_recv(cx)) {
            Some(item) => Poll::Ready(Some(Ok(item))),
            None => Poll::Ready(self.end_status.get().cloned().map(Err)),
        }
    }
}

/// A stream that ends at once when its token is revoked.
pub(super) struct RevocableStream<S> {
    /// Dropped with the token.
    items: Option<S>,
    /// Ends with the token; `None` after that was reported.
    revoked: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl<S> RevocableStream<S> {
    pub(super) fn by(grant: &AccessGrant, items: S) -> Self {
        Self { items: Some(items), revoked: Some(Box::pin(grant.revoked())) }
    }
}

impl<T, S: Stream<Item = Result<T, Status>> + Unpin> Stream for RevocableStream<S> {
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some(revoked) = &mut self.revoked else {
            return Poll::Ready(None);
        };
        if revoked.as_mut().poll(cx).is_ready() {
            (self.revoked, self.items) = (None, None);
            return Poll::Ready(Some(Err(status::token_revoked())));
        }
        match &mut self.items {
            Some(items) => Pin::new(items).poll_next(cx),
            None => Poll::Ready(None),
        }
    }
}
