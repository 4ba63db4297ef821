//! The thread that owns the file: it combines waiting requests into transactions.
//!
//! Answers are held back until their group is committed, and reads are done then. If anything fails, the
//! whole group and all later requests get the error.

use std::collections::BTreeSet;
use std::error::Error as StdError;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use ishigaki_catalogue::Message;
use rusqlite::{CachedStatement, Connection, ErrorCode, Row};
use tokio::sync::mpsc;

use super::file::{self, JournalFile};
use super::index::RecordIndex;
use super::survey;
use crate::contract::{Checkpoints, Claims};
use crate::error::{AppendError, Corruption, CorruptionKind, Error, FatalError, StorageCause};
use crate::gatherer::Gatherer;
use crate::queue::{Job, Reply};
use crate::seal::{self, RowTrust};
use crate::stream::{Append, Record, Sequence, StreamClaim, StreamId, SweepCursor, SweepPage};
use crate::stream_table::{Span, StreamTable};

/// Maximum number of requests per transaction, so that the first doesn't wait forever.
const GROUP: usize = 512;

/// Number of requests that makes a group large: on a busy machine, waiting for more of them is cheaper than
/// another sync.
const LARGE: usize = 24;

/// Number of requests at which a group stops waiting for more.
const FULL_GROUP: usize = 64;

/// Length of the log in bytes at which it is moved into the file, SQLite's default.
const LOG: usize = 1_000 * PAGE;

/// SQLite's page size in bytes. A group writes at least one page.
const PAGE: usize = 4_096;

/// Bytes of records that end a page of a sweep, so that other requests get their turn.
const SWEPT: usize = 1 << 22;

enum Fetch {
    Read { stream: StreamId, span: Result<Span, Error>, reply: Reply<Vec<Record>, Error> },
    Sweep { from: SweepCursor, limit: usize, reply: Reply<SweepPage, Error> },
    Checkpoints { streams: BTreeSet<StreamId>, reply: Reply<Checkpoints, Error> },
}

/// An answer to send when its group is done, replaced by the group's error if there is one.
type DeferredReply = Box<dyn FnOnce(Option<&FatalError>)>;

type BoxError = Box<dyn StdError + Send + Sync>;

type Outcome<T, E> = Result<Result<T, E>, BoxError>;

#[derive(Debug, thiserror::Error, Message)]
#[message("journal")]
enum FileError {
    /// Without source, because SQLite's text would repeat it.
    DiskFull {
        file: PathBuf,
    },
    DiskUnsound {
        file: PathBuf,
        source: BoxError,
    },
}

impl FileError {
    fn new(file: &Path, source: BoxError) -> Self {
        let file = file.to_owned();
        let code = source.downcast_ref::<rusqlite::Error>().and_then(rusqlite::Error::sqlite_error_code);
        if code == Some(ErrorCode::DiskFull) {
            Self::DiskFull { file }
        } else {
            Self::DiskUnsound { file, source }
        }
    }
}

pub(super) struct Committer {
    file: PathBuf,
    connection: Connection,
    book: StreamTable,
    index: RecordIndex,
    /// Approximate number of bytes in the log since it was last moved into the file.
    logged: usize,
    /// Set once, never cleared.
    failure: Option<FatalError>,
}

struct GroupStorage<'c> {
    connection: &'c Connection,
    book: &'c mut StreamTable,
    index: &'c mut RecordIndex,
    logged: &'c mut usize,
    insert: Option<CachedStatement<'c>>,
}

struct Transaction<'c> {
    storage: GroupStorage<'c>,
    file: &'c Path,
    failure: &'c mut Option<FatalError>,
}

impl Committer {
    pub(super) fn new(opened: JournalFile) -> Self {
        let JournalFile { file, connection, book, index } = opened;
        Self { file, connection, book, index, logged: 0, failure: None }
    }

