//! The clients' one clock.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Step in which sleep is counted, so that two clocks that are read one after the other never seem to go back.
const SLEEP_STEP: u64 = 500;
/// Interval of looks at the clock, and the span between two of them that shows that the computer slept.
const LOOK: Duration = Duration::from_millis(500);
const LONG_LOOK: Duration = Duration::from_secs(5);

/// This moment, by a clock that never jumps and counts the time for which the computer sleeps; under a test's paused time,
/// the test's.
///
/// Only differences between such moments mean anything: what time it is in the game, the server says.
#[expect(clippy::disallowed_methods, reason = "the clients' clock lives here, and nowhere else")]
pub fn now() -> Instant {
    tokio::time::Instant::now().into_std() + slept()
}

/// Comes when this computer has slept, or the program was stopped, for some seconds: what was connected may be dead without a
/// word.
pub(crate) async fn woken() {
    woken_by(awake_now).await;
}

async fn woken_by(clock: impl Fn() -> Instant) {
    let mut last = clock();
    loop {
        tokio::time::sleep(LOOK).await;
        let now = clock();
        if now.saturating_duration_since(last) >= LONG_LOOK {
            return;
        }
        last = now;
    }
}

/// This moment by the machine's clock, whatever a test says.
#[expect(clippy::disallowed_methods, reason = "a test's time says nothing of the machine's sleep")]
fn awake_now() -> Instant {
    Instant::now() + slept()
}

/// Returns for how long this computer has slept since the program began.
#[expect(clippy::disallowed_methods, reason = "what is counted is what this clock leaves out")]
fn slept() -> Duration {
    static BEGAN: OnceLock<(Instant, Option<Duration>)> = OnceLock::new();
    static SLEPT: AtomicU64 = AtomicU64::new(0);
    let (began, boot) = BEGAN.get_or_init(|| (Instant::now(), boot_time()));
    let whole = boot.zip(boot_time()).map(|(began, now)| now.saturating_sub(began));
    let slept = whole.map_or(0, |whole| whole_steps(whole, began.elapsed()));
    Duration::from_millis(slept.max(SLEPT.fetch_max(slept, Ordering::Relaxed)))
}

/// Returns the milliseconds by which one span is longer than the other, in whole steps.
fn whole_steps(whole: Duration, awake: Duration) -> u64 {
    let slept = u64::try_from(whole.saturating_sub(awake).as_millis()).unwrap_or(0);
    slept / SLEEP_STEP * SLEEP_STEP
}

/// The time since the machine was started, sleep included; `None` where there is no such clock.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos"))]
fn boot_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    #[cfg(target_os = "macos")]
    const BOOT: ClockId = ClockId::Monotonic;
    #[cfg(not(target_os = "macos"))]
    const BOOT: ClockId = ClockId::Boottime;
    let time = clock_gettime(BOOT);
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
}

/// Elsewhere the one clock counts sleep, or none does.
#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos")))]
fn boot_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn sleep_is_what_one_clock_counts_more_than_the_other() {
        let span = Duration::from_millis;
        assert_eq!(whole_steps(span(60_000), span(60_000)), 0);
        assert_eq!(whole_steps(span(60_000), span(60_003)), 0, "the clocks are read one after the other");
        assert_eq!(whole_steps(span(120_700), span(60_000)), 60_500);
    }

    #[tokio::test(start_paused = true)]
    async fn sleep_of_some_seconds_is_noticed_and_a_busy_machine_is_not() {
        let (start, passed) = (now(), Cell::new(Duration::ZERO));
        let jumps = Cell::new(0);
        let clock = || {
            let step = match jumps.replace(jumps.get() + 1) {
                0..5 => Duration::from_secs(2),
                _ => Duration::from_mins(1),
            };
            passed.set(passed.get() + step);
            start + passed.get()
        };
        woken_by(clock).await;
        assert_eq!(jumps.get(), 6);
    }
}
