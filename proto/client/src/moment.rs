//! The only clock of clients.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Step for counting sleep, so that two successive clock readings never go backwards.
const SLEEP_STEP: u64 = 500;
/// Polling interval; a gap of this length shows that the computer slept.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
const SLEEP_GAP: Duration = Duration::from_secs(5);

/// Returns the current moment, by a clock that never jumps and includes sleep; in tests with paused time, the
/// test's.
///
/// Only differences are meaningful. The server determines game time.
#[expect(clippy::disallowed_methods, reason = "the clients' clock lives here, and nowhere else")]
pub fn now() -> Instant {
    tokio::time::Instant::now().into_std() + slept()
}

/// Ends when this computer has slept, or the program was suspended, for some seconds: connections may be
/// dead.
pub(crate) async fn woken() {
    woken_by(awake_now).await;
}

async fn woken_by(clock: impl Fn() -> Instant) {
    let mut last = clock();
    loop {
        tokio::time::sleep(POLL_INTERVAL).await;
        let now = clock();
        if now.saturating_duration_since(last) >= SLEEP_GAP {
            return;
        }
        last = now;
    }
}

#[expect(clippy::disallowed_methods, reason = "a test's time says nothing of the machine's sleep")]
fn awake_now() -> Instant {
    Instant::now() + slept()
}

/// Returns how long this computer has slept since the program started.
#[expect(clippy::disallowed_methods, reason = "what is counted is what this clock leaves out")]
fn slept() -> Duration {
    static BEGAN: OnceLock<(Instant, Option<Duration>)> = OnceLock::new();
    static SLEPT: AtomicU64 = AtomicU64::new(0);
    let (began, boot) = BEGAN.get_or_init(|| (Instant::now(), boot_time()));
    let whole = boot.zip(boot_time()).map(|(began, now)| now.saturating_sub(began));
    let slept = whole.map_or(0, |whole| whole_steps(whole, began.elapsed()));
    Duration::from_millis(slept.max(SLEPT.fetch_max(slept, Ordering::Relaxed)))
}

/// Returns the difference of two spans in milliseconds, in whole steps.
fn whole_steps(whole: Duration, awake: Duration) -> u64 {
    let slept = u64::try_from(whole.saturating_sub(awake).as_millis()).unwrap_or(0);
    slept / SLEEP_STEP * SLEEP_STEP
}

/// The time since boot, including sleep; `None` without such a clock.
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

#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos")))]
fn boot_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn sleep_is_clock_difference_in_half_second_steps() {
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
