//! Table of open connections, which chooses one to drop at the limit.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;

use tokio::task::AbortHandle;

/// The connections of a small HTTP server. Above the limit, the oldest one of the busiest address is dropped;
/// honest clients reconnect.
#[derive(Debug)]
pub struct ConnectionTable {
    most: usize,
    eldest: VecDeque<(IpAddr, AbortHandle)>,
}

impl ConnectionTable {
    /// Returns a table for this number of connections.
    pub const fn new(most: usize) -> Self {
        Self { most, eldest: VecDeque::new() }
    }

    /// Adds a connection; at the limit, another one is dropped.
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

    /// Drops the oldest connection of the busiest address.
    pub fn hang_up(&mut self) {
        self.eldest.retain(|(_, visit)| !visit.is_finished());
        let eldest = eldest_of_busiest(self.eldest.iter().map(|(from, _)| *from).enumerate());
        if let Some((_, visit)) = eldest.and_then(|eldest| self.eldest.remove(eldest.key)) {
            visit.abort();
        }
    }
}

/// The connection to drop at the limit, and the number of its address's connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EldestConnection<K> {
    pub key: K,
    pub of: usize,
}

/// Returns the oldest connection of the busiest address, given all in order of arrival, so that many
/// connections of one address don't displace another's. In a tie it is the overall oldest. `None` without
/// connections.
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
    fn eldest_connection_of_busiest_address_is_found() {
        let addresses = [1, 2, 3].map(|last| IpAddr::from(Ipv4Addr::new(10, 0, 0, last)));
        let there =
            |arrived: &[usize]| eldest_of_busiest(arrived.iter().map(|&at| addresses[at]).enumerate());
        assert_eq!(there(&[]), None);
        assert_eq!(there(&[2]), Some(EldestConnection { key: 0, of: 1 }));
        assert_eq!(there(&[0, 1, 1, 0, 1]), Some(EldestConnection { key: 1, of: 3 }));
        assert_eq!(there(&[2, 1, 0, 0, 1]), Some(EldestConnection { key: 1, of: 2 }));
    }

    #[tokio::test]
    async fn full_table_drops_eldest_of_busiest_address() {
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
