//! Bringing many games back at once: one sweep through the journal, folded by as many threads as there are cores.
//!
//! The journal has the records of all games in the order in which they came, so that each game's lie far apart;
//! reading game after game would go through the whole file for every one of them. What the sweep leaves out is read
//! by the games themselves, or told by them as damage. Decides nothing about any record.

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

use super::{Error, Options, Recovered, Recovery};
use crate::checkpoint::Checkpoint;
use crate::engine::subject::Subject;

/// Number of records that are swept at a time. The more, the more of one game are folded in a row, and the less
/// often all that belongs to a game has to be fetched from memory again.
const PAGE: usize = 16_384;

/// Number of records that are swept at a time where games are served meanwhile, whose records wait for their turn with the
/// journal.
const PAGE_BEHIND: usize = 4_096;

/// Number of pages that may wait for a thread that folds.
const WAITING: usize = 1;

/// From so many records on a sweep is worth its threads.
const MANY: u64 = 1_024;

/// Number of games that read their records, or write what they miss, at the same time. What they write shares
/// syncs.
const AT_ONCE: usize = 64;

/// Games that one thread folds, with their places among all.
type ThreadShare<S> = Vec<(usize, Recovery<S>)>;

/// Places of the games in the shares: which share each is in, and where in it.
type SharePlaces = BTreeMap<StreamId, (usize, usize)>;

/// Records for the games of a share.
type RecordBatch = Vec<(usize, Record)>;

/// Extent of a sweep: which part of the journal the games make up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepExtent {
    /// They are most of it: one sweep reads them.
    Most,
    /// They are a small part: each is read by itself.
    Few,
}

/// Outcome of a game's recovery.
pub(in crate::engine) enum RecoveryOutcome<S: Subject> {
    Recovered(Options<S::Setup>, Box<Recovered<S>>),
    /// It is over, and known by its checkpoint, which is of its last record. Nothing else of it was read.
    Dormant(Options<S::Setup>, Checkpoint),
}

/// Claims all these games; what became of each, in their order. Fails with what keeps all from being served.
pub(in crate::engine) async fn begin_all<S: Subject>(
    journal: &dyn Journal,
    games: Vec<Options<S::Setup>>,
) -> Result<Vec<ClaimOutcome<S>>, Error> {
    let begun = collected(claim_all::<S>(journal, games).await?)?;
    put_aside(begun).await.into_iter().collect()
}

/// Folds all records of these games in one reading of the journal, if they are many and most of `all` that the journal has of
/// the games that are served. What is not read then, each game reads when it is finished.
pub(in crate::engine) async fn read_together<S: Subject>(
    journal: &dyn Journal,
    recoveries: Vec<Recovery<S>>,
    all: u64,
    haste: SweepPriority,
) -> Result<Vec<Recovery<S>>, Error> {
    let due = recoveries.iter().map(Recovery::records).sum::<u64>();
    if due < MANY || due < all / 2 {
        return Ok(recoveries);
    }
    swept(journal, recoveries, haste).await
}

/// Reads the first record of each of these, some of them at a time; all of them, in their order, each or what is wrong with it.
pub(in crate::engine) async fn read_first<S: Subject>(
    recoveries: Vec<Recovery<S>>,
) -> Vec<Result<Recovery<S>, Error>> {
    let mut read = Vec::with_capacity(recoveries.len());
    let reading = recoveries.into_iter().map(|mut recovery| async move {
        let game = recovery.id().clone();
        let outcome = caught(recovery.read_first()).await;
        outcome.unwrap_or_else(|panic| Err(Error::Panicked { game, panic })).map(|()| recovery)
    });
    side_by_side(reading, |place, game| read.push((place, game))).await;
    read.sort_by_key(|(place, _)| *place);
    read.into_iter().map(|(_, game)| game).collect()
}

/// Priority of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepPriority {
    /// The server's start waits for its end.
    Awaited,
    /// Nothing waits for it: other games are served meanwhile.
    Behind,
}

/// A game that was claimed.
pub(in crate::engine) enum ClaimOutcome<S: Subject> {
    /// Its records are to be read.
    Recovery(Box<Recovery<S>>),
    /// It is over, and known by its checkpoint, which is of its last record. Nothing else of it was read.
    Dormant(Options<S::Setup>, Checkpoint),
    /// It is damaged, or held elsewhere.
    Refused(Error),
}

