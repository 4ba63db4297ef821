//! Routing of calls to the server of their game.
//!
//! A call that the wrong server rejects ([`ErrorReason::GameElsewhere`]), or that was never sent, has changed
//! nothing and is repeated elsewhere. A call without an answer isn't repeated, because its outcome is
//! unknown; its caller gets an error.

use std::collections::BTreeSet;
use std::error::Error as StdError;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use http_body_util::{BodyExt as _, Full};
use ishigaki_proto::fault::{ErrorReason, Fault};
use tonic::body::Body;
use tonic::codegen::http::request::Parts;
use tonic::codegen::http::{Request, Response};
use tonic::codegen::{BoxFuture, Bytes, Service};
use tonic::transport::Channel;
use tonic::{ConnectError, Status};

use super::known_servers::KnownServers;
use crate::target::Target;
use crate::timeouts::{CONNECT_AMONG_OTHERS, ConnectionTimeouts};
use crate::{Address, now};

/// Number of redirections before a call waits.
const MOST_HOPS: u32 = 6;
/// Total time that a call waits while no server serves its game.
const RETRY_TIMEOUT: Duration = Duration::from_secs(3);
/// Default retry delay.
const DEFAULT_RETRY_DELAY: Duration = Duration::from_millis(100);
/// Maximum retry delay that a server may ask for.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// Maximum length of a game id in a request, in bytes.
const LONGEST_SUBJECT: usize = 100;

type Failure = Box<dyn StdError + Send + Sync>;
type ResponseResult = Result<Response<Body>, Failure>;
type Open = Box<dyn Fn(&Target, &ConnectionTimeouts) -> Channel + Send + Sync>;

/// Routes calls to the servers of their games. Copies share what is known.
#[derive(Clone)]
pub struct Route {
    ways: Arc<Connections>,
    only: Option<usize>,
    is_unbuffered: bool,
    /// The game of a request stream.
    subject: Option<Arc<str>>,
}

struct Connections {
    known: Mutex<KnownServers>,
    dialling: Option<ConnectionAttempt>,
}

struct ConnectionAttempt {
    address: Address,
    open: Open,
}

enum RoutingAnswer {
    Final,
    Elsewhere {
        server: Option<String>,
        wait: Duration,
    },
    /// The server is stopping: delay before another one is tried.
    Stopping {
        wait: Duration,
    },
    /// Not connected; nothing was sent.
    NotConnected,
    Broken,
}

impl Route {
    pub(super) fn over(channel: Channel) -> Self {
        Self::new(KnownServers::of_channel(channel), None)
    }

    pub(super) fn among(address: Address, open: Open) -> Self {
        let known = KnownServers::of_targets(address.targets());
        Self::new(known, Some(ConnectionAttempt { address, open }))
    }

    fn new(known: KnownServers, dialling: Option<ConnectionAttempt>) -> Self {
        let ways = Connections { known: Mutex::new(known), dialling };
        Self { ways: Arc::new(ways), only: None, is_unbuffered: false, subject: None }
    }

    /// The same for request streams about this game.
    pub(super) fn unbuffered(&self, subject: &str) -> Self {
        Self { is_unbuffered: true, subject: named(subject).map(Into::into), ..self.clone() }
    }

    pub(super) fn only(&self, server: &str) -> Option<Self> {
        Some(Self { only: Some(self.learn(server)?), ..self.clone() })
    }

    pub(super) fn servers(&self) -> Vec<String> {
        self.ways.known().names().flatten().collect()
    }

    pub(super) fn listing(&self) -> Duration {
        self.ways.known().listing()
    }

    /// The server that last answered a call without a game.
    pub(super) fn home(&self) -> Option<String> {
        let known = self.ways.known();
        known.names().nth(known.home()).flatten()
    }

    /// The index of a server named by another; `None` if nothing may be sent there.
    pub(super) fn learn(&self, server: &str) -> Option<usize> {
        let target = self.ways.dialling.as_ref()?.address.another(server)?;
        self.ways.known().add(target)
    }

