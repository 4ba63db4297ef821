//! The set-up of a connection, and the notice of its loss.

use std::future::Future;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper_util::rt::TokioIo;
use ishigaki_proto::AGENT;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tonic::codegen::http::Uri;
use tonic::codegen::{BoxFuture, Service};
use tonic::transport::{Channel, Endpoint};

use crate::target::Target;
use crate::{Address, Link, Token};

/// How long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(3);
/// How long an answer may take to begin. A feed goes on for as long as it likes.
const ANSWER: Duration = Duration::from_secs(10);
/// How often the other end is asked for a sign of life, also while nothing else is sent...
const KEEPALIVE: Duration = Duration::from_secs(5);
/// ...and how long it may take to give it. Without this a cut cable goes unnoticed for minutes.
const SIGN_OF_LIFE: Duration = Duration::from_secs(4);

/// A connection to the servers at this address, not made yet: nothing can fail before the first call. Must be
/// called within a tokio runtime.
pub fn connect(address: &Address, token: &Token) -> Link {
    Link::among(address, token, open)
}

/// The channel of [`connect`] to the first of the servers, for whoever shares one among tokens or talks another service over
/// it.
pub fn channel(address: &Address) -> Channel {
    // There is one at least.
    open(&address.targets()[0])
}

/// As [`connect`], over connections that `dial` makes instead of this machine's network: `dial` is called with a
/// server's address whenever there is none. Everything else, all waits and any encryption included, is the same.
pub fn connect_by<D, F, IO>(address: &Address, token: &Token, dial: D) -> Link
where
    D: FnMut(Uri) -> F + Send + 'static,
    F: Future<Output = io::Result<IO>> + Send + 'static,
    IO: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let dial = Arc::new(Mutex::new(dial));
    Link::among(address, token, move |target: &Target| {
        let dial = Arc::clone(&dial);
        open_by(target, move |uri| (dial.lock().unwrap_or_else(PoisonError::into_inner))(uri))
    })
}

fn open(target: &Target) -> Channel {
    match &target.authority {
        None => endpoint(target).connect_timeout(CONNECT).connect_lazy(),
        Some(_) => open_by(target, |server| async move {
            let host = server.host().unwrap_or_default().trim_matches(['[', ']']).to_owned();
            let line = TcpStream::connect((host, server.port_u16().unwrap_or_default())).await?;
            line.set_nodelay(true)?;
            Ok(line)
        }),
    }
}

fn open_by<D, F, IO>(target: &Target, dial: D) -> Channel
where
    D: FnMut(Uri) -> F + Send + 'static,
    F: Future<Output = io::Result<IO>> + Send + 'static,
    IO: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (endpoint, mut dial) = (endpoint(target), dial);
    match target.authority.clone() {
        None => endpoint.connect_with_connector_lazy(Dial(move |server| in_time(dial(server)))),
        Some(authority) => endpoint.connect_with_connector_lazy(Dial(move |server| {
            let (line, authority) = (dial(server), authority.clone());
            in_time(async move { authority.greet(line.await?).await })
        })),
    }
}

/// A connection, if it comes about in time. The endpoint's own limit would not say that nothing has been sent yet.
async fn in_time<T>(connecting: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    timeout(CONNECT, connecting).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

fn endpoint(target: &Target) -> Endpoint {
    let named = Endpoint::from(target.uri.clone());
    // The name is fit for a header.
    let named = named.clone().user_agent(AGENT).unwrap_or(named);
    named
        .timeout(ANSWER)
        .http2_keep_alive_interval(KEEPALIVE)
        .keep_alive_timeout(SIGN_OF_LIFE)
        .keep_alive_while_idle(true)
        .tcp_nodelay(true)
}

/// A function that makes connections, as tonic wants to see it.
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
