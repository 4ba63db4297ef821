//! Many games at once: they are claimed together, and recovered in one sweep through the journal, folded by
//! one thread per core.
//!
//! The journal has the records of all games in order of arrival, so reading game by game would go through the
//! whole file every time. Games read or report by themselves what the sweep leaves out.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::pin;
use std::task::Poll;
use std::thread::available_parallelism;

use ishigaki_journal::{FatalError, Journal, Record, StreamId, SweepCursor};
use tokio::sync::mpsc;
use tokio::task::{JoinError, JoinHandle, JoinSet, spawn_blocking};

use super::{ClosedGame, Error, GameSubject, Options, Recovery, failed};

/// Number of records per page of a sweep. Larger pages fold more of one game in a row; smaller ones let games
/// in service reach the journal sooner.
const PAGE: usize = 4_096;

const WAITING: usize = 1;

const MANY: u64 = 1_024;

/// Number of games that read or write concurrently. Their writes share syncs.
const AT_ONCE: usize = 64;

type ThreadShare = Vec<(usize, Recovery)>;

/// Share and index within the share of each game.
type SharePlaces = BTreeMap<StreamId, (usize, usize)>;

type RecordBatch = Vec<(usize, Record)>;

/// A claimed game, with its recovery if it isn't over.
pub type ClaimedGame = (ClosedGame, Option<Recovery>);

/// Claims many games at once and returns them closed, in order, each as a result.
pub async fn claim_all(
    journal: &dyn Journal,
    games: Vec<Options>,
) -> Result<Vec<Result<ClaimedGame, Error>>, Error> {
    let streams: BTreeSet<StreamId> = games.iter().map(|game| game.id.clone()).collect();
    let mut claims = journal.claim_all(streams.clone()).await.map_err(Error::streams)?;
    // After the claims, when no other server can store one.
    let kept = journal.checkpoints(streams).await.map_err(Error::streams)?;
    let lookups = games.into_iter().map(|options| {
        let claim = claims.remove(&options.id).unwrap_or_else(|| Err(FatalError::Closed.into()));
        let claimed = claim.map_err(|source| failed(&options, source));
        let (game, kept) = (options.id.clone(), kept.get(&options.id).cloned());
        let recovery = claimed.map(|claim| Recovery::<GameSubject>::claimed(options, claim, kept.as_deref()));
        caught(game, async move { recovery?.closed().await })
    });
    Ok(side_by_side(lookups).await)
}

/// Folds all records of these games in one reading of the journal, if they are many and most of its contents.
/// Each game reads the rest and reports errors when it is finished.
pub async fn sweep(journal: &dyn Journal, recoveries: Vec<Recovery>) -> Result<Vec<Recovery>, Error> {
    let due = recoveries.iter().map(Recovery::records).sum::<u64>();
    if due < MANY {
        return Ok(recoveries);
    }
    let all: u64 = journal.streams().await.map_err(Error::streams)?.iter().map(|(_, head)| head.0).sum();
    if due < all / 2 { Ok(recoveries) } else { swept(journal, recoveries).await }
}

/// Runs work on a game and turns a panic into an error, so that other games are still served.
pub(super) async fn caught<T>(
    game: StreamId,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let mut work = pin!(work);
    let outcome = poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(outcome)) => Poll::Ready(Ok(outcome)),
        Err(panic) => Poll::Ready(Err(panic)),
    });
    outcome.await.unwrap_or_else(|panic| Err(Error::Panicked { game, panic: panic_message(&*panic) }))
}

pub(super) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it panicked".into())
}

async fn swept(journal: &dyn Journal, recoveries: Vec<Recovery>) -> Result<Vec<Recovery>, Error> {
    let threads = available_parallelism().map_or(1, Into::into).min(recoveries.len());
    let (shares, seats) = shared_out(recoveries, threads);
    let (queues, folding): (Vec<_>, Vec<_>) = shares.into_iter().map(fold).unzip();
    let swept = deal(journal, &seats, &queues).await;
    // The threads end when their queues are closed.
    drop(queues);
    let mut recoveries = Vec::with_capacity(seats.len());
    for share in folding {
        recoveries.extend(share.await.map_err(stopped)?);
    }
    swept?;
    recoveries.sort_by_key(|(place, _)| *place);
    Ok(recoveries.into_iter().map(|(_, recovery)| recovery).collect())
}

/// Splits the games into shares with about the same number of records.
fn shared_out(recoveries: Vec<Recovery>, threads: usize) -> (Vec<ThreadShare>, SharePlaces) {
    let mut shares: Vec<(u64, ThreadShare)> = (0..threads).map(|_| (0, ThreadShare::new())).collect();
    let mut seats = BTreeMap::new();
    for (place, recovery) in recoveries.into_iter().enumerate() {
        let lightest = shares.iter_mut().enumerate().min_by_key(|(_, (records, _))| *records);
        let Some((number, (records, share))) = lightest else { break };
        seats.insert(recovery.options.id.clone(), (number, share.len()));
        *records += recovery.records();
        share.push((place, recovery));
    }
    (shares.into_iter().map(|(_, share)| share).collect(), seats)
}

fn fold(mut share: ThreadShare) -> (mpsc::Sender<RecordBatch>, JoinHandle<ThreadShare>) {
    let (queue, mut batches) = mpsc::channel::<RecordBatch>(WAITING);
    let folding = spawn_blocking(move || {
        while let Some(batch) = batches.blocking_recv() {
            for (seat, record) in batch {
                if let Some((_, recovery)) = share.get_mut(seat) {
                    recovery.offer(&record);
                }
            }
        }
        share
    });
    (queue, folding)
}

async fn deal(
    journal: &dyn Journal,
    seats: &SharePlaces,
    queues: &[mpsc::Sender<RecordBatch>],
) -> Result<(), Error> {
    let mut from = Some(SweepCursor::default());
    while let Some(mark) = from {
        let page = journal.sweep(mark, PAGE).await.map_err(Error::streams)?;
        from = page.next;
        let mut batches: Vec<RecordBatch> = queues.iter().map(|_| RecordBatch::new()).collect();
        for (stream, record) in page.records {
            let Some((share, seat)) = seats.get(&stream) else { continue };
            if let Some(batch) = batches.get_mut(*share) {
                batch.push((*seat, record));
            }
        }
        for (queue, mut batch) in queues.iter().zip(batches) {
            // Game by game, each game's records in order.
            batch.sort_by_key(|(seat, _)| *seat);
            // A thread that is gone has panicked, which is reported when it is joined.
            drop(queue.send(batch).await);
        }
    }
    Ok(())
}

/// Runs these concurrently, a limited number at a time, and returns their results in order.
pub(crate) async fn side_by_side<T, F>(work: impl IntoIterator<Item = F>) -> Vec<T>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let mut work = work.into_iter().enumerate();
    let mut under_way = JoinSet::new();
    let mut outcomes = BTreeMap::new();
    loop {
        while under_way.len() < AT_ONCE
            && let Some((place, next)) = work.next()
        {
            under_way.spawn(async move { (place, next.await) });
        }
        match under_way.join_next().await {
            Some(Ok(outcome)) => outcomes.extend([outcome]),
            Some(Err(error)) => drop(stopped(error)),
            None => return outcomes.into_values().collect(),
        }
    }
}

fn stopped(error: JoinError) -> Error {
    match error.try_into_panic() {
        Ok(panic) => resume_unwind(panic),
        Err(error) => Error::streams(error),
    }
}