    /// Serves until the journal is closed or all handles are dropped.
    pub(super) fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut jobs = Vec::with_capacity(GROUP);
        let mut gatherer = Gatherer::new(LARGE, FULL_GROUP);
        while queue.blocking_recv_many(&mut jobs, GROUP) > 0 {
            gatherer.gather(&mut queue, &mut jobs);
            if let Some(reply) = self.group(jobs.drain(..)) {
                let closed = self.close();
                // From here on callers find the queue closed, and waiting ones lose their reply.
                drop(queue);
                drop(reply.send(closed));
                return;
            }
            self.keep_segment();
            self.move_log();
        }
        // No caller is left to get the result.
        drop(self.close());
    }

    /// Serves the requests in one transaction until it meets a close, and then returns the reply of the
    /// close.
    fn group(&mut self, jobs: impl Iterator<Item = Job>) -> Option<Reply<(), Error>> {
        let storage = GroupStorage {
            connection: &self.connection,
            book: &mut self.book,
            index: &mut self.index,
            logged: &mut self.logged,
            insert: None,
        };
        Transaction { storage, file: &self.file, failure: &mut self.failure }.serve(jobs)
    }

    /// Stores a segment if there is enough for one, between two groups, because segments cover only durable
    /// records.
    fn keep_segment(&mut self) {
        if self.failure.is_some() {
            return;
        }
        let Some(segment) = self.index.segment() else { return };
        self.logged += segment.len() + PAGE;
        if let Err(error) = segment.keep(&self.connection) {
            poison(&mut self.failure, &self.connection, &self.file, "while writing a segment", error.into());
        }
    }

    /// Moves a long log into the file, between two groups. SQLite would do it automatically, but hide errors.
    fn move_log(&mut self) {
        if self.logged < LOG || self.failure.is_some() {
            return;
        }
        self.logged = 0;
        let moved = self
            .connection
            .prepare_cached("PRAGMA wal_checkpoint(PASSIVE)")
            .and_then(|mut pragma| pragma.query_row([], |row| row.get::<_, bool>(0)));
        if let Err(error) = moved {
            poison(&mut self.failure, &self.connection, &self.file, "while moving its log", error.into());
        }
    }

    /// Closes the file. Unless there was an error, that also moves the log into the file and removes it.
    fn close(self) -> Result<(), Error> {
        let closed = self.connection.close();
        match (self.failure, closed) {
            (Some(failure), _) => Err(failure.into()),
            (None, Err((_, error))) => {
                let source = StorageCause::new(FileError::new(&self.file, error.into()));
                Err(FatalError::Poisoned { doing: "while closing", source }.into())
            }
            (None, Ok(())) => Ok(()),
        }
    }
}

impl<'c> Transaction<'c> {
    fn serve(mut self, jobs: impl Iterator<Item = Job>) -> Option<Reply<(), Error>> {
        let mut held = Vec::with_capacity(jobs.size_hint().0);
        let mut fetches = Vec::new();
        let mut closing = None;
        let begun =
            self.attempt("while beginning a transaction", |storage| storage.execute("BEGIN IMMEDIATE"));
        for job in jobs {
            held.push(match job {
                Job::Claim(stream, reply) => {
                    self.hold("while claiming", reply, |storage| storage.claim(&stream))
                }
                Job::ClaimAll(streams, reply) => {
                    self.hold("while claiming", reply, |storage| storage.claim_all(streams))
                }
                Job::Append(append, reply) => {
                    self.hold("while writing", reply, |storage| storage.write(&append))
                }
                Job::Read { stream, from, limit, reply } => {
                    let span = self.storage.book.span(&stream, from, limit);
                    fetches.push(Fetch::Read { stream, span, reply });
                    continue;
                }
                Job::Sweep { from, limit, reply } => {
                    fetches.push(Fetch::Sweep { from, limit, reply });
                    continue;
                }
                Job::KeepCheckpoint(stream, checkpoint, reply) => {
                    self.hold("while keeping a checkpoint", reply, |storage| {
                        storage.keep_checkpoint(stream, &checkpoint)
                    })
                }
                Job::Checkpoints(streams, reply) => {
                    fetches.push(Fetch::Checkpoints { streams, reply });
                    continue;
                }
                Job::Streams(reply) => {
                    self.hold("while reading", reply, |storage| Ok(Ok(storage.book.heads())))
                }
                Job::Close(reply) => {
                    closing = Some(reply);
                    break;
                }
            });
        }
        let committed =
            begun.and_then(|()| self.attempt("while committing", |storage| storage.execute("COMMIT")));
        // After an error the transaction is left open; closing rolls it back.
        let failure = committed.err();
        for answer in held {
            answer(failure.as_ref());
        }
        self.fetch_all(fetches);
        closing
    }

    /// Answers reads. Their ranges were fixed at their turn; rows are fetched after the commit, because
    /// SQLite aborts a transaction that meets a damaged page, with its appends.
    fn fetch_all(&mut self, fetches: Vec<Fetch>) {
        for fetch in fetches {
            match fetch {
                Fetch::Read { stream, span, reply } => self.answer(reply, |storage| match span {
                    Ok(span) => storage.read(stream, span),
                    Err(refusal) => Ok(Err(refusal)),
                }),
                Fetch::Sweep { from, limit, reply } => {
                    self.answer(reply, |storage| storage.sweep(from, limit).map(Ok));
                }
                Fetch::Checkpoints { streams, reply } => {
                    self.answer(reply, |storage| storage.checkpoints(streams).map(Ok));
                }
            }
        }
    }

