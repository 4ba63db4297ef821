//! The guard of an open connection: ends it when idle, stalled or cut, and limits its bytes.
//!
//! It runs only when its connection reads or writes, so an idle connection costs nothing. It knows no
//! protocol.

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

/// Delay of a connection that exceeded its byte quota, in milliseconds.
const QUOTA_DELAY: u64 = 10;

/// Handle of a connection: cuts it, counts its calls, marks it as authenticated. Every request carries one.
/// Clones share their state.
#[derive(Clone)]
pub struct ConnectionHandle(Arc<ConnectionState>);

struct ConnectionState {
    cut: Cut,
    clock: Arc<dyn Clock>,
    calls: AtomicUsize,
    has_called: AtomicBool,
    /// Entry among the unauthenticated connections.
    eviction: OnceLock<EvictionHandle>,
    /// Time of the last call, in milliseconds.
    idle_since: AtomicU64,
    answers: Mutex<UntakenAnswers>,
}

/// Untaken answers of a connection, by the time since which each one waits.
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
    /// Cuts the connection at once, with all calls on it.
    pub fn cut(&self) {
        self.0.cut.cut();
    }

    /// Returns a number that is unique among open connections.
    pub fn number(&self) -> u64 {
        Arc::as_ptr(&self.0).addr() as u64
    }

    /// Marks the connection as authenticated, because a valid token was shown on it.
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

    /// Notes a waiting answer until the returned guard is dropped. The connection is cut if that takes too
    /// long, because a stalled stream can't receive a final status.
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

/// An answer that the client has not taken yet.
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

/// Reason for closing a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CloseReason {
    /// No call for too long. It ends as if the peer had closed it.
    Idle,
    Cut,
}

/// Guards one connection: idle time, stalled writes, byte quota, cuts.
pub(super) struct ConnectionGuard {
    connection_handle: ConnectionHandle,
    clock: Arc<dyn Clock>,
    limits: GateLimits,
    cut: Option<oneshot::Receiver<()>>,
    /// Next check for calls and untaken answers.
    next_check: Wakeup,
    /// Runs while the peer takes nothing.
    stalled: Option<Wakeup>,
    quota: ByteQuota,
}

struct ByteQuota {
    /// Negative after more bytes than permitted.
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
        let next_check = clock.reach(after(now, limits.first_call.0.min(limits.untaken_answer.0)));
        let quota = ByteQuota { left: signed(limits.burst_bytes), at: now, wait: None };
        Self {
            connection_handle: ConnectionHandle(Arc::new(held)),
            clock,
            limits,
            cut: Some(is_cut),
            next_check,
            stalled: None,
            quota,
        }
    }

    pub(super) fn connection_handle(&self) -> ConnectionHandle {
        self.connection_handle.clone()
    }

    pub(super) fn cutter(&self) -> Cutter {
        self.connection_handle.0.cut.cutter()
    }

    /// Stores the connection's entry among the unauthenticated ones.
    pub(super) fn set_eviction(&self, eviction: EvictionHandle) {
        // Set once.
        let _ = self.connection_handle.0.eviction.set(eviction);
    }

    /// Polls for the reason to end the connection. Called before every read, and a read is always pending.
    pub(super) fn poll_end(&mut self, cx: &mut Context<'_>) -> Poll<CloseReason> {
        if let Some(cut) = &mut self.cut
            && Pin::new(cut).poll(cx).is_ready()
        {
            self.cut = None;
            return Poll::Ready(CloseReason::Cut);
        }
        while self.next_check.as_mut().poll(cx).is_ready() {
            let held = &self.connection_handle.0;
            let now = self.clock.now();
            let timeout = if held.has_called.load(Ordering::Relaxed) {
                self.limits.idle
            } else {
                self.limits.first_call
            };
            let since = if held.calls.load(Ordering::Acquire) > 0 {
                now
            } else {
                Monotonic(held.idle_since.load(Ordering::Acquire))
            };
            let due = after(since, timeout.0);
            if now >= due {
                return Poll::Ready(CloseReason::Idle);
            }
            // Without an untaken answer, the next check is one full timeout away.
            let eldest = held.answers().since.first_key_value().map_or(now, |(_, since)| *since);
            let taken_by = after(eldest, self.limits.untaken_answer.0);
            if now >= taken_by {
                tracing::info!("connection closed: the client did not read an answer");
                return Poll::Ready(CloseReason::Cut);
            }
            self.next_check = self.clock.reach(due.min(taken_by));
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
            // Long enough for more than a few bytes, or waiting would cost more than the bytes.
            self.quota.wait = Some(self.clock.reach(after(now, QUOTA_DELAY)));
        }
    }

    /// Takes received bytes from the quota.
    pub(super) fn count_read(&mut self, bytes: usize) {
        self.quota.left = self.quota.left.saturating_sub(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    /// Passes on the result of a write or flush, and fails one that has stalled for too long.
    pub(super) fn moved<T>(
        &mut self,
        cx: &mut Context<'_>,
        result: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if result.is_ready() {
            self.stalled = None;
            return result;
        }
        let stalled = self
            .stalled
            .get_or_insert_with(|| self.clock.reach(after(self.clock.now(), self.limits.stalled.0)));
        if stalled.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        result
    }
}

fn signed(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

fn after(moment: Monotonic, millis: u64) -> Monotonic {
    Monotonic(moment.0.saturating_add(millis))
}
