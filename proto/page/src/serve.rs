//! Serves pages over HTTP/1.1, with or without encryption, and limits connections.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;

use crate::{ConnectionTable, descriptors};

/// Maximum number of connections. At the limit, or without free descriptors, the oldest connection of the
/// busiest address is dropped; pages reconnect.
const MAX_CONNECTIONS: usize = 8_192;
/// Descriptors reserved for other uses of the process.
const RESERVED_DESCRIPTORS: u64 = 64;
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
const MAX_HEADER_BYTES: usize = 16 * 1024;
/// Delay after a failed accept.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(500);

/// Serves a site until the future is dropped, which also closes its connections.
pub async fn serve(listener: TcpListener, site: Router) {
    serve_over(listener, None, site).await;
}

/// Serves a site with TLS until the future is dropped, which also closes its connections.
pub async fn serve_encrypted(listener: TcpListener, tls: Arc<ServerConfig>, site: Router) {
    serve_over(listener, Some(TlsAcceptor::from(tls)), site).await;
}

async fn serve_over(listener: TcpListener, tls: Option<TlsAcceptor>, site: Router) {
    let (mut tasks, mut connections) = (JoinSet::new(), ConnectionTable::new(max_connections()));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = tasks.join_next() => continue,
        };
        match accepted {
            Ok((stream, from)) => {
                // Changes must be visible at once, and are written in one piece.
                let _ = stream.set_nodelay(true);
                let (tls, site) =
                    (tls.clone(), site.clone().layer(axum::Extension(ClientAddress(from.ip()))));
                let task = tasks.spawn(async move {
                    match tls {
                        None => answer(stream, site).await,
                        Some(tls) => {
                            if let Ok(Ok(stream)) = timeout(HANDSHAKE_TIMEOUT, tls.accept(stream)).await {
                                answer(stream, site).await;
                            }
                        }
                    }
                });
                connections.admit(from.ip(), task);
            }
            Err(error) => {
                if descriptors::are_used_up(&error) {
                    connections.hang_up();
                }
                sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
}

/// IP address of the client, as an extension of each request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub std::net::IpAddr);

fn max_connections() -> usize {
    let Some(most) = descriptors::raise() else { return MAX_CONNECTIONS };
    usize::try_from(most.saturating_sub(RESERVED_DESCRIPTORS))
        .unwrap_or(MAX_CONNECTIONS)
        .clamp(1, MAX_CONNECTIONS)
}

async fn answer<S: AsyncRead + AsyncWrite + Unpin>(stream: S, site: Router) {
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT).max_buf_size(MAX_HEADER_BYTES);
    // A dropped client can ask again.
    drop(http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(site)).await);
}
