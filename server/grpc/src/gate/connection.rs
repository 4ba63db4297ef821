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

/// A connection's permits, among all and among those of its address, held as long as it lasts.
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
    /// Whether what is being written has let others go first.
    has_waited: bool,
    _permits: ConnectionPermits,
}

#[derive(Debug)]
enum Transport {
    Plain(TcpStream),
    /// Boxed: an encrypted transport carries more than a kilobyte of state.
    Encrypted(Box<TlsStream<TcpStream>>),
}

/// The peer and the connection's handle, carried in the extensions of every request.
#[derive(Clone, Debug)]
pub struct ConnectionInfo {
    /// Peer at the other end.
    pub peer: Peer,
    pub connection_handle: ConnectionHandle,
}

/// The other end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer {
    /// Address that the connection comes from.
    pub address: SocketAddr,
    /// The same, as it is counted.
    pub origin: ConnectionOrigin,
    /// Whether it is encrypted.
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

    /// Waits before a write until all tasks that can run now have run, once until the next flush: answers that are
    /// ready together, of many calls after one sync of the journal or of many watchers after one event, then leave
    /// together, encrypted and sent as one.
    fn poll_turn(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if self.has_waited {
            return Poll::Ready(());
        }
        self.has_waited = true;
        // A task that wakes itself goes to the end of its queue.
        cx.waker().wake_by_ref();
        Poll::Pending
    }

    /// Returns the peer at the other end.
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
            // As if the other side had hung up.
            Poll::Ready(CloseReason::Idle) => return Poll::Ready(Ok(())),
            Poll::Ready(CloseReason::Cut) => {
                return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
            }
            Poll::Pending => {}
        }
        // A read may go over what is left: it is as long as a buffer at the most, and counts against what comes next.
        ready!(guard.poll_quota(cx));
        let before = out.filled().len();
        ready!(transport.read(cx, out))?;
        guard.ate(out.filled().len().saturating_sub(before));
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for IncomingConnection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.poll_turn(cx));
        let Self { transport, guard, .. } = self.get_mut();
        let went = match transport {
            Transport::Plain(stream) => Pin::new(stream).poll_write(cx, bytes),
            Transport::Encrypted(stream) => Pin::new(stream).poll_write(cx, bytes),
        };
        guard.moved(cx, went)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_turn(cx));
        let Self { transport, guard, .. } = self.get_mut();
        let went = match transport {
            Transport::Plain(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
            Transport::Encrypted(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
        };
        guard.moved(cx, went)
    }

    fn is_write_vectored(&self) -> bool {
        match &self.transport {
            Transport::Plain(stream) => stream.is_write_vectored(),
            // What is encrypted is copied in any case, and HTTP/2 gathers more where it need not keep pieces apart.
            Transport::Encrypted(_) => false,
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self { transport, guard, has_waited, .. } = self.get_mut();
        let went = match transport {
            Transport::Plain(stream) => Pin::new(stream).poll_flush(cx),
            Transport::Encrypted(stream) => Pin::new(stream).poll_flush(cx),
        };
        *has_waited = *has_waited && went.is_pending();
        guard.moved(cx, went)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self { transport, guard, .. } = self.get_mut();
        let went = match transport {
            Transport::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            Transport::Encrypted(stream) => Pin::new(stream).poll_shutdown(cx),
        };
        guard.moved(cx, went)
    }
}
