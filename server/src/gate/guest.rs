//! A connection that is ready for gRPC.

use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::server::TlsStream;
use tonic::transport::server::Connected;

/// A connection, plain or encrypted.
#[derive(Debug)]
pub struct Guest {
    line: Line,
    peer: Peer,
}

#[derive(Debug)]
enum Line {
    Plain(TcpStream),
    /// Boxed: an encrypted line carries more than a kilobyte of state.
    Encrypted(Box<TlsStream<TcpStream>>),
}

/// Who is at the other end. Every request of the connection carries it in its extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer {
    /// Where the connection comes from.
    pub address: SocketAddr,
    /// Whether it is encrypted.
    pub is_encrypted: bool,
}

impl Guest {
    pub(super) fn plain(stream: TcpStream, address: SocketAddr) -> Self {
        Self { line: Line::Plain(stream), peer: Peer { address, is_encrypted: false } }
    }

    pub(super) fn encrypted(stream: TlsStream<TcpStream>, address: SocketAddr) -> Self {
        Self { line: Line::Encrypted(Box::new(stream)), peer: Peer { address, is_encrypted: true } }
    }

    /// Who is at the other end.
    pub fn peer(&self) -> Peer {
        self.peer
    }
}

impl Connected for Guest {
    type ConnectInfo = Peer;

    fn connect_info(&self) -> Peer {
        self.peer
    }
}

impl AsyncRead for Guest {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match &mut self.line {
            Line::Plain(stream) => Pin::new(stream).poll_read(cx, out),
            Line::Encrypted(stream) => Pin::new(stream).poll_read(cx, out),
        }
    }
}

impl AsyncWrite for Guest {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match &mut self.line {
            Line::Plain(stream) => Pin::new(stream).poll_write(cx, bytes),
            Line::Encrypted(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match &mut self.line {
            Line::Plain(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
            Line::Encrypted(stream) => Pin::new(stream).poll_write_vectored(cx, slices),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match &self.line {
            Line::Plain(stream) => stream.is_write_vectored(),
            Line::Encrypted(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.line {
            Line::Plain(stream) => Pin::new(stream).poll_flush(cx),
            Line::Encrypted(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.line {
            Line::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            Line::Encrypted(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}
