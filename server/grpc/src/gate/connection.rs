//! A connection that is ready for gRPC.

use std::io::{self, IoSlice};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use ishigaki_engine::meter::CountedConnection;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::server::TlsStream;
use tonic::transport::server::Connected;

use super::guard::{CloseReason, ConnectionGuard, ConnectionHandle};
use super::unauthenticated::UnauthenticatedGuard;
use crate::limits::quota::{ConnectionOrigin, Permit};

/// A connection's permits, held as long as it lasts.
#[derive(Debug)]
pub(super) struct ConnectionPermits {
    pub(super) _all: Permit<&'static str>,
    pub(super) _address: Option<Permit<IpAddr>>,
    pub(super) _counted: CountedConnection,
    pub(super) unauthenticated: UnauthenticatedGuard,
}

/// A connection, plain or encrypted.
#[derive(Debug)]
pub struct IncomingConnection {
    transport: Transport,
    peer: Peer,
    guard: ConnectionGuard,
    /// Set if the current write has already yielded.
    has_waited: bool,
    _permits: ConnectionPermits,
}

#[derive(Debug)]
enum Transport {
    Plain(TcpStream),
    /// Boxed because an encrypted transport is larger than a kilobyte.
    Encrypted(Box<TlsStream<TcpStream>>),
}

/// The peer and the connection's handle, in the extensions of every request.
#[derive(Clone, Debug)]
pub struct ConnectionInfo {
    pub peer: Peer,
    pub connection_handle: ConnectionHandle,
}

/// The peer of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer {
    pub address: SocketAddr,
    /// The address as quotas count it.
    pub origin: ConnectionOrigin,
    pub is_encrypted: bool,
}

impl IncomingConnection {
    pub(super) fn plain(
        stream: TcpStream,
        from: (SocketAddr, ConnectionOrigin),
        guard: ConnectionGuard,
        permits: ConnectionPermits,
    ) -> Self {
        let (address, origin) = from;
        let peer = Peer { address, origin, is_encrypted: false };
        Self { transport: Transport::Plain(stream), peer, guard, has_waited: false, _permits: permits }
    }

    pub(super) fn encrypted(
        stream: TlsStream<TcpStream>,
        (address, origin): (SocketAddr, ConnectionOrigin),
        guard: ConnectionGuard,
        permits: ConnectionPermits,
    ) -> Self {
        permits.unauthenticated.end_handshake();
        let peer = Peer { address, origin, is_encrypted: true };
        Self {
            transport: Transport::Encrypted(Box::new(stream)),
            peer,
            guard,
            has_waited: false,
            _permits: permits,
        }
    }

    /// Yields once per flush before a write, until all tasks that are ready have run. Answers that become
    /// ready together (many calls after one sync, many watchers after one event) are then encrypted and sent
    /// together.
    fn poll_turn(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if self.has_waited {
            return Poll::Ready(());
        }
        self.has_waited = true;
        // A task that wakes itself goes to the end of the queue.
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    /// Returns the peer.
    pub fn peer(&self) -> Peer {
        self.peer
    }
}

impl Connected for IncomingConnection {
    type ConnectInfo = ConnectionInfo;

    fn connect_info(&self) -> ConnectionInfo {
        ConnectionInfo { peer: self.peer, connection_handle: self.guard.connection_handle() }
    }
}

impl Transport {
    fn read(&mut self, cx: &mut Context<'_>, out: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match self {
            Self::Plain(stream) => Pin::new(stream).poll_read(cx, out),
            Self::Encrypted(stream) => Pin::new(stream).poll_read(cx, out),
        }
    }
}

impl AsyncRead for IncomingConnection {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, out: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let Self { transport, guard, .. } = self.get_mut();
        match guard.poll_end(cx) {
            // As if the peer had closed the connection.
            Poll::Ready(CloseReason::Idle) => return Poll::Ready(Ok(())),
            Poll::Ready(CloseReason::Cut) => {
                return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
            }
            Poll::Pending => {}
        }
        // A read may exceed the quota by at most one buffer, which counts against the following reads.
        ready!(guard.poll_quota(cx));
        let before = out.filled().len();
        ready!(transport.read(cx, out))?;
        guard.count_read(out.filled().len().saturating_sub(before));
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for IncomingConnection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.poll_turn(cx));
        let Self { transport, guard, .. } = self.get_mut();
        let result = match transport {
            Transport::Plain(stream) => Pin::new(stream).poll_write(cx, bytes),
            Transport::Encrypted(stream) => Pin::new(stream).poll_write(cx, bytes),
        };
        guard.moved(cx, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_turn(cx));
        let Self { transport, guard, .. } = self.get_mut();
        let result = match transport {
            Transport::Plain(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
            Transport::Encrypted(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
        };
        guard.moved(cx, result)
    }

    fn is_write_vectored(&self) -> bool {
        match &self.transport {
            Transport::Plain(stream) => stream.is_write_vectored(),
            // Encryption copies in any case, and HTTP/2 gathers more when it need not keep buffers apart.
            Transport::Encrypted(_) => false,
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self { transport, guard, has_waited, .. } = self.get_mut();
        let result = match transport {
            Transport::Plain(stream) => Pin::new(stream).poll_flush(cx),
            Transport::Encrypted(stream) => Pin::new(stream).poll_flush(cx),
        };
        *has_waited = *has_waited && result.is_pending();
        guard.moved(cx, result)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self { transport, guard, .. } = self.get_mut();
        let result = match transport {
            Transport::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            Transport::Encrypted(stream) => Pin::new(stream).poll_shutdown(cx),
        };
        guard.moved(cx, result)
    }
}
