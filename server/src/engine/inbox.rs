//! The queue before an engine, in the order of the stamps.

use std::sync::{Mutex, PoisonError};

use ishigaki_rules::{Act, Actor, GameTime};
use tokio::sync::mpsc;

use super::{Refusal, Reply, StopReason};
use crate::clock::GameClock;

/// How many commands may wait before one engine. More are refused as busy rather than kept in memory.
const CAPACITY: usize = 4_096;

/// A stamped command, and where its answer goes.
pub(super) struct QueuedCommand {
    pub(super) at: GameTime,
    pub(super) by: Actor,
    pub(super) principal: String,
    pub(super) act: Act,
    pub(super) reply: Reply,
}

/// Takes commands in: stamping and queueing are one step, so that no later stamp stands before an
/// earlier one.
pub(super) struct Inbox {
    clock: GameClock,
    stamped: Mutex<StampedQueue>,
}

struct StampedQueue {
    /// Why there is none any more, once it is closed.
    queue: Result<mpsc::Sender<QueuedCommand>, StopReason>,
    last: GameTime,
}

impl Inbox {
    /// Nothing is stamped before `soonest`, which the clock may not have come to: it goes on from what everybody knows.
    pub(super) fn new(clock: GameClock, soonest: GameTime) -> (Self, mpsc::Receiver<QueuedCommand>) {
        let (queue, commands) = mpsc::channel(CAPACITY);
        let stamped = Mutex::new(StampedQueue { queue: Ok(queue), last: soonest.max(clock.now()) });
        (Self { clock, stamped }, commands)
    }

    pub(super) fn clock(&self) -> &GameClock {
        &self.clock
    }

    /// Stamps a command and queues it.
    pub(super) fn post(&self, principal: String, by: Actor, act: Act, reply: Reply) -> Result<(), Refusal> {
        let mut stamped = self.stamped.lock().unwrap_or_else(PoisonError::into_inner);
        let at = stamped.stamp(&self.clock);
        let queue = stamped.queue.as_ref().map_err(|&stop_reason| Refusal::Stopped(stop_reason))?;
        let command = QueuedCommand { at, by, principal, act, reply };
        queue.try_send(command).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => Refusal::Busy,
            mpsc::error::TrySendError::Closed(_) => Refusal::Stopped(StopReason::Record),
        })
    }

    /// A stamp for the engine itself: every command stamped earlier is in the queue when this returns.
    pub(super) fn stamp(&self) -> GameTime {
        self.stamped.lock().unwrap_or_else(PoisonError::into_inner).stamp(&self.clock)
    }

    /// Stops taking commands in; those that wait get no answer but [`Inbox::stopped`].
    pub(super) fn close(&self, stop_reason: StopReason) {
        self.stamped.lock().unwrap_or_else(PoisonError::into_inner).queue = Err(stop_reason);
    }

    /// What is answered to commands that nobody will decide.
    pub(super) fn stopped(&self) -> Refusal {
        let stamped = self.stamped.lock().unwrap_or_else(PoisonError::into_inner);
        Refusal::Stopped(stamped.queue.as_ref().err().copied().unwrap_or(StopReason::Record))
    }
}

impl StampedQueue {
    fn stamp(&mut self, clock: &GameClock) -> GameTime {
        self.last = self.last.max(clock.now());
        self.last
    }
}
