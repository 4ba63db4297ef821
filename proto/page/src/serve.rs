//! The way of a page into a browser: HTTP/1.1 without encryption, for reading only unless the site is private.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderName, HeaderValue, VARY};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::act_intake::{ActIntake, ActReception, PageTarget};
use crate::{Asset, ConnectionTable, Hub, Key, descriptors, gzip};

/// How many connections there are at most, as far as the machine lets this process have them. One more, and of the address that has the most the eldest has to go: a page
/// that lost its line comes back.
const CONNECTIONS: usize = 8_192;
/// How many descriptors are left to the program's own files and connections.
const KEPT: u64 = 64;
/// How long a request's head may take.
const HEAD: Duration = Duration::from_secs(10);
/// The most bytes of a head, and of what waits to be written to one reader.
const BUFFER: usize = 16 * 1024;
/// How long nothing is accepted after the machine could not.
const BREATH: Duration = Duration::from_millis(500);

const TEXT: &str = "text/plain; charset=utf-8";

/// What is said of every answer: nothing but the program's own files is loaded, nothing embeds it, nothing is guessed.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

type PageResponse = Response<UnsyncBoxBody<Bytes, Infallible>>;

/// Site of a page: files by their paths, the state at `/state`, its events at `/events`.
#[derive(Clone, Debug)]
pub struct Site {
    assets: Arc<BTreeMap<&'static str, ServedFile>>,
    hub: Hub,
    intake: Option<ActIntake>,
}

/// A file, and the same compressed where that is shorter.
#[derive(Debug)]
struct ServedFile {
    asset: Asset,
    compressed: Option<Bytes>,
}

impl Site {
    /// A site of these files and this state.
    pub fn new(assets: impl IntoIterator<Item = Asset>, hub: Hub) -> Self {
        let file = |asset: Asset| ServedFile { compressed: gzip::file(&asset.bytes), asset };
        let assets = assets.into_iter().map(|asset| (asset.path, file(asset))).collect();
        Self { assets: Arc::new(assets), hub, intake: None }
    }

    /// A site of one reader on this machine: its pages (paths that end in `/`), its state and its events are behind `/KEY`,
    /// other files are no secret. `take` gets what is posted to `/KEY/act` by the page itself, of some kilobytes at most.
    #[must_use]
    pub fn private(self, key: Key, take: impl Fn(&[u8]) -> ActReception + Send + Sync + 'static) -> Self {
        Self { intake: Some(ActIntake::new(key, take)), ..self }
    }

    async fn answer(&self, request: Request<Incoming>) -> PageResponse {
        let Some(intake) = &self.intake else {
            let is_compressed = gzip::is_taken(request.headers());
            return self.read(request.method(), request.uri().path(), is_compressed);
        };
        let uri = request.uri().clone();
        match intake.admit(uri.path(), request.headers()) {
            Err(status) => refusal(status),
            Ok(PageTarget::Behind("/act")) => match intake.take(request).await {
                StatusCode::NO_CONTENT => answer(StatusCode::NO_CONTENT, TEXT, full("")),
                status => refusal(status),
            },
            // Without the key there is nothing but files.
            Ok(PageTarget::Open(path)) if path.ends_with('/') || !self.assets.contains_key(path) => {
                refusal(StatusCode::NOT_FOUND)
            }
            Ok(PageTarget::Behind(path) | PageTarget::Open(path)) => self.read(request.method(), path, false),
        }
    }

    fn read(&self, method: &Method, path: &str, is_compressed: bool) -> PageResponse {
        let is_head = *method == Method::HEAD;
        if !is_head && *method != Method::GET {
            let mut refusal = answer(StatusCode::METHOD_NOT_ALLOWED, TEXT, full("only GET\n"));
            refusal.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return refusal;
        }
        match path {
            "/events" if is_head => answer(StatusCode::OK, "text/event-stream", full("")),
            "/events" => {
                let events = self.hub.events(is_compressed).boxed_unsync();
                coded(is_compressed, answer(StatusCode::OK, "text/event-stream", events))
            }
            "/state" => answer(StatusCode::OK, "application/json", full(self.hub.state())),
            path => match self.assets.get(path) {
                Some(ServedFile { asset, compressed }) => {
                    let compressed = compressed.as_ref().filter(|_| is_compressed);
                    let bytes = compressed.unwrap_or(&asset.bytes).clone();
                    coded(compressed.is_some(), answer(StatusCode::OK, asset.kind, full(bytes)))
                }
                None => refusal(StatusCode::NOT_FOUND),
            },
        }
    }
}

/// Hands a site out until the future is dropped; whoever still reads goes with it.
pub async fn serve(listener: TcpListener, site: Site) {
    let (mut visits, mut visitors) = (JoinSet::new(), ConnectionTable::new(connections()));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = visits.join_next() => continue,
        };
        match accepted {
            Ok((stream, from)) => {
                visitors.admit(from.ip(), visits.spawn(receive(stream, site.clone())));
            }
            // The machine is out of something; it may have it again in a moment.
            Err(error) => {
                if descriptors::are_used_up(&error) {
                    visitors.hang_up();
                }
                sleep(BREATH).await;
            }
        }
    }
}

/// How many connections there may be, once the process may have as many descriptors as the machine lets it.
fn connections() -> usize {
    let Some(most) = descriptors::raise() else { return CONNECTIONS };
    usize::try_from(most.saturating_sub(KEPT)).unwrap_or(CONNECTIONS).clamp(1, CONNECTIONS)
}

async fn receive(stream: TcpStream, site: Site) {
    // A change has to be seen at once, and is written in one piece.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request: Request<Incoming>| {
        let site = site.clone();
        async move { Ok::<_, Infallible>(site.answer(request).await) }
    });
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(BUFFER);
    // Whoever does not come through has seen nothing, and can ask again.
    drop(http.serve_connection(TokioIo::new(stream), service).await);
}

/// Says of an answer how it is compressed.
fn coded(is_compressed: bool, mut answer: PageResponse) -> PageResponse {
    answer.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    if is_compressed {
        answer.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    answer
}

fn full(bytes: impl Into<Bytes>) -> UnsyncBoxBody<Bytes, Infallible> {
    Full::from(bytes.into()).boxed_unsync()
}

fn refusal(status: StatusCode) -> PageResponse {
    let why = status.canonical_reason().unwrap_or_default().to_lowercase();
    answer(status, TEXT, full(format!("{why}\n")))
}

fn answer(status: StatusCode, kind: &'static str, body: UnsyncBoxBody<Bytes, Infallible>) -> PageResponse {
    let mut answer = Response::new(body);
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    answer
}
