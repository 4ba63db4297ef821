//! The alarm of an engine: its wait for the next moment at which it acts by itself.

use ishigaki_rules::GameTime;

use crate::clock::{GameClock, Wakeup};

/// Waits for a moment. The timer is kept while the moment is the same, however often the wait is interrupted.
#[derive(Default)]
pub(super) struct Alarm(Option<(GameTime, Wakeup)>);

impl Alarm {
    /// Ends when game time reaches `moment`, or never without one.
    pub(super) async fn ring(&mut self, clock: &GameClock, moment: Option<GameTime>) {
        let Some(moment) = moment else {
            self.0 = None;
            return std::future::pending().await;
        };
        if self.0.as_ref().is_none_or(|(at, _)| *at != moment) {
            self.0 = Some((moment, clock.reach(moment)));
        }
        if let Some((_, wakeup)) = &mut self.0 {
            wakeup.await;
        }
        self.0 = None;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::clock::{Clock, Monotonic, UnixMillis};

    /// A clock that counts its timers. All of them ring at once from its fifth millisecond on.
    #[derive(Debug, Default)]
    struct CountingClock(AtomicUsize);

    impl Clock for CountingClock {
        fn now(&self) -> Monotonic {
            Monotonic(0)
        }

        fn time_of_day(&self) -> UnixMillis {
            UnixMillis(0)
        }

        fn reach(&self, moment: Monotonic) -> Wakeup {
            self.0.fetch_add(1, Ordering::Relaxed);
            if moment.0 < 5 { Box::pin(std::future::pending()) } else { Box::pin(std::future::ready(())) }
        }
    }

    #[tokio::test]
    async fn timer_is_created_once_per_moment() {
        let machine = Arc::new(CountingClock::default());
        let clock = GameClock::starting_at(GameTime(0), Arc::clone(&machine) as Arc<dyn Clock>);
        let mut alarm = Alarm::default();
        for (moment, rings, timers) in [
            (Some(1), false, 1),
            (Some(1), false, 1),
            (Some(2), false, 2),
            (None, false, 2),
            (Some(2), false, 3),
            (Some(9), true, 4),
            (Some(9), true, 5),
        ] {
            let rang = tokio::select! {
                biased;
                () = alarm.ring(&clock, moment.map(GameTime)) => true,
                () = std::future::ready(()) => false,
            };
            assert_eq!((rang, machine.0.load(Ordering::Relaxed)), (rings, timers), "{moment:?}");
        }
    }
}