    pub(super) fn lead(&self, subject: &str, server: &str) {
        if let Some(place) = self.learn(server) {
            self.ways.known().remember(named(subject), place);
        }
    }

    /// Turns to the next server for a game; `false` if there is no other.
    pub(super) fn turn(&self, subject: &str) -> bool {
        let mut known = self.ways.known();
        let subject = named(subject);
        let next = known.after(known.current(subject), &BTreeSet::new(), now());
        known.remember(subject, next);
        known.len() > 1
    }

    async fn pass(self, request: Request<Body>) -> ResponseResult {
        let (head, body) = request.into_parts();
        if let Some(place) = self.only {
            return self.ways.send(place, Request::from_parts(head, body)).await;
        }
        if self.is_unbuffered {
            let place = self.ways.known().start(self.subject.as_deref(), now());
            let answer = self.ways.send(place, Request::from_parts(head, body)).await;
            let failed =
                matches!(RoutingAnswer::by(&answer), RoutingAnswer::NotConnected | RoutingAnswer::Broken);
            self.ways.known().note(place, failed.then(now));
            return answer;
        }
        let body = body.collect().await?.to_bytes();
        let subject = subject_of(&body);
        RoutedCall::begin(&self.ways, subject.as_deref()).travel(&head, &body).await
    }
}

impl Connections {
    fn known(&self) -> MutexGuard<'_, KnownServers> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn send(&self, place: usize, request: Request<Body>) -> ResponseResult {
        let open = |target: &Target, timeouts: &ConnectionTimeouts| match &self.dialling {
            Some(dialling) => (dialling.open)(target, timeouts),
            // A given channel was open from the start.
            None => Channel::builder(target.uri.clone()).connect_lazy(),
        };
        let channel = self.known().channel(place, open);
        let mut channel = channel.ok_or_else(|| Status::unavailable("there is no such server"))?;
        std::future::poll_fn(|cx| channel.poll_ready(cx)).await?;
        Ok(channel.call(request).await?)
    }
}

struct RoutedCall<'a> {
    ways: &'a Connections,
    subject: Option<&'a str>,
    place: usize,
    hops: u32,
    /// Servers unreachable since the last wait.
    missed: BTreeSet<usize>,
    /// Set if a server has reported that the game is elsewhere, so that another will serve it soon.
    is_awaited: bool,
    began: Instant,
}

impl<'a> RoutedCall<'a> {
    fn begin(ways: &'a Connections, subject: Option<&'a str>) -> Self {
        let began = now();
        let place = ways.known().start(subject, began);
        Self { ways, subject, place, hops: 0, missed: BTreeSet::new(), is_awaited: false, began }
    }

    async fn travel(mut self, head: &Parts, body: &Bytes) -> ResponseResult {
        loop {
            let request = Request::from_parts(head.clone(), Body::new(Full::new(body.clone())));
            let answer = self.ways.send(self.place, request).await;
            match self.after(&answer) {
                None => return answer,
                Some(wait) if wait.is_zero() => {}
                Some(wait) if now().saturating_duration_since(self.began) + wait > RETRY_TIMEOUT => {
                    return answer;
                }
                Some(wait) => tokio::time::sleep(wait).await,
            }
        }
    }

