//! Admission of calls: counts them, and refuses too many or too slow ones.
//!
//! A call takes permits among all calls, among those of its address and, once its token is known, among those
//! of its token. It keeps them until its answer ends, so a feed counts while it is watched. Admission sees
//! paths, headers and statuses, never a message's content.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll};

use http_body::{Body as HttpBody, Frame, SizeHint};
use ishigaki_engine::clock::{Clock, Monotonic};
use ishigaki_engine::meter::{CallKind, Meter};
use ishigaki_engine::token::{Principal, Role};
use ishigaki_journal::StreamId;
use ishigaki_proto::AGENT;
use ishigaki_proto::fault::{ErrorReason, Fault, reason_name};
use tonic::body::Body;
use tonic::codegen::Bytes;
use tonic::codegen::http::header::{HeaderValue, SERVER};
use tonic::codegen::http::{HeaderMap, Request, Response};
use tonic::{Code, Status};
use tower::{Layer, Service};

use super::status::{self, QuotaScope};
use super::tokenless::{TokenlessCall, TokenlessCalls};
use crate::gate::{ActiveCall, ConnectionHandle, ConnectionInfo, UntakenAnswer};
use crate::limits::Limits;
use crate::limits::quota::{ConnectionOrigin, Permit, Quota};
use crate::limits::rate_limit::RateLimiter;

/// Calls that submit something. Their outcome is as secret as the bids until the opening (`A4`). A client
/// that opens a stream has usually submitted before.
const SEALING: &[&str] = &[
    "/ishigaki.team.v1.TeamService/SubmitBids",
    "/ishigaki.team.v1.TeamService/SubmitRebid",
    "/ishigaki.team.v1.TeamService/Seal",
    "/ishigaki.organiser.v1.OrganiserService/EnterBids",
    "/ishigaki.organiser.v1.OrganiserService/EnterRebid",
];

/// Reasons that only calls about messages return. Messages stay private until the game is closed.
const OF_MESSAGES: &[ErrorReason] = &[
    ErrorReason::TooManyQuestions,
    ErrorReason::UnknownQuestion,
    ErrorReason::AlreadyAnswered,
    ErrorReason::UnknownMessage,
    ErrorReason::TooManyMessages,
];

/// Prefix of our own services' paths. All others need no token.
const OURS: &str = "/ishigaki.";

/// Suffixes of calls with long answers: lines of a record, opened rounds.
const READING: [&str; 2] = ["/ReadRecord", "/ListRounds"];

/// Suffixes of calls that return streams. Their slow readers are handled elsewhere.
const STREAMS: [&str; 3] = ["/WatchGame", "/WatchEvent", "/CopyJournal"];

/// Suffix of the call that streams one answer per request.
const ANSWERING: &str = "/Seal";

/// A call under way, in the request's extensions.
#[derive(Debug)]
pub struct AdmittedCall {
    quotas: Arc<CallQuotas>,
    is_sealing: bool,
    is_reading: bool,
    untaken: AnswerPart,
    game: OnceLock<StreamId>,
    /// Handle of its connection, if it came through the gate.
    connection_handle: Option<ConnectionHandle>,
    places: Mutex<CallPermits>,
}

/// Part of an answer that must be taken in time, or the connection is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnswerPart {
    /// The whole answer, which ends once it is taken.
    Whole,
    /// Each item, because the stream waits for requests in between.
    Pieces,
    /// Nothing: slow readers are handled elsewhere.
    Elsewhere,
}

#[derive(Debug, Default)]
struct CallPermits {
    common: Option<Permit<&'static str>>,
    address: Option<Permit<IpAddr>>,
    token: Option<Permit<String>>,
    reading: Option<Permit<String>>,
    guest: Option<Permit<&'static str>>,
    /// Set for a call without a token; passed on with the answer.
    visit: Option<TokenlessCall>,
    _connection: Option<ActiveCall>,
}

#[derive(Debug)]
struct CallQuotas {
    limits: Arc<Limits>,
    clock: Arc<dyn Clock>,
    /// All calls except those without a token.
    common: Quota<&'static str>,
    tokenless: TokenlessCalls,
    addresses: Quota<IpAddr>,
    tokens: Quota<String>,
    readers: Quota<String>,
    readings: RateLimiter,
}

