//! The queue of a journal's own thread: how requests reach it, and how answers come back.
//!
//! Serves every engine that has such a thread. Knows requests and nothing of what becomes of them.

use std::collections::BTreeSet;
use std::fmt;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use crate::contract::{Checkpoints, Claims, Journal};
use crate::error::{AppendError, Error, FatalError, Pending};
use crate::stream::{Append, Record, Sequence, StreamClaim, StreamId, SweepCursor, SweepPage};

/// Number of requests that may wait for the thread. Whoever comes then waits to be let in.
const QUEUE: usize = 1_024;

/// Channel for an answer.
pub type Reply<T, E> = oneshot::Sender<Result<T, E>>;

/// One request.
pub enum Job {
    /// As [`Journal::claim`].
    Claim(StreamId, Reply<StreamClaim, Error>),
    /// As [`Journal::claim_all`].
    ClaimAll(BTreeSet<StreamId>, Reply<Claims, Error>),
    /// As [`Journal::append`].
    Append(Append, Reply<Sequence, AppendError>),
    /// As [`Journal::read`].
    Read {
        stream: StreamId,
        /// From which record on.
        from: Sequence,
        /// At most so many.
        limit: usize,
        /// Channel for the answer.
        reply: Reply<Vec<Record>, Error>,
    },
    /// As [`Journal::sweep`].
    Sweep {
        /// From which mark on.
        from: SweepCursor,
        /// At most so many records.
        limit: usize,
        /// Channel for the answer.
        reply: Reply<SweepPage, Error>,
    },
    /// As [`Journal::keep_checkpoint`].
    KeepCheckpoint(StreamId, Bytes, Reply<(), Error>),
    /// As [`Journal::checkpoints`].
    Checkpoints(BTreeSet<StreamId>, Reply<Checkpoints, Error>),
    /// As [`Journal::streams`].
    Streams(Reply<Vec<(StreamId, Sequence)>, Error>),
    /// As [`Journal::close`].
    Close(Reply<(), Error>),
}

impl Job {
    /// Answers with a failure, whatever was asked.
    pub fn fail(self, failure: &FatalError) {
        // Whoever asked may have gone.
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

/// The sending end of the queue: a journal by a thread that takes its requests in their order.
#[derive(Clone)]
pub struct Requests(mpsc::Sender<Job>);

impl Requests {
    /// A queue, and the end that the thread takes requests from.
    pub fn channel() -> (Self, mpsc::Receiver<Job>) {
        let (queue, jobs) = mpsc::channel(QUEUE);
        (Self(queue), jobs)
    }

    async fn ask<T, E: From<FatalError>>(&self, job: impl FnOnce(Reply<T, E>) -> Job) -> Result<T, E> {
        let (reply, answer) = oneshot::channel();
        // The thread lets go of the queue, or of a reply, only when it has ended. Where there is room the request
        // is in the queue at the first poll, even in a task that has used up what tokio lets it do at a stretch;
        // waiting for room would send it back, and a later request could come before it.
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
        Box::pin(self.ask(|reply| Job::Claim(stream, reply)))
    }

    fn claim_all(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Claims> {
        Box::pin(self.ask(|reply| Job::ClaimAll(streams, reply)))
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        Box::pin(self.ask(|reply| Job::Append(append, reply)))
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        Box::pin(self.ask(move |reply| Job::Read { stream, from, limit, reply }))
    }

    fn sweep(&self, from: SweepCursor, limit: usize) -> Pending<'_, SweepPage> {
        Box::pin(self.ask(move |reply| Job::Sweep { from, limit, reply }))
    }

    fn keep_checkpoint(&self, stream: StreamId, checkpoint: Bytes) -> Pending<'_, ()> {
        Box::pin(self.ask(|reply| Job::KeepCheckpoint(stream, checkpoint, reply)))
    }

    fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Checkpoints> {
        Box::pin(self.ask(|reply| Job::Checkpoints(streams, reply)))
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        Box::pin(self.ask(Job::Streams))
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(self.ask(Job::Close))
    }
}
