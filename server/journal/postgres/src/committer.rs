//! The thread's work: requests in order, successive appends as one batch.

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::task::Poll;

use bytes::Bytes;
use ishigaki_journal::engine::{Gatherer, Job, Reply, RowTrust, Span, StreamEntry, StreamTable, trust};
use ishigaki_journal::{
    Append, AppendError, Claims, Corruption, CorruptionKind, DatabaseError, DatabaseFault, DatabaseUrl,
    Epoch, Error, Expected, FatalError, Record, Sequence, StorageCause, StreamClaim, StreamId, SweepCursor,
    SweepPage,
};
use tokio::sync::mpsc;
use tokio_postgres::Row;

use crate::batch::{RefusedStream, StatementBatch};
use crate::members::LeaseState;
use crate::session::{BrokenRow, Session, StreamRow, SurveyRow};
use crate::statement_failure::StatementFailure;

/// Maximum number of requests taken at a time, so that the first doesn't wait forever.
const GROUP: usize = 512;

const PAGE: u64 = 4_096;

/// Number of bits of a cursor for the sequence; the rest is the stream's number.
const SEQUENCE_BITS: u32 = 40;

struct WaitingRead {
    stream: StreamId,
    from: Sequence,
    limit: usize,
    reply: Reply<Vec<Record>, Error>,
}

pub(crate) struct Committer {
    url: DatabaseUrl,
    session: Session,
    /// The streams as this process knows them, ahead of the database only by the current batch.
    table: StreamTable,
    standing: LeaseState,
    /// Set once, never cleared.
    failure: Option<FatalError>,
}

impl Committer {
    pub(crate) async fn open(
        url: &DatabaseUrl,
        expected: Expected,
        standing: LeaseState,
    ) -> Result<Self, Error> {
        let session = Session::open(url, expected).await?;
        let failed = |fault| Error::from(DatabaseError { url: url.clone(), fault });
        let unusable =
            |trouble: StatementFailure| failed(DatabaseFault::Unusable(StorageCause::new(trouble)));
        let mut table = StreamTable::default();
        for row in session.survey().await.map_err(unusable)? {
            let SurveyRow { row, count, last } =
                row.map_err(|BrokenRow(number)| failed(DatabaseFault::Broken(number)))?;
            let damage = if (count, last) == (row.head.0, row.head.0) {
                None
            } else {
                let gap = session.gap(row.number).await.map_err(unusable)?;
                Some(damage(row.head.0, count, gap))
            };
            let StreamRow { number, stream, epoch, head } = row;
            table.enter(stream, StreamEntry { number, epoch, head: head.max(Sequence(last)), damage });
        }
        Ok(Self { url: url.clone(), session, table, standing, failure: None })
    }

