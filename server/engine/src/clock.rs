//! The one place that reads a clock.
//!
//! The rest of the server asks a [`Clock`]: the monotonic time, by which deadlines are kept, the time of
//! day, which is only ever shown, and to be woken at a moment. A game's own time
//! ([`ishigaki_rules::GameTime`]) is counted from the monotonic one by [`GameClock`].

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ishigaki_rules::{GameTime, Millis};
use jiff::tz::TimeZone;

/// Milliseconds of the server's monotonic clock, from an origin of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Monotonic(pub u64);

/// Microseconds of the server's monotonic clock, or between two of its moments: for measuring, never for deadlines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Micros(pub u64);

impl Micros {
    /// Returns how long ago `earlier` was at this moment.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }
}

/// Milliseconds since 1970-01-01 00:00 UTC: for people, never for deadlines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnixMillis(pub u64);

/// Future that ends when a moment has come.
pub type Wakeup = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Step of the grid on which answers leave, in milliseconds. Longer than a commit takes on a usual disk, and too short for people to notice.
const GRID: u64 = 50;

/// Time, as the server sees it.
pub trait Clock: Send + Sync + fmt::Debug {
    /// The monotonic time now.
    fn now(&self) -> Monotonic;

    /// The monotonic time now in microseconds, to measure with: whole milliseconds where the clock knows no finer ones.
    fn micros(&self) -> Micros {
        Micros(self.now().0.saturating_mul(1_000))
    }

    /// The time of day now.
    fn time_of_day(&self) -> UnixMillis;

    /// Returns the step of the grid on which answers leave (`A4`), in milliseconds; 0 if they leave as soon as they are durable.
    fn grid(&self) -> u64 {
        0
    }

    /// Ends once [`Clock::now`] has reached `moment`.
    fn reach(&self, moment: Monotonic) -> Wakeup;
}

/// The machine's clocks.
#[derive(Debug)]
pub struct SystemClock {
    origin: Instant,
}

impl SystemClock {
    /// A clock whose monotonic time starts now.
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the machine's clocks")]
    pub fn new() -> Self {
        Self { origin: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Monotonic {
        Monotonic(whole_millis(self.origin.elapsed()))
    }

    fn micros(&self) -> Micros {
        Micros(u64::try_from(self.origin.elapsed().as_micros()).unwrap_or(u64::MAX))
    }

    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the machine's clocks")]
    fn time_of_day(&self) -> UnixMillis {
        UnixMillis(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, whole_millis))
    }

    fn grid(&self) -> u64 {
        GRID
    }

    fn reach(&self, moment: Monotonic) -> Wakeup {
        let origin = tokio::time::Instant::from_std(self.origin);
        match origin.checked_add(Duration::from_millis(moment.0)) {
            Some(deadline) => Box::pin(tokio::time::sleep_until(deadline)),
            None => Box::pin(std::future::pending()),
        }
    }
}

fn whole_millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

/// A game's own time: it starts at the last moment recorded and runs with the monotonic clock, so it stands
/// still while the server is down (`T`).
#[derive(Clone, Debug)]
pub struct GameClock {
    clock: Arc<dyn Clock>,
    started: Monotonic,
    base: GameTime,
}

impl GameClock {
    /// A game clock that shows `base` now.
    pub fn starting_at(base: GameTime, clock: Arc<dyn Clock>) -> Self {
        Self { started: clock.now(), clock, base }
    }

    /// The game's time now.
    pub fn now(&self) -> GameTime {
        self.at(self.clock.now())
    }

    /// The game's time at a moment of the server's clock.
    pub fn at(&self, moment: Monotonic) -> GameTime {
        self.base.after(Millis(moment.0.saturating_sub(self.started.0)))
    }

    /// The server's clock, by which measures are taken.
    pub fn machine(&self) -> &dyn Clock {
        &*self.clock
    }

    /// The time of day now.
    pub fn time_of_day(&self) -> UnixMillis {
        self.clock.time_of_day()
    }

    /// Ends once the game's time has reached `moment`.
    pub fn reach(&self, moment: GameTime) -> Wakeup {
        let span = moment.since(self.base);
        self.clock.reach(Monotonic(self.started.0.saturating_add(span.0)))
    }
}

/// A time of day as people here read it, to the minute: `2026-11-23 14:05 +09:00`. One that no calendar has shows as it
/// stands.
pub fn local_minute(moment: UnixMillis) -> String {
    let found = i64::try_from(moment.0).ok().and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    match found {
        Some(found) => found.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M %:z").to_string(),
        None => format!("{} ms", moment.0),
    }
}