    fn answer<T>(
        &mut self,
        reply: Reply<T, Error>,
        work: impl FnOnce(&mut GroupStorage<'c>) -> Outcome<T, Error>,
    ) {
        let outcome = self.attempt("while reading", work);
        drop(reply.send(outcome.unwrap_or_else(|failure| Err(failure.into()))));
    }

    fn hold<T: 'static, E: From<FatalError> + 'static>(
        &mut self,
        operation: &'static str,
        reply: Reply<T, E>,
        work: impl FnOnce(&mut GroupStorage<'c>) -> Outcome<T, E>,
    ) -> DeferredReply {
        let outcome = self.attempt(operation, work).unwrap_or_else(|failure| Err(failure.into()));
        Box::new(move |failure| {
            // The caller may be gone; the write is valid anyway.
            drop(reply.send(match failure {
                None => outcome,
                Some(failure) => Err(failure.clone().into()),
            }));
        })
    }

    /// Runs `work` unless the journal is poisoned, and poisons it on an error.
    fn attempt<T>(
        &mut self,
        operation: &'static str,
        work: impl FnOnce(&mut GroupStorage<'c>) -> Result<T, BoxError>,
    ) -> Result<T, FatalError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        work(&mut self.storage)
            .map_err(|error| poison(self.failure, self.storage.connection, self.file, operation, error))
    }
}

/// Sets the error for good, and prevents closing from writing.
fn poison(
    slot: &mut Option<FatalError>,
    connection: &Connection,
    file: &Path,
    operation: &'static str,
    error: BoxError,
) -> FatalError {
    // If that fails too, closing does its default, which is no worse.
    drop(file::leave_log(connection, true));
    let failure =
        FatalError::Poisoned { doing: operation, source: StorageCause::new(FileError::new(file, error)) };
    slot.insert(failure).clone()
}

impl GroupStorage<'_> {
    fn execute(&self, sql: &str) -> Result<(), BoxError> {
        self.connection.prepare_cached(sql)?.execute([])?;
        Ok(())
    }

    fn claim(&mut self, stream: &StreamId) -> Outcome<StreamClaim, Error> {
        let entry = match self.book.claim(stream) {
            Ok(entry) => entry,
            Err(refusal) => return Ok(Err(refusal)),
        };
        self.connection
            .prepare_cached(
                "INSERT INTO streams (number, name, epoch, sum) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (number) DO UPDATE SET epoch = excluded.epoch, sum = excluded.sum",
            )?
            .execute((
                entry.number,
                stream.as_str(),
                i64::try_from(entry.epoch.0)?,
                seal::stream(entry.number, stream.as_str(), entry.epoch.0),
            ))?;
        Ok(Ok(entry.claim()))
    }

    fn claim_all(&mut self, streams: BTreeSet<StreamId>) -> Outcome<Claims, Error> {
        let mut claims = Claims::new();
        for stream in streams {
            let claim = self.claim(&stream)?;
            claims.insert(stream, claim);
        }
        Ok(Ok(claims))
    }

    fn write(&mut self, append: &Append) -> Outcome<Sequence, AppendError> {
        // Rejected before anything is written, so that the group is unaffected.
        let admitted = match self.book.admit(append) {
            Ok(admitted) => admitted,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let insert = match &mut self.insert {
            Some(insert) => insert,
            none => {
                *self.logged += PAGE;
                none.insert(self.connection.prepare_cached(
                    "INSERT INTO records (place, stream, sequence, sum, bytes) VALUES (?1, ?2, ?3, ?4, ?5)",
                )?)
            }
        };
        let mut sequence = admitted.first;
        for record in &append.records {
            *self.logged += record.len();
            let place = self.index.take(admitted.number);
            let sum = seal::record(place, admitted.number, sequence.0, record);
            insert.execute((place, admitted.number, i64::try_from(sequence.0)?, sum, &record[..]))?;
            sequence = sequence.next();
        }
        Ok(Ok(admitted.head))
    }

    fn keep_checkpoint(&mut self, stream: StreamId, checkpoint: &Bytes) -> Outcome<(), Error> {
        let Some(entry) = self.book.get(&stream) else { return Ok(Err(Error::UnknownStream(stream))) };
        *self.logged += checkpoint.len();
        self.connection
            .prepare_cached("INSERT OR REPLACE INTO checkpoints (stream, bytes) VALUES (?1, ?2)")?
            .execute((entry.number, &checkpoint[..]))?;
        Ok(Ok(()))
    }

    /// The readable checkpoints; an unreadable one counts as missing.
    fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Result<Checkpoints, BoxError> {
        let mut select = self.connection.prepare_cached("SELECT bytes FROM checkpoints WHERE stream = ?1")?;
        let mut checkpoints = Checkpoints::new();
        for stream in streams {
            let Some(entry) = self.book.get(&stream) else { continue };
            let mut rows = select.query([entry.number])?;
            match rows.next() {
                Ok(Some(row)) => {
                    if let Ok(bytes) = row.get_ref(0)?.as_blob() {
                        checkpoints.insert(stream, Bytes::copy_from_slice(bytes));
                    }
                }
                Err(error) if !survey::is_damage(&error) => return Err(error.into()),
                Ok(None) | Err(_) => {}
            }
        }
        Ok(checkpoints)
    }

    fn read(&mut self, stream: StreamId, span: Span) -> Outcome<Vec<Record>, Error> {
        Ok(self.fetch(span)?.map_err(|damage| {
            self.book.mark(&stream, damage);
            Error::Damaged { stream, damage }
        }))
    }

    fn fetch(&self, span: Span) -> Result<Result<Vec<Record>, Corruption>, BoxError> {
        let mut records = Vec::new();
        let mut select = self
            .connection
            .prepare_cached("SELECT place, sum, bytes FROM records WHERE place >= ?1 ORDER BY place")?;
        for run in self.index.find(span.number, span.from, span.end) {
            let mut rows = select.query([run.place])?;
            for (place, sequence) in (run.place..).zip(run.first.0..).take(usize::try_from(run.length)?) {
                let damaged = |kind| Ok(Err(Corruption { sequence: Sequence(sequence), kind }));
                let row = match rows.next() {
                    Ok(Some(row)) if row.get::<_, i64>(0)? == place => row,
                    Ok(_) => return damaged(CorruptionKind::Missing),
                    Err(error) if survey::is_damage(&error) => return damaged(CorruptionKind::Garbled),
                    Err(error) => return Err(error.into()),
                };
                let (Ok(sum), Ok(bytes)) = (row.get(1), row.get_ref(2)?.as_blob()) else {
                    return damaged(CorruptionKind::Garbled);
                };
                if seal::trust(sum, place, span.number, sequence, bytes) != RowTrust::Sound {
                    return damaged(CorruptionKind::Garbled);
                }
                records.push(Record { sequence: Sequence(sequence), bytes: Bytes::copy_from_slice(bytes) });
            }
        }
        Ok(Ok(records))
    }

    /// The sound records after a place, up to the first row that SQLite can't read. It runs between two
    /// groups, so there are no pending appends.
    fn sweep(&self, from: SweepCursor, limit: usize) -> Result<SweepPage, BoxError> {
        let streams = self.book.numbered();
        let mut select = self.connection.prepare_cached(
            "SELECT place, stream, sequence, sum, bytes FROM records WHERE place > ?1 ORDER BY place",
        )?;
        let mut rows = select.query([from.0.cast_signed()])?;
        // One buffer for all, because allocating each would dominate the cost.
        let mut bytes = Vec::new();
        let mut found = Vec::new();
        let mut next = Some(from);
        while found.len() < limit && bytes.len() < SWEPT {
            let row = match rows.next() {
                Ok(Some(row)) => row,
                Err(error) if !survey::is_damage(&error) => return Err(error.into()),
                Ok(None) | Err(_) => {
                    next = None;
                    break;
                }
            };
            let place: i64 = row.get(0)?;
            next = Some(SweepCursor(place.cast_unsigned()));
            let Some((number, sequence, record)) = sound(row, place) else { continue };
            if let Some((stream, entry)) = streams.get(&number)
                && entry.gives(sequence)
            {
                found.push((*stream, sequence, bytes.len()..bytes.len() + record.len()));
                bytes.extend_from_slice(record);
            }
        }
        let bytes = Bytes::from(bytes);
        let record = |sequence, part| Record { sequence, bytes: bytes.slice(part) };
        let records =
            found.into_iter().map(|(stream, sequence, part)| (stream.clone(), record(sequence, part)));
        Ok(SweepPage { records: records.collect(), next })
    }
}

/// Returns stream number, sequence and bytes of an unchanged row.
fn sound<'r>(row: &'r Row<'_>, place: i64) -> Option<(i64, Sequence, &'r [u8])> {
    let number = row.get(1).ok()?;
    let sequence = row.get::<_, i64>(2).ok()?.cast_unsigned();
    let sum = row.get(3).ok()?;
    let bytes = row.get_ref(4).ok()?.as_blob().ok()?;
    let is_sound = seal::trust(sum, place, number, sequence, bytes) == RowTrust::Sound;
    is_sound.then_some((number, Sequence(sequence), bytes))
}
