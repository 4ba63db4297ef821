//! Limit of failed sign-ins per address.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Failed sign-ins of one address in [`WINDOW`]. A whole school may be behind one address; a token has 128
/// random bits, so the limit is against load, not against guessing.
const MAX_FAILURES: usize = 60;
const WINDOW: Duration = Duration::from_mins(1);

#[derive(Debug, Default)]
pub(crate) struct FailureLimit {
    failures: BTreeMap<IpAddr, Vec<Instant>>,
}

impl FailureLimit {
    /// Returns how long this address must wait; `None` if it may try.
    pub(crate) fn wait(&mut self, address: IpAddr, now: Instant) -> Option<Duration> {
        self.failures.retain(|_, times| {
            times.retain(|&time| now.saturating_duration_since(time) < WINDOW);
            !times.is_empty()
        });
        let times = self.failures.get(&address).filter(|times| times.len() >= MAX_FAILURES)?;
        let first = times.first()?;
        Some(WINDOW.saturating_sub(now.saturating_duration_since(*first)))
    }

    pub(crate) fn count(&mut self, address: IpAddr, now: Instant) {
        self.failures.entry(address).or_default().push(now);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use ishigaki_client::now;

    use super::*;

    #[test]
    fn address_waits_after_many_failures_and_others_do_not() {
        let (mut limit, began) = (FailureLimit::default(), now());
        let [one, other] = [1, 2].map(|last| IpAddr::from(Ipv4Addr::new(10, 0, 0, last)));
        for _ in 0..MAX_FAILURES {
            assert_eq!(limit.wait(one, began), None);
            limit.count(one, began);
        }
        assert_eq!(limit.wait(one, began), Some(WINDOW));
        assert_eq!(limit.wait(other, began), None);
        assert_eq!(limit.wait(one, began + WINDOW), None);
    }
}
