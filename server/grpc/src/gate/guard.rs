//! The guard of an open connection: ends it when idle, stalled or cut, and limits its bytes.
//!
//! All of it is about one connection alone and is asked whenever that connection reads or writes, so a connection that
//! does nothing costs nothing. Knows no protocol: it sees bytes come and go.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future as _;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll};

use ishigaki_engine::clock::{Clock, Monotonic, Wakeup};
use tokio::sync::oneshot;

use super::GateLimits;
use super::cutter::{Cut, Cutter};
use super::unauthenticated::EvictionHandle;

/// The wait of a connection that has sent too much, in milliseconds.
const QUOTA_DELAY: u64 = 10;

/// Handle of a connection: cuts it, counts its calls, marks it as authenticated. Every request carries one. Cheap to clone.
#[derive(Clone)]
pub struct ConnectionHandle(Arc<ConnectionState>);

struct ConnectionState {
    cut: Cut,
    clock: Arc<dyn Clock>,
    calls: AtomicUsize,
    has_called: AtomicBool,
    /// Its entry among the connections without a good token.
    eviction: OnceLock<EvictionHandle>,
    /// Since when there has been no call, in milliseconds.
    idle_since: AtomicU64,
    answers: Mutex<UntakenAnswers>,
}

/// Answers of a connection that nobody has taken yet, in the order in which they were there: since when each is.
#[derive(Default)]
struct UntakenAnswers {
    next: u64,
    since: BTreeMap<u64, Monotonic>,
}

impl fmt::Debug for ConnectionHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ConnectionHandle")
    }
}

impl ConnectionHandle {
    /// Cuts the connection at once, with everything that is under way on it.
    pub fn cut(&self) {
        self.0.cut.cut();
    }

    /// Returns a number that no other connection has as long as this one lasts.
    pub fn number(&self) -> u64 {
        Arc::as_ptr(&self.0).addr() as u64
    }

    /// Marks the connection as authenticated: a good token was shown on it.
    pub fn mark_authenticated(&self) {
        if let Some(eviction) = self.0.eviction.get() {
            eviction.leave();
        }
    }

    /// Counts a call until the returned guard is dropped.
    pub fn call(&self) -> ActiveCall {
        self.0.has_called.store(true, Ordering::Relaxed);
        self.0.calls.fetch_add(1, Ordering::AcqRel);
        ActiveCall(self.clone())
    }

    /// Notes an answer that is there from now on, until the returned guard is dropped. The connection is cut if that takes too
    /// long: a stream of which nobody takes anything cannot be told that it is over.
    pub fn answer(&self) -> UntakenAnswer {
        let now = self.0.clock.now();
        let mut answers = self.0.answers();
        let number = answers.next;
        answers.next += 1;
        answers.since.insert(number, now);
        drop(answers);
        UntakenAnswer { connection_handle: self.clone(), number }
    }
}

impl ConnectionState {
    fn answers(&self) -> MutexGuard<'_, UntakenAnswers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An answer that stands there to be taken.
#[derive(Debug)]
#[must_use = "the answer counts as untaken only as long as this lives"]
pub struct UntakenAnswer {
    connection_handle: ConnectionHandle,
    number: u64,
}

impl Drop for UntakenAnswer {
    fn drop(&mut self) {
        self.connection_handle.0.answers().since.remove(&self.number);
    }
}

/// A call under way on a connection.
#[derive(Debug)]
#[must_use = "the call lasts only as long as this lives"]
pub struct ActiveCall(ConnectionHandle);

impl Drop for ActiveCall {
    fn drop(&mut self) {
        let held = &self.0.0;
        held.idle_since.store(held.clock.now().0, Ordering::Release);
        held.calls.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Reason for which the guard closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CloseReason {
    /// Nobody has called for long: it ends as if the other side had hung up.
    Idle,
    Cut,
}

/// Guards one connection: idle time, stalled writes, byte quota, cuts.
pub(super) struct ConnectionGuard {
    connection_handle: ConnectionHandle,
    clock: Arc<dyn Clock>,
    limits: GateLimits,
    cut: Option<oneshot::Receiver<()>>,
    /// Wakeup at which to look again whether somebody calls, and takes what is there.
    look: Wakeup,
    /// Runs while the other side takes nothing.
    stalled: Option<Wakeup>,
    quota: ByteQuota,
}

/// A token bucket of incoming bytes.
struct ByteQuota {
    /// Below zero what has come already and was not due yet.
    left: i64,
    at: Monotonic,
    wait: Option<Wakeup>,
}

impl fmt::Debug for ConnectionGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ConnectionGuard")
    }
}

impl ConnectionGuard {
    pub(super) fn new(limits: GateLimits, clock: Arc<dyn Clock>) -> Self {
        let (cut, is_cut) = Cut::new();
        let now = clock.now();
        let held = ConnectionState {
            cut,
            clock: Arc::clone(&clock),
            calls: AtomicUsize::new(0),
            has_called: AtomicBool::new(false),
            eviction: OnceLock::new(),
            idle_since: AtomicU64::new(now.0),
            answers: Mutex::default(),
        };
        let look = clock.reach(after(now, limits.first_call.0.min(limits.untaken_answer.0)));
        let quota = ByteQuota { left: signed(limits.burst_bytes), at: now, wait: None };
        Self {
            connection_handle: ConnectionHandle(Arc::new(held)),
            clock,
            limits,
            cut: Some(is_cut),
            look,
            stalled: None,
            quota,
        }
    }