/// Key of the calls that can't use the reserved permits.
const GUESTS: &str = "guests";

impl AdmittedCall {
    fn to(path: &str, quotas: Arc<CallQuotas>, connection_handle: Option<ConnectionHandle>) -> Self {
        let is_sealing = SEALING.contains(&path);
        let ends = |with: &[&str]| with.iter().any(|end| path.ends_with(end));
        let is_reading = path.starts_with(OURS) && ends(&READING);
        let untaken = if !path.starts_with(OURS) || ends(&STREAMS) {
            AnswerPart::Elsewhere
        } else if ends(&[ANSWERING]) {
            AnswerPart::Pieces
        } else {
            AnswerPart::Whole
        };
        let connection = connection_handle.as_ref().map(ConnectionHandle::call);
        let places = Mutex::new(CallPermits { _connection: connection, ..CallPermits::default() });
        Self { quotas, is_sealing, is_reading, untaken, game: OnceLock::new(), connection_handle, places }
    }

    pub(super) fn connection_handle(&self) -> Option<ConnectionHandle> {
        self.connection_handle.clone()
    }

    /// Notes the game that the call is about.
    pub(super) fn concerns(&self, game: &StreamId) {
        // A call is about one game, so the first note stays.
        let _ = self.game.set(game.clone());
    }

    /// Notes the caller. Fails if it has too many calls under way, or reads too often.
    pub(super) fn admit(&self, principal: &Principal) -> Result<(), Status> {
        let limits = &self.quotas.limits;
        let (owner, most) = match &principal.role {
            Role::Team { team } => (format!("team {team}"), limits.calls_per_team),
            Role::Standby => (principal.name.clone(), limits.calls_per_standby),
            Role::Organiser
            | Role::Judge
            | Role::JudgeOf { .. }
            | Role::Board
            | Role::Desk
            | Role::Referee => (principal.name.clone(), limits.calls_per_token),
        };
        let token = self.quotas.tokens.enter(owner.clone(), most);
        let token = token.ok_or_else(|| status::too_many_calls(QuotaScope::Token, most))?;
        let guest = match principal.role {
            Role::Board | Role::Standby => Some(self.admit_guest()?),
            Role::Team { .. }
            | Role::Organiser
            | Role::Judge
            | Role::JudgeOf { .. }
            | Role::Desk
            | Role::Referee => None,
        };
        let reading = if self.is_reading { Some(self.read_as(&owner)?) } else { None };
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        (places.token, places.guest, places.reading) = (Some(token), guest, reading);
        Ok(())
    }

    /// Takes a permit that is not reserved for judges, organisers and teams.
    fn admit_guest(&self) -> Result<Permit<&'static str>, Status> {
        let Limits { calls, reserved_calls, .. } = *self.quotas.limits;
        let most = calls.saturating_sub(reserved_calls.min(calls / 2));
        let place = self.quotas.common.enter(GUESTS, most);
        place.ok_or_else(|| status::too_many_calls(QuotaScope::Server, most))
    }

    /// Takes a permit among one token's reads.
    fn read_as(&self, owner: &str) -> Result<Permit<String>, Status> {
        let CallQuotas { limits, clock, readers, readings, .. } = &*self.quotas;
        let (most, pace) = (limits.readings_per_token, limits.reading());
        let place = readers.enter(owner.to_owned(), most);
        let place = place.ok_or_else(|| status::too_many_calls(QuotaScope::Token, most))?;
        readings.admit(owner, pace, clock.now()).map_err(|wait| status::too_fast(pace, wait))?;
        Ok(place)
    }

    /// Takes permits among all calls and among those of its address.
    fn admit_call(&self, path: &str, origin: Option<ConnectionOrigin>) -> Result<(), Status> {
        let Limits { calls, calls_per_address, .. } = *self.quotas.limits;
        let (mut common, mut visit) = (None, None);
        if path.starts_with(OURS) {
            let place = self.quotas.common.enter(QuotaScope::Server.name(), calls);
            common = Some(place.ok_or_else(|| status::too_many_calls(QuotaScope::Server, calls))?);
        } else {
            let origin = origin.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |origin| origin.address);
            visit = Some(self.quotas.tokenless.enter(origin, &self.quotas.limits, &*self.quotas.clock)?);
        }
        let address = match origin.and_then(ConnectionOrigin::counted) {
            Some(address) => {
                let place = self.quotas.addresses.enter(address, calls_per_address);
                Some(place.ok_or_else(|| status::too_many_calls(QuotaScope::Address, calls_per_address))?)
            }
            None => None,
        };
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        (places.common, places.address, places.visit) = (common, address, visit);
        Ok(())
    }

    fn take_visit(&self) -> Option<TokenlessCall> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner).visit.take()
    }

    fn kind(&self) -> CallKind {
        if self.is_sealing { CallKind::Sealing(self.game.get().cloned()) } else { CallKind::Open }
    }
}

