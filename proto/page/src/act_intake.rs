//! Intake of acts: what makes a site one reader's own, and takes his acts. Knows who may ask, not what an act means.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Limited};
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HOST, HeaderMap, ORIGIN};
use hyper::{Method, Request, StatusCode};
use tokio::time::timeout;

use crate::Key;

/// The most bytes of an act.
const MOST: usize = 4 * 1024;
/// How long an act may be on its way.
const PATIENCE: Duration = Duration::from_secs(10);
/// The names under which this machine is asked for itself. Any other name stands for another page that has been led here.
const NAMES: [&str; 2] = ["127.0.0.1", "localhost"];

/// Reception of an act that was handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActReception {
    /// It is taken, and will be done in its turn.
    Yes,
    /// It cannot be read.
    Unreadable,
    Full,
}

type ActHandler = dyn Fn(&[u8]) -> ActReception + Send + Sync;

/// Intake of a private site's acts: its key, and their handler. A clone is the same intake.
#[derive(Clone)]
pub(crate) struct ActIntake {
    key: Key,
    take: Arc<ActHandler>,
}

/// Target of a request, once whoever asks may.
pub(crate) enum PageTarget<'a> {
    /// A file that is no secret.
    Open(&'a str),
    /// Something behind the key, from `/` on.
    Behind(&'a str),
}

impl ActIntake {
    pub(crate) fn new(key: Key, take: impl Fn(&[u8]) -> ActReception + Send + Sync + 'static) -> Self {
        Self { key, take: Arc::new(take) }
    }

    /// What a request asks for; an error if it comes from another page, under another name.
    pub(crate) fn admit<'a>(&self, path: &'a str, headers: &HeaderMap) -> Result<PageTarget<'a>, StatusCode> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let name = text(HOST.as_str()).map(|host| host.rsplit_once(':').map_or(host, |(name, _)| name));
        if !name.is_some_and(|name| NAMES.contains(&name)) {
            return Err(StatusCode::MISDIRECTED_REQUEST);
        }
        let is_foreign = |site: &str| !matches!(site, "same-origin" | "none");
        if text("sec-fetch-site").is_some_and(is_foreign) {
            return Err(StatusCode::FORBIDDEN);
        }
        let behind = path.strip_prefix('/').and_then(|path| path.split_once('/'));
        Ok(match behind.filter(|(key, _)| self.key.is(key)) {
            Some((key, _)) => PageTarget::Behind(&path[1 + key.len()..]),
            None => PageTarget::Open(path),
        })
    }

    /// Takes the act of a request that was admitted.
    pub(crate) async fn take(&self, request: Request<Incoming>) -> StatusCode {
        if request.method() != Method::POST {
            return StatusCode::METHOD_NOT_ALLOWED;
        }
        let headers = request.headers();
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let own = text(HOST).map(|host| format!("http://{host}"));
        let site = headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin");
        if text(ORIGIN) != own.as_deref() || !site {
            return StatusCode::FORBIDDEN;
        }
        if text(CONTENT_TYPE) != Some("application/json") {
            return StatusCode::UNSUPPORTED_MEDIA_TYPE;
        }
        let body = timeout(PATIENCE, Limited::new(request.into_body(), MOST).collect()).await;
        let Ok(body) = body else { return StatusCode::REQUEST_TIMEOUT };
        let Ok(body) = body else { return StatusCode::PAYLOAD_TOO_LARGE };
        let bytes: Bytes = body.to_bytes();
        match (self.take)(&bytes) {
            ActReception::Yes => StatusCode::NO_CONTENT,
            ActReception::Unreadable => StatusCode::BAD_REQUEST,
            ActReception::Full => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl fmt::Debug for ActIntake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ActIntake").finish_non_exhaustive()
    }
}
