//! The figures over HTTP, on a port of their own: `/metrics` for Prometheus, `/healthz` for whoever restarts servers.
//!
//! Plain HTTP without a token, so it belongs on this machine's own address. It holds nothing sealed; but it costs work to
//! make, so few ask at a time, each once, and nobody for long.

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

/// Number of visitors that may ask at a time. One more, and of the address that has the most the one who has been at it
/// longest has to go: who reads what he asked for is through within milliseconds.
const VISITORS: usize = 8;
/// Longest time that one may take, from the connection to the last byte.
const VISIT: Duration = Duration::from_secs(10);
/// Time for which nothing is accepted after the machine could not.
const BREATH: Duration = Duration::from_millis(500);

const METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

/// Hands the figures out until `stop` turns true.
pub async fn serve(listener: TcpListener, sources: Sources, mut stop: watch::Receiver<bool>) {
    let sources = Arc::new(sources);
    // Whoever is still at it when the server stops goes with it.
    let (mut visits, mut visitors) = (JoinSet::new(), ConnectionTable::new(VISITORS));
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
                tracing::warn!(%error, "nobody can ask for metrics for a moment");
                sleep(BREATH).await;
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
    http.keep_alive(false).timer(TokioTimer::new()).header_read_timeout(VISIT).max_buf_size(16 * 1024);
    // Whoever does not come through has seen nothing, and can ask again.
    drop(timeout(VISIT, http.serve_connection(TokioIo::new(stream), answer)).await);
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
