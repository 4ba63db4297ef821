//! Unauthenticated connections, oldest first.
//!
//! At a limit, the oldest one is dropped. Real clients show a token within milliseconds, so they are rarely
//! affected.

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishigaki_page::eldest_of_busiest;
use tokio::task::AbortHandle;

use super::cutter::Cutter;

/// Tracks unauthenticated connections and evicts the oldest. Clones share their state.
#[derive(Clone, Default)]
pub(super) struct UnauthenticatedConnections(Arc<Mutex<ConnectionQueue>>);

#[derive(Default)]
struct ConnectionQueue {
    next: u64,
    /// In order of arrival.
    known: BTreeMap<u64, EvictableConnection>,
}

struct EvictableConnection {
    origin: IpAddr,
    cutter: Cutter,
    /// Set during the handshake.
    handshake: Option<AbortHandle>,
}

/// Handle of a connection's entry. Clones share their state.
#[derive(Clone, Debug)]
pub(super) struct EvictionHandle {
    unauthenticated: UnauthenticatedConnections,
    number: u64,
}

/// Keeps a connection's entry until dropped.
#[derive(Debug)]
pub(super) struct UnauthenticatedGuard(EvictionHandle);

impl fmt::Debug for UnauthenticatedConnections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UnauthenticatedConnections")
    }
}

impl UnauthenticatedConnections {
    pub(super) fn enter(&self, origin: IpAddr, cutter: Cutter) -> UnauthenticatedGuard {
        let mut queue = self.lock();
        let number = queue.next;
        queue.next += 1;
        queue.known.insert(number, EvictableConnection { origin, cutter, handshake: None });
        UnauthenticatedGuard(EvictionHandle { unauthenticated: self.clone(), number })
    }

    /// Drops the oldest connection from this address, or of all; returns whether there was one.
    pub(super) fn evict(&self, origin: Option<IpAddr>) -> bool {
        let mut queue = self.lock();
        let is_meant =
            |connection: &EvictableConnection| origin.is_none_or(|origin| connection.origin == origin);
        let eldest =
            queue.known.iter().find(|(_, connection)| is_meant(connection)).map(|(number, _)| *number);
        queue.hang_up(eldest)
    }

    /// Drops the oldest handshake of the address with the most, so that one address can't crowd out the
    /// others.
    pub(super) fn evict_handshake(&self) -> bool {
        let mut queue = self.lock();
        let is_under_way = |connection: &EvictableConnection| {
            connection.handshake.as_ref().is_some_and(|handshake| !handshake.is_finished())
        };
        let under_way = queue.known.iter().filter(|(_, connection)| is_under_way(connection));
        let eldest = eldest_of_busiest(under_way.map(|(number, connection)| (*number, connection.origin)));
        queue.hang_up(eldest.map(|eldest| eldest.key))
    }

    fn lock(&self) -> MutexGuard<'_, ConnectionQueue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionQueue {
    fn hang_up(&mut self, number: Option<u64>) -> bool {
        let Some(connection) = number.and_then(|number| self.known.remove(&number)) else { return false };
        if let Some(handshake) = connection.handshake {
            handshake.abort();
        }
        connection.cutter.cut();
        true
    }
}

impl UnauthenticatedGuard {
    pub(super) fn eviction(&self) -> EvictionHandle {
        self.0.clone()
    }

    pub(super) fn end_handshake(&self) {
        if let Some(connection) = self.0.unauthenticated.lock().known.get_mut(&self.0.number) {
            connection.handshake = None;
        }
    }
}

impl Drop for UnauthenticatedGuard {
    fn drop(&mut self) {
        self.0.leave();
    }
}

impl EvictionHandle {
    /// Stores the handshake's task.
    pub(super) fn set_handshake(&self, handshake: AbortHandle) {
        match self.unauthenticated.lock().known.get_mut(&self.number) {
            Some(connection) => connection.handshake = Some(handshake),
            // Evicted since, or done already.
            None => handshake.abort(),
        }
    }

    /// Removes the entry: a valid token was shown, or the connection is gone.
    pub(super) fn leave(&self) {
        self.unauthenticated.lock().known.remove(&self.number);
    }
}