/// Admits every call, as a layer around the services.
#[derive(Clone)]
pub struct AdmissionLayer {
    meter: Meter,
    quotas: Arc<CallQuotas>,
}

impl fmt::Debug for AdmissionLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AdmissionLayer")
    }
}

impl AdmissionLayer {
    /// Makes a layer with these limits.
    pub fn new(limits: Arc<Limits>, meter: Meter, clock: Arc<dyn Clock>) -> Self {
        let quotas = CallQuotas {
            limits,
            clock,
            common: Quota::default(),
            tokenless: TokenlessCalls::default(),
            addresses: Quota::default(),
            tokens: Quota::default(),
            readers: Quota::default(),
            readings: RateLimiter::new(),
        };
        Self { meter, quotas: Arc::new(quotas) }
    }

    /// Answers within the time limit, with our reason in every refusal.
    async fn answer<E>(
        self,
        call: Arc<AdmittedCall>,
        answering: impl Future<Output = Result<Response<Body>, E>>,
    ) -> Result<Response<Body>, E> {
        let clock = Arc::clone(&self.quotas.clock);
        let begun = clock.micros();
        let timeout = self.quotas.limits.call();
        let too_long = clock.reach(Monotonic(clock.now().0.saturating_add(timeout.0)));
        let answer = tokio::select! {
            // An answer that is ready together with its timeout counts.
            biased;
            answer = answering => answer?,
            () = too_long => status::timed_out(timeout).into_http(),
        };
        // On a stream, each submission is counted separately.
        if call.untaken != AnswerPart::Pieces {
            self.meter.answered(&call.kind(), clock.micros().since(begun));
        }
        Ok(self.dress(call, answer))
    }

    /// Adds our reason to the library's refusals, counts refusals, and keeps the call's permits until the
    /// answer ends.
    fn dress(&self, call: Arc<AdmittedCall>, answer: Response<Body>) -> Response<Body> {
        let Some(status) = refusal(&answer) else {
            let handle = call.connection_handle.as_ref();
            let untaken =
                handle.filter(|_| call.untaken != AnswerPart::Elsewhere).map(ConnectionHandle::answer);
            let pieces = handle.filter(|_| call.untaken == AnswerPart::Pieces).cloned();
            let visit = call.take_visit();
            let mut answer = answer;
            answer.headers_mut().insert(SERVER, HeaderValue::from_static(AGENT));
            return answer.map(|body| {
                Body::new(TrackedBody { body: Some(body), visit, _call: call, untaken, pieces })
            });
        };
        let refusal = library_refusal(&status, &self.quotas.limits);
        let returned = refusal.as_ref().unwrap_or(&status);
        if !reveals_messages(returned) {
            self.meter.refused(&call.kind(), &reason(returned));
        }
        refusal.map_or(answer, Status::into_http)
    }
}

impl<S> Layer<S> for AdmissionLayer {
    type Service = AdmissionService<S>;

    fn layer(&self, inner: S) -> AdmissionService<S> {
        AdmissionService { admission: self.clone(), inner }
    }
}

/// The services behind an [`AdmissionLayer`].
#[derive(Clone, Debug)]
pub struct AdmissionService<S> {
    admission: AdmissionLayer,
    inner: S,
}

type ResponseFuture<E> = Pin<Box<dyn Future<Output = Result<Response<Body>, E>> + Send>>;

