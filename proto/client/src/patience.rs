//! Patience: how long a client waits for a connection to come about, and for a sign of life on one.
//!
//! A client of one server has nowhere else to go: on a network that stalls for seconds, as a bad wireless one does, giving up a
//! connection costs it the call that is on its way and wins nothing. A client of several servers waits for less, since the one
//! that is silent may stand still while another has taken its games over. Where none of them is reached in that time it is
//! the network that is slow, and they get the time that one alone has.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::time::timeout;

use crate::now;

/// Longest round trip with which a client works, as by satellite or over a jammed mobile network.
#[cfg(test)]
const LONGEST_ROUND_TRIP: Duration = Duration::from_secs(3);
/// Longest time that a connection to the only server may take to come about, encryption included: two round trips of 3 seconds,
/// one of TCP and one of TLS, and a lost packet...
pub(crate) const CONNECT: Duration = Duration::from_secs(8);
/// ...and one to any of several: long enough for a first packet that is lost, which is sent again after a second.
pub(crate) const CONNECT_AMONG_OTHERS: Duration = Duration::from_millis(1_250);
/// The signs of life that the only server has to give. Without them a cut cable goes unnoticed for minutes.
const ALONE: SignsOfLife = SignsOfLife { every: Duration::from_secs(5), within: Duration::from_secs(4) };
/// Those of any of several servers: one that stands still is left after 2.5 seconds.
const AMONG_OTHERS: SignsOfLife =
    SignsOfLife { every: Duration::from_secs(1), within: Duration::from_millis(1_500) };
/// Longest time that one of several servers may take to tell of its own games.
const LISTING_AMONG_OTHERS: Duration = Duration::from_secs(1);

/// Signs of life, which are asked for also while nothing else is sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SignsOfLife {
    /// Time of the other end's silence before it is asked for one.
    pub(crate) every: Duration,
    /// Longest time for giving it.
    pub(crate) within: Duration,
}

/// Patience with the servers of one contest. Copies are of the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patience(Arc<ServerSpeed>);

#[derive(Debug, Default)]
struct ServerSpeed {
    /// Whether there is more than one server to go to.
    has_others: AtomicBool,
    /// Whether none of them could be reached in the shorter time.
    is_slow: AtomicBool,
}

impl Patience {
    /// There is more than one server from now on. What is open already keeps the limits that it was opened with.
    pub(crate) fn among_others(&self) {
        self.0.has_others.store(true, Ordering::Relaxed);
    }

    /// None of the servers could be reached. Returns whether the times are longer from now on.
    pub(crate) fn missed_all(&self) -> bool {
        let was_short = self.is_short();
        self.0.is_slow.store(true, Ordering::Relaxed);
        was_short
    }

    /// The signs of life that a connection has to give which is opened now.
    pub(crate) fn signs_of_life(&self) -> SignsOfLife {
        if self.is_short() { AMONG_OTHERS } else { ALONE }
    }

    /// Returns the longest time that a server may take to tell of its own games.
    pub(crate) fn listing(&self) -> Duration {
        if self.is_short() { LISTING_AMONG_OTHERS } else { CONNECT }
    }

    /// Returns whether a silent server is left for another one after a short time.
    fn is_short(&self) -> bool {
        self.0.has_others.load(Ordering::Relaxed) && !self.0.is_slow.load(Ordering::Relaxed)
    }

    /// Returns the longest time that a connection may take that is begun now.
    fn connect(&self) -> Duration {
        if self.is_short() { CONNECT_AMONG_OTHERS } else { CONNECT }
    }

    /// A connection, if it comes about in time. An endpoint's own limit would not say that nothing has been sent yet.
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
        let patience = Patience::default();
        let allows = |patience: &Patience| {
            patience.connect() == CONNECT
                && patience.signs_of_life().within > LONGEST_ROUND_TRIP
                && patience.listing() >= LONGEST_ROUND_TRIP * 2
        };
        assert!(allows(&patience), "one server");
        patience.among_others();
        assert!(!allows(&patience), "several: a silent one is left");
        assert!(patience.missed_all() && allows(&patience), "unless none is quick");
        assert!(!patience.missed_all());
    }

    #[tokio::test]
    async fn one_server_is_waited_for_longer_than_one_of_several_unless_none_of_them_is_quick() {
        let patience = Patience::default();
        patience.missed_all();
        assert_eq!(patience.connect(), CONNECT);
        patience.among_others();
        assert_eq!(patience.connect(), CONNECT, "all of them are as slow");
        patience.clone().in_time(std::future::ready(Ok(()))).await.unwrap();
        assert_eq!(patience.connect(), CONNECT_AMONG_OTHERS);
        let refused = patience
            .clone()
            .in_time(std::future::ready(io::Result::<()>::Err(io::ErrorKind::ConnectionRefused.into())));
        refused.await.unwrap_err();
        patience.missed_all();
        assert_eq!(patience.connect(), CONNECT);
    }
}
