//! Rate limits: a token bucket per caller, refilled by the server's clock.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use ishigaki_engine::clock::Monotonic;
use ishigaki_rules::Millis;

/// A rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    pub burst: u32,
    /// Calls per second after that; 0 means unlimited.
    pub per_second: u32,
}

/// Limits calls per caller. Clones share their state. `Debug` prints nothing, because how often a team has
/// submitted is secret (`A4`).
#[derive(Clone, Default)]
pub struct RateLimiter(Arc<Mutex<BTreeMap<String, Bucket>>>);

impl fmt::Debug for RateLimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RateLimiter")
    }
}

/// Rest of a caller's burst at a time, in thousandths of a call.
#[derive(Clone, Copy)]
struct Bucket {
    left: u64,
    at: Monotonic,
}

const CALL: u64 = 1_000;

impl RateLimiter {
    /// Makes a limiter with full buckets.
    pub fn new() -> Self {
        Self::default()
    }

    /// Admits a call of this caller.
    ///
    /// # Errors
    /// Returns the time to wait before the next call.
    pub fn admit(&self, client: &str, pace: RateLimit, now: Monotonic) -> Result<(), Millis> {
        let rate = u64::from(pace.per_second);
        if rate == 0 {
            return Ok(());
        }
        let full = u64::from(pace.burst.max(1)) * CALL;
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !buckets.contains_key(client) {
            buckets.insert(client.to_owned(), Bucket { left: full, at: now });
        }
        let Some(bucket) = buckets.get_mut(client) else { return Ok(()) };
        // One call a second is one thousandth a millisecond.
        let filled = now.0.saturating_sub(bucket.at.0).saturating_mul(rate);
        *bucket = Bucket { left: bucket.left.saturating_add(filled).min(full), at: bucket.at.max(now) };
        if bucket.left < CALL {
            return Err(Millis((CALL - bucket.left).div_ceil(rate)));
        }
        bucket.left -= CALL;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: RateLimit = RateLimit { burst: 3, per_second: 5 };

    #[test]
    fn refused_call_after_a_burst_gets_its_retry_delay() {
        let limiter = RateLimiter::new();
        let at = |millis| limiter.admit("a", PACE, Monotonic(millis));
        assert_eq!([at(0), at(0), at(0)], [Ok(()); 3]);
        assert_eq!(at(0), Err(Millis(200)));
        assert_eq!(at(50), Err(Millis(150)));
        assert_eq!(at(199), Err(Millis(1)));
        assert_eq!(at(200), Ok(()));
        assert_eq!(at(200), Err(Millis(200)));
        assert_eq!([at(60_000), at(60_000), at(60_000)], [Ok(()); 3], "rest fills the bucket...");
        assert_eq!(at(60_000), Err(Millis(200)), "...and no more than that");
    }

    #[test]
    fn rate_limit_is_separate_per_key() {
        let limiter = RateLimiter::new();
        let pace = RateLimit { burst: 1, per_second: 1 };
        limiter.admit("a", pace, Monotonic(0)).unwrap();
        limiter.admit("a", pace, Monotonic(0)).unwrap_err();
        limiter.admit("b", pace, Monotonic(0)).unwrap();
    }

    #[test]
    fn zero_rate_is_unlimited() {
        let limiter = RateLimiter::new();
        for _ in 0..1_000 {
            limiter.admit("a", RateLimit { burst: 0, per_second: 0 }, Monotonic(0)).unwrap();
        }
    }
}
