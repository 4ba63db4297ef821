//! The gate: who connects, and that the line is encrypted before anything else is said on it.
//!
//! [`Gate`] is the server's own accept loop: a stream of connections that are ready for gRPC. Encryption is agreed on
//! here and not in tonic, because tonic waits for a silent stranger as long as he likes and for any number of them.
//! Whatever shall hold for a whole connection (how many, how long, how slow) belongs in here as well; who calls is
//! asked further in, by the [`service`](crate::service)'s door. This room knows sockets and certificates, and nothing
//! of tokens and games.

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

/// Time for which nothing is accepted after the machine could not: it is out of descriptors or memory, and asking
/// again at once would only keep it busy.
const BREATH: Millis = Millis(100);

/// Limits of the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GateLimits {
    /// Longest time that a stranger may take to agree on encryption.
    pub handshake: Millis,
    /// Greatest number of concurrent TLS handshakes. One more, and of the address that has the most the one who has been
    /// at it longest has to go: that is hardly ever somebody who means it, for an honest handshake takes milliseconds.
    pub handshakes: usize,
    /// Greatest number of connections, those of strangers included. One more, and the eldest has to go on which nobody
    /// has shown a good token; if there is none, who comes is hung up on.
    pub connections: usize,
    /// Greatest number of them from one address, see [`ConnectionOrigin`]; one more as above. This machine's own are not
    /// counted.
    pub per_address: usize,
    /// Longest time that a connection may stay open before its first call...
    pub first_call: Millis,
    /// ...and how long without one after that.
    pub idle: Millis,
    /// Longest time that the other side may take nothing while something waits to be sent.
    pub stalled: Millis,
    /// Longest time that an answer may stand there before it is taken; feeds have limits of their own.
    pub untaken_answer: Millis,
    /// Greatest number of bytes that may come at once on one connection...
    pub burst_bytes: u64,
    /// ...and how many a second after that; more has to wait. 0: as many as the network carries.
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

/// An accept loop, as a stream of connections that are ready. It never ends and never fails; dropping it closes the
/// listener at once.
pub struct Gate {
    listener: TcpListener,
    clock: Arc<dyn Clock>,
    limits: GateLimits,
    /// Acceptor of encryption; without it connections are plain.
    tls: Option<TlsAcceptor>,
    /// Those who are not ready yet; `None` is one who never will be.
    handshakes: JoinSet<Option<IncomingConnection>>,
    /// Those on which nobody has shown a good token yet.
    unauthenticated: UnauthenticatedConnections,
    breath: Option<Wakeup>,
    /// Number of times in a row that the machine could not accept.
    failures: u32,
    all: Quota<&'static str>,
    addresses: Quota<IpAddr>,
    meter: Meter,
}

/// Key under which all connections are counted.
const ALL: &str = "connections";

/// Number of connections that there may be beyond what there may be, while those that were hung up on for them are
/// going.
const GOING: usize = 16;

impl Gate {
    /// A gate behind this listener. With `tls` every connection is encrypted, and none that is not gets in; without it
    /// none is.
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
            breath: None,
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

    /// Seats for one more connection from there, if there are any, or the eldest stranger makes room.
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
        // Either way somebody is hung up on.
        self.meter.refused_connection(among);
        let has_room = self.unauthenticated.evict(of);
        quota.enter(key, most.saturating_add(GOING)).filter(|_| has_room)
    }

    /// Takes a connection in: ready as it is, or once encryption is agreed on.
    fn receive(&mut self, stream: TcpStream, address: SocketAddr) -> Option<IncomingConnection> {
        let origin = ConnectionOrigin::of(address.ip(), stream.local_addr().ok().map(|local| local.ip()));
        let Some((all, permit)) = self.permits(origin) else {
            tracing::debug!(%address, "there are too many connections; one is hung up on");
            return None;
        };
        if let Err(error) = stream.set_nodelay(true) {
            // Gone already.
            tracing::debug!(%address, %error, "a connection cannot be set up");
            return None;
        }
        let guard = ConnectionGuard::new(self.limits, Arc::clone(&self.clock));
        let unauthenticated = self.unauthenticated.enter(origin.address, guard.cutter());
        let stranger = unauthenticated.eviction();
        guard.set_eviction(stranger.clone());
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
            tracing::debug!("too many handshakes at once; the longest one of the busiest address is cut off");
        }
        let too_long = self.after(self.limits.handshake);
        let welcome = move |stream| IncomingConnection::encrypted(stream, from, guard, place);
        let handshake = self.handshakes.spawn(shake_hands(tls.clone(), stream, too_long, welcome));
        stranger.set_handshake(handshake);
        None
    }

    /// Ends after a while.
    fn after(&self, span: Millis) -> Wakeup {
        self.clock.reach(Monotonic(self.clock.now().0.saturating_add(span.0)))
    }

    /// Accepts nothing for a moment. What is told is told once: it may go on for long.
    fn take_breath(&mut self, error: &io::Error) {
        if self.failures == 0 {
            tracing::error!(
                %error,
                "NO CONNECTION CAN BE ACCEPTED; it is tried again and again, and whoever is connected is served"
            );
        }
        self.failures = self.failures.saturating_add(1);
        self.breath = Some(self.after(BREATH));
    }

    fn note_accepted(&mut self) {
        if self.failures > 0 {
            tracing::warn!(failures = self.failures, "connections are accepted again");
            self.failures = 0;
        }
    }

    /// The next who has become ready, if anybody waits.
    fn poll_unauthenticated(&mut self, cx: &mut Context<'_>) -> Option<IncomingConnection> {
        while let Poll::Ready(Some(ended)) = self.handshakes.poll_join_next(cx) {
            // Those who were cut off come out as cancelled.
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
            if let Some(breath) = &mut self.breath {
                ready!(breath.as_mut().poll(cx));
                self.breath = None;
            }
            match ready!(self.listener.poll_accept(cx)) {
                Ok((stream, address)) => {
                    self.note_accepted();
                    if let Some(guest) = self.receive(stream, address) {
                        return Poll::Ready(Some(Ok(guest)));
                    }
                }
                Err(error) if is_their_fault(&error) => {
                    tracing::debug!(%error, "a connection was gone before it was accepted");
                }
                Err(error) => self.take_breath(&error),
            }
        }
    }
}

/// Returns whether an accept failed for the connection it would have accepted, and not for all that follow.
fn is_their_fault(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Agrees on encryption with a stranger, or not.
async fn shake_hands(
    tls: TlsAcceptor,
    stream: TcpStream,
    too_long: Wakeup,
    welcome: impl FnOnce(TlsStream<TcpStream>) -> IncomingConnection,
) -> Option<IncomingConnection> {
    tokio::select! {
        // Who makes it in the last moment has made it.
        biased;
        agreed = tls.accept(stream) => match agreed {
            Ok(stream) => Some(welcome(stream)),
            Err(error) => {
                tracing::debug!(%error, "no encryption was agreed on");
                None
            }
        },
        () = too_long => {
            tracing::debug!("no encryption was agreed on in time");
            None
        }
    }
}
