//! A stream of submissions: each is checked, limited, counted and answered like a single call, before the
//! next is read.

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

/// Answers to a team's stream of submissions. A request that was started is answered; then the stream ends
/// with the team's token or with the server.
pub struct Sealings {
    services: Arc<Services>,
    caller: Caller,
    requests: Streaming<SealRequest>,
    under_way: Option<RunningSealing>,
    /// Deadline of the request under way when it was set. Later requests don't reset it; their own time is
    /// checked when it fires.
    timer: Option<Wakeup>,
    /// Checked, like the server's shutdown, before each request, so nothing is accepted after a revocation or
    /// shutdown even if more requests wait.
    validity: Validity,
    stopping: watch::Receiver<bool>,
    /// Status that ends the stream before its requests do; `None` once it has ended.
    end: Option<Pin<Box<dyn Future<Output = Status> + Send>>>,
}

struct RunningSealing {
    begun: Micros,
    deadline: Monotonic,
    result: Pin<Box<dyn Future<Output = SealResult> + Send>>,
}

struct SealResult {
    /// The game, once it is known.
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

    /// Polls for the next request; `Err` ends the stream, with the reason if requests remain.
    fn poll_request(&mut self, cx: &mut Context<'_>) -> Poll<Result<RunningSealing, Option<Status>>> {
        let Some(end) = &mut self.end else { return Poll::Ready(Err(None)) };
        let ended = match Pin::new(&mut self.requests).poll_next(cx) {
            Poll::Ready(Some(Ok(_))) if *self.stopping.borrow() => Some(status::halted(StopReason::Stopping)),
            Poll::Ready(Some(Ok(request))) if self.validity.holds() => {
                let clock = &self.services.clock;
                let deadline = after(clock.now(), self.services.limits.call().0);
                let result =
                    Box::pin(Arc::clone(&self.services).seal_requested(self.caller.again(), request));
                return Poll::Ready(Ok(RunningSealing { begun: clock.micros(), deadline, result }));
            }
            Poll::Ready(Some(Ok(_))) => Some(status::token_revoked()),
            Poll::Ready(Some(Err(status))) => Some(self.unreadable(status)),
            Poll::Ready(None) => None,
            Poll::Pending => Some(ready!(end.as_mut().poll(cx))),
        };
        self.end = None;
        Poll::Ready(Err(ended))
    }

    /// Converts the status of an unreadable message: our own refusal, counted, if the library rejected it.
    fn unreadable(&self, status: Status) -> Status {
        let Services { meter, limits, .. } = &*self.services;
        let Some(refusal) = library_refusal(&status, limits) else { return status };
        meter.refused(&CallKind::Sealing(None), &reason(&refusal));
        refusal
    }

    /// Ends a request at its deadline.
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

    /// Builds the answer to a request, and counts both.
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
        let Some(RunningSealing { begun, deadline, result }) = &mut self.under_way else {
            return Poll::Pending;
        };
        let (begun, deadline) = (*begun, *deadline);
        let sealed = match result.as_mut().poll(cx) {
            Poll::Ready(sealed) => sealed,
            // An answer that is ready together with its deadline counts.
            Poll::Pending => ready!(self.poll_late(deadline, cx)),
        };
        self.under_way = None;
        Poll::Ready(Some(Ok(self.answer(begun, sealed))))
    }
}

impl Services {
    async fn seal_requested(self: Arc<Self>, caller: Caller, request: SealRequest) -> SealResult {
        let outcome = match request.sealing {
            Some(Sealing::Bids(request)) => self.seal_bids(&caller, request).await.map(Outcome::Bids),
            Some(Sealing::Rebid(request)) => self.seal_rebid(&caller, request).await.map(Outcome::Rebid),
            None => self.pace_sealing(&caller).and(Err(status::missing_field("sealing"))),
        };
        SealResult { game: caller.game().cloned(), outcome }
    }
}
