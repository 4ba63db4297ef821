//! The queue before an engine, in the order of the stamps.

use std::sync::{Mutex, PoisonError};

use ishigaki_rules::{Act, Actor, GameTime};
use tokio::sync::mpsc;

use super::{Halt, Refusal, Reply};
use crate::clock::GameClock;

/// How many commands may wait before one engine. More are refused as busy rather than kept in memory.
const CAPACITY: usize = 4_096;

/// A stamped command and who waits for its answer.
pub(super) struct Letter {
    pub(super) at: GameTime,
    pub(super) by: Actor,
    pub(super) principal: String,
    pub(super) act: Act,
    pub(super) reply: Reply,
}

/// Takes commands in: stamping and queueing are one step, so that no later stamp stands before an earlier
/// one.
pub(super) struct Inbox {
    clock: GameClock,
    door: Mutex<Door>,
}

struct Door {
    /// Why there is none any more, once it is closed.
    queue: Result<mpsc::Sender<Letter>, Halt>,
    last: GameTime,
}

impl Inbox {
    /// Nothing is stamped before `soonest`, which the clock may not have come to: it goes on from what everybody knows.
    pub(super) fn new(clock: GameClock, soonest: GameTime) -> (Self, mpsc::Receiver<Letter>) {
        let (queue, letters) = mpsc::channel(CAPACITY);
        let door = Mutex::new(Door { queue: Ok(queue), last: soonest.max(clock.now()) });
        (Self { clock, door }, letters)
    }

    pub(super) fn clock(&self) -> &GameClock {
        &self.clock
    }

    /// Stamps a command and queues it.
    pub(super) fn post(&self, principal: String, by: Actor, act: Act, reply: Reply) -> Result<(), Refusal> {
        let mut door = self.door.lock().unwrap_or_else(PoisonError::into_inner);
        let at = door.stamp(&self.clock);
        let queue = door.queue.as_ref().map_err(|&halt| Refusal::Stopped(halt))?;
        let letter = Letter { at, by, principal, act, reply };
        queue.try_send(letter).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => Refusal::Busy,
            mpsc::error::TrySendError::Closed(_) => Refusal::Stopped(Halt::Record),
        })
    }

    /// A stamp for the engine itself: every command stamped earlier is in the queue when this returns.
    pub(super) fn stamp(&self) -> GameTime {
        self.door.lock().unwrap_or_else(PoisonError::into_inner).stamp(&self.clock)
    }

    /// Stops taking commands in; those that wait get no answer but [`Inbox::stopped`].
    pub(super) fn close(&self, halt: Halt) {
        self.door.lock().unwrap_or_else(PoisonError::into_inner).queue = Err(halt);
    }

    /// What is answered to commands that nobody will decide.
    pub(super) fn stopped(&self) -> Refusal {
        let door = self.door.lock().unwrap_or_else(PoisonError::into_inner);
        Refusal::Stopped(door.queue.as_ref().err().copied().unwrap_or(Halt::Record))
    }
}

impl Door {
    fn stamp(&mut self, clock: &GameClock) -> GameTime {
        self.last = self.last.max(clock.now());
        self.last
    }
}