impl<S> Service<Request<Body>> for AdmissionService<S>
where
    S: Service<Request<Body>, Response = Response<Body>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = ResponseFuture<S::Error>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let path = request.uri().path();
        let contact = request.extensions().get::<ConnectionInfo>();
        let origin = contact.map(|contact| contact.peer.origin);
        let connection_handle = contact.map(|contact| contact.connection_handle.clone());
        let call = Arc::new(AdmittedCall::to(path, Arc::clone(&self.admission.quotas), connection_handle));
        if let Err(status) = call.admit_call(path, origin) {
            let answer = self.admission.dress(call, status.into_http());
            return Box::pin(std::future::ready(Ok(answer)));
        }
        request.extensions_mut().insert(Arc::clone(&call));
        let answering = self.inner.call(request);
        Box::pin(self.admission.clone().answer(call, answering))
    }
}

/// Returns the status of an answer that is only a refusal. A refusal after a stream's items is not visible
/// here.
fn refusal<B>(answer: &Response<B>) -> Option<Status> {
    Status::from_header_map(answer.headers()).filter(|status| status.code() != Code::Ok)
}

/// Returns our refusal in place of the library's, if the library rejected the message.
pub(super) fn library_refusal(status: &Status, limits: &Limits) -> Option<Status> {
    if !status.details().is_empty() {
        return None;
    }
    match status.code() {
        Code::OutOfRange => Some(status::message_too_large(limits.message_bytes)),
        // None of our services returns this code.
        Code::Internal => Some(status::not_a_message()),
        _ => None,
    }
}

/// Returns whether a refusal reveals messages, such as a team's five waiting questions. It is not counted.
fn reveals_messages(status: &Status) -> bool {
    Fault::from_status(status).is_some_and(|fault| OF_MESSAGES.contains(&fault.reason))
}

/// Returns our reason, or gRPC's code if the library refused.
pub(super) fn reason(status: &Status) -> String {
    match Fault::from_status(status) {
        Some(fault) => reason_name(fault.reason).to_owned(),
        None => format!("{:?}", status.code()),
    }
}

/// A body that keeps its call's permits until it ends.
struct TrackedBody {
    /// `None` after the server ended the call.
    body: Option<Body>,
    visit: Option<TokenlessCall>,
    _call: Arc<AdmittedCall>,
    untaken: Option<UntakenAnswer>,
    /// Notes each item as an answer of its own. An item is taken when the next one is polled.
    pieces: Option<ConnectionHandle>,
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let Self { body, visit, untaken, pieces, .. } = &mut *self;
        if let Some(visit) = visit
            && let Poll::Ready(why) = visit.poll_end(cx)
        {
            (*body, self.visit) = (None, None);
            let mut trailers = HeaderMap::new();
            return Poll::Ready(Some(why.add_header(&mut trailers).map(|()| Frame::trailers(trailers))));
        }
        let Some(body) = body else { return Poll::Ready(None) };
        let Some(handle) = pieces else { return Pin::new(body).poll_frame(cx) };
        *untaken = None;
        let frame = Pin::new(body).poll_frame(cx);
        *untaken = frame.is_ready().then(|| handle.answer());
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(SizeHint::default, HttpBody::size_hint)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use prost::Message as _;
    use prost_types::FileDescriptorSet;

    use super::{ANSWERING, READING, STREAMS};

    #[test]
    fn streams_of_schema_are_all_classified() {
        let set = FileDescriptorSet::decode(ishigaki_proto::FILE_DESCRIPTOR_SET).unwrap();
        let services = set.file.iter().flat_map(|file| &file.service);
        let streams = services.flat_map(|service| &service.method).filter(|method| method.server_streaming());
        let streams: BTreeSet<String> = streams.map(|method| format!("/{}", method.name())).collect();
        assert!(streams.contains("/WatchGame"), "{streams:?}");
        let is_known =
            |end: &String| STREAMS.iter().chain(&READING).chain([&ANSWERING]).any(|known| known == end);
        let unknown: Vec<&String> = streams.iter().filter(|end| !is_known(end)).collect();
        assert!(unknown.is_empty(), "cut off after a while as answers that nobody takes: {unknown:?}");
        for known in STREAMS.into_iter().chain([ANSWERING]) {
            assert!(streams.contains(known), "{known} is no stream of the schema");
        }
    }
}
