//! Streams of feed items, and what becomes of readers who do not read.
//!
//! A feed is a shared log, so a slow reader costs nobody time, and no memory beyond what its connection has taken
//! already. That is given back: a reader who takes nothing for a while, or never catches up, is told where to take the
//! feed up again, and let go.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};

use ishigaki_proto::shared::WatchGameResponse;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio_stream::Stream;
use tonic::Status;

use super::{Caller, Services, status};
use crate::clock::{Clock, Monotonic};
use crate::engine::Handle;
use crate::feed::{Audience, Watch};
use crate::gate::Leash;
use crate::limits::Limits;
use crate::metrics::Meter;
use crate::presence::Watching;
use crate::token::{Pass, Role};

/// How many items wait for a reader before its own feed, and nobody else's, is held up.
const READ_AHEAD: usize = 64;

/// Why a stream has ended, once it has.
pub(super) type Farewell = Arc<OnceLock<Status>>;

/// How long a reader who was let go has at the most to take what is on its way, and the farewell, in milliseconds.
const GRACE: u64 = 5_000;

/// A stream of answers to a watch call.
pub(super) type Answers = Pin<Box<dyn Stream<Item = Result<WatchGameResponse, Status>> + Send>>;

impl Services {
    /// Streams a game's feed to one watcher, for as long as its token is good. A team counts as connected to the game for
    /// as long as it listens.
    pub(super) fn stream(
        &self,
        caller: &Caller,
        game: &Handle,
        audience: Audience,
        from: u64,
    ) -> Result<Answers, Status> {
        let watch = game.feeds().watch(audience, from).map_err(|error| status::from_the_future(&error))?;
        let watching = match &caller.role {
            Role::Team { team } => Some(self.presence.watch(team, game.id().as_str())),
            Role::Organiser | Role::Judge | Role::Board | Role::Standby => None,
        };
        let (sender, items) = mpsc::channel(READ_AHEAD);
        let (feeding, farewell, exit) = Feeding::of(items, caller);
        let feeder = Feeder {
            watch,
            next: from.max(1),
            sender,
            farewell,
            clock: Arc::clone(&self.clock),
            limits: Arc::clone(&self.limits),
            meter: self.meter.clone(),
            exit,
            watching,
        };
        tokio::spawn(feeder.run());
        Ok(Box::pin(Granted::by(caller.pass(), feeding)))
    }
}

/// Fills one reader's stream.
struct Feeder {
    watch: Watch,
    /// The number of the item that comes next.
    next: u64,
    sender: mpsc::Sender<WatchGameResponse>,
    farewell: Farewell,
    clock: Arc<dyn Clock>,
    limits: Arc<Limits>,
    meter: Meter,
    exit: Exit,
    watching: Option<Watching>,
}

/// How a feed ends that its reader has not left.
enum End {
    Stopped,
    TooSlow,
}

impl Feeder {
    async fn run(mut self) {
        let end = match self.feed().await {
            // The reader has left.
            None => return,
            Some(End::Stopped) => status::stopped(),
            Some(End::TooSlow) => {
                self.meter.dropped_slow_reader();
                tracing::info!(watch = ?self.watch, "a reader was too slow, and its feed is ended");
                status::slow_reader(self.next)
            }
        };
        // Nobody else sets it.
        let _ = self.farewell.set(end);
        drop((self.sender, self.watching));
        self.exit.see_off(&*self.clock, &self.limits).await;
    }

    /// Feeds until the reader leaves, which is `None`, or the feed has to end.
    async fn feed(&mut self) -> Option<End> {
        let mut behind_since = None;
        loop {
            let item = tokio::select! {
                item = self.watch.next() => item,
                () = self.sender.closed() => return None,
            };
            let Some(item) = item else { return Some(End::Stopped) };
            let number = item.sequence;
            match self.sender.try_send(item) {
                Ok(()) => {
                    // All that was waiting for the reader has been taken.
                    if self.sender.capacity() + 1 == self.sender.max_capacity() {
                        behind_since = None;
                    }
                }
                Err(TrySendError::Closed(_)) => return None,
                Err(TrySendError::Full(item)) => {
                    let since = *behind_since.get_or_insert(self.clock.now());
                    if let Some(end) = self.wait(item, since).await {
                        return end;
                    }
                }
            }
            self.next = self.next.max(number.saturating_add(1));
        }
    }

    /// Waits for a reader who is behind to take the next item; `Some` if that is the end: of the reader's patience or
    /// of ours.
    async fn wait(&mut self, item: WatchGameResponse, behind_since: Monotonic) -> Option<Option<End>> {
        let now = self.clock.now();
        let stalled = after(now, self.limits.stalled_reader_ms);
        let late = after(behind_since, self.limits.late_reader_ms);
        tokio::select! {
            // Who takes it in the last moment has taken it.
            biased;
            sent = self.sender.send(item) => sent.is_err().then_some(None),
            () = self.clock.reach(stalled.min(late)) => Some(Some(End::TooSlow)),
        }
    }
}

pub(super) fn after(moment: Monotonic, millis: u64) -> Monotonic {
    Monotonic(moment.0.saturating_add(millis))
}

/// What a reader reads: the items, and at last why there are no more.
pub(super) struct Feeding<T> {
    items: mpsc::Receiver<T>,
    farewell: Farewell,
    _here: oneshot::Sender<Infallible>,
}

impl<T> Feeding<T> {
    /// A stream of what comes here, for this caller; where its farewell is put, and its way out.
    pub(super) fn of(items: mpsc::Receiver<T>, caller: &Caller) -> (Self, Farewell, Exit) {
        let farewell = Farewell::default();
        let (here, gone) = oneshot::channel();
        let exit = Exit { leash: caller.leash(), gone };
        (Self { items, farewell: Arc::clone(&farewell), _here: here }, farewell, exit)
    }
}

/// The way out of a stream.
pub(super) struct Exit {
    leash: Option<Leash>,
    /// Ends when the reader's stream is gone.
    gone: oneshot::Receiver<Infallible>,
}

impl Exit {
    /// Waits until a reader who was let go has left, or cuts the connection. A stream that its reader has stopped is
    /// never asked for its farewell, nor for anything else: all that would be left of it is what it holds.
    pub(super) async fn see_off(self, clock: &dyn Clock, limits: &Limits) {
        tokio::select! {
            _ = self.gone => {}
            () = clock.reach(after(clock.now(), limits.stalled_reader_ms.min(GRACE))) => {
                if let Some(leash) = self.leash {
                    tracing::info!("a connection is cut whose reader does not even take the farewell");
                    leash.cut();
                }
            }
        }
    }
}

impl<T> Stream for Feeding<T> {
    type Item = Result<T, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match ready!(self.items.poll_recv(cx)) {
            Some(item) => Poll::Ready(Some(Ok(item))),
            None => Poll::Ready(self.farewell.get().cloned().map(Err)),
        }
    }
}

/// A stream that ends at once when the token is revoked with which it was asked for, whatever waits in it.
pub(super) struct Granted<S> {
    /// Let go with the token.
    items: Option<S>,
    /// Ends with the token; `None` once that is told.
    revoked: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl<S> Granted<S> {
    /// This stream for somebody with this pass.
    pub(super) fn by(pass: &Pass, items: S) -> Self {
        Self { items: Some(items), revoked: Some(Box::pin(pass.revoked())) }
    }
}

impl<T, S: Stream<Item = Result<T, Status>> + Unpin> Stream for Granted<S> {
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