fn recovered_of<S: Subject>((options, recovered): (Options<S::Setup>, Recovered<S>)) -> RecoveryOutcome<S> {
    RecoveryOutcome::Recovered(options, Box::new(recovered))
}

/// Puts those aside that are over and need not be read now, and those that are damaged. Fails, each for itself, with what
/// keeps all from being served.
async fn put_aside<S: Subject>(
    begun: Vec<Result<Recovery<S>, Error>>,
) -> Vec<Result<ClaimOutcome<S>, Error>> {
    let mut sorted: Vec<(usize, Result<ClaimOutcome<S>, Error>)> = Vec::with_capacity(begun.len());
    let looking = begun.into_iter().map(|game| async move {
        let recovery = match game {
            Ok(recovery) => recovery,
            Err(error) => return Ok(ClaimOutcome::Refused(error)),
        };
        let dormant = recovery.dormant().await;
        match dormant {
            Ok(Some(checkpoint)) => Ok(ClaimOutcome::Dormant(recovery.options, checkpoint)),
            Ok(None) => Ok(ClaimOutcome::Recovery(Box::new(recovery))),
            Err(error) if error.is_damage() => Ok(ClaimOutcome::Refused(error)),
            Err(error) => Err(error),
        }
    });
    side_by_side(looking, |place, game| sorted.push((place, game))).await;
    sorted.sort_by_key(|(place, _)| *place);
    sorted.into_iter().map(|(_, game)| game).collect()
}

/// Brings all these games back, each by itself, and hands each on as soon as it is back, with its place among them.
///
/// # Errors
/// If the journal does not say whose they are.
pub(in crate::engine) async fn recover_each<S: Subject>(
    journal: &dyn Journal,
    games: Vec<Options<S::Setup>>,
    mut each: impl FnMut(usize, Result<RecoveryOutcome<S>, Error>),
) -> Result<(), Error> {
    let (mut places, mut recoveries) = (Vec::new(), Vec::new());
    let names: Vec<StreamId> = games.iter().map(|game| game.id.clone()).collect();
    let begun = claim_all::<S>(journal, games).await?;
    for (place, game) in put_aside(begun).await.into_iter().enumerate() {
        match game {
            Ok(ClaimOutcome::Recovery(recovery)) => {
                places.push(place);
                recoveries.push(*recovery);
            }
            Ok(ClaimOutcome::Dormant(options, checkpoint)) => {
                each(place, Ok(RecoveryOutcome::Dormant(options, checkpoint)));
            }
            Ok(ClaimOutcome::Refused(error)) | Err(error) => each(place, Err(error)),
        }
    }
    let finishing = recoveries.into_iter().map(|recovery| caught(recovery.finish()));
    let mut hand_on = |number: usize, game: Result<Result<_, Error>, String>| {
        let Some((place, name)) = places.get(number).and_then(|place| Some((*place, names.get(*place)?)))
        else {
            return;
        };
        let game = game.unwrap_or_else(|panic| Err(Error::Panicked { game: name.clone(), panic }));
        each(place, game.map(recovered_of));
    };
    side_by_side(finishing, &mut hand_on).await;
    Ok(())
}

/// Runs some work and returns its outcome, or what it said in its panic: of one game, which is no reason to
/// serve no other.
pub(in crate::engine) async fn caught<F: Future>(work: F) -> Result<F::Output, String> {
    let mut work = pin!(work);
    let outcome = poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(outcome)) => Poll::Ready(Ok(outcome)),
        Err(panic) => Poll::Ready(Err(panic)),
    });
    outcome.await.map_err(|panic| said(&*panic))
}

/// Returns the message of a panic.
pub(super) fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it panicked".into())
}

/// Claims the streams of all these games at once; what each claim came to, in their order.
async fn claim_all<S: Subject>(
    journal: &dyn Journal,
    games: Vec<Options<S::Setup>>,
) -> Result<Vec<Result<Recovery<S>, Error>>, Error> {
    let streams: BTreeSet<StreamId> = games.iter().map(|game| game.id.clone()).collect();
    let mut claims = journal.claim_all(streams.clone()).await.map_err(Error::streams)?;
    // After the claims: nobody else keeps one any more.
    let kept = journal.checkpoints(streams).await.map_err(Error::streams)?;
    let begun = games.into_iter().map(|game| {
        let claim = claims.remove(&game.id).unwrap_or_else(|| Err(FatalError::Closed.into()));
        let kept = kept.get(&game.id);
        let mut recovery = Recovery::of(game, claim)?;
        recovery.know(kept.map(AsRef::as_ref));
        Ok(recovery)
    });
    Ok(begun.collect())
}

