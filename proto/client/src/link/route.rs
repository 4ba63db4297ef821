//! The way of a call to the server that serves its game.
//!
//! A call that the wrong server refuses ([`ErrorReason::GameElsewhere`]), and one that was never sent because there was no
//! connection, has changed nothing: it is made again where it belongs. One that was sent and got no answer is not: nobody knows
//! what became of it, and its caller is told so.

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
use crate::patience::{CONNECT_AMONG_OTHERS, Patience};
use crate::target::Target;
use crate::{Address, now};

/// Number of times that a call follows from one server to the next before it waits.
const MOST_HOPS: u32 = 6;
/// Time for which a call waits in all while no server serves its game.
const PATIENCE: Duration = Duration::from_secs(3);
/// Time for which it waits between two questions where no server has said...
const WAIT: Duration = Duration::from_millis(100);
/// ...and how long at the most where one has.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// The longest id of a game that is looked for in a request, in bytes.
const LONGEST_SUBJECT: usize = 100;

type Failure = Box<dyn StdError + Send + Sync>;
type ResponseResult = Result<Response<Body>, Failure>;
type Open = Box<dyn Fn(&Target, &Patience) -> Channel + Send + Sync>;

/// The ways to a contest's servers, for the clients of services: each call goes to the server that serves its game, as far as that
/// is known. Copies share what is known.
#[derive(Clone)]
pub struct Route {
    ways: Arc<Ways>,
    /// The one server that is asked, whatever it says.
    only: Option<usize>,
    /// Whether requests go out as they come about, in pieces, and so only once.
    is_unbuffered: bool,
    /// The game that a stream of requests is about, if it is about one.
    subject: Option<Arc<str>>,
}

/// The servers, and how they are reached.
struct Ways {
    known: Mutex<KnownServers>,
    dialling: Option<Dialling>,
}

/// Way to dial servers: address and how it is opened.
struct Dialling {
    address: Address,
    open: Open,
}

/// Routing of an answer: where the call belongs.
enum RoutingAnswer {
    /// It is the answer, a refusal perhaps.
    Final,
    /// Another server serves the game, or nobody at this moment: after how long to ask again.
    Elsewhere { server: Option<String>, wait: Duration },
    /// The server is stopping: after how long to ask another one.
    Stopping { wait: Duration },
    /// There is no connection, and nothing was sent.
    NotConnected,
    /// It was sent, and no answer came.
    Broken,
}

impl Route {
    /// The way to the server at the other end of a channel.
    pub(super) fn over(channel: Channel) -> Self {
        Self::new(KnownServers::of_channel(channel), None)
    }

    /// The ways to the servers of an address, over channels that are opened so.
    pub(super) fn among(address: Address, open: Open) -> Self {
        let known = KnownServers::of_targets(address.targets());
        Self::new(known, Some(Dialling { address, open }))
    }

    fn new(known: KnownServers, dialling: Option<Dialling>) -> Self {
        let ways = Ways { known: Mutex::new(known), dialling };
        Self { ways: Arc::new(ways), only: None, is_unbuffered: false, subject: None }
    }

    /// The same for calls whose requests are streams, about this game if they are about one.
    pub(super) fn unbuffered(&self, subject: &str) -> Self {
        Self { is_unbuffered: true, subject: named(subject).map(Into::into), ..self.clone() }
    }

    /// The way to one of the servers alone.
    pub(super) fn only(&self, server: &str) -> Option<Self> {
        Some(Self { only: Some(self.learn(server)?), ..self.clone() })
    }

    /// The names of the servers that are known.
    pub(super) fn servers(&self) -> Vec<String> {
        self.ways.known().names().flatten().collect()
    }

    /// Returns the longest time that a server may take to tell of its own games.
    pub(super) fn listing(&self) -> Duration {
        self.ways.known().listing()
    }

    /// The name of the server that answered last where no game was named.
    pub(super) fn home(&self) -> Option<String> {
        let known = self.ways.known();
        known.names().nth(known.home()).flatten()
    }

    /// The place of a server that another has named; `None` if nothing may be sent there.
    pub(super) fn learn(&self, server: &str) -> Option<usize> {
        let target = self.ways.dialling.as_ref()?.address.another(server)?;
        self.ways.known().add(target)
    }

