//! The thread that owns the file: it turns waiting requests into transactions, one for all of them.
//!
//! Every answer of a group is held back until the group is committed. If anything fails on the way, everybody in
//! the group hears of the failure, and so does everybody after.

use std::error::Error as StdError;

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::file::Opened;
use crate::book::Book;
use crate::error::{AppendError, Cause, Error, Failure};
use crate::stream::{Append, Claim, Record, Sequence, StreamId};

/// At most this many requests share a transaction, so that the first of them does not wait for ever.
const GROUP: usize = 512;

/// Where an answer goes.
pub(super) type Reply<T, E> = oneshot::Sender<Result<T, E>>;

/// One request.
pub(super) enum Job {
    Claim(StreamId, Reply<Claim, Error>),
    Append(Append, Reply<Sequence, AppendError>),
    Read { stream: StreamId, from: Sequence, limit: usize, reply: Reply<Vec<Record>, Error> },
    Streams(Reply<Vec<(StreamId, Sequence)>, Error>),
    Close(Reply<(), Error>),
}

/// An answer that waits for its group: it goes out as it is, or as the failure that befell the group.
type Held = Box<dyn FnOnce(Option<&Failure>)>;

/// The storage's own trouble, which poisons the journal.
type Trouble = Box<dyn StdError + Send + Sync>;

/// What a request comes to: trouble outside, the answer or refusal inside.
type Outcome<T, E> = Result<Result<T, E>, Trouble>;

/// A stream is not as this program writes it.
#[derive(Debug, thiserror::Error)]
#[error("record {sequence} of stream {stream} is missing")]
struct Missing {
    stream: StreamId,
    sequence: Sequence,
}

/// The owner of the file.
pub(super) struct Committer {
    connection: Connection,
    book: Book,
    /// Set once, never cleared.
    failure: Option<Failure>,
}

impl Committer {
    pub(super) fn new(opened: Opened) -> Self {
        Self { connection: opened.connection, book: opened.book, failure: None }
    }

    /// Serves until somebody closes the journal or nobody is left to ask.
    pub(super) fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut jobs = Vec::with_capacity(GROUP);
        while queue.blocking_recv_many(&mut jobs, GROUP) > 0 {
            if let Some(reply) = self.group(jobs.drain(..)) {
                let closed = self.close();
                // From here on whoever asks finds the queue closed, and whoever waited loses the reply.
                drop(queue);
                drop(reply.send(closed));
                return;
            }
        }
        // Nobody is left to hear how it went.
        drop(self.close());
    }

    /// Serves the requests in one transaction, up to one that closes the journal, whose reply it returns.
    fn group(&mut self, jobs: impl Iterator<Item = Job>) -> Option<Reply<(), Error>> {
        let mut held = Vec::new();
        let mut closing = None;
        let begun = self.execute("while beginning a transaction", "BEGIN IMMEDIATE");
        for job in jobs {
            held.push(match job {
                Job::Claim(stream, reply) => {
                    self.serve("while claiming", reply, |file, book| claim(file, book, &stream))
                }
                Job::Append(append, reply) => {
                    self.serve("while writing", reply, |file, book| write(file, book, &append))
                }
                Job::Read { stream, from, limit, reply } => {
                    self.serve("while reading", reply, |file, book| read(file, book, stream, from, limit))
                }
                Job::Streams(reply) => self.serve("while reading", reply, |_, book| Ok(Ok(book.heads()))),
                Job::Close(reply) => {
                    closing = Some(reply);
                    break;
                }
            });
        }
        let failure = begun.and_then(|()| self.execute("while committing", "COMMIT")).err();
        if failure.is_some() && !self.connection.is_autocommit() {
            // If even this fails there is nothing to add: the journal is poisoned already.
            drop(self.connection.execute_batch("ROLLBACK"));
        }
        for answer in held {
            answer(failure.as_ref());
        }
        closing
    }

    fn execute(&mut self, doing: &'static str, sql: &str) -> Result<(), Failure> {
        self.attempt(doing, |file, _| {
            file.prepare_cached(sql)?.execute([])?;
            Ok(())
        })
    }

    /// Does one request's work and holds its answer back.
    fn serve<T: 'static, E: From<Failure> + 'static>(
        &mut self,
        doing: &'static str,
        reply: Reply<T, E>,
        work: impl FnOnce(&Connection, &mut Book) -> Outcome<T, E>,
    ) -> Held {
        let outcome = self.attempt(doing, work).unwrap_or_else(|failure| Err(failure.into()));
        Box::new(move |failure| {
            // Whoever asked may have gone; what was done stands.
            drop(reply.send(match failure {
                None => outcome,
                Some(failure) => Err(failure.clone().into()),
            }));
        })
    }

    /// Does a piece of work unless the journal is poisoned, and poisons it if the work meets trouble.
    fn attempt<T>(
        &mut self,
        doing: &'static str,
        work: impl FnOnce(&Connection, &mut Book) -> Result<T, Trouble>,
    ) -> Result<T, Failure> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        work(&self.connection, &mut self.book).map_err(|trouble| {
            let failure = Failure::Poisoned { doing, source: Cause::new(trouble) };
            self.failure = Some(failure.clone());
            failure
        })
    }

    /// Closes the file, which also moves the log into it and removes the log.
    fn close(self) -> Result<(), Error> {
        let closed = self.connection.close();
        match (self.failure, closed) {
            (Some(failure), _) => Err(failure.into()),
            (None, Err((_, error))) => {
                Err(Failure::Poisoned { doing: "while closing", source: Cause::new(error) }.into())
            }
            (None, Ok(())) => Ok(()),
        }
    }
}

