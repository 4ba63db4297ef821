//! The gate: accepts connections and encrypts them before any call.
//!
//! [`Gate`] is the server's own accept loop, a stream of connections that are ready for gRPC. It does the TLS
//! handshake because tonic has no handshake timeout and no limit on concurrent handshakes. Limits of a whole
//! connection (number, duration, rate) belong here too. Callers are authenticated later, by
//! [`service`](crate::service).

mod connection;
mod cutter;
mod guard;
mod unauthenticated;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use ishigaki_engine::clock::{Clock, Monotonic, Wakeup};
use ishigaki_engine::meter::Meter;
use ishigaki_rules::Millis;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::server::TlsStream;
use tokio_stream::Stream;

use crate::limits::quota::{ConnectionOrigin, Permit, Quota};

use connection::ConnectionPermits;
pub use connection::{ConnectionInfo, IncomingConnection, Peer};
use guard::ConnectionGuard;
pub use guard::{ActiveCall, ConnectionHandle, UntakenAnswer};
use unauthenticated::UnauthenticatedConnections;

/// Delay after a failed accept: without free descriptors or memory, retrying at once would only keep the
/// machine busy.
const ACCEPT_RETRY_DELAY: Millis = Millis(100);

/// Limits of the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GateLimits {
    /// Handshake timeout.
    pub handshake: Millis,
    /// Maximum number of concurrent handshakes. At the limit, the oldest handshake of the busiest address is
    /// dropped. An honest handshake takes milliseconds, so it is rarely the one that is dropped.
    pub handshakes: usize,
    /// Maximum number of connections. At the limit, the oldest unauthenticated connection is dropped, or the
    /// new one if all are authenticated.
    pub connections: usize,
    /// Maximum number of connections from one address (see [`ConnectionOrigin`]), applied in the same way.
    /// This machine's own connections don't count.
    pub per_address: usize,
    /// Maximum time from accepting a connection to its first call.
    pub first_call: Millis,
    /// Maximum time without a call after that.
    pub idle: Millis,
    /// Maximum time that the peer may take no data while data waits.
    pub stalled: Millis,
    /// Maximum time until an answer is taken. Feeds have their own limits.
    pub untaken_answer: Millis,
    /// Maximum number of bytes that one connection may receive at once.
    pub burst_bytes: u64,
    /// Maximum rate after that; 0 means unlimited.
    pub bytes_per_second: u64,
}

impl Default for GateLimits {
    fn default() -> Self {
        Self::from(&crate::limits::Limits::default())
    }
}

impl From<&crate::limits::Limits> for GateLimits {
    fn from(limits: &crate::limits::Limits) -> Self {
        Self {
            handshake: Millis(limits.handshake_ms),
            handshakes: limits.handshakes,
            connections: limits.connections,
            per_address: limits.connections_per_address,
            first_call: Millis(limits.first_call_ms),
            idle: Millis(limits.idle_connection_ms),
            stalled: Millis(limits.stalled_connection_ms),
            untaken_answer: Millis(limits.untaken_answer_ms),
            burst_bytes: limits.burst_bytes,
            bytes_per_second: limits.bytes_per_second,
        }
    }
}

/// The accept loop, as a stream of ready connections. It never ends and never fails. Dropping it closes the
/// listener.
pub struct Gate {
    listener: TcpListener,
    clock: Arc<dyn Clock>,
    limits: GateLimits,
    /// `None` leaves connections in plain text.
    tls: Option<TlsAcceptor>,
    /// Handshakes under way. `None` is one that failed.
    handshakes: JoinSet<Option<IncomingConnection>>,
    unauthenticated: UnauthenticatedConnections,
    retry_delay: Option<Wakeup>,
    /// Number of accepts that failed in a row.
    failures: u32,
    all: Quota<&'static str>,
    addresses: Quota<IpAddr>,
    meter: Meter,
}

/// Key that counts all connections together.
const ALL: &str = "connections";

/// Number of connections above the limit while dropped ones are still closing.
const MAX_CLOSING: usize = 16;

impl Gate {
    /// Makes a gate on this listener. With `tls`, every connection must be encrypted; without it, none is.
    pub fn new(
        listener: TcpListener,
        tls: Option<Arc<ServerConfig>>,
        limits: GateLimits,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let tls = tls.map(TlsAcceptor::from);
        Self {
            listener,
            clock,
            limits,
            tls,
            handshakes: JoinSet::new(),
            unauthenticated: UnauthenticatedConnections::default(),
            retry_delay: None,
            failures: 0,
            all: Quota::default(),
            addresses: Quota::default(),
            meter: Meter::default(),
        }
    }

    /// Counts with this meter.
    #[must_use]
    pub fn counting_with(mut self, meter: Meter) -> Self {
        self.meter = meter;
        self
    }

    /// Returns permits for one more connection, after dropping the oldest unauthenticated one if necessary.
    fn permits(&self, origin: ConnectionOrigin) -> Option<(Permit<&'static str>, Option<Permit<IpAddr>>)> {
        let all = self.permit(&self.all, ALL, self.limits.connections, None, "server")?;
        let address = match origin.counted() {
            Some(address) => Some(self.permit(
                &self.addresses,
                address,
                self.limits.per_address,
                Some(address),
                "address",
            )?),
            None => None,
        };
        Some((all, address))
    }

