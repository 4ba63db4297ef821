//! Quotas: counts of concurrent use by key, up to a limit.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// Limits how many permits are out per key. Clones share their state. `Debug` omits the keys.
pub struct Quota<K>(Arc<Mutex<BTreeMap<K, usize>>>);

impl<K> Clone for Quota<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K> Default for Quota<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K> fmt::Debug for Quota<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Quota")
    }
}

/// A permit: counts against its quota until dropped.
#[must_use = "it counts only as long as this lives"]
pub struct Permit<K: Ord> {
    quota: Quota<K>,
    key: K,
}

impl<K: Ord> fmt::Debug for Permit<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Permit")
    }
}

impl<K: Ord + Clone> Quota<K> {
    /// Returns a permit for this key; `None` if `most` are out already.
    pub fn enter(&self, key: K, most: usize) -> Option<Permit<K>> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get(&key).copied().unwrap_or(0);
        if count >= most {
            return None;
        }
        counts.insert(key.clone(), count + 1);
        drop(counts);
        Some(Permit { quota: self.clone(), key })
    }

    /// Counts the permits out for this key.
    pub fn count<Q: Ord + ?Sized>(&self, key: &Q) -> usize
    where
        K: Borrow<Q>,
    {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).copied().unwrap_or(0)
    }
}

impl<K: Ord> Drop for Permit<K> {
    fn drop(&mut self) {
        let mut counts = self.quota.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.key) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

/// Origin of a connection, as quotas count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConnectionOrigin {
    /// The address. For IPv6 outside the server's own network, the /64 network, because one household or
    /// laptop can use any address in it. In the hall's own network all laptops share one /64, so each address
    /// counts.
    pub address: IpAddr,
    /// True for connections from this machine.
    pub is_own: bool,
}

impl ConnectionOrigin {
    /// Returns the origin of a connection from `peer` that arrived at `local`.
    pub fn of(peer: IpAddr, local: Option<IpAddr>) -> Self {
        let peer = peer.to_canonical();
        let address = match (peer, local) {
            (IpAddr::V6(peer), Some(IpAddr::V6(local))) if network(peer) == network(local) => {
                IpAddr::V6(peer)
            }
            (IpAddr::V6(peer), _) if peer.is_unicast_link_local() || peer.is_loopback() => IpAddr::V6(peer),
            (IpAddr::V6(peer), _) => IpAddr::V6(Ipv6Addr::from_bits(network(peer))),
            (address @ IpAddr::V4(_), _) => address,
        };
        Self { address, is_own: peer.is_loopback() }
    }

    /// Returns the address to count; `None` for this machine, which is not counted.
    pub fn counted(self) -> Option<IpAddr> {
        (!self.is_own).then_some(self.address)
    }
}

fn network(address: Ipv6Addr) -> u128 {
    address.to_bits() >> 64 << 64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permits_are_counted_per_key_and_released_on_drop() {
        let quota = Quota::default();
        let first = quota.enter("a", 2).unwrap();
        let second = quota.enter("a", 2).unwrap();
        assert!(quota.enter("a", 2).is_none());
        assert!(quota.enter("b", 2).is_some());
        drop(first);
        let third = quota.enter("a", 2).unwrap();
        drop((second, third));
        assert_eq!(quota.count("a"), 0);
        assert!(quota.0.lock().unwrap().is_empty(), "nothing is kept of those who have left");
    }

    #[test]
    fn ipv6_network_counts_as_one_except_the_servers_own() {
        let at = |peer: &str, local: &str| {
            let origin = ConnectionOrigin::of(peer.parse().unwrap(), Some(local.parse().unwrap()));
            origin.counted().map(|address| address.to_string())
        };
        let of = |peer: &str| at(peer, "2001:db8:9::1");
        assert_eq!(of("192.0.2.7").as_deref(), Some("192.0.2.7"));
        assert_eq!(of("2001:db8:1:2:3:4:5:6").as_deref(), Some("2001:db8:1:2::"));
        assert_eq!(of("::ffff:192.0.2.7").as_deref(), Some("192.0.2.7"));
        assert_eq!((of("127.0.0.1"), of("::1"), of("::ffff:127.0.0.1")), (None, None, None));
        // Laptops in one hall.
        assert_eq!(of("2001:db8:9::2").as_deref(), Some("2001:db8:9::2"));
        assert_eq!(at("fe80::7", "fe80::1").as_deref(), Some("fe80::7"));
        assert_eq!(of("fe80::7").as_deref(), Some("fe80::7"));
    }
}
