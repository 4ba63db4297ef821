//! The journal in a PostgreSQL database.
//!
//! Keeps the promise of [`ishigaki_journal`] on a database's disk, and on that of its second copy where it has one. The
//! database is the authority: which epoch a stream is at and where its head stands is compared in the very statement that
//! writes, so that a writer who was fenced by another process, and does not know, writes nothing. Knows SQL and no
//! contest.
//!
//! An outcome is one of three: written, refused, or unknown. What is not surely one of the first two is the third: a
//! connection lost before the answer, a database that is ending, a wait for the second copy that somebody cancelled. After
//! it the journal serves nothing until it is opened again.

mod batch;
mod committer;
mod database;
#[cfg(feature = "harness")]
pub mod harness;
mod members;
mod place;
mod pooler;
mod rivals;
mod schema;
mod scratch;
mod session;
mod statement_failure;
mod statements;
mod tls;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, mpsc};
use std::thread;

use bytes::Bytes;
use ishigaki_journal::engine::Requests;
use ishigaki_journal::{
    Append, AppendError, Checkpoints, Claims, DatabaseError, DatabaseFault, DatabaseUrl, Error, Expected,
    FatalError, Journal, Membership, Pending, Record, Sequence, StorageCause, StreamClaim, StreamId,
    SweepCursor, SweepPage,
};
use tokio::runtime::{Builder, Runtime};

use committer::Committer;
use members::{LeaseState, Members};

pub use scratch::{Scratch, bytes};

/// A journal in one PostgreSQL database, in the first schema of the session's search path.
///
/// One thread with one connection takes all requests that wait, up to a bound, and writes what is to be appended in one
/// statement, which is one transaction and one sync. Other processes may have the same journal open: whoever claims a
/// stream last is its writer, and [`Membership`] says who may claim what. Clones are handles of the same connection, and
/// one member together.
#[derive(Clone)]
pub struct PostgresJournal {
    requests: Requests,
    members: Arc<Members>,
}

impl PostgresJournal {
    /// Opens the journal in a database, or makes it there if nothing says that there has to be one.
    ///
    /// Blocks while it connects, for a few seconds at most, and while it holds the number of each stream's records against its
    /// head. Brings its own runtime.
    ///
    /// # Errors
    /// [`Error::Database`]; [`Error::Gone`] if a journal is expected and there is none or nothing in it.
    pub fn open(url: &DatabaseUrl, expected: Expected) -> Result<Self, Error> {
        let (requests, jobs) = Requests::channel();
        let (opened, outcome) = mpsc::sync_channel(1);
        let standing = LeaseState::default();
        let (place, theirs) = (url.clone(), standing.clone());
        let run = move || {
            let (runtime, committer) = match start(&place, expected, theirs) {
                Ok(started) => started,
                Err(error) => return drop(opened.send(Err(error))),
            };
            drop(opened.send(Ok(runtime.handle().clone())));
            runtime.block_on(committer.run(jobs));
        };
        let spawned = thread::Builder::new().name("journal".into()).spawn(run);
        spawned.map_err(|error| unusable(url, error))?;
        let runtime = outcome.recv().unwrap_or_else(|_| Err(FatalError::Closed.into()))?;
        Ok(Self { requests, members: Arc::new(Members::new(url, runtime, standing)) })
    }
}

/// The thread's runtime, and what it runs.
fn start(url: &DatabaseUrl, expected: Expected, standing: LeaseState) -> Result<(Runtime, Committer), Error> {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| unusable(url, error))?;
    let committer = runtime.block_on(Committer::open(url, expected, standing))?;
    Ok((runtime, committer))
}

fn unusable(url: &DatabaseUrl, error: std::io::Error) -> Error {
    DatabaseError { url: url.clone(), fault: DatabaseFault::Unusable(StorageCause::new(error)) }.into()
}

impl fmt::Debug for PostgresJournal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresJournal").finish_non_exhaustive()
    }
}

impl Journal for PostgresJournal {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        self.requests.claim(stream)
    }

    fn claim_all(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Claims> {
        self.requests.claim_all(streams)
    }

    fn append(
        &self,
        append: Append,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<Sequence, AppendError>> + Send + '_>> {
        self.requests.append(append)
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        self.requests.read(stream, from, limit)
    }

    fn sweep(&self, from: SweepCursor, limit: usize) -> Pending<'_, SweepPage> {
        self.requests.sweep(from, limit)
    }

    fn keep_checkpoint(&self, stream: StreamId, checkpoint: Bytes) -> Pending<'_, ()> {
        self.requests.keep_checkpoint(stream, checkpoint)
    }

    fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Checkpoints> {
        self.requests.checkpoints(streams)
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        self.requests.streams()
    }

    fn close(&self) -> Pending<'_, ()> {
        self.requests.close()
    }

    fn membership(&self) -> Option<&dyn Membership> {
        Some(&*self.members)
    }
}
