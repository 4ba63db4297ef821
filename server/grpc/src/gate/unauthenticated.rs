//! Unauthenticated connections, in the order in which they came.
//!
//! What is full has room for whoever comes next as long as one of these is in it: the eldest has to go. Whoever means it
//! shows a token within milliseconds, so that is hardly ever somebody who does.

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishigaki_page::eldest_of_busiest;
use tokio::task::AbortHandle;

use super::cutter::Cutter;

/// Keeps the connections without a good token; evicts the eldest. Cheap to clone; all copies are one.
#[derive(Clone, Default)]
pub(super) struct UnauthenticatedConnections(Arc<Mutex<ConnectionQueue>>);

#[derive(Default)]
struct ConnectionQueue {
    next: u64,
    /// By the order in which they came.
    known: BTreeMap<u64, EvictableConnection>,
}

struct EvictableConnection {
    origin: IpAddr,
    cutter: Cutter,
    /// As long as encryption is being agreed on.
    handshake: Option<AbortHandle>,
}

/// Handle of a connection's entry here. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct EvictionHandle {
    unauthenticated: UnauthenticatedConnections,
    number: u64,
}

/// Keeps a connection's entry here until it is dropped.
#[derive(Debug)]
pub(super) struct UnauthenticatedGuard(EvictionHandle);

impl fmt::Debug for UnauthenticatedConnections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UnauthenticatedConnections")
    }
}

impl UnauthenticatedConnections {
    /// Adds a connection from there, which can be cut with this.
    pub(super) fn enter(&self, origin: IpAddr, cutter: Cutter) -> UnauthenticatedGuard {
        let mut queue = self.lock();
        let number = queue.next;
        queue.next += 1;
        queue.known.insert(number, EvictableConnection { origin, cutter, handshake: None });
        UnauthenticatedGuard(EvictionHandle { unauthenticated: self.clone(), number })
    }

    /// Hangs up on the eldest from there, or of all; whether there was one.
    pub(super) fn evict(&self, origin: Option<IpAddr>) -> bool {
        let mut queue = self.lock();
        let is_meant = |stranger: &EvictableConnection| origin.is_none_or(|origin| stranger.origin == origin);
        let eldest = queue.known.iter().find(|(_, stranger)| is_meant(stranger)).map(|(number, _)| *number);
        queue.hang_up(eldest)
    }

    /// Hangs up on the eldest of those who agree on encryption, from the address that most of them are from: so nobody's
    /// half handshakes push out another's whole one.
    pub(super) fn evict_handshake(&self) -> bool {
        let mut queue = self.lock();
        let is_under_way = |stranger: &EvictableConnection| {
            stranger.handshake.as_ref().is_some_and(|handshake| !handshake.is_finished())
        };
        let under_way = queue.known.iter().filter(|(_, stranger)| is_under_way(stranger));
        let eldest = eldest_of_busiest(under_way.map(|(number, stranger)| (*number, stranger.origin)));
        queue.hang_up(eldest.map(|eldest| eldest.key))
    }

    fn lock(&self) -> MutexGuard<'_, ConnectionQueue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionQueue {
    fn hang_up(&mut self, number: Option<u64>) -> bool {
        let Some(stranger) = number.and_then(|number| self.known.remove(&number)) else { return false };
        if let Some(handshake) = stranger.handshake {
            handshake.abort();
        }
        stranger.cutter.cut();
        true
    }
}

impl UnauthenticatedGuard {
    /// Returns the entry's handle.
    pub(super) fn eviction(&self) -> EvictionHandle {
        self.0.clone()
    }

    /// Marks the handshake as done.
    pub(super) fn end_handshake(&self) {
        if let Some(stranger) = self.0.unauthenticated.lock().known.get_mut(&self.0.number) {
            stranger.handshake = None;
        }
    }
}

impl Drop for UnauthenticatedGuard {
    fn drop(&mut self) {
        self.0.leave();
    }
}

impl EvictionHandle {
    /// Notes the task of the handshake under way.
    pub(super) fn set_handshake(&self, handshake: AbortHandle) {
        match self.unauthenticated.lock().known.get_mut(&self.number) {
            Some(stranger) => stranger.handshake = Some(handshake),
            // It has been hung up on since, or is through already.
            None => handshake.abort(),
        }
    }

    /// Removes the entry: a good token was shown, or the connection is gone.
    pub(super) fn leave(&self) {
        self.unauthenticated.lock().known.remove(&self.number);
    }
}
