//! Table of open connections, and which one is ended when one more comes.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;

use tokio::task::AbortHandle;

/// The connections of a small HTTP server. One more than it has room for, and of the address that has the most the eldest is
/// hung up on: whoever is in earnest comes back.
#[derive(Debug)]
pub struct ConnectionTable {
    most: usize,
    eldest: VecDeque<(IpAddr, AbortHandle)>,
}

impl ConnectionTable {
    /// Room for so many.
    pub const fn new(most: usize) -> Self {
        Self { most, eldest: VecDeque::new() }
    }

    /// Takes one more in, and ends another one where there is no room.
    pub fn admit(&mut self, from: IpAddr, visit: AbortHandle) {
        self.make_room();
        self.eldest.push_back((from, visit));
    }

    fn make_room(&mut self) {
        if self.eldest.len() < self.most {
            return;
        }
        self.eldest.retain(|(_, visit)| !visit.is_finished());
        if self.eldest.len() >= self.most {
            self.hang_up();
        }
    }

    /// Ends the eldest connection of the address that has the most.
    pub fn hang_up(&mut self) {
        self.eldest.retain(|(_, visit)| !visit.is_finished());
        let eldest = eldest_of_busiest(self.eldest.iter().map(|(from, _)| *from).enumerate());
        if let Some((_, visit)) = eldest.and_then(|eldest| self.eldest.remove(eldest.key)) {
            visit.abort();
        }
    }
}

/// Eldest connection: the one that is ended where there is no room for one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EldestConnection<K> {
    /// By what it is known.
    pub key: K,
    /// How many there are of its address.
    pub of: usize,
}

/// The eldest of the address that has the most, of those that are there in the order in which they came: so nobody's many push out
/// another's one. Of several addresses that have as many it is that of the eldest. `None` if nobody is there.
pub fn eldest_of_busiest<K>(there: impl Iterator<Item = (K, IpAddr)> + Clone) -> Option<EldestConnection<K>> {
    let mut counts: BTreeMap<IpAddr, usize> = BTreeMap::new();
    for (_, from) in there.clone() {
        *counts.entry(from).or_default() += 1;
    }
    let of = counts.values().max().copied()?;
    let mut there = there;
    let (key, _) = there.find(|(_, from)| counts.get(from) == Some(&of))?;
    Some(EldestConnection { key, of })
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::{ConnectionTable, EldestConnection, eldest_of_busiest};

    #[test]
    fn the_eldest_is_that_of_the_address_that_has_the_most() {
        let addresses = [1, 2, 3].map(|last| IpAddr::from(Ipv4Addr::new(10, 0, 0, last)));
        let there = |came: &[usize]| eldest_of_busiest(came.iter().map(|&at| addresses[at]).enumerate());
        assert_eq!(there(&[]), None);
        assert_eq!(there(&[2]), Some(EldestConnection { key: 0, of: 1 }));
        assert_eq!(there(&[0, 1, 1, 0, 1]), Some(EldestConnection { key: 1, of: 3 }));
        assert_eq!(there(&[2, 1, 0, 0, 1]), Some(EldestConnection { key: 1, of: 2 }));
    }

    #[tokio::test]
    async fn the_eldest_of_the_busiest_address_goes_when_there_is_no_room() {
        let [one, other] = [1, 2].map(|last| IpAddr::from(Ipv4Addr::new(10, 0, 0, last)));
        let mut visitors = ConnectionTable::new(3);
        let mut visits = Vec::new();
        for from in [other, one, one, other] {
            let visit = tokio::spawn(std::future::pending::<()>());
            visitors.admit(from, visit.abort_handle());
            visits.push(visit);
        }
        assert!((&mut visits[1]).await.unwrap_err().is_cancelled(), "the eldest of two");
        // One that is through makes room by itself.
        visits[0].abort();
        assert!((&mut visits[0]).await.unwrap_err().is_cancelled());
        let visit = tokio::spawn(std::future::pending::<()>());
        visitors.admit(one, visit.abort_handle());
        tokio::task::yield_now().await;
        assert!(!visits[2].is_finished() && !visits[3].is_finished() && !visit.is_finished());
    }
}
