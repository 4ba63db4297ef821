//! Setting up a connection, and detecting its loss.

use std::future::Future;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper_util::rt::TokioIo;
use ishigaki_proto::AGENT;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tonic::codegen::http::Uri;
use tonic::codegen::{BoxFuture, Service};
use tonic::transport::{Channel, Endpoint};

use crate::target::Target;
use crate::timeouts::{ConnectionTimeouts, KeepAlive};
use crate::{Address, Link, Token};

/// Timeout for the start of an answer. Feeds have no limit.
pub(crate) const ANSWER: Duration = Duration::from_secs(10);

/// Returns a lazy connection to the servers of this address. Must be called within a tokio runtime.
pub fn connect(address: &Address, token: &Token) -> Link {
    Link::among(address, token, open)
}

/// Returns the channel of [`connect`] to the first server, to share it among tokens or use another service.
pub fn channel(address: &Address) -> Channel {
    // There is at least one.
    open(&address.targets()[0], &ConnectionTimeouts::default())
}

/// Returns a connection like [`connect`] over streams made by `dial`, which is called with a server's
/// address. Timeouts and encryption are the same.
pub fn connect_by<D, F, IO>(address: &Address, token: &Token, dial: D) -> Link
where
    D: FnMut(Uri) -> F + Send + 'static,
    F: Future<Output = io::Result<IO>> + Send + 'static,
    IO: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let dial = Arc::new(Mutex::new(dial));
    Link::among(address, token, move |target: &Target, timeouts: &ConnectionTimeouts| {
        let dial = Arc::clone(&dial);
        open_by(target, timeouts, move |uri| (dial.lock().unwrap_or_else(PoisonError::into_inner))(uri))
    })
}

fn open(target: &Target, timeouts: &ConnectionTimeouts) -> Channel {
    open_by(target, timeouts, |server| async move {
        let host = server.host().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        let line = TcpStream::connect((host, server.port_u16().unwrap_or_default())).await?;
        line.set_nodelay(true)?;
        Ok(line)
    })
}

fn open_by<D, F, IO>(target: &Target, timeouts: &ConnectionTimeouts, dial: D) -> Channel
where
    D: FnMut(Uri) -> F + Send + 'static,
    F: Future<Output = io::Result<IO>> + Send + 'static,
    IO: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (endpoint, mut dial) = (endpoint(target, timeouts), dial);
    let timeouts = timeouts.clone();
    match target.authority.clone() {
        None => {
            endpoint.connect_with_connector_lazy(Dial(move |server| timeouts.clone().in_time(dial(server))))
        }
        Some(authority) => endpoint.connect_with_connector_lazy(Dial(move |server| {
            let (line, authority) = (dial(server), authority.clone());
            timeouts.clone().in_time(async move { authority.greet(line.await?).await })
        })),
    }
}

fn endpoint(target: &Target, timeouts: &ConnectionTimeouts) -> Endpoint {
    let KeepAlive { every, within } = timeouts.keep_alive();
    let named = Endpoint::from(target.uri.clone());
    // The name is valid in a header.
    let named = named.clone().user_agent(AGENT).unwrap_or(named);
    named
        .timeout(ANSWER)
        .http2_keep_alive_interval(every)
        .keep_alive_timeout(within)
        .keep_alive_while_idle(true)
        .tcp_nodelay(true)
}

struct Dial<D>(D);

impl<D, F, IO> Service<Uri> for Dial<D>
where
    D: FnMut(Uri) -> F,
    F: Future<Output = io::Result<IO>> + Send + 'static,
{
    type Response = TokioIo<IO>;
    type Error = io::Error;
    type Future = BoxFuture<TokioIo<IO>, io::Error>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, address: Uri) -> Self::Future {
        let connection = (self.0)(address);
        Box::pin(async { connection.await.map(TokioIo::new) })
    }
}
