//! A server's connection that can be cut and frozen.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tonic::transport::server::Connected;

/// A connection that fails once it is cut.
pub(crate) struct Line {
    stream: TcpStream,
    cut: Pin<Box<dyn Future<Output = ()> + Send>>,
    is_cut: bool,
    frozen: watch::Receiver<bool>,
    thawed: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl Line {
    /// Returns a connection that these receivers cut and freeze.
    pub(crate) fn new(
        stream: TcpStream,
        mut cut: watch::Receiver<bool>,
        frozen: watch::Receiver<bool>,
    ) -> Self {
        let cut = Box::pin(async move {
            // It is also cut when the sender is dropped.
            let _ = cut.wait_for(|&is_cut| is_cut).await;
        });
        Self { stream, cut, is_cut: false, frozen, thawed: None }
    }

    /// Ready when data may pass.
    fn poll_open(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.is_cut = self.is_cut || self.cut.as_mut().poll(cx).is_ready();
        if self.is_cut {
            return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
        }
        if *self.frozen.borrow() && self.thawed.is_none() {
            let mut frozen = self.frozen.clone();
            self.thawed = Some(Box::pin(async move {
                let _ = frozen.wait_for(|is_frozen| !is_frozen).await;
            }));
        }
        if let Some(thawed) = &mut self.thawed {
            ready!(thawed.as_mut().poll(cx));
            self.thawed = None;
        }
        Poll::Ready(Ok(()))
    }
}

impl Connected for Line {
    type ConnectInfo = ();

    fn connect_info(&self) {}
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        ready!(self.poll_open(cx))?;
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Line {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.poll_open(cx))?;
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_open(cx))?;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
