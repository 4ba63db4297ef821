//! What is done for every call, whatever it asks and whoever makes it: it is counted and timed.
//!
//! This room sees paths, headers and statuses, never what a message says.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use ishigaki_journal::StreamId;
use ishigaki_proto::fault::{Fault, reason_name};
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tonic::{Code, Status};
use tower::{Layer, Service};

use crate::clock::Clock;
use crate::metrics::{Kind, Meter};

/// The calls that seal something: what comes of them is as secret as what they seal, until it is opened (`A4`).
const SEALING: &[&str] = &[
    "/ishigaki.team.v1.TeamService/SubmitBids",
    "/ishigaki.team.v1.TeamService/SubmitRebid",
    "/ishigaki.organiser.v1.OrganiserService/EnterBids",
    "/ishigaki.organiser.v1.OrganiserService/EnterRebid",
];

/// A call under way, as far as everybody who handles it may know. It travels in the request's extensions.
#[derive(Debug)]
pub struct Call {
    is_sealing: bool,
    game: OnceLock<StreamId>,
}

impl Call {
    fn to(path: &str) -> Self {
        Self { is_sealing: SEALING.contains(&path), game: OnceLock::new() }
    }

    /// Notes which game the call is about.
    pub(super) fn concerns(&self, game: &StreamId) {
        // A call is about one game; the first to say so is right.
        let _ = self.game.set(game.clone());
    }

    fn kind(&self) -> Kind {
        if self.is_sealing { Kind::Sealing(self.game.get().cloned()) } else { Kind::Open }
    }
}

/// Receives every call.
#[derive(Clone)]
pub struct Reception {
    meter: Meter,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for Reception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reception")
    }
}

impl Reception {
    /// Counts with this meter, by this clock.
    pub fn new(meter: Meter, clock: Arc<dyn Clock>) -> Self {
        Self { meter, clock }
    }
}

impl<S> Layer<S> for Reception {
    type Service = Received<S>;

    fn layer(&self, inner: S) -> Received<S> {
        Received { reception: self.clone(), inner }
    }
}

/// The services behind a [`Reception`].
#[derive(Clone, Debug)]
pub struct Received<S> {
    reception: Reception,
    inner: S,
}

/// An answer under way.
type Answering<B, E> = Pin<Box<dyn Future<Output = Result<Response<B>, E>> + Send>>;

impl<S, B> Service<Request<Body>> for Received<S>
where
    S: Service<Request<Body>, Response = Response<B>>,
    S::Future: Send + 'static,
{
    type Response = Response<B>;
    type Error = S::Error;
    type Future = Answering<B, S::Error>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let call = Arc::new(Call::to(request.uri().path()));
        request.extensions_mut().insert(Arc::clone(&call));
        let Reception { meter, clock } = self.reception.clone();
        let begun = clock.micros();
        let answering = self.inner.call(request);
        Box::pin(async move {
            let answer = answering.await?;
            let kind = call.kind();
            meter.answered(&kind, clock.micros().since(begun));
            if let Some(status) = refusal(&answer) {
                meter.refused(&kind, &reason(&status));
            }
            Ok(answer)
        })
    }
}

/// The status of an answer that is nothing but a refusal. One that comes after a stream's items is not seen here.
fn refusal<B>(answer: &Response<B>) -> Option<Status> {
    Status::from_header_map(answer.headers()).filter(|status| status.code() != Code::Ok)
}

/// Our reason, or gRPC's code if a library refused.
fn reason(status: &Status) -> String {
    match Fault::from_status(status) {
        Some(fault) => reason_name(fault.reason).to_owned(),
        None => format!("{:?}", status.code()),
    }
}
