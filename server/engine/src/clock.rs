//! The only place that reads a clock.
//!
//! The rest of the server uses a [`Clock`]: monotonic time for deadlines, the time of day for display, and
//! wake-ups. [`GameClock`] derives game time ([`ishigaki_rules::GameTime`]) from monotonic time.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ishigaki_rules::{GameTime, Millis};
use jiff::tz::TimeZone;

/// Milliseconds of the server's monotonic clock, from an arbitrary origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Monotonic(pub u64);

/// Microseconds of the server's monotonic clock, or a difference of them: for measurements, never for
/// deadlines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Micros(pub u64);

impl Micros {
    /// Returns the time from `earlier` to this moment.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }
}

/// Milliseconds since 1970-01-01 00:00 UTC: for display, never for deadlines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnixMillis(pub u64);

/// Future that ends at a given moment.
pub type Wakeup = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Step of the grid on which answers leave, in milliseconds. Longer than a commit on a usual disk, and too
/// short to notice.
const GRID: u64 = 50;

/// Time, as the server sees it.
pub trait Clock: Send + Sync + fmt::Debug {
    fn now(&self) -> Monotonic;

    /// Returns monotonic time in microseconds, for measurements. Resolution may be milliseconds.
    fn micros(&self) -> Micros {
        Micros(self.now().0.saturating_mul(1_000))
    }

    fn time_of_day(&self) -> UnixMillis;

    /// Returns the step of the grid on which answers leave (`A4`), in milliseconds; 0 if they leave as soon
    /// as they are durable.
    fn grid(&self) -> u64 {
        0
    }

    /// Ends at this moment of [`Clock::now`].
    fn reach(&self, moment: Monotonic) -> Wakeup;
}

/// The machine's clocks.
#[derive(Debug)]
pub struct SystemClock {
    origin: Instant,
}

impl SystemClock {
    /// Returns a clock with its origin at the current time.
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

/// Game time: it starts at the last recorded moment and runs with the monotonic clock, so it stops while the
/// server is down (`T`).
#[derive(Clone, Debug)]
pub struct GameClock {
    clock: Arc<dyn Clock>,
    started: Monotonic,
    base: GameTime,
}

impl GameClock {
    /// Returns a game clock that now shows `base`.
    pub fn starting_at(base: GameTime, clock: Arc<dyn Clock>) -> Self {
        Self { started: clock.now(), clock, base }
    }

    /// Returns the game's time now.
    pub fn now(&self) -> GameTime {
        self.at(self.clock.now())
    }

    /// Returns the game's time at a moment of the server's clock.
    pub fn at(&self, moment: Monotonic) -> GameTime {
        self.base.after(Millis(moment.0.saturating_sub(self.started.0)))
    }

    /// Returns the server's clock, for measurements.
    pub fn machine(&self) -> &dyn Clock {
        &*self.clock
    }

    /// Returns the time of day now.
    pub fn time_of_day(&self) -> UnixMillis {
        self.clock.time_of_day()
    }

    /// Ends when game time reaches `moment`.
    pub fn reach(&self, moment: GameTime) -> Wakeup {
        let span = moment.since(self.base);
        self.clock.reach(Monotonic(self.started.0.saturating_add(span.0)))
    }
}

/// Returns the seconds from midnight in local time; 0 for a time outside the calendar.
pub fn local_second(moment: UnixMillis) -> u32 {
    let found = i64::try_from(moment.0).ok().and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    let time = found.map(|found| found.to_zoned(TimeZone::system()).time()).unwrap_or_default();
    let of_hour = u32::from(time.minute().unsigned_abs()) * 60 + u32::from(time.second().unsigned_abs());
    u32::from(time.hour().unsigned_abs()) * 3_600 + of_hour
}

/// Returns a time of day in local time to the minute: `2026-11-23 14:05 +09:00`. A time outside the calendar
/// is shown as a number.
pub fn local_minute(moment: UnixMillis) -> String {
    let found = i64::try_from(moment.0).ok().and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    match found {
        Some(found) => found.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M %:z").to_string(),
        None => format!("{} ms", moment.0),
    }
}
