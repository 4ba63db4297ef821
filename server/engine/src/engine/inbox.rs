//! The queue of an engine, in the order of stamps.

use std::sync::{Mutex, PoisonError};

use ishigaki_rules::GameTime;
use tokio::sync::mpsc;

use super::subject::Subject;
use super::{ActError, Reply, StopReason};
use crate::clock::GameClock;

/// Maximum number of queued commands of one engine. More are rejected as busy, to limit memory.
const CAPACITY: usize = 4_096;

pub(super) struct QueuedCommand<S: Subject> {
    pub(super) at: GameTime,
    pub(super) by: S::Actor,
    pub(super) principal: String,
    pub(super) act: S::Act,
    pub(super) reply: Reply<S>,
}

/// Receives commands: stamping and queueing are one step, so that the queue is ordered by stamps.
pub(super) struct Inbox<S: Subject> {
    clock: GameClock,
    stamped: Mutex<StampedQueue<S>>,
}

struct StampedQueue<S: Subject> {
    /// The queue, or the reason why it is closed.
    queue: Result<mpsc::Sender<QueuedCommand<S>>, StopReason>,
    last: GameTime,
}

impl<S: Subject> Inbox<S> {
    /// Stamps nothing before `soonest`, which may be ahead of the clock, because the clock continues from the
    /// last public time.
    pub(super) fn new(clock: GameClock, soonest: GameTime) -> (Self, mpsc::Receiver<QueuedCommand<S>>) {
        let (queue, commands) = mpsc::channel(CAPACITY);
        let stamped = Mutex::new(StampedQueue { queue: Ok(queue), last: soonest.max(clock.now()) });
        (Self { clock, stamped }, commands)
    }

    pub(super) fn clock(&self) -> &GameClock {
        &self.clock
    }

    pub(super) fn post(
        &self,
        principal: String,
        by: S::Actor,
        act: S::Act,
        reply: Reply<S>,
    ) -> Result<(), ActError<S::Rejection>> {
        let mut stamped = self.stamped.lock().unwrap_or_else(PoisonError::into_inner);
        let at = stamped.stamp(&self.clock);
        let queue = stamped.queue.as_ref().map_err(|&stop_reason| ActError::Stopped(stop_reason))?;
        let command = QueuedCommand { at, by, principal, act, reply };
        queue.try_send(command).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => ActError::Busy,
            mpsc::error::TrySendError::Closed(_) => ActError::Stopped(StopReason::Record),
        })
    }

    /// A stamp for the engine itself. On return the queue has every command stamped earlier.
    pub(super) fn stamp(&self) -> GameTime {
        self.stamped.lock().unwrap_or_else(PoisonError::into_inner).stamp(&self.clock)
    }

    /// Closes the queue. Pending callers get [`Inbox::stopped`]. The first reason counts.
    pub(super) fn close(&self, stop_reason: StopReason) {
        let mut stamped = self.stamped.lock().unwrap_or_else(PoisonError::into_inner);
        if stamped.queue.is_ok() {
            stamped.queue = Err(stop_reason);
        }
    }

    pub(super) fn stopped(&self) -> ActError<S::Rejection> {
        let stamped = self.stamped.lock().unwrap_or_else(PoisonError::into_inner);
        ActError::Stopped(stamped.queue.as_ref().err().copied().unwrap_or(StopReason::Record))
    }
}

impl<S: Subject> StampedQueue<S> {
    fn stamp(&mut self, clock: &GameClock) -> GameTime {
        self.last = self.last.max(clock.now());
        self.last
    }
}
