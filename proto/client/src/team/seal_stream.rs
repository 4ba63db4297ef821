//! The stream on which a team submits.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Waker};

use ishigaki_proto::fault::{ErrorReason, refusal_from_wire};
use ishigaki_proto::team;
use ishigaki_proto::team::seal_response::Outcome;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_stream::Stream as _;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Code, Status, Streaming};

use super::request::{SealAnswer, SealRequest};
use crate::connect::ANSWER;
use crate::{CallError, Link};

/// Submits a team's lists in one game: the first by a separate call, all others over a stream, which is
/// cheaper for both sides. Outcomes are identical.
///
/// The stream is opened again when it has ended. If that fails, or its server doesn't serve the game, a
/// separate call finds the way. Debug output omits it (`A4`).
#[derive(Default)]
pub struct SealStream {
    has_sealed: bool,
    open: Option<OpenStream>,
}

struct OpenStream {
    game: String,
    requests: mpsc::Sender<team::SealRequest>,
    answers: Streaming<team::SealResponse>,
}

impl SealStream {
    /// Returns an unused stream.
    pub fn new() -> Self {
        Self::default()
    }

    /// Submits, and waits for the answer.
    pub async fn send(&mut self, link: &Link, request: SealRequest) -> Result<SealAnswer, CallError> {
        if !std::mem::replace(&mut self.has_sealed, true) {
            return request.send(link).await;
        }
        // Taken out, so that a cancelled call drops the stream with its pending answer.
        let open = self.open.take().filter(|open| open.game == request.game());
        let open = match open.and_then(OpenStream::idle) {
            Some(open) => Ok(open),
            None => OpenStream::begin(link, request.game()).await,
        };
        // Nothing was sent yet.
        let Ok(mut open) = open else { return request.send(link).await };
        let answer = open.request(request.to_wire()).await;
        match answer {
            Err(CallError::Refused(fault)) if is_of_server(fault.reason) => request.send(link).await,
            Err(error @ (CallError::Unanswered { .. } | CallError::Unknown { .. })) => Err(error),
            answer => {
                self.open = Some(open);
                answer
            }
        }
    }
}

impl OpenStream {
    async fn begin(link: &Link, game: &str) -> Result<Self, Status> {
        let (requests, stream) = mpsc::channel(1);
        let answers = link.team_stream(game).seal(ReceiverStream::new(stream)).await?.into_inner();
        Ok(Self { game: game.to_owned(), requests, answers })
    }

    fn idle(mut self) -> Option<Self> {
        let mut context = Context::from_waker(Waker::noop());
        let is_idle = Pin::new(&mut self.answers).poll_next(&mut context).is_pending();
        is_idle.then_some(self)
    }

    async fn request(&mut self, request: team::SealRequest) -> Result<SealAnswer, CallError> {
        let lost = CallError::Unanswered { code: Code::Cancelled };
        // If it wasn't sent, the stream of answers ends.
        _ = self.requests.send(request).await;
        let answer = timeout(ANSWER, self.answers.message()).await;
        let answer = answer.map_err(|_| CallError::Unanswered { code: Code::DeadlineExceeded })??;
        match answer.and_then(|answer| answer.outcome).ok_or(lost)? {
            Outcome::Bids(answer) => Ok(answer.into()),
            Outcome::Rebid(answer) => Ok(answer.into()),
            Outcome::Refusal(refusal) => {
                let status = refusal_from_wire(&refusal.status);
                Err(status.map_or(CallError::Unknown { code: Code::Internal }, CallError::from))
            }
        }
    }
}

/// Returns whether the reason is only that this server doesn't serve the game.
fn is_of_server(reason: ErrorReason) -> bool {
    matches!(reason, ErrorReason::GameElsewhere | ErrorReason::ServerStopping)
}

impl fmt::Debug for SealStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SealStream").field("is_open", &self.open.is_some()).finish_non_exhaustive()
    }
}