/// Folds what a sweep through the journal gives.
async fn swept<S: Subject>(
    journal: &dyn Journal,
    recoveries: Vec<Recovery<S>>,
    haste: SweepPriority,
) -> Result<Vec<Recovery<S>>, Error> {
    let threads = available_parallelism().map_or(1, Into::into).min(recoveries.len());
    let (shares, seats) = shared_out(recoveries, threads);
    let (queues, folding): (Vec<_>, Vec<_>) = shares.into_iter().map(fold).unzip();
    let page = match haste {
        SweepPriority::Awaited => PAGE,
        SweepPriority::Behind => PAGE_BEHIND,
    };
    let swept = deal(journal, page, &seats, &queues).await;
    // The threads end when nothing more can come.
    drop(queues);
    let mut recoveries = Vec::with_capacity(seats.len());
    for share in folding {
        recoveries.extend(share.await.map_err(stopped)?);
    }
    swept?;
    recoveries.sort_by_key(|(place, _)| *place);
    Ok(recoveries.into_iter().map(|(_, recovery)| recovery).collect())
}

/// Parts the games into shares of about as many records each; tells in which share each one is, and where in that.
fn shared_out<S: Subject>(
    recoveries: Vec<Recovery<S>>,
    threads: usize,
) -> (Vec<ThreadShare<S>>, SharePlaces) {
    let mut shares: Vec<(u64, ThreadShare<S>)> = (0..threads).map(|_| (0, ThreadShare::<S>::new())).collect();
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

/// A thread that folds a share: where its records go, and what comes of it.
fn fold<S: Subject>(mut share: ThreadShare<S>) -> (mpsc::Sender<RecordBatch>, JoinHandle<ThreadShare<S>>) {
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

/// Sweeps through the journal and gives every share its records.
async fn deal(
    journal: &dyn Journal,
    at_a_time: usize,
    seats: &SharePlaces,
    queues: &[mpsc::Sender<RecordBatch>],
) -> Result<(), Error> {
    let mut from = Some(SweepCursor::default());
    while let Some(mark) = from {
        let page = journal.sweep(mark, at_a_time).await.map_err(Error::streams)?;
        from = page.next;
        let mut batches: Vec<RecordBatch> = queues.iter().map(|_| RecordBatch::new()).collect();
        for (stream, record) in page.records {
            let Some((share, seat)) = seats.get(&stream) else { continue };
            if let Some(batch) = batches.get_mut(*share) {
                batch.push((*seat, record));
            }
        }
        for (queue, mut batch) in queues.iter().zip(batches) {
            // Game after game, and each game's records in their order.
            batch.sort_by_key(|(seat, _)| *seat);
            // A thread that is gone has panicked, which is passed on when it is waited for.
            drop(queue.send(batch).await);
        }
    }
    Ok(())
}

/// Lets all of these go on, some of them at a time, and hands on what each comes to as soon as it does, with its place.
pub(crate) async fn side_by_side<T, F>(mut work: impl Iterator<Item = F>, mut each: impl FnMut(usize, T))
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let mut under_way = JoinSet::new();
    let mut started = 0;
    loop {
        while under_way.len() < AT_ONCE
            && let Some(next) = work.next()
        {
            let place = started;
            started += 1;
            under_way.spawn(async move { (place, next.await) });
        }
        let Some(ended) = under_way.join_next().await else { break };
        match ended {
            Ok((place, outcome)) => each(place, outcome),
            Err(error) => drop(stopped(error)),
        }
    }
}

/// All outcomes, damage and what is held elsewhere included, or the first other failure among them.
fn collected<T>(outcomes: Vec<Result<T, Error>>) -> Result<Vec<Result<T, Error>>, Error> {
    let outcomes = outcomes.into_iter().map(|outcome| match outcome {
        Err(error) if !error.is_damage() && !error.is_held() => Err(error),
        outcome => Ok(outcome),
    });
    outcomes.collect()
}

/// Passes a panic on. Without one the server itself is coming down.
fn stopped(error: JoinError) -> Error {
    match error.try_into_panic() {
        Ok(panic) => resume_unwind(panic),
        Err(error) => Error::streams(error),
    }
}
