//! Sites: assets by their paths, the state at `state`, and its events at `events`.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Path, Request};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HOST, HeaderName, HeaderValue, ORIGIN, VARY,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::{Asset, Hub, Key, gzip};

/// Maximum size of an act.
const MAX_ACT_BYTES: usize = 4 * 1024;
/// Host names that a private site accepts.
const LOCAL_NAMES: [&str; 2] = ["127.0.0.1", "localhost"];

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

/// Answer to an act of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActReception {
    Accepted,
    Unreadable,
    /// Too many acts are waiting.
    Full,
}

impl IntoResponse for ActReception {
    fn into_response(self) -> Response {
        match self {
            Self::Accepted => StatusCode::NO_CONTENT,
            Self::Unreadable => StatusCode::BAD_REQUEST,
            Self::Full => StatusCode::SERVICE_UNAVAILABLE,
        }
        .into_response()
    }
}

/// Returns a site that anyone may read.
pub fn public_site(assets: impl IntoIterator<Item = Asset>, hub: &Hub) -> Router {
    let hub = hub.clone();
    with_headers(assets_router(assets).merge(public_state(move || hub.clone())))
}

/// Returns the routes of a state that anyone may read. `hub` is called for each request.
pub fn public_state(hub: impl Fn() -> Hub + Clone + Send + Sync + 'static) -> Router {
    let of_events = hub.clone();
    Router::new().route("/state", get(async move || state_response(&hub()).await)).route(
        "/events",
        get(async move |headers: HeaderMap| events_response(&of_events(), gzip::is_taken(&headers))),
    )
}

/// Returns a site for one reader on this machine. Its pages (paths that end in `/`), state and events are
/// below `/KEY`; other assets aren't secret. `accept` gets what the page posts to `/KEY/act`, at most 4 KiB.
pub fn private_site(
    assets: impl IntoIterator<Item = Asset>,
    hub: &Hub,
    key: Key,
    accept: impl Fn(&[u8]) -> ActReception + Send + Sync + 'static,
) -> Router {
    let (pages, files): (Vec<Asset>, Vec<Asset>) =
        assets.into_iter().partition(|asset| asset.path.ends_with('/'));
    let (of_state, of_events) = (hub.clone(), hub.clone());
    let accept = Arc::new(accept);
    // Without compression, because the length of compressed secrets can reveal them.
    let mut behind = Router::new()
        .route(
            "/state",
            get(async move |uri: Uri| state_response(&of_state.in_asked_language(uri.query())).await),
        )
        .route(
            "/events",
            get(async move |uri: Uri| events_response(&of_events.in_asked_language(uri.query()), false)),
        )
        .route(
            "/act",
            post(move |headers: HeaderMap, body: Bytes| async move {
                match check_origin(&headers, "http") {
                    Ok(()) => accept(&body).into_response(),
                    Err(status) => status.into_response(),
                }
            }),
        )
        .layer(DefaultBodyLimit::max(MAX_ACT_BYTES));
    for page in pages {
        let path = page.path;
        let page = ServedAsset::from(page);
        behind = behind.route(path, get(move || async move { page.response(false) }));
    }
    let behind =
        behind.layer(from_fn(
            move |Path(parts): Path<Vec<(String, String)>>, request: Request, next: Next| {
                let is_allowed = parts.iter().any(|(name, value)| name == "key" && key.is(value));
                async move {
                    if is_allowed { next.run(request).await } else { StatusCode::NOT_FOUND.into_response() }
                }
            },
        ));
    let router = assets_router(files).nest("/{key}/", behind).layer(from_fn(check_local));
    with_headers(router)
}

/// Returns the routes of static assets, compressed for clients that accept it.
pub fn assets_router(assets: impl IntoIterator<Item = Asset>) -> Router {
    assets.into_iter().fold(Router::new(), |router, asset| {
        let path = asset.path;
        let asset = ServedAsset::from(asset);
        router.route(
            path,
            get(move |headers: HeaderMap| async move { asset.response(gzip::is_taken(&headers)) }),
        )
    })
}

/// Adds the headers that forbid foreign sources, framing and caching.
pub fn with_headers(router: Router) -> Router {
    router.layer(from_fn(async |request: Request, next: Next| {
        let mut response = next.run(request).await;
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        for (name, value) in HEADERS {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        response
    }))
}

/// Returns the latest state as JSON, after a short wait for the first one.
pub async fn state_response(hub: &Hub) -> Response {
    hub.wait_for_state().await;
    ([(CONTENT_TYPE, "application/json")], hub.state()).into_response()
}

/// Returns a stream of server-sent events, beginning with the latest state.
pub fn events_response(hub: &Hub, is_compressed: bool) -> Response {
    let body = Body::new(hub.events(is_compressed));
    encoded(is_compressed, ([(CONTENT_TYPE, "text/event-stream")], body).into_response())
}

/// Checks that the page itself sent a request: same origin, and JSON, which no form can send.
///
/// # Errors
/// The status to answer with.
pub fn check_origin(headers: &HeaderMap, scheme: &str) -> Result<(), StatusCode> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let own = text(HOST).map(|host| format!("{scheme}://{host}"));
    let is_same_site = headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin");
    if own.is_none() || text(ORIGIN) != own.as_deref() || !is_same_site {
        return Err(StatusCode::FORBIDDEN);
    }
    if text(CONTENT_TYPE) != Some("application/json") {
        return Err(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    }
    Ok(())
}

/// Rejects requests by another name, which a foreign page could make point here, and by foreign pages.
async fn check_local(request: Request, next: Next) -> Response {
    match local_fault(request.headers()) {
        Some(status) => status.into_response(),
        None => next.run(request).await,
    }
}

fn local_fault(headers: &HeaderMap) -> Option<StatusCode> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let name = text(HOST.as_str()).map(|host| host.rsplit_once(':').map_or(host, |(name, _)| name));
    if !name.is_some_and(|name| LOCAL_NAMES.contains(&name)) {
        return Some(StatusCode::MISDIRECTED_REQUEST);
    }
    let is_foreign = text("sec-fetch-site").is_some_and(|site| !matches!(site, "same-origin" | "none"));
    is_foreign.then_some(StatusCode::FORBIDDEN)
}

#[derive(Clone, Debug)]
struct ServedAsset {
    asset: Asset,
    compressed: Option<Bytes>,
}

impl From<Asset> for ServedAsset {
    fn from(asset: Asset) -> Self {
        Self { compressed: gzip::file(&asset.bytes), asset }
    }
}

impl ServedAsset {
    fn response(&self, is_accepted: bool) -> Response {
        let compressed = self.compressed.as_ref().filter(|_| is_accepted);
        let bytes = compressed.unwrap_or(&self.asset.bytes).clone();
        encoded(compressed.is_some(), ([(CONTENT_TYPE, self.asset.kind)], bytes).into_response())
    }
}

fn encoded(is_compressed: bool, mut response: Response) -> Response {
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    if is_compressed {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}
