//! The queue of a journal's thread, for all engines with such a thread.

use std::collections::BTreeSet;
use std::fmt;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use crate::contract::{Checkpoints, Claims, Journal};
use crate::error::{AppendError, Error, FatalError, Pending};
use crate::stream::{Append, Record, Sequence, StreamClaim, StreamId, SweepCursor, SweepPage};

/// Number of requests that may wait for the thread. Further callers wait.
const QUEUE: usize = 1_024;

/// Channel for an answer.
pub type Reply<T, E> = oneshot::Sender<Result<T, E>>;

/// One request.
pub enum Job {
    Claim(StreamId, Reply<StreamClaim, Error>),
    ClaimAll(BTreeSet<StreamId>, Reply<Claims, Error>),
    Append(Append, Reply<Sequence, AppendError>),
    Read { stream: StreamId, from: Sequence, limit: usize, reply: Reply<Vec<Record>, Error> },
    Sweep { from: SweepCursor, limit: usize, reply: Reply<SweepPage, Error> },
    KeepCheckpoint(StreamId, Bytes, Reply<(), Error>),
    Checkpoints(BTreeSet<StreamId>, Reply<Checkpoints, Error>),
    Streams(Reply<Vec<(StreamId, Sequence)>, Error>),
    Close(Reply<(), Error>),
}

impl Job {
    /// Answers any request with an error.
    pub fn fail(self, failure: &FatalError) {
        match self {
            Self::Claim(_, reply) => drop(reply.send(Err(failure.clone().into()))),
            Self::ClaimAll(_, reply) => drop(reply.send(Err(failure.clone().into()))),
            Self::Append(_, reply) => drop(reply.send(Err(failure.clone().into()))),
            Self::Read { reply, .. } => drop(reply.send(Err(failure.clone().into()))),
            Self::Sweep { reply, .. } => drop(reply.send(Err(failure.clone().into()))),
            Self::Checkpoints(_, reply) => drop(reply.send(Err(failure.clone().into()))),
            Self::Streams(reply) => drop(reply.send(Err(failure.clone().into()))),
            Self::KeepCheckpoint(_, _, reply) | Self::Close(reply) => {
                drop(reply.send(Err(failure.clone().into())));
            }
        }
    }
}

/// The sending end of the queue: a journal served by a thread in the order of requests.
#[derive(Clone)]
pub struct Requests(mpsc::Sender<Job>);

impl Requests {
    /// Returns a queue, and the receiving end for the thread.
    pub fn channel() -> (Self, mpsc::Receiver<Job>) {
        let (queue, jobs) = mpsc::channel(QUEUE);
        (Self(queue), jobs)
    }

    async fn request<T, E: From<FatalError>>(&self, job: impl FnOnce(Reply<T, E>) -> Job) -> Result<T, E> {
        let (reply, answer) = oneshot::channel();
        // The thread drops the queue or a reply only when it has ended. If there is room, the request is
        // queued at the first poll, even in a task without tokio budget; awaiting capacity would yield, and a
        // later request could overtake it.
        match self.0.try_send(job(reply)) {
            Ok(()) => {}
            Err(TrySendError::Full(job)) => self.0.send(job).await.map_err(|_| FatalError::Closed)?,
            Err(TrySendError::Closed(_)) => return Err(FatalError::Closed.into()),
        }
        answer.await.unwrap_or_else(|_| Err(FatalError::Closed.into()))
    }
}

impl fmt::Debug for Requests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Requests")
    }
}

impl Journal for Requests {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        Box::pin(self.request(|reply| Job::Claim(stream, reply)))
    }

    fn claim_all(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Claims> {
        Box::pin(self.request(|reply| Job::ClaimAll(streams, reply)))
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        Box::pin(self.request(|reply| Job::Append(append, reply)))
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        Box::pin(self.request(move |reply| Job::Read { stream, from, limit, reply }))
    }

    fn sweep(&self, from: SweepCursor, limit: usize) -> Pending<'_, SweepPage> {
        Box::pin(self.request(move |reply| Job::Sweep { from, limit, reply }))
    }

    fn keep_checkpoint(&self, stream: StreamId, checkpoint: Bytes) -> Pending<'_, ()> {
        Box::pin(self.request(|reply| Job::KeepCheckpoint(stream, checkpoint, reply)))
    }

    fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Checkpoints> {
        Box::pin(self.request(|reply| Job::Checkpoints(streams, reply)))
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        Box::pin(self.request(Job::Streams))
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(self.request(Job::Close))
    }
}