    fn permit<K: Ord + Clone>(
        &self,
        quota: &Quota<K>,
        key: K,
        most: usize,
        of: Option<IpAddr>,
        among: &'static str,
    ) -> Option<Permit<K>> {
        if let Some(permit) = quota.enter(key.clone(), most) {
            return Some(permit);
        }
        // Counted in both cases, because one connection is dropped either way.
        self.meter.refused_connection(among);
        let has_room = self.unauthenticated.evict(of);
        quota.enter(key, most.saturating_add(MAX_CLOSING)).filter(|_| has_room)
    }

    /// Accepts a connection: ready at once, or after its handshake.
    fn receive(&mut self, stream: TcpStream, address: SocketAddr) -> Option<IncomingConnection> {
        let origin = ConnectionOrigin::of(address.ip(), stream.local_addr().ok().map(|local| local.ip()));
        let Some((all, permit)) = self.permits(origin) else {
            tracing::debug!(%address, "too many connections; one is closed");
            return None;
        };
        if let Err(error) = stream.set_nodelay(true) {
            // The peer is gone already.
            tracing::debug!(%address, %error, "can't set up a connection");
            return None;
        }
        let guard = ConnectionGuard::new(self.limits, Arc::clone(&self.clock));
        let unauthenticated = self.unauthenticated.enter(origin.address, guard.cutter());
        let connection = unauthenticated.eviction();
        guard.set_eviction(connection.clone());
        let place = ConnectionPermits {
            _all: all,
            _address: permit,
            _counted: self.meter.connection(),
            unauthenticated,
        };
        let from = (address, origin);
        let Some(tls) = &self.tls else {
            return Some(IncomingConnection::plain(stream, from, guard, place));
        };
        if self.handshakes.len() >= self.limits.handshakes && self.unauthenticated.evict_handshake() {
            tracing::debug!("too many handshakes; the oldest of the busiest address is dropped");
        }
        let too_long = self.after(self.limits.handshake);
        let welcome = move |stream| IncomingConnection::encrypted(stream, from, guard, place);
        let handshake = self.handshakes.spawn(shake_hands(tls.clone(), stream, too_long, welcome));
        connection.set_handshake(handshake);
        None
    }

    fn after(&self, span: Millis) -> Wakeup {
        self.clock.reach(Monotonic(self.clock.now().0.saturating_add(span.0)))
    }

    /// Pauses accepting, and logs the error once however long it lasts.
    fn pause_accepting(&mut self, error: &io::Error) {
        if self.failures == 0 {
            tracing::error!(
                %error,
                "can't accept connections: retrying. Existing connections are not affected"
            );
        }
        self.failures = self.failures.saturating_add(1);
        self.retry_delay = Some(self.after(ACCEPT_RETRY_DELAY));
    }

    fn note_accepted(&mut self) {
        if self.failures > 0 {
            tracing::warn!(failures = self.failures, "connections are accepted again");
            self.failures = 0;
        }
    }

    /// Returns the next connection that became ready.
    fn poll_unauthenticated(&mut self, cx: &mut Context<'_>) -> Option<IncomingConnection> {
        while let Poll::Ready(Some(ended)) = self.handshakes.poll_join_next(cx) {
            // Dropped handshakes end as cancelled.
            if let Ok(Some(guest)) = ended {
                return Some(guest);
            }
        }
        None
    }
}

impl Stream for Gate {
    type Item = Result<IncomingConnection, io::Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(guest) = self.poll_unauthenticated(cx) {
                return Poll::Ready(Some(Ok(guest)));
            }
            if let Some(retry_delay) = &mut self.retry_delay {
                ready!(retry_delay.as_mut().poll(cx));
                self.retry_delay = None;
            }
            match ready!(self.listener.poll_accept(cx)) {
                Ok((stream, address)) => {
                    self.note_accepted();
                    if let Some(guest) = self.receive(stream, address) {
                        return Poll::Ready(Some(Ok(guest)));
                    }
                }
                Err(error) if is_their_fault(&error) => {
                    tracing::debug!(%error, "a client disconnected before its connection was accepted");
                }
                Err(error) => self.pause_accepting(&error),
            }
        }
    }
}

/// Returns whether an accept failed because of that connection alone.
fn is_their_fault(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Does the handshake within its timeout.
async fn shake_hands(
    tls: TlsAcceptor,
    stream: TcpStream,
    too_long: Wakeup,
    welcome: impl FnOnce(TlsStream<TcpStream>) -> IncomingConnection,
) -> Option<IncomingConnection> {
    tokio::select! {
        // A handshake that ends together with its timeout counts.
        biased;
        agreed = tls.accept(stream) => match agreed {
            Ok(stream) => Some(welcome(stream)),
            Err(error) => {
                tracing::debug!(%error, "TLS handshake failed");
                None
            }
        },
        () = too_long => {
            tracing::debug!("TLS handshake timed out");
            None
        }
    }
}
