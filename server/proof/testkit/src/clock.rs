//! A manual clock.

use ishigaki_engine::clock::{Clock, Monotonic, UnixMillis, Wakeup};
use tokio::sync::watch;

/// A clock that only moves on request.
#[derive(Clone, Debug)]
pub struct ManualClock {
    now: watch::Sender<u64>,
    grid: u64,
}

impl ManualClock {
    /// Returns a clock at 0.
    pub fn new() -> Self {
        Self { now: watch::Sender::new(0), grid: 0 }
    }

    /// Returns the same clock with a grid on which answers leave.
    #[must_use]
    pub fn with_grid(self, step: u64) -> Self {
        Self { grid: step, ..self }
    }

    /// Advances the clock, and wakes all due tasks.
    pub fn advance(&self, millis: u64) {
        self.now.send_modify(|now| *now += millis);
    }
}

impl Default for ManualClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Monotonic {
        Monotonic(*self.now.borrow())
    }

    fn time_of_day(&self) -> UnixMillis {
        UnixMillis(1_000_000_000_000 + *self.now.borrow())
    }

    fn grid(&self) -> u64 {
        self.grid
    }

    fn reach(&self, moment: Monotonic) -> Wakeup {
        let mut now = self.now.subscribe();
        Box::pin(async move {
            // The sender lives in the clock. Without the clock, no more time passes.
            if now.wait_for(|now| *now >= moment.0).await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }
}