    /// Serves until the journal is closed or all handles are dropped.
    pub(crate) async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut jobs = Vec::with_capacity(GROUP);
        // Waits from two on, because a statement costs a round trip and a sync.
        let mut gatherer = Gatherer::new(2, GROUP);
        let mut closing = None;
        while closing.is_none() && queue.recv_many(&mut jobs, GROUP).await > 0 {
            gatherer.gather(&mut queue, &mut jobs);
            closing = self.group(jobs.drain(..)).await;
        }
        let failure = self.failure.take();
        self.session.close().await;
        // From here on callers find the queue closed, and waiting ones lose their reply.
        drop(queue);
        if let Some(reply) = closing {
            drop(reply.send(failure.map_or(Ok(()), |failure| Err(failure.into()))));
        }
    }

    /// Serves requests until it meets a close, and then returns the reply of the close. Reads of streams
    /// without pending appends are sent together.
    async fn group(&mut self, jobs: impl Iterator<Item = Job>) -> Option<Reply<(), Error>> {
        let (mut batch, mut reads) = (StatementBatch::default(), Vec::<WaitingRead>::new());
        for job in jobs {
            match job {
                Job::Append(append, reply) => {
                    if reads.iter().any(|read| read.stream == append.stream) {
                        self.read_all(&mut reads).await;
                    }
                    self.append(&mut batch, append, reply).await;
                }
                Job::Read { stream, from, limit, reply } => {
                    if batch.waiting.iter().any(|append| append.stream == stream) {
                        self.write(&mut batch).await;
                    }
                    reads.push(WaitingRead { stream, from, limit, reply });
                }
                job => {
                    self.write(&mut batch).await;
                    self.read_all(&mut reads).await;
                    match (job, &self.failure) {
                        (Job::Close(reply), _) => return Some(reply),
                        (job, Some(failure)) => job.fail(failure),
                        (job, None) => self.serve(job).await,
                    }
                }
            }
        }
        self.write(&mut batch).await;
        self.read_all(&mut reads).await;
        None
    }

    /// Serves all requests except appends, reads and closing. The caller may be gone.
    async fn serve(&mut self, job: Job) {
        match job {
            Job::Claim(stream, reply) => {
                let claims = self.claim_all(BTreeSet::from([stream])).await;
                let claims = self.settled("while claiming", claims);
                let claim = claims.and_then(|claims| {
                    claims.into_values().next().unwrap_or_else(|| Err(FatalError::Closed.into()))
                });
                drop(reply.send(claim));
            }
            Job::ClaimAll(streams, reply) => {
                let claims = self.claim_all(streams).await;
                drop(reply.send(self.settled("while claiming", claims)));
            }
            Job::Sweep { from, limit, reply } => {
                let page = self.sweep(from, limit).await.map(Ok);
                drop(reply.send(self.settled("while reading", page)));
            }
            Job::KeepCheckpoint(stream, checkpoint, reply) => {
                let kept = self.session.keep_checkpoint(&stream, &checkpoint).await;
                let kept =
                    kept.map(|is_kept| if is_kept { Ok(()) } else { Err(Error::UnknownStream(stream)) });
                drop(reply.send(self.settled("while keeping a checkpoint", kept)));
            }
            Job::Checkpoints(streams, reply) => {
                let checkpoints = self.session.checkpoints(streams).await.map(Ok);
                drop(reply.send(self.settled("while reading", checkpoints)));
            }
            Job::Streams(reply) => {
                let streams = self.streams().await.map(Ok);
                drop(reply.send(self.settled("while reading", streams)));
            }
            Job::Append(..) | Job::Read { .. } | Job::Close(_) => {}
        }
    }

    fn settled<T>(
        &mut self,
        operation: &'static str,
        outcome: Result<Result<T, Error>, StatementFailure>,
    ) -> Result<T, Error> {
        outcome.unwrap_or_else(|trouble| Err(self.poison(operation, trouble).into()))
    }

    fn poison(&mut self, operation: &'static str, trouble: StatementFailure) -> FatalError {
        let source = StorageCause::new(trouble.at(&self.url));
        self.failure.get_or_insert(FatalError::Poisoned { doing: operation, source }).clone()
    }

    /// Adds an append to the batch. Queries the database before rejecting one, because other processes may
    /// have changed the stream, and the reason must be durable.
    async fn append(
        &mut self,
        batch: &mut StatementBatch,
        append: Append,
        reply: Reply<Sequence, AppendError>,
    ) {
        if batch.is_large() {
            self.write(batch).await;
        }
        if let Some(failure) = &self.failure {
            return drop(reply.send(Err(failure.clone().into())));
        }
        if let Ok(admitted) = self.table.admit(&append) {
            return batch.add(admitted, append, reply);
        }
        self.write(batch).await;
        let outcome = match &self.failure {
            Some(failure) => Err(failure.clone()),
            None => match self.refresh(&append.stream).await {
                Ok(()) => Ok(()),
                Err(trouble) => Err(self.poison("while reading", trouble)),
            },
        };
        match outcome.map_err(AppendError::from).and_then(|()| self.table.admit(&append)) {
            Ok(admitted) => batch.add(admitted, append, reply),
            Err(refusal) => drop(reply.send(Err(refusal))),
        }
    }

    async fn write(&mut self, batch: &mut StatementBatch) {
        if batch.is_empty() {
            return;
        }
        let batch = std::mem::take(batch);
        let refused = self.session.append(&batch).await;
        let refused = refused.map_err(|trouble| self.poison("while writing", trouble));
        for waiting in batch.waiting {
            let outcome = match &refused {
                Err(failure) => Err(failure.clone().into()),
                Ok(refused) => {
                    let refused = refused.get(&waiting.number).copied();
                    if let Some(RefusedStream { epoch, head }) = refused {
                        self.enter(&waiting.stream, waiting.number, epoch, head);
                    }
                    waiting.outcome(refused)
                }
            };
            // The caller may be gone; the write is valid anyway.
            drop(waiting.reply.send(outcome));
        }
    }

    /// Adds a stream from the database, keeping its known damage.
    fn enter(&mut self, stream: &StreamId, number: i64, epoch: Epoch, head: Sequence) {
        let damage = self.table.get(stream).and_then(|entry| entry.damage);
        self.table.enter(stream.clone(), StreamEntry { number, epoch, head, damage });
    }

    fn enter_row(&mut self, row: Result<StreamRow, BrokenRow>) -> Result<(), StatementFailure> {
        let Ok(StreamRow { number, stream, epoch, head }) = row else {
            return Err(StatementFailure::Senseless("the list of streams is damaged"));
        };
        self.enter(&stream, number, epoch, head);
        Ok(())
    }

    async fn refresh(&mut self, stream: &StreamId) -> Result<(), StatementFailure> {
        self.refresh_all([stream].into_iter()).await
    }

    async fn refresh_all<'a>(
        &mut self,
        streams: impl Iterator<Item = &'a StreamId>,
    ) -> Result<(), StatementFailure> {
        for row in self.session.named(streams).await? {
            self.enter_row(row)?;
        }
        Ok(())
    }

    async fn claim_all(
        &mut self,
        mut streams: BTreeSet<StreamId>,
    ) -> Result<Result<Claims, Error>, StatementFailure> {
        let mut claims = Claims::new();
        for stream in &streams {
            if let Some(damage) = self.table.get(stream).and_then(|entry| entry.damage) {
                let refused = Err(Error::Damaged { stream: stream.clone(), damage });
                claims.insert(stream.clone(), refused);
            }
        }
        streams.retain(|stream| !claims.contains_key(stream));
        let member = match self.standing.member() {
            Ok(member) => member,
            Err(over) => return Ok(Err(over.into())),
        };
        let Some(claimed) = self.session.claim(streams, member).await? else {
            return Ok(Err(self.standing.end().into()));
        };
        for (stream, claim) in claimed {
            let claim = match claim {
                Ok(StreamRow { number, epoch, head, .. }) => {
                    self.enter(&stream, number, epoch, head);
                    Ok(StreamClaim { epoch, head })
                }
                Err(holder) => Err(Error::Held { stream: stream.clone(), holder }),
            };
            claims.insert(stream, claim);
        }
        Ok(Ok(claims))
    }

    async fn streams(&mut self) -> Result<Vec<(StreamId, Sequence)>, StatementFailure> {
        for row in self.session.streams().await? {
            self.enter_row(row)?;
        }
        Ok(self.table.heads())
    }

    /// Serves all waiting reads together, with pipelined queries. Callers may be gone.
    async fn read_all(&mut self, reads: &mut Vec<WaitingRead>) {
        let reads = std::mem::take(reads);
        if reads.is_empty() {
            return;
        }
        let outcome = if let Some(failure) = &self.failure {
            Err(failure.clone())
        } else {
            let outcome = self.refresh_all(reads.iter().map(|read| &read.stream)).await;
            outcome.map_err(|trouble| self.poison("while reading", trouble))
        };
        if let Err(failure) = outcome {
            return reads.into_iter().for_each(|read| drop(read.reply.send(Err(failure.clone().into()))));
        }
        let fetch = |read: &WaitingRead| {
            let span = self.table.span(&read.stream, read.from, read.limit);
            async {
                match span {
                    Ok(span) => Ok(Ok(self.fetch(span).await?)),
                    Err(refusal) => Ok(Err(refusal)),
                }
            }
        };
        let fetched = all(reads.iter().map(fetch).collect()).await;
        for (WaitingRead { stream, reply, .. }, read) in reads.into_iter().zip(fetched) {
            let read = read.map(|read| read.and_then(|read| self.sound_or_marked(&stream, read)));
            drop(reply.send(self.settled("while reading", read)));
        }
    }

    fn sound_or_marked(
        &mut self,
        stream: &StreamId,
        read: Result<Vec<Record>, Corruption>,
    ) -> Result<Vec<Record>, Error> {
        read.map_err(|damage| {
            self.table.mark(stream, damage);
            Error::Damaged { stream: stream.clone(), damage }
        })
    }

    async fn fetch(&self, span: Span) -> Result<Result<Vec<Record>, Corruption>, StatementFailure> {
        let mut records = Vec::new();
        let mut due = span.from;
        while due < span.end {
            let limit = (span.end.0 - due.0).min(PAGE);
            let (from, end) = (due.0.cast_signed(), span.end.0.cast_signed());
            let damaged = |kind| Ok(Err(Corruption { sequence: due, kind }));
            let rows = match self.session.read(span.number, from, end, limit.cast_signed()).await {
                Err(trouble) if trouble.is_damage() => return damaged(CorruptionKind::Doubtful),
                rows => rows?,
            };
            if rows.is_empty() {
                return damaged(CorruptionKind::Missing);
            }
            for row in rows {
                let damaged = |kind| Ok(Err(Corruption { sequence: due, kind }));
                if row.try_get::<_, i64>(0)?.cast_unsigned() != due.0 {
                    return damaged(CorruptionKind::Missing);
                }
                let Some(bytes) = sound(&row, 1, span.number, due)? else {
                    return damaged(CorruptionKind::Garbled);
                };
                records.push(Record { sequence: due, bytes });
                due = due.next();
            }
        }
        Ok(Ok(records))
    }

    /// The sound records after a cursor, by stream and sequence.
    async fn sweep(&self, from: SweepCursor, limit: usize) -> Result<SweepPage, StatementFailure> {
        let (number, after) = (from.0 >> SEQUENCE_BITS, from.0 & ((1 << SEQUENCE_BITS) - 1));
        let limit = PAGE.min(limit as u64).cast_signed();
        let rows = match self.session.sweep(number.cast_signed(), after.cast_signed(), limit).await {
            Err(trouble) if trouble.is_damage() => return Ok(SweepPage::default()),
            rows => rows?,
        };
        let streams = self.table.numbered();
        let mut page = SweepPage::default();
        for row in rows {
            let (number, sequence): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            let sequence = Sequence(sequence.cast_unsigned());
            page.next = cursor(number.cast_unsigned(), sequence.0);
            if let Some((stream, entry)) = streams.get(&number)
                && entry.gives(sequence)
                && let Some(bytes) = sound(&row, 2, number, sequence)?
            {
                page.records.push(((*stream).clone(), Record { sequence, bytes }));
            }
            if page.next.is_none() {
                break;
            }
        }
        Ok(page)
    }
}