    pub(super) fn connection_handle(&self) -> ConnectionHandle {
        self.connection_handle.clone()
    }

    /// Returns the handle that cuts the connection as long as there is one.
    pub(super) fn cutter(&self) -> Cutter {
        self.connection_handle.0.cut.cutter()
    }

    /// Notes the connection's entry among those without a good token.
    pub(super) fn set_eviction(&self, eviction: EvictionHandle) {
        // It is seated once.
        let _ = self.connection_handle.0.eviction.set(eviction);
    }

    /// Polls for the reason to end the connection. Asked before every read, and a read is always under way.
    pub(super) fn poll_end(&mut self, cx: &mut Context<'_>) -> Poll<CloseReason> {
        if let Some(cut) = &mut self.cut
            && Pin::new(cut).poll(cx).is_ready()
        {
            self.cut = None;
            return Poll::Ready(CloseReason::Cut);
        }
        while self.look.as_mut().poll(cx).is_ready() {
            let held = &self.connection_handle.0;
            let now = self.clock.now();
            let patience = if held.has_called.load(Ordering::Relaxed) {
                self.limits.idle
            } else {
                self.limits.first_call
            };
            let since = if held.calls.load(Ordering::Acquire) > 0 {
                now
            } else {
                Monotonic(held.idle_since.load(Ordering::Acquire))
            };
            let due = after(since, patience.0);
            if now >= due {
                return Poll::Ready(CloseReason::Idle);
            }
            // An answer that is not there yet is looked at before its time is over.
            let eldest = held.answers().since.first_key_value().map_or(now, |(_, since)| *since);
            let taken_by = after(eldest, self.limits.untaken_answer.0);
            if now >= taken_by {
                tracing::info!("a connection is cut on which an answer was not taken");
                return Poll::Ready(CloseReason::Cut);
            }
            self.look = self.clock.reach(due.min(taken_by));
        }
        Poll::Pending
    }

    /// Waits while the byte quota is used up.
    pub(super) fn poll_quota(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let rate = self.limits.bytes_per_second;
        if rate == 0 {
            return Poll::Ready(());
        }
        loop {
            if let Some(wait) = &mut self.quota.wait {
                std::task::ready!(wait.as_mut().poll(cx));
                self.quota.wait = None;
            }
            let now = self.clock.now();
            let filled = now.0.saturating_sub(self.quota.at.0).saturating_mul(rate) / 1_000;
            let most = signed(self.limits.burst_bytes);
            self.quota.left = self.quota.left.saturating_add(signed(filled)).min(most);
            self.quota.at = now;
            if self.quota.left > 0 {
                return Poll::Ready(());
            }
            // Long enough for more than a few bytes, or the waiting would cost more than the bytes.
            self.quota.wait = Some(self.clock.reach(after(now, QUOTA_DELAY)));
        }
    }

    /// Takes bytes that have come from the quota.
    pub(super) fn ate(&mut self, bytes: usize) {
        self.quota.left = self.quota.left.saturating_sub(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    /// Passes on how a write or a flush went; one that has been waiting for the other side for too long fails.
    pub(super) fn moved<T>(
        &mut self,
        cx: &mut Context<'_>,
        went: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if went.is_ready() {
            self.stalled = None;
            return went;
        }
        let stalled = self
            .stalled
            .get_or_insert_with(|| self.clock.reach(after(self.clock.now(), self.limits.stalled.0)));
        if stalled.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        went
    }
}

/// So many bytes, of which some may be owed.
fn signed(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

fn after(moment: Monotonic, millis: u64) -> Monotonic {
    Monotonic(moment.0.saturating_add(millis))
}
