//! A journal on a simulated disk that distinguishes written from synced data.
//!
//! The simulation determines each append's outcome, completes slow syncs, cuts power, and reopens the journal
//! from the disk's contents.

mod media;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use futures_core::future::BoxFuture;
use ishigaki_journal::{
    Append, AppendError, Checkpoints, Epoch, Error, Journal, Pending, Record, Sequence, StreamClaim, StreamId,
};

use media::{Disk, Stream, Written, head_of};

/// Outcome of one append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppendOutcome {
    Keep,
    /// Written; synced and answered by [`SimJournal::sync`].
    Slow,
    CrashBefore,
    /// The machine stops after writing, before the sync.
    CrashWritten,
    /// The machine stops after the sync, before the answer.
    CrashSynced,
    FailUnwritten,
    FailWritten,
    Pretend,
}

/// Outcome of storing one checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckpointOutcome {
    Keep,
    /// Written; synced and answered by [`SimJournal::sync`], after the appends before it.
    Slow,
    CrashBefore,
    /// The machine stops after writing, before the sync.
    CrashWritten,
    CrashTorn,
    /// The machine stops after the sync, before the answer.
    CrashSynced,
    Fail,
}

type OutcomeSource = Box<dyn FnMut() -> AppendOutcome + Send>;

type CheckpointSource = Box<dyn FnMut() -> CheckpointOutcome + Send>;

/// A journal in memory on a disk that can lose unsynced data. Clones are handles of the same disk.
#[derive(Clone)]
pub struct SimJournal {
    disk: Arc<Mutex<Disk>>,
    /// The opening that this handle belongs to; `None` means every opening.
    opening: Option<u64>,
}

impl SimJournal {
    /// Returns an empty journal that calls `outcomes` once per append.
    pub fn new(outcomes: impl FnMut() -> AppendOutcome + Send + 'static) -> Self {
        Self::with(BTreeMap::new(), Box::new(outcomes))
    }

    fn with(streams: BTreeMap<StreamId, Stream>, outcomes: OutcomeSource) -> Self {
        let disk = Disk {
            streams,
            unsynced: VecDeque::new(),
            outcomes,
            checkpoint_outcomes: Box::new(|| CheckpointOutcome::Keep),
            tickets: 0,
            answered: 0,
            is_down: false,
            is_poisoned: false,
            openings: 0,
            requests_left: None,
            hasty_checkpoints: 0,
        };
        Self { disk: Arc::new(Mutex::new(disk)), opening: None }
    }

    /// Returns the same with a source that is called once per stored checkpoint.
    #[must_use]
    pub fn with_checkpoints(self, outcomes: impl FnMut() -> CheckpointOutcome + Send + 'static) -> Self {
        self.disk().checkpoint_outcomes = Box::new(outcomes);
        self
    }

    /// Returns a handle for the current process. Its requests have no effect after the journal is opened
    /// again.
    #[must_use]
    pub fn attached(&self) -> Self {
        let opening = Some(self.disk().openings);
        Self { disk: Arc::clone(&self.disk), opening }
    }

    /// Lets this number of requests through, and cuts power before the next one.
    pub fn crash_after(&self, requests: u64) {
        self.disk().requests_left = Some(requests);
    }

    /// Returns a separate journal with the synced contents of this disk.
    #[must_use]
    pub fn copy(&self) -> Self {
        let copied = |stream: &Stream| Stream {
            epoch: stream.epoch,
            synced: stream.synced.clone(),
            head: head_of(stream.synced.len()),
            checkpoint: stream.checkpoint.clone(),
        };
        let streams = self.disk().streams.iter().map(|(id, stream)| (id.clone(), copied(stream))).collect();
        Self::with(streams, Box::new(|| AppendOutcome::Keep))
    }

    /// Returns the number of answered appends. While it doesn't change, no writer learns anything new.
    pub fn answered(&self) -> u64 {
        self.disk().answered
    }

    /// Returns the number of checkpoints stored before their streams' records were synced, which a crash
    /// could contradict.
    pub fn hasty_checkpoints(&self) -> u64 {
        self.disk().hasty_checkpoints
    }

