//! Timeouts for connecting, and keep-alive of connections.
//!
//! With one server there is no alternative: on a stalling network, for example a bad wireless one, giving up
//! a connection only loses the pending call. With several servers timeouts are shorter, because another one
//! may have taken over the games. If none of them is reached in that time the network is slow, and the long
//! timeouts apply.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::timeout;

use crate::now;

/// Maximum supported round-trip time, as by satellite or over a congested mobile network.
#[cfg(test)]
const LONGEST_ROUND_TRIP: Duration = Duration::from_secs(3);
/// Timeout for connecting to the only server, including encryption: two round trips of 3 seconds, one of TCP
/// and one of TLS, and a lost packet.
pub(crate) const CONNECT: Duration = Duration::from_secs(8);
/// Timeout for connecting to one of several servers: long enough for a lost first packet, which is sent again
/// after a second.
pub(crate) const CONNECT_AMONG_OTHERS: Duration = Duration::from_millis(1_250);
/// Keep-alive with the only server. Without it a cut cable goes unnoticed for minutes.
const ALONE: KeepAlive = KeepAlive { every: Duration::from_secs(5), within: Duration::from_secs(4) };
/// Keep-alive with several servers: a silent one is left after 2.5 seconds.
const AMONG_OTHERS: KeepAlive =
    KeepAlive { every: Duration::from_secs(1), within: Duration::from_millis(1_500) };
const LISTING_AMONG_OTHERS: Duration = Duration::from_secs(1);

/// Keep-alive settings, also for idle connections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeepAlive {
    /// Silence after which the other end is probed.
    pub(crate) every: Duration,
    pub(crate) within: Duration,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ConnectionTimeouts(Arc<ServerSpeed>);

#[derive(Debug, Default)]
struct ServerSpeed {
    has_others: AtomicBool,
    is_slow: AtomicBool,
}

impl ConnectionTimeouts {
    /// Switches to the timeouts of several servers. Open connections keep theirs.
    pub(crate) fn among_others(&self) {
        self.0.has_others.store(true, Ordering::Relaxed);
    }

    /// Records that no server could be reached. Returns whether timeouts are longer from now on.
    pub(crate) fn missed_all(&self) -> bool {
        let was_short = self.is_short();
        self.0.is_slow.store(true, Ordering::Relaxed);
        was_short
    }

    pub(crate) fn keep_alive(&self) -> KeepAlive {
        if self.is_short() { AMONG_OTHERS } else { ALONE }
    }

    pub(crate) fn listing(&self) -> Duration {
        if self.is_short() { LISTING_AMONG_OTHERS } else { CONNECT }
    }

    /// Returns whether a silent server is left early for another one.
    fn is_short(&self) -> bool {
        self.0.has_others.load(Ordering::Relaxed) && !self.0.is_slow.load(Ordering::Relaxed)
    }

    fn connect(&self) -> Duration {
        if self.is_short() { CONNECT_AMONG_OTHERS } else { CONNECT }
    }

    /// Limits the time of connecting. After an endpoint's own timeout it would be unknown whether anything
    /// was sent.
    pub(crate) async fn in_time<T>(self, connecting: impl Future<Output = io::Result<T>>) -> io::Result<T> {
        let began = now();
        let connected = timeout(self.connect(), connecting).await;
        if matches!(connected, Ok(Ok(_))) && began.elapsed() < CONNECT_AMONG_OTHERS {
            self.0.is_slow.store(false, Ordering::Relaxed);
        }
        connected.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect::ANSWER;

    #[test]
    fn limits_allow_a_round_trip_of_three_seconds() {
        let spare = Duration::from_secs(1);
        assert!(CONNECT >= LONGEST_ROUND_TRIP * 2 + spare, "TCP, TLS, and a lost packet");
        assert!(ANSWER >= LONGEST_ROUND_TRIP + spare);
        let timeouts = ConnectionTimeouts::default();
        let allows = |timeouts: &ConnectionTimeouts| {
            timeouts.connect() == CONNECT
                && timeouts.keep_alive().within > LONGEST_ROUND_TRIP
                && timeouts.listing() >= LONGEST_ROUND_TRIP * 2
        };
        assert!(allows(&timeouts), "one server");
        timeouts.among_others();
        assert!(!allows(&timeouts), "several: a silent one is left");
        assert!(timeouts.missed_all() && allows(&timeouts), "unless none is quick");
        assert!(!timeouts.missed_all());
    }

    #[tokio::test]
    async fn single_server_is_waited_for_longer_than_one_of_several() {
        let timeouts = ConnectionTimeouts::default();
        timeouts.missed_all();
        assert_eq!(timeouts.connect(), CONNECT);
        timeouts.among_others();
        assert_eq!(timeouts.connect(), CONNECT, "all of them are as slow");
        timeouts.clone().in_time(std::future::ready(Ok(()))).await.unwrap();
        assert_eq!(timeouts.connect(), CONNECT_AMONG_OTHERS);
        let refused = timeouts
            .clone()
            .in_time(std::future::ready(io::Result::<()>::Err(io::ErrorKind::ConnectionRefused.into())));
        refused.await.unwrap_err();
        timeouts.missed_all();
        assert_eq!(timeouts.connect(), CONNECT);
    }
}
