//! The simulated machine's clocks: they only move on request, can jump, and restart with each boot.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use ishigaki_engine::clock::{Clock, Monotonic, UnixMillis, Wakeup};

#[derive(Clone, Debug)]
pub(crate) struct SimClock {
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    now: u64,
    wall: u64,
    next: u64,
    waiting: BTreeMap<(u64, u64), Waker>,
}

impl SimClock {
    pub(crate) fn new(now: u64, wall: u64) -> Self {
        Self { state: Arc::new(Mutex::new(State { now, wall, next: 0, waiting: BTreeMap::new() })) }
    }

    pub(crate) fn advance(&self, millis: u64, is_deaf: bool) -> bool {
        let mut state = self.state();
        state.now = state.now.saturating_add(millis);
        state.wall = state.wall.saturating_add(millis);
        let now = state.now;
        let mut has_woken = false;
        while let Some(first) = state.waiting.first_entry().filter(|first| first.key().0 <= now) {
            let waker = first.remove();
            if !is_deaf {
                waker.wake();
                has_woken = true;
            }
        }
        has_woken
    }

    pub(crate) fn until_wakeup(&self) -> Option<u64> {
        let state = self.state();
        state.waiting.first_key_value().map(|((moment, _), _)| moment.saturating_sub(state.now))
    }

    /// Sets the time of day, forwards or backwards. Deadlines must not depend on it.
    pub(crate) fn set_wall(&self, wall: u64) {
        self.state().wall = wall;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for SimClock {
    fn now(&self) -> Monotonic {
        Monotonic(self.state().now)
    }

    fn time_of_day(&self) -> UnixMillis {
        UnixMillis(self.state().wall)
    }

    fn reach(&self, moment: Monotonic) -> Wakeup {
        Box::pin(Reach { clock: self.clone(), moment: moment.0, id: None })
    }
}

struct Reach {
    clock: SimClock,
    moment: u64,
    id: Option<u64>,
}

impl Future for Reach {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let moment = self.moment;
        let id = self.id;
        let mut state = self.clock.state();
        if state.now >= moment {
            return Poll::Ready(());
        }
        // A task polled manually needs no wake-up.
        if context.waker().will_wake(Waker::noop()) {
            return Poll::Pending;
        }
        let id = id.unwrap_or_else(|| {
            state.next += 1;
            state.next
        });
        state.waiting.insert((moment, id), context.waker().clone());
        drop(state);
        self.id = Some(id);
        Poll::Pending
    }
}

impl Drop for Reach {
    fn drop(&mut self) {
        if let Some(id) = self.id {
            self.clock.state().waiting.remove(&(self.moment, id));
        }
    }
}