    /// Returns the number of appends and checkpoints that are written but not synced.
    pub fn unsynced(&self) -> usize {
        self.disk().unsynced.len()
    }

    /// Returns whether the machine is down.
    pub fn is_down(&self) -> bool {
        self.disk().is_down
    }

    /// Returns whether an append failed, so that nothing is served until [`SimJournal::reopen`].
    pub fn is_poisoned(&self) -> bool {
        self.disk().is_poisoned
    }

    /// Syncs all written data, and answers the slow appends.
    pub fn sync(&self) {
        let mut disk = self.disk();
        if !disk.is_down && !disk.is_poisoned {
            disk.sync();
        }
    }

    /// Cuts power: no append is answered any more.
    pub fn crash(&self) {
        self.disk().is_down = true;
    }

    /// Reopens the journal after a crash or failure. The disk keeps the first `kept` unsynced appends and
    /// checkpoints, each whole.
    pub fn reopen(&self, kept: usize) {
        let mut disk = self.disk();
        let unsynced = std::mem::take(&mut disk.unsynced);
        for unsynced in unsynced.into_iter().take(kept) {
            disk.keep(&unsynced.stream, unsynced.written);
        }
        disk.openings += 1;
        disk.requests_left = None;
        for stream in disk.streams.values_mut() {
            stream.head = head_of(stream.synced.len());
        }
        disk.is_down = false;
        disk.is_poisoned = false;
    }

    /// Returns every record that is written, synced or not.
    pub fn records(&self) -> Vec<Bytes> {
        let disk = self.disk();
        let synced = disk.streams.values().flat_map(|stream| &stream.synced);
        let written = disk.unsynced.iter().flat_map(|unsynced| match &unsynced.written {
            Written::Records(records) => &records[..],
            Written::Checkpoint(_) => &[],
        });
        synced.chain(written).cloned().collect()
    }

    /// Admits a request, or cuts power at it. Ends only if the request is answered.
    async fn request(&self) {
        if !self.disk().lets_in(self.opening) {
            std::future::pending::<()>().await;
        }
    }

    fn disk(&self) -> MutexGuard<'_, Disk> {
        self.disk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for SimJournal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SimJournal").finish_non_exhaustive()
    }
}