fn claim(connection: &Connection, book: &mut Book, stream: &StreamId) -> Outcome<Claim, Error> {
    let entry = book.claim(stream);
    connection
        .prepare_cached(
            "INSERT INTO streams (number, name, epoch) VALUES (?1, ?2, ?3)
             ON CONFLICT (number) DO UPDATE SET epoch = excluded.epoch",
        )?
        .execute((entry.number, stream.as_str(), i64::try_from(entry.epoch.0)?))?;
    Ok(Ok(entry.claim()))
}

fn write(connection: &Connection, book: &mut Book, append: &Append) -> Outcome<Sequence, AppendError> {
    // Refused before anything is written, so that a refusal leaves the group as it was.
    let admitted = match book.admit(append) {
        Ok(admitted) => admitted,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let mut insert =
        connection.prepare_cached("INSERT INTO records (stream, sequence, bytes) VALUES (?1, ?2, ?3)")?;
    let mut sequence = admitted.first;
    for record in &append.records {
        insert.execute((admitted.number, i64::try_from(sequence.0)?, &record[..]))?;
        sequence = sequence.next();
    }
    Ok(Ok(admitted.head))
}

fn read(
    connection: &Connection,
    book: &Book,
    stream: StreamId,
    from: Sequence,
    limit: usize,
) -> Outcome<Vec<Record>, Error> {
    let Some(entry) = book.find(&stream) else { return Ok(Err(Error::UnknownStream(stream))) };
    let mut sequence = from.max(Sequence::START.next());
    let mut records = Vec::new();
    if sequence > entry.head {
        return Ok(Ok(records));
    }
    let end = sequence.after(limit as u64).min(entry.head.next());
    let mut select = connection.prepare_cached(
        "SELECT sequence, bytes FROM records WHERE stream = ?1 AND sequence >= ?2 AND sequence < ?3
         ORDER BY sequence",
    )?;
    let mut rows = select.query((entry.number, i64::try_from(sequence.0)?, i64::try_from(end.0)?))?;
    while sequence < end {
        let row = match rows.next()? {
            Some(row) if u64::try_from(row.get::<_, i64>(0)?)? == sequence.0 => row,
            _ => return Err(Missing { stream, sequence }.into()),
        };
        records.push(Record { sequence, bytes: row.get::<_, Vec<u8>>(1)?.into() });
        sequence = sequence.next();
    }
    Ok(Ok(records))
}
