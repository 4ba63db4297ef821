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
use tonic::codegen::http::Uri;
use tonic::codegen::{BoxFuture, Service};
use tonic::transport::{Channel, Endpoint};

use crate::patience::{Patience, SignsOfLife};
use crate::target::Target;
use crate::{Address, Link, Token};

/// Longest time until an answer begins. A feed goes on for as long as it likes.
pub(crate) const ANSWER: Duration = Duration::from_secs(10);

/// A connection to the servers at this address, not made yet: nothing can fail before the first call. Must be
/// called within a tokio runtime.
pub fn connect(address: &Address, token: &Token) -> Link {
    Link::among(address, token, open)
}

/// The channel of [`connect`] to the first of the servers, for whoever shares one among tokens or talks another service over
/// it.
pub fn channel(address: &Address) -> Channel {
    // There is one at least.
    open(&address.targets()[0], &Patience::default())
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
    Link::among(address, token, move |target: &Target, patience: &Patience| {
        let dial = Arc::clone(&dial);
        open_by(target, patience, move |uri| (dial.lock().unwrap_or_else(PoisonError::into_inner))(uri))
    })
}

fn open(target: &Target, patience: &Patience) -> Channel {
    open_by(target, patience, |server| async move {
        let host = server.host().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        let line = TcpStream::connect((host, server.port_u16().unwrap_or_default())).await?;
        line.set_nodelay(true)?;
        Ok(line)
    })
}

fn open_by<D, F, IO>(target: &Target, patience: &Patience, dial: D) -> Channel
where
    D: FnMut(Uri) -> F + Send + 'static,
    F: Future<Output = io::Result<IO>> + Send + 'static,
    IO: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (endpoint, mut dial) = (endpoint(target, patience), dial);
    let patience = patience.clone();
    match target.authority.clone() {
        None => {
            endpoint.connect_with_connector_lazy(Dial(move |server| patience.clone().in_time(dial(server))))
        }
        Some(authority) => endpoint.connect_with_connector_lazy(Dial(move |server| {
            let (line, authority) = (dial(server), authority.clone());
            patience.clone().in_time(async move { authority.greet(line.await?).await })
        })),
    }
}

fn endpoint(target: &Target, patience: &Patience) -> Endpoint {
    let SignsOfLife { every, within } = patience.signs_of_life();
    let named = Endpoint::from(target.uri.clone());
    // The name is fit for a header.
    let named = named.clone().user_agent(AGENT).unwrap_or(named);
    named
        .timeout(ANSWER)
        .http2_keep_alive_interval(every)
        .keep_alive_timeout(within)
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
