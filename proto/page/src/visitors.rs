//! Who is connected at this moment, and who has to go when one more comes.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;

use tokio::task::AbortHandle;

/// The connections of a small HTTP server. One more than it has room for, and of the address that has the most the eldest is
/// hung up on: whoever is in earnest comes back.
#[derive(Debug)]
pub struct Visitors {
    most: usize,
    eldest: VecDeque<(IpAddr, AbortHandle)>,
}

impl Visitors {
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
        let mut counts: BTreeMap<IpAddr, usize> = BTreeMap::new();
        for (from, _) in &self.eldest {
            *counts.entry(*from).or_default() += 1;
        }
        let most = counts.values().max().copied();
        let busiest = self.eldest.iter().position(|(from, _)| counts.get(from).copied() == most);
        if let Some((_, visit)) = busiest.and_then(|place| self.eldest.remove(place)) {
            visit.abort();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::Visitors;

    #[tokio::test]
    async fn the_eldest_of_the_busiest_address_goes_when_there_is_no_room() {
        let [one, other] = [1, 2].map(|last| IpAddr::from(Ipv4Addr::new(10, 0, 0, last)));
        let mut visitors = Visitors::new(3);
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
