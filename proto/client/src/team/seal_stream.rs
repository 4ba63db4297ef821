//! The stream on which a team seals one list or re-bid after the other.

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

/// The way of a team's sealings in one game: the first is a call of its own, all others go over a stream, which costs both sides
/// less. What becomes of a sealing is the same on both, and told in the same way.
///
/// The stream is opened anew when it has ended, with the server or with the connection; where it cannot be, or the server that has
/// it does not serve the game, a call of its own finds the way. Silent in debug output (`A4`).
#[derive(Default)]
pub struct SealStream {
    has_sealed: bool,
    open: Option<OpenStream>,
}

/// A stream and its game.
struct OpenStream {
    game: String,
    requests: mpsc::Sender<team::SealRequest>,
    answers: Streaming<team::SealResponse>,
}

impl SealStream {
    /// Makes a way on which nothing was sealed.
    pub fn new() -> Self {
        Self::default()
    }

    /// Seals, and waits for the answer.
    ///
    /// # Errors
    /// What the server refuses, or no answer.
    pub async fn send(&mut self, link: &Link, request: SealRequest) -> Result<SealAnswer, CallError> {
        if !std::mem::replace(&mut self.has_sealed, true) {
            return request.send(link).await;
        }
        // Who stops waiting takes the stream along, and the answer that may still come on it.
        let open = self.open.take().filter(|open| open.game == request.game());
        let open = match open.and_then(OpenStream::idle) {
            Some(open) => Ok(open),
            None => OpenStream::begin(link, request.game()).await,
        };
        // Nothing was sent yet.
        let Ok(mut open) = open else { return request.send(link).await };
        let answer = open.ask(request.to_wire()).await;
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

    /// The same, if it has not ended.
    fn idle(mut self) -> Option<Self> {
        let mut context = Context::from_waker(Waker::noop());
        let is_idle = Pin::new(&mut self.answers).poll_next(&mut context).is_pending();
        is_idle.then_some(self)
    }

    async fn ask(&mut self, request: team::SealRequest) -> Result<SealAnswer, CallError> {
        let lost = CallError::Unanswered { code: Code::Cancelled };
        // What was not sent is told by the answers' end.
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

/// Returns whether nothing but the server is in the way: it does not serve the game, or not any longer.
fn is_of_server(reason: ErrorReason) -> bool {
    matches!(reason, ErrorReason::GameElsewhere | ErrorReason::ServerStopping)
}

impl fmt::Debug for SealStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SealStream").field("is_open", &self.open.is_some()).finish_non_exhaustive()
    }
}