impl Journal for SimJournal {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        Box::pin(async move {
            self.request().await;
            let mut disk = self.disk();
            disk.usable()?;
            let fresh =
                || Stream { epoch: Epoch(0), synced: Vec::new(), head: Sequence::START, checkpoint: None };
            let entry = disk.streams.entry(stream).or_insert_with(fresh);
            entry.epoch = entry.epoch.next();
            Ok(StreamClaim { epoch: entry.epoch, head: entry.head })
        })
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        Box::pin(async move {
            self.request().await;
            let (ticket, head) = self.disk().admit(append)?;
            std::future::poll_fn(|context| self.disk().poll_answer(ticket, context)).await;
            Ok(head)
        })
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        Box::pin(async move {
            self.request().await;
            let disk = self.disk();
            disk.usable()?;
            let Some(found) = disk.streams.get(&stream) else { return Err(Error::UnknownStream(stream)) };
            let skipped = usize::try_from(from.0.saturating_sub(1)).unwrap_or(usize::MAX);
            let records = (1..).map(Sequence).zip(&found.synced).skip(skipped).take(limit);
            Ok(records.map(|(sequence, bytes)| Record { sequence, bytes: bytes.clone() }).collect())
        })
    }

    fn keep_checkpoint(&self, stream: StreamId, checkpoint: Bytes) -> Pending<'_, ()> {
        Box::pin(async move {
            self.request().await;
            let ticket = self.disk().admit_checkpoint(stream, checkpoint)?;
            std::future::poll_fn(|context| self.disk().poll_answer(ticket, context)).await;
            Ok(())
        })
    }

    fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Checkpoints> {
        Box::pin(async move {
            self.request().await;
            let disk = self.disk();
            disk.usable()?;
            let kept =
                |stream: StreamId| Some((stream.clone(), disk.streams.get(&stream)?.checkpoint.clone()?));
            Ok(streams.into_iter().filter_map(kept).collect())
        })
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        Box::pin(async move {
            self.request().await;
            let disk = self.disk();
            disk.usable()?;
            Ok(disk.streams.iter().map(|(id, stream)| (id.clone(), head_of(stream.synced.len()))).collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    /// Returns a journal with a claimed stream. Its first appends have these outcomes, and later ones are
    /// kept.
    fn claimed(outcomes: &[AppendOutcome]) -> (SimJournal, StreamId, Epoch) {
        let mut outcomes: VecDeque<AppendOutcome> = outcomes.iter().copied().collect();
        let journal = SimJournal::new(move || outcomes.pop_front().unwrap_or(AppendOutcome::Keep));
        let stream = StreamId::new("g").expect("a name");
        let epoch = claim(&journal, &stream).epoch;
        (journal, stream, epoch)
    }

    fn claim(journal: &SimJournal, stream: &StreamId) -> StreamClaim {
        match poll(journal.claim(stream.clone())) {
            Poll::Ready(Ok(claim)) => claim,
            _ => panic!("claims are answered at once"),
        }
    }

    fn poll<T>(future: impl Future<Output = T>) -> Poll<T> {
        pin!(future).poll(&mut Context::from_waker(Waker::noop()))
    }

    fn append(stream: &StreamId, epoch: Epoch, expected: u64, record: &'static str) -> Append {
        let records = vec![Bytes::from_static(record.as_bytes())];
        Append { stream: stream.clone(), epoch, expected: Sequence(expected), records }
    }

    fn kept(journal: &SimJournal, stream: &StreamId) -> Vec<Bytes> {
        match poll(journal.read(stream.clone(), Sequence(1), 100)) {
            Poll::Ready(Ok(records)) => records.into_iter().map(|record| record.bytes).collect(),
            _ => panic!("reads are answered at once"),
        }
    }

    #[test]
    fn slow_append_is_answered_if_synced_and_lost_otherwise() {
        let (journal, stream, epoch) = claimed(&[AppendOutcome::Slow, AppendOutcome::Slow]);
        let mut first = Box::pin(journal.append(append(&stream, epoch, 0, "a")));
        assert!(poll(first.as_mut()).is_pending());
        assert!(kept(&journal, &stream).is_empty(), "what is not synced is not there");
        journal.sync();
        assert!(matches!(poll(first), Poll::Ready(Ok(Sequence(1)))));
        assert!(poll(journal.append(append(&stream, epoch, 1, "b"))).is_pending());
        journal.crash();
        journal.reopen(0);
        assert_eq!(kept(&journal, &stream), ["a"]);
        assert_eq!(claim(&journal, &stream).head, Sequence(1));
    }

    #[test]
    fn crash_keeps_the_written_part_of_the_tail() {
        let (journal, stream, epoch) = claimed(&[AppendOutcome::Slow, AppendOutcome::CrashWritten]);
        assert!(poll(journal.append(append(&stream, epoch, 0, "a"))).is_pending());
        assert!(poll(journal.append(append(&stream, epoch, 1, "b"))).is_pending());
        assert!(journal.is_down());
        journal.reopen(1);
        assert_eq!(kept(&journal, &stream), ["a"]);
    }

    #[test]
    fn crash_keeps_only_synced_appends() {
        for (outcome, left) in [(AppendOutcome::CrashBefore, 0), (AppendOutcome::CrashSynced, 1)] {
            let (journal, stream, epoch) = claimed(&[outcome]);
            assert!(poll(journal.append(append(&stream, epoch, 0, "a"))).is_pending());
            journal.reopen(0);
            assert_eq!(kept(&journal, &stream).len(), left, "{outcome:?}");
        }
    }

    #[test]
    fn failed_append_poisons_journal_until_reopened() {
        let (journal, stream, epoch) = claimed(&[AppendOutcome::FailWritten]);
        assert!(matches!(poll(journal.append(append(&stream, epoch, 0, "a"))), Poll::Ready(Err(_))));
        assert!(matches!(poll(journal.claim(stream.clone())), Poll::Ready(Err(_))));
        journal.reopen(1);
        assert_eq!(kept(&journal, &stream), ["a"], "the sync failed, and the record is there all the same");
    }

    /// Returns the checkpoint after storing a second one with this outcome, and a crash that keeps `kept`
    /// writes.
    fn checkpoint_after(outcome: CheckpointOutcome, kept: usize) -> Option<Bytes> {
        let (journal, stream, epoch) = claimed(&[]);
        let mut outcomes = vec![outcome, CheckpointOutcome::Keep];
        let journal = journal.with_checkpoints(move || outcomes.pop().unwrap_or(CheckpointOutcome::Keep));
        assert!(poll(journal.append(append(&stream, epoch, 0, "a"))).is_ready());
        let first = Bytes::from_static(b"first one");
        assert!(matches!(poll(journal.keep_checkpoint(stream.clone(), first)), Poll::Ready(Ok(()))));
        let second = Bytes::from_static(b"second");
        let answer = poll(journal.keep_checkpoint(stream.clone(), second));
        assert_eq!(matches!(answer, Poll::Ready(Ok(()))), outcome == CheckpointOutcome::Keep, "{outcome:?}");
        journal.crash();
        journal.reopen(kept);
        match poll(journal.checkpoints(BTreeSet::from([stream.clone()]))) {
            Poll::Ready(Ok(mut found)) => found.remove(&stream),
            _ => panic!("reads are answered at once"),
        }
    }

    #[test]
    fn crash_leaves_the_old_the_new_or_a_torn_checkpoint() {
        for (outcome, kept, left) in [
            (CheckpointOutcome::Keep, 0, "second"),
            (CheckpointOutcome::Slow, 0, "first one"),
            (CheckpointOutcome::Slow, 1, "second"),
            (CheckpointOutcome::CrashBefore, 1, "first one"),
            (CheckpointOutcome::CrashWritten, 0, "first one"),
            (CheckpointOutcome::CrashWritten, 1, "second"),
            (CheckpointOutcome::CrashTorn, 0, "sec"),
            (CheckpointOutcome::CrashSynced, 0, "second"),
            (CheckpointOutcome::Fail, 0, "first one"),
        ] {
            assert_eq!(checkpoint_after(outcome, kept).unwrap_or_default(), left, "{outcome:?}, {kept} kept");
        }
    }

    #[test]
    fn checkpoint_before_record_sync_is_counted_as_hasty() {
        let (journal, stream, epoch) = claimed(&[AppendOutcome::Slow]);
        let keep = || poll(journal.keep_checkpoint(stream.clone(), Bytes::from_static(b"x")));
        assert!(keep().is_ready());
        assert_eq!(journal.hasty_checkpoints(), 0);
        assert!(poll(journal.append(append(&stream, epoch, 0, "a"))).is_pending());
        assert!(keep().is_ready(), "its sync takes the append along");
        assert_eq!(journal.hasty_checkpoints(), 1);
    }

    #[test]
    fn power_cut_happens_at_the_chosen_request() {
        let (journal, stream, _) = claimed(&[]);
        let process = journal.attached();
        journal.crash_after(2);
        assert!(poll(process.claim(stream.clone())).is_ready());
        assert!(poll(process.streams()).is_ready());
        assert!(poll(process.streams()).is_pending() && journal.is_down());
        journal.reopen(0);
        let checkpoint = Bytes::from_static(b"x");
        assert!(poll(process.keep_checkpoint(stream.clone(), checkpoint)).is_pending());
        assert!(poll(process.claim(stream.clone())).is_pending());
        assert!(poll(journal.attached().claim(stream)).is_ready());
    }

    #[test]
    fn earlier_writers_and_wrong_heads_are_refused() {
        let (journal, stream, epoch) = claimed(&[]);
        let conflict = poll(journal.append(append(&stream, epoch, 7, "a")));
        assert!(matches!(conflict, Poll::Ready(Err(AppendError::Conflict { .. }))));
        claim(&journal, &stream);
        let fenced = poll(journal.append(append(&stream, epoch, 0, "a")));
        assert!(matches!(fenced, Poll::Ready(Err(AppendError::Fenced { .. }))));
    }
}