    /// Turns to the server that is said to serve a game.
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
        Trip::begin(&self.ways, subject.as_deref()).travel(&head, &body).await
    }
}

impl Ways {
    fn known(&self) -> MutexGuard<'_, KnownServers> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn send(&self, place: usize, request: Request<Body>) -> ResponseResult {
        let open = |target: &Target, patience: &Patience| match &self.dialling {
            Some(dialling) => (dialling.open)(target, patience),
            // Where nothing was said of dialling, the one channel there is was open from the beginning.
            None => Channel::builder(target.uri.clone()).connect_lazy(),
        };
        let channel = self.known().channel(place, open);
        let mut channel = channel.ok_or_else(|| Status::unavailable("there is no such server"))?;
        std::future::poll_fn(|cx| channel.poll_ready(cx)).await?;
        Ok(channel.call(request).await?)
    }
}

/// One call on its way.
struct Trip<'a> {
    ways: &'a Ways,
    subject: Option<&'a str>,
    place: usize,
    hops: u32,
    /// Servers to which there was no connection, since it last waited.
    missed: BTreeSet<usize>,
    /// Whether some server has said that the game is elsewhere, so that another is to serve it in a moment.
    is_awaited: bool,
    began: Instant,
}

impl<'a> Trip<'a> {
    fn begin(ways: &'a Ways, subject: Option<&'a str>) -> Self {
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
                Some(wait) if now().saturating_duration_since(self.began) + wait > PATIENCE => return answer,
                Some(wait) => tokio::time::sleep(wait).await,
            }
        }
    }

    /// After how long the call is to be made again, in the place where this trip is then; `None` if this is its answer.
    fn after(&mut self, answer: &ResponseResult) -> Option<Duration> {
        let (said, now) = (RoutingAnswer::by(answer), now());
        let mut known = self.ways.known();
        let failed = matches!(said, RoutingAnswer::NotConnected | RoutingAnswer::Broken);
        known.note(self.place, failed.then_some(now));
        match said {
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
                // Nobody is there, unless one has said that the game is with one that is not.
                self.is_awaited.then(|| self.rest(&known, WAIT, now))
            }
            RoutingAnswer::Broken => {
                let next = known.after(self.place, &self.missed, now);
                known.remember(self.subject, next);
                None
            }
        }
    }

    /// Asks the next server after a wait, and all of them again.
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
        let wait = fault.retry_after().unwrap_or(WAIT).clamp(Duration::from_millis(20), LONGEST_WAIT);
        match fault.reason {
            ErrorReason::GameElsewhere => {
                Self::Elsewhere { server: fault.figure("address").map(str::to_owned), wait }
            }
            ErrorReason::ServerStopping => Self::Stopping { wait },
            _ => Self::Final,
        }
    }
}

/// Returns whether a call failed before anything of it was sent.
fn is_unsent(error: &(dyn StdError + 'static)) -> bool {
    error.is::<ConnectError>() || error.source().is_some_and(is_unsent)
}

/// The id of the game or event, if one is named.
fn named(subject: &str) -> Option<&str> {
    Some(subject).filter(|subject| !subject.is_empty())
}

/// The id of the game or event that a request names: in every request that names one it is the first field.
fn subject_of(body: &[u8]) -> Option<String> {
    // One byte says whether the message is compressed, four how long it is; then field 1, of bytes, of so many.
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
    fn a_request_names_its_game_first_or_not_at_all() {
        let frame = |message: &[u8]| [&[0, 0, 0, 0, u8::try_from(message.len()).unwrap()], message].concat();
        assert_eq!(subject_of(&frame(b"\x0a\x02g1\x10\x07")).as_deref(), Some("g1"));
        for other in [&b""[..], b"\x10\x07", b"\x0a\x00", b"\x0a\x09g1", b"\x0a\x02\xff\xfe"] {
            assert_eq!(subject_of(&frame(other)), None, "{other:?}");
        }
        assert_eq!(subject_of(b"\x01\x00\x00\x00\x04\x0a\x02g1"), None, "compressed");
        assert_eq!(subject_of(b""), None);
    }
}
