//! Streams of feed items, and what becomes of readers who do not read.
//!
//! A feed is a shared log, so a slow reader costs nobody time, and no memory beyond what its connection has taken
//! already. That is given back: a reader who takes nothing for a while, or never catches up, is told where to take the
//! feed up again, and let go.

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

/// Status with which a stream has ended, once it has.
pub(super) type EndStatus = Arc<OnceLock<Status>>;

/// Longest time that a reader who was let go has to take what is on its way, and the farewell, in milliseconds.
const GRACE: u64 = 5_000;

/// A stream of answers to a watch call.
pub(super) type Answers = Pin<Box<dyn Stream<Item = Result<WatchGameResponse, Status>> + Send>>;

impl Services {
    /// Streams the feed of a game or event to one watcher, for as long as its token is good. A team counts as connected to the game for
    /// as long as it listens.
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
        let (here, gone) = oneshot::channel();
        let watchdog = SlowReaderWatchdog {
            monitor: watch.monitor(),
            clock: Arc::clone(&self.clock),
            limits: Arc::clone(&self.limits),
            meter: self.meter.clone(),
            exit: StreamExit { connection_handle, gone },
            watching,
        };
        tokio::spawn(watchdog.run(caller.grant().revoked()));
        let runs_contest = matches!(caller.role, Role::Organiser | Role::Judge | Role::JudgeOf { .. });
        Ok(Box::pin(FeedStream {
            open: Some((watch, here)),
            served: self.clone(),
            copies: runs_contest.then(|| self.games.context().copies.clone()),
            id: game.id().clone(),
            validity: caller.grant().validity(),
        }))
    }
}

/// Stream of a feed to one reader, straight from the feed's log: the items, and at last why there are no
/// more.
struct FeedStream<G: State> {
    /// `None` once it is over.
    open: Option<(Subscription<G>, oneshot::Sender<Infallible>)>,
    /// Services that know where the game is when it is not served here any more.
    served: Services,
    /// Copies that are asked about the second copy, for whoever is told how answers stand with it.
    copies: Option<CopyConfirmations>,
    id: StreamId,
    /// Asked before anything is given: a feed ends with its token, whatever waits in it.
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

/// Looks after one reader, from outside: a stream that is not asked for anything notices nothing by itself. Sleeps while
/// items come and go, until the first moment at which the reader could be too slow.
struct SlowReaderWatchdog<G: State> {
    monitor: SubscriberMonitor<G>,
    clock: Arc<dyn Clock>,
    limits: Arc<Limits>,
    meter: Meter,
    exit: StreamExit,
    watching: Option<OpenFeed>,
}

impl<G: State> SlowReaderWatchdog<G> {
    /// Until the reader has left; `revoked` is the end of its token.
    async fn run(mut self, revoked: impl Future<Output = ()> + Send) {
        let mut revoked = pin!(revoked);
        let mut is_closed = false;
        loop {
            let backlog = self.monitor.backlog();
            if is_closed && backlog.idle_since.is_none() {
                // What is left goes along with the farewell.
                break;
            }
            let now = self.clock.now();
            let deadline = self.deadline(backlog);
            if deadline.is_some_and(|deadline| deadline <= now) {
                self.meter.dropped_slow_reader();
                tracing::info!(watch = ?self.monitor, "a reader was too slow, and its feed is ended");
                self.monitor.let_go();
                break;
            }
            // Who is not behind yet falls behind later than now.
            let Limits { stalled_reader_ms, late_reader_ms, .. } = *self.limits;
            let soonest = after(now, stalled_reader_ms.min(late_reader_ms).max(1));
            let look = deadline.map_or(soonest, |deadline| deadline.min(soonest));
            tokio::select! {
                _ = &mut self.exit.gone => return,
                () = &mut revoked => {
                    self.monitor.let_go();
                    break;
                }
                () = self.monitor.closed(), if !is_closed => is_closed = true,
                () = self.clock.reach(look) => {}
            }
        }
        drop(self.watching);
        self.exit.await_departure(&*self.clock, &self.limits).await;
    }

    /// Returns when a reader with these arrears is too slow, if it takes nothing from now on.
    fn deadline(&self, Backlog { idle_since, behind_since }: Backlog) -> Option<Monotonic> {
        let stalled = idle_since.map(|since| after(since, self.limits.stalled_reader_ms));
        let late = behind_since.map(|since| after(since, self.limits.late_reader_ms));
        stalled.into_iter().chain(late).min()
    }
}

pub(super) fn after(moment: Monotonic, millis: u64) -> Monotonic {
    Monotonic(moment.0.saturating_add(millis))
}

/// Stream from a channel: its items, and at last why there are no more.
pub(super) struct ChannelStream<T> {
    items: mpsc::Receiver<T>,
    end_status: EndStatus,
    _here: oneshot::Sender<Infallible>,
}

impl<T> ChannelStream<T> {
    /// A stream of what comes here, for this caller; where its farewell is put, and its way out.
    pub(super) fn of(items: mpsc::Receiver<T>, caller: &Caller) -> (Self, EndStatus, StreamExit) {
        let end_status = EndStatus::default();
        let (here, gone) = oneshot::channel();
        let exit = StreamExit { connection_handle: caller.connection_handle(), gone };
        (Self { items, end_status: Arc::clone(&end_status), _here: here }, end_status, exit)
    }
}

/// The way out of a stream.
pub(super) struct StreamExit {
    connection_handle: Option<ConnectionHandle>,
    /// Ends when the reader's stream is gone.
    gone: oneshot::Receiver<Infallible>,
}

impl StreamExit {
    /// Waits until a reader who was let go has left, or cuts the connection. A stream that its reader has stopped is
    /// never asked for its farewell, nor for anything else: all that would be left of it is what it holds.
    pub(super) async fn await_departure(self, clock: &dyn Clock, limits: &Limits) {
        tokio::select! {
            _ = self.gone => {}
            () = clock.reach(after(clock.now(), limits.stalled_reader_ms.min(GRACE))) => {
                if let Some(connection_handle) = self.connection_handle {
                    tracing::info!("a connection is cut whose reader does not even take the farewell");
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

/// A stream that ends at once when the token is revoked with which it was asked for, whatever waits in it.
pub(super) struct RevocableStream<S> {
    /// Let go with the token.
    items: Option<S>,
    /// Ends with the token; `None` once that is told.
    revoked: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl<S> RevocableStream<S> {
    /// This stream for somebody with this grant.
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