/// Runs all of these concurrently and returns their results.
async fn all<F: Future>(work: Vec<F>) -> Vec<F::Output> {
    let mut work: Vec<_> = work.into_iter().map(|work| (Box::pin(work), None)).collect();
    poll_fn(|context| {
        for (work, done) in &mut work {
            if done.is_none()
                && let Poll::Ready(output) = work.as_mut().poll(context)
            {
                *done = Some(output);
            }
        }
        if work.iter().all(|(_, done)| done.is_some()) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    work.into_iter().filter_map(|(_, done)| done).collect()
}

/// The cursor of a record; `None` beyond its range, which ends a sweep.
fn cursor(number: u64, sequence: u64) -> Option<SweepCursor> {
    let fits = number < 1 << (u64::BITS - SEQUENCE_BITS) && sequence < 1 << SEQUENCE_BITS;
    fits.then_some(SweepCursor(number << SEQUENCE_BITS | sequence))
}

/// Returns the damage of a stream by head, number of records and gap.
fn damage(head: u64, count: u64, gap: Option<Sequence>) -> Corruption {
    match gap {
        Some(sequence) => Corruption { sequence, kind: CorruptionKind::Missing },
        // Its last records are missing.
        None if count < head => Corruption { sequence: Sequence(count + 1), kind: CorruptionKind::Missing },
        // It has too many records.
        None => Corruption { sequence: Sequence(head.saturating_add(1)), kind: CorruptionKind::Doubtful },
    }
}

/// The bytes of a valid record row; its checksum is in the named column, its bytes in the next.
fn sound(
    row: &Row,
    column: usize,
    number: i64,
    sequence: Sequence,
) -> Result<Option<Bytes>, StatementFailure> {
    let sum: i64 = row.try_get(column)?;
    let bytes: &[u8] = row.try_get(column + 1)?;
    let is_sound = trust(sum, 0, number, sequence.0, bytes) == RowTrust::Sound;
    Ok(is_sound.then(|| Bytes::copy_from_slice(bytes)))
}
