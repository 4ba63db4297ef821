//! The journal in a PostgreSQL database.
//!
//! It gives the guarantees of [`ishigaki_journal`] with the database's disk, and that of its synchronous
//! copy. The database is the authority: epoch and head of a stream are compared in the statement that writes,
//! so that a writer fenced by another process writes nothing.
//!
//! An outcome is written, rejected or unknown. It is unknown if the connection is lost before the answer, the
//! database shuts down, or the wait for the copy is cancelled. After that the journal must be opened again.

mod batch;
mod committer;
mod connection_config;
mod database;
#[cfg(feature = "harness")]
pub mod harness;
mod members;
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

/// A journal in one PostgreSQL database, in the first schema of the search path.
///
/// One thread with one connection takes all waiting requests, up to a limit, and writes their appends in one
/// statement: one transaction and one sync. Other processes may open the same journal: the latest claimer of
/// a stream is its writer, and [`Membership`] limits the claims. Clones are handles of the same connection
/// and together one member.
#[derive(Clone)]
pub struct PostgresJournal {
    requests: Requests,
    members: Arc<Members>,
}

impl PostgresJournal {
    /// Opens the journal in a database, or creates it unless it is expected to exist.
    ///
    /// Blocks while connecting, a few seconds at most, and while comparing each stream's number of records
    /// with its head. Has its own runtime.
    ///
    /// # Errors
    ///
    /// [`Error::Database`]; [`Error::Gone`] if an expected journal is missing or empty.
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
