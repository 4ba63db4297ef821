//! Sealings that come one after the other on one stream: each is judged, limited, counted and answered as a call of its own would
//! be, and answered before the next is taken up.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use ishigaki_engine::clock::{Micros, Monotonic, Wakeup};
use ishigaki_engine::meter::CallKind;
use ishigaki_engine::stop_reason::StopReason;
use ishigaki_engine::token::Validity;
use ishigaki_journal::StreamId;
use ishigaki_proto::fault::refusal_to_wire;
use ishigaki_proto::padding::{ANSWER, pad};
use ishigaki_proto::team::seal_request::Sealing;
use ishigaki_proto::team::seal_response::Outcome;
use ishigaki_proto::team::{SealRefusal, SealRequest, SealResponse};
use tokio::sync::watch;
use tokio_stream::Stream;
use tonic::{Status, Streaming};

use super::admission::{library_refusal, reason};
use super::stream::after;
use super::{Caller, Services, status};

/// The answers to a team's stream of sealings. What has been taken up is answered; then the stream ends with the team's token, or
/// with the server.
pub struct Sealings {
    services: Arc<Services>,
    caller: Caller,
    requests: Streaming<SealRequest>,
    under_way: Option<UnderWay>,
    /// The deadline of what was under way when it was set. What is begun in the meantime sets none of its own: its time is looked at
    /// when this one is over.
    timer: Option<Wakeup>,
    /// Both asked before a request is taken up: what comes after a token was revoked, or after the server was told to stop, is not
    /// sealed, however much of it waits.
    validity: Validity,
    stopping: watch::Receiver<bool>,
    /// Reason for which the stream ends before its requests do; `None` once it has ended.
    end: Option<Pin<Box<dyn Future<Output = Status> + Send>>>,
}

/// One request under way.
struct UnderWay {
    begun: Micros,
    deadline: Monotonic,
    result: Pin<Box<dyn Future<Output = SealResult> + Send>>,
}

/// Outcome of a request.
struct SealResult {
    /// The game that it is about, if it got so far as to be placed.
    game: Option<StreamId>,
    outcome: Result<Outcome, Status>,
}

impl Sealings {
    pub(super) fn new(services: Services, caller: Caller, requests: Streaming<SealRequest>) -> Self {
        let (revoked, mut stopping) = (caller.grant().revoked(), services.games.stopping());
        let end = Box::pin(async move {
            tokio::select! {
                () = revoked => status::token_revoked(),
                _ = stopping.wait_for(|stopping| *stopping) => status::halted(StopReason::Stopping),
            }
        });
        let (validity, stopping) = (caller.grant().validity(), services.games.stopping());
        let services = Arc::new(services);
        Self { services, caller, requests, under_way: None, timer: None, validity, stopping, end: Some(end) }
    }

    /// The next request, taken up; or the end of the stream, with why it ends if its requests would go on.
    fn poll_request(&mut self, cx: &mut Context<'_>) -> Poll<Result<UnderWay, Option<Status>>> {
        let Some(end) = &mut self.end else { return Poll::Ready(Err(None)) };
        let ended = match Pin::new(&mut self.requests).poll_next(cx) {
            Poll::Ready(Some(Ok(_))) if *self.stopping.borrow() => Some(status::halted(StopReason::Stopping)),
            Poll::Ready(Some(Ok(request))) if self.validity.holds() => {
                let clock = &self.services.clock;
                let deadline = after(clock.now(), self.services.limits.call().0);
                let result =
                    Box::pin(Arc::clone(&self.services).seal_requested(self.caller.again(), request));
                return Poll::Ready(Ok(UnderWay { begun: clock.micros(), deadline, result }));
            }
            Poll::Ready(Some(Ok(_))) => Some(status::token_revoked()),
            Poll::Ready(Some(Err(status))) => Some(self.unreadable(status)),
            Poll::Ready(None) => None,
            Poll::Pending => Some(ready!(end.as_mut().poll(cx))),
        };
        self.end = None;
        Poll::Ready(Err(ended))
    }

    /// Returns what is said of a message that is none: our refusal, which counts, if it was the library that did not
    /// take it.
    fn unreadable(&self, status: Status) -> Status {
        let Services { meter, limits, .. } = &*self.services;
        let Some(refusal) = library_refusal(&status, limits) else { return status };
        meter.refused(&CallKind::Sealing(None), &reason(&refusal));
        refusal
    }

    /// The end of a request's time.
    fn poll_late(&mut self, deadline: Monotonic, cx: &mut Context<'_>) -> Poll<SealResult> {
        let clock = &self.services.clock;
        loop {
            let timer = self.timer.get_or_insert_with(|| clock.reach(deadline));
            ready!(timer.as_mut().poll(cx));
            self.timer = None;
            if clock.now() >= deadline {
                let outcome = Err(status::timed_out(self.services.limits.call()));
                return Poll::Ready(SealResult { game: None, outcome });
            }
        }
    }

    /// The answer to a request that was begun then; both are counted.
    fn answer(&self, begun: Micros, SealResult { game, outcome }: SealResult) -> SealResponse {
        let Services { meter, clock, .. } = &*self.services;
        let kind = CallKind::Sealing(game);
        meter.answered(&kind, clock.micros().since(begun));
        let outcome = outcome.unwrap_or_else(|status| {
            meter.refused(&kind, &reason(&status));
            let refusal = SealRefusal { status: refusal_to_wire(&status), padding: Vec::new() };
            Outcome::Refusal(pad(refusal, ANSWER))
        });
        SealResponse { outcome: Some(outcome) }
    }
}

impl Stream for Sealings {
    type Item = Result<SealResponse, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.under_way.is_none() {
            match ready!(self.poll_request(cx)) {
                Ok(request) => self.under_way = Some(request),
                Err(end) => return Poll::Ready(end.map(Err)),
            }
        }
        let Some(UnderWay { begun, deadline, result }) = &mut self.under_way else { return Poll::Pending };
        let (begun, deadline) = (*begun, *deadline);
        let sealed = match result.as_mut().poll(cx) {
            Poll::Ready(sealed) => sealed,
            // What is there in the last moment is there.
            Poll::Pending => ready!(self.poll_late(deadline, cx)),
        };
        self.under_way = None;
        Poll::Ready(Some(Ok(self.answer(begun, sealed))))
    }
}

impl Services {
    /// Seals what a request of a stream asks for.
    async fn seal_requested(self: Arc<Self>, caller: Caller, request: SealRequest) -> SealResult {
        let outcome = match request.sealing {
            Some(Sealing::Bids(request)) => self.seal_bids(&caller, request).await.map(Outcome::Bids),
            Some(Sealing::Rebid(request)) => self.seal_rebid(&caller, request).await.map(Outcome::Rebid),
            None => self.pace_sealing(&caller).and(Err(status::missing_field("sealing"))),
        };
        SealResult { game: caller.game().cloned(), outcome }
    }
}
