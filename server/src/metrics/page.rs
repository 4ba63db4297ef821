//! Metrics over HTTP on a separate port: `/metrics` for Prometheus, `/healthz` for service managers.
//!
//! Plain HTTP without a token, meant for a local address. Nothing sealed is in it; but it is expensive to
//! make, so connections are few, short, and serve one request.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use ishigaki_page::ConnectionTable;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::Sources;

/// Maximum number of connections. At the limit the oldest one of the busiest address is dropped; honest ones
/// take milliseconds.
const MAX_CONNECTIONS: usize = 8;
/// Maximum duration of a connection.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(10);
/// Delay after a failed accept.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(500);

const METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

/// Serves the metrics until `stop` turns true.
pub async fn serve(listener: TcpListener, sources: Sources, mut stop: watch::Receiver<bool>) {
    let sources = Arc::new(sources);
    // Open connections are dropped at shutdown.
    let (mut visits, mut visitors) = (JoinSet::new(), ConnectionTable::new(MAX_CONNECTIONS));
    loop {
        let accepted = tokio::select! {
            _ = stop.wait_for(|stop| *stop) => return,
            accepted = listener.accept() => accepted,
            Some(_) = visits.join_next() => continue,
        };
        match accepted {
            Ok((stream, from)) => {
                let sources = Arc::clone(&sources);
                let visit = visits.spawn(async move { receive(stream, &sources).await });
                visitors.admit(from.ip(), visit);
            }
            Err(error) => {
                tracing::warn!(%error, "can't accept metrics requests; retrying");
                sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
}

async fn receive(stream: TcpStream, sources: &Sources) {
    let answer =
        service_fn(
            |request: Request<Incoming>| async move { Ok::<_, Infallible>(answer(&request, sources)) },
        );
    let mut http = hyper::server::conn::http1::Builder::new();
    http.keep_alive(false)
        .timer(TokioTimer::new())
        .header_read_timeout(CONNECTION_TIMEOUT)
        .max_buf_size(16 * 1024);
    // A dropped client can ask again.
    drop(timeout(CONNECTION_TIMEOUT, http.serve_connection(TokioIo::new(stream), answer)).await);
}

fn answer(request: &Request<Incoming>, sources: &Sources) -> Response<Full<Bytes>> {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let (status, kind, text) = match request.uri().path() {
        "/metrics" | "/healthz" if !is_read => {
            (StatusCode::METHOD_NOT_ALLOWED, TEXT, String::from("only GET\n"))
        }
        "/metrics" => match sources.text() {
            Ok(text) => (StatusCode::OK, METRICS, text),
            Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, TEXT, String::from("no figures\n")),
        },
        "/healthz" => {
            let stopped = sources.stopped();
            if stopped.is_empty() {
                (StatusCode::OK, TEXT, String::from("ok\n"))
            } else {
                (StatusCode::SERVICE_UNAVAILABLE, TEXT, format!("stopped: {}\n", stopped.join(" ")))
            }
        }
        _ => (StatusCode::NOT_FOUND, TEXT, String::from("/metrics or /healthz\n")),
    };
    let mut response = Response::new(Full::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    if status == StatusCode::METHOD_NOT_ALLOWED {
        headers.insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
    }
    response
}
