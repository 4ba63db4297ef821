//! Who is in, counted by whatever they have in common, up to a limit.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// Counts by keys. Cheap to clone; all copies are one. Whom it counts is silent in `Debug`.
pub struct Crowd<K>(Arc<Mutex<BTreeMap<K, usize>>>);

impl<K> Clone for Crowd<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K> Default for Crowd<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K> fmt::Debug for Crowd<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Crowd")
    }
}

/// One that is in: it counts until this is dropped.
#[must_use = "it counts only as long as this lives"]
pub struct Place<K: Ord> {
    crowd: Crowd<K>,
    key: K,
}

impl<K: Ord> fmt::Debug for Place<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Place")
    }
}

impl<K: Ord + Clone> Crowd<K> {
    /// One more with this key, unless so many are in already.
    pub fn enter(&self, key: K, most: usize) -> Option<Place<K>> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get(&key).copied().unwrap_or(0);
        if count >= most {
            return None;
        }
        counts.insert(key.clone(), count + 1);
        drop(counts);
        Some(Place { crowd: self.clone(), key })
    }

    /// How many are in with this key.
    pub fn count<Q: Ord + ?Sized>(&self, key: &Q) -> usize
    where
        K: Borrow<Q>,
    {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).copied().unwrap_or(0)
    }
}

impl<K: Ord> Drop for Place<K> {
    fn drop(&mut self) {
        let mut counts = self.crowd.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.key) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

/// What counts as one address: of IPv6 the network of 64 bits that one household or one laptop is given, as it can take
/// any address in it. `None` for this machine itself, which is not counted.
pub fn household(address: IpAddr) -> Option<IpAddr> {
    let address = address.to_canonical();
    if address.is_loopback() {
        return None;
    }
    Some(match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_by_key_and_given_back_when_dropped() {
        let crowd = Crowd::default();
        let first = crowd.enter("a", 2).unwrap();
        let second = crowd.enter("a", 2).unwrap();
        assert!(crowd.enter("a", 2).is_none());
        assert!(crowd.enter("b", 2).is_some());
        drop(first);
        let third = crowd.enter("a", 2).unwrap();
        drop((second, third));
        assert_eq!(crowd.count("a"), 0);
        assert!(crowd.0.lock().unwrap().is_empty(), "nothing is kept of those who have left");
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one_and_this_machine_not_at_all() {
        let of = |text: &str| household(text.parse().unwrap()).map(|address| address.to_string());
        assert_eq!(of("192.0.2.7").as_deref(), Some("192.0.2.7"));
        assert_eq!(of("2001:db8:1:2:3:4:5:6").as_deref(), Some("2001:db8:1:2::"));
        assert_eq!(of("::ffff:192.0.2.7").as_deref(), Some("192.0.2.7"));
        assert_eq!((of("127.0.0.1"), of("::1"), of("::ffff:127.0.0.1")), (None, None, None));
    }
}