    /// Returns the retry delay, after moving to the next server; `None` if this is the final answer.
    fn after(&mut self, answer: &ResponseResult) -> Option<Duration> {
        let (routing, now) = (RoutingAnswer::by(answer), now());
        let mut known = self.ways.known();
        let failed = matches!(routing, RoutingAnswer::NotConnected | RoutingAnswer::Broken);
        known.note(self.place, failed.then_some(now));
        match routing {
            RoutingAnswer::Final => {
                known.remember(self.subject, self.place);
                None
            }
            RoutingAnswer::Elsewhere { server: None, wait } => {
                self.is_awaited = true;
                Some(self.rest(&known, wait, now))
            }
            RoutingAnswer::Elsewhere { server: Some(server), wait } => {
                self.is_awaited = true;
                let target = self.ways.dialling.as_ref()?.address.another(&server)?;
                let next = known.add(target)?;
                let is_new = next != self.place && self.hops < MOST_HOPS && !self.missed.contains(&next);
                if !is_new || known.is_shunned(next, now) {
                    return Some(self.rest(&known, wait, now));
                }
                (self.place, self.hops) = (next, self.hops + 1);
                Some(Duration::ZERO)
            }
            RoutingAnswer::Stopping { wait } => (known.len() > 1).then(|| self.rest(&known, wait, now)),
            RoutingAnswer::NotConnected => {
                self.missed.insert(self.place);
                let next = known.after(self.place, &self.missed, now);
                if next != self.place {
                    self.place = next;
                    return Some(Duration::ZERO);
                }
                let is_slow = now.saturating_duration_since(self.began) >= CONNECT_AMONG_OTHERS;
                if is_slow && known.missed_all() {
                    return Some(self.rest(&known, Duration::ZERO, now));
                }
                // No server answers, but one has reported that the game is with another.
                self.is_awaited.then(|| self.rest(&known, DEFAULT_RETRY_DELAY, now))
            }
            RoutingAnswer::Broken => {
                let next = known.after(self.place, &self.missed, now);
                known.remember(self.subject, next);
                None
            }
        }
    }

    /// Waits, then tries the next server, and all of them again.
    fn rest(&mut self, known: &KnownServers, wait: Duration, now: Instant) -> Duration {
        (self.hops, self.place) = (0, known.after(self.place, &self.missed, now));
        self.missed.clear();
        wait
    }
}

impl RoutingAnswer {
    fn by(answer: &ResponseResult) -> Self {
        let response = match answer {
            Ok(response) => response,
            Err(error) if is_unsent(error.as_ref()) => return Self::NotConnected,
            Err(_) => return Self::Broken,
        };
        let status = Status::from_header_map(response.headers());
        let Some(fault) = status.as_ref().and_then(Fault::from_status) else { return Self::Final };
        let wait =
            fault.retry_after().unwrap_or(DEFAULT_RETRY_DELAY).clamp(Duration::from_millis(20), LONGEST_WAIT);
        match fault.reason {
            ErrorReason::GameElsewhere => {
                Self::Elsewhere { server: fault.figure("address").map(str::to_owned), wait }
            }
            ErrorReason::ServerStopping => Self::Stopping { wait },
            _ => Self::Final,
        }
    }
}

/// Returns whether a call failed before anything was sent.
fn is_unsent(error: &(dyn StdError + 'static)) -> bool {
    error.is::<ConnectError>() || error.source().is_some_and(is_unsent)
}

/// The id of the game or event, if given.
fn named(subject: &str) -> Option<&str> {
    Some(subject).filter(|subject| !subject.is_empty())
}

/// The id of the game or event in a request, where it is always the first field.
fn subject_of(body: &[u8]) -> Option<String> {
    // One byte for compression, four for the length; then field 1, of bytes, with its length.
    let [0, _, _, _, _, 0x0a, len, rest @ ..] = body else { return None };
    let len = usize::from(*len);
    let id = rest.get(..len).filter(|_| (1..=LONGEST_SUBJECT).contains(&len))?;
    std::str::from_utf8(id).ok().map(str::to_owned)
}

impl Service<Request<Body>> for Route {
    type Response = Response<Body>;
    type Error = Failure;
    type Future = BoxFuture<Response<Body>, Failure>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Failure>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        Box::pin(self.clone().pass(request))
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Route").field("servers", &self.servers()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_is_read_only_from_first_field() {
        let frame = |message: &[u8]| [&[0, 0, 0, 0, u8::try_from(message.len()).unwrap()], message].concat();
        assert_eq!(subject_of(&frame(b"\x0a\x02g1\x10\x07")).as_deref(), Some("g1"));
        for other in [&b""[..], b"\x10\x07", b"\x0a\x00", b"\x0a\x09g1", b"\x0a\x02\xff\xfe"] {
            assert_eq!(subject_of(&frame(other)), None, "{other:?}");
        }
        assert_eq!(subject_of(b"\x01\x00\x00\x00\x04\x0a\x02g1"), None, "compressed");
        assert_eq!(subject_of(b""), None);
    }
}
