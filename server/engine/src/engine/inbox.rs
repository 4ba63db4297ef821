//! The queue before an engine, in the order of the stamps.

use std::sync::{Mutex, PoisonError};

use ishigaki_rules::GameTime;
use tokio::sync::mpsc;

use super::subject::Subject;
use super::{ActError, Reply, StopReason};
use crate::clock::GameClock;

/// Number of commands that may wait before one engine. More are refused as busy rather than kept in memory.
const CAPACITY: usize = 4_096;

/// A stamped command, and where its answer goes.
pub(super) struct QueuedCommand<S: Subject> {
    pub(super) at: GameTime,
    pub(super) by: S::Actor,
    pub(super) principal: String,
    pub(super) act: S::Act,
    pub(super) reply: Reply<S>,
}

/// Takes commands in: stamping and queueing are one step, so that no later stamp stands before an
/// earlier one.
pub(super) struct Inbox<S: Subject> {
    clock: GameClock,
    stamped: Mutex<StampedQueue<S>>,
}

struct StampedQueue<S: Subject> {
    /// Queue, or the reason for which there is none any more, once it is closed.
    queue: Result<mpsc::Sender<QueuedCommand<S>>, StopReason>,
    last: GameTime,
}

impl<S: Subject> Inbox<S> {
    /// Nothing is stamped before `soonest`, which the clock may not have come to: it goes on from what everybody knows.
    pub(super) fn new(clock: GameClock, soonest: GameTime) -> (Self, mpsc::Receiver<QueuedCommand<S>>) {
        let (queue, commands) = mpsc::channel(CAPACITY);
        let stamped = Mutex::new(StampedQueue { queue: Ok(queue), last: soonest.max(clock.now()) });
        (Self { clock, stamped }, commands)
    }

    pub(super) fn clock(&self) -> &GameClock {
        &self.clock
    }

    /// Stamps a command and queues it.
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

    /// A stamp for the engine itself: every command stamped earlier is in the queue when this returns.
    pub(super) fn stamp(&self) -> GameTime {
        self.stamped.lock().unwrap_or_else(PoisonError::into_inner).stamp(&self.clock)
    }

    /// Stops taking commands in; those that wait get no answer but [`Inbox::stopped`]. Of several reasons the first is told.
    pub(super) fn close(&self, stop_reason: StopReason) {
        let mut stamped = self.stamped.lock().unwrap_or_else(PoisonError::into_inner);
        if stamped.queue.is_ok() {
            stamped.queue = Err(stop_reason);
        }
    }

    /// Returns the answer to commands that nobody will decide.
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
