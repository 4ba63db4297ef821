//! A journal on a simulated disk, which tells what was written from what was synced.
//!
//! Whoever simulates says what becomes of each append, completes slow syncs, pulls the plug, and opens the
//! journal again on what the disk kept. Knows the journal's contract and nothing of what records say; makes no
//! choice of its own.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use futures_core::future::BoxFuture;
use ishigaki_journal::{
    Append, AppendError, Cause, Checkpoints, Claim, Epoch, Error, FatalError, Journal, Pending, Record,
    Sequence, StreamId,
};

/// Outcome of one append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppendOutcome {
    /// Written, synced, answered.
    Keep,
    /// Written; synced and answered when [`SimJournal::sync`] says so.
    Slow,
    /// The machine stops before anything is written.
    CrashBefore,
    /// The machine stops after writing, before the sync.
    CrashWritten,
    /// The machine stops after the sync, before the answer.
    CrashSynced,
    /// Nothing is written, and the append fails; the journal is poisoned.
    FailUnwritten,
    /// It is written, the sync fails; the journal is poisoned.
    FailWritten,
    /// A lie: answered as if it were synced, and kept nowhere. No disk that keeps its word does this; it is there to see whether
    /// somebody notices.
    Pretend,
}

/// Says what becomes of the next append.
type OutcomeSource = Box<dyn FnMut() -> AppendOutcome + Send>;

/// A journal in memory on a disk that can lose what it has not synced. Clones are handles of the same disk.
#[derive(Clone)]
pub struct SimJournal {
    disk: Arc<Mutex<Disk>>,
}

struct Disk {
    streams: BTreeMap<StreamId, Stream>,
    /// Appends that are written and not synced, in order.
    unsynced: VecDeque<Unsynced>,
    outcomes: OutcomeSource,
    tickets: u64,
    /// Appends up to this ticket are answered.
    answered: u64,
    is_down: bool,
    is_poisoned: bool,
}

struct Stream {
    epoch: Epoch,
    synced: Vec<Bytes>,
    /// The head as the writer knows it.
    head: Sequence,
    checkpoint: Option<Bytes>,
}

struct Unsynced {
    ticket: u64,
    stream: StreamId,
    records: Vec<Bytes>,
    waker: Option<Waker>,
}

impl SimJournal {
    /// An empty journal; `outcomes` is asked once per append.
    pub fn new(outcomes: impl FnMut() -> AppendOutcome + Send + 'static) -> Self {
        Self::with(BTreeMap::new(), Box::new(outcomes))
    }

    fn with(streams: BTreeMap<StreamId, Stream>, outcomes: OutcomeSource) -> Self {
        let disk = Disk {
            streams,
            unsynced: VecDeque::new(),
            outcomes,
            tickets: 0,
            answered: 0,
            is_down: false,
            is_poisoned: false,
        };
        Self { disk: Arc::new(Mutex::new(disk)) }
    }

    /// A sound journal of its own with what is synced on this disk.
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

    /// Returns how far appends are answered: the number of the last one, counted from 1. As long as this stands, no
    /// writer has learnt anything new.
    pub fn answered(&self) -> u64 {
        self.disk().answered
    }

    /// Returns how many appends are written and not synced.
    pub fn unsynced(&self) -> usize {
        self.disk().unsynced.len()
    }

    /// Returns whether an append brought the machine down.
    pub fn is_down(&self) -> bool {
        self.disk().is_down
    }

    /// Returns whether an append failed, so that nothing is served until [`SimJournal::reopen`].
    pub fn is_poisoned(&self) -> bool {
        self.disk().is_poisoned
    }

    /// Syncs all that is written, and answers the slow appends.
    pub fn sync(&self) {
        let mut disk = self.disk();
        if !disk.is_down && !disk.is_poisoned {
            disk.sync();
        }
    }

    /// Pulls the plug: no append is answered any more.
    pub fn crash(&self) {
        self.disk().is_down = true;
    }

    /// Opens the journal again after a crash or a failure. Of the appends that were not synced the disk kept
    /// the first `kept`, each whole.
    pub fn reopen(&self, kept: usize) {
        let mut disk = self.disk();
        let unsynced = std::mem::take(&mut disk.unsynced);
        for written in unsynced.into_iter().take(kept) {
            disk.keep(&written.stream, written.records);
        }
        for stream in disk.streams.values_mut() {
            stream.head = head_of(stream.synced.len());
        }
        disk.is_down = false;
        disk.is_poisoned = false;
    }

    /// Every record that is written, synced or not.
    pub fn records(&self) -> Vec<Bytes> {
        let disk = self.disk();
        let synced = disk.streams.values().flat_map(|stream| &stream.synced);
        let written = disk.unsynced.iter().flat_map(|unsynced| &unsynced.records);
        synced.chain(written).cloned().collect()
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

impl Disk {
    fn keep(&mut self, stream: &StreamId, records: Vec<Bytes>) {
        if let Some(stream) = self.streams.get_mut(stream) {
            stream.synced.extend(records);
        }
    }

    fn sync(&mut self) {
        while let Some(written) = self.unsynced.pop_front() {
            self.answered = self.answered.max(written.ticket);
            self.keep(&written.stream, written.records);
            if let Some(waker) = written.waker {
                waker.wake();
            }
        }
    }

    fn usable(&self) -> Result<(), FatalError> {
        if self.is_poisoned { Err(poisoned("earlier")) } else { Ok(()) }
    }

    /// Takes an append in: what it is answered with, at once or when its ticket is.
    fn admit(&mut self, append: Append) -> Result<(u64, Sequence), AppendError> {
        self.usable()?;
        let Some(stream) = self.streams.get_mut(&append.stream) else {
            return Err(AppendError::UnknownStream(append.stream));
        };
        if append.epoch != stream.epoch {
            return Err(AppendError::Fenced { held: append.epoch, current: stream.epoch });
        }
        if append.expected != stream.head {
            return Err(AppendError::Conflict { expected: append.expected, head: stream.head });
        }
        if append.records.is_empty() {
            return Err(AppendError::Empty);
        }
        self.tickets += 1;
        let ticket = self.tickets;
        let fate = if self.is_down { AppendOutcome::CrashBefore } else { (self.outcomes)() };
        match fate {
            AppendOutcome::CrashBefore => {
                self.is_down = true;
                return Ok((ticket, append.expected));
            }
            AppendOutcome::FailUnwritten => {
                self.is_poisoned = true;
                return Err(poisoned("while writing").into());
            }
            _ => {}
        }
        // A length fits 64 bits on every machine there is.
        let head = stream.head.after(append.records.len() as u64);
        stream.head = head;
        let Append { stream, records, .. } = append;
        if fate != AppendOutcome::Pretend {
            self.unsynced.push_back(Unsynced { ticket, stream, records, waker: None });
        }
        match fate {
            AppendOutcome::Keep => self.sync(),
            AppendOutcome::Pretend => self.answered = ticket,
            AppendOutcome::CrashWritten => self.is_down = true,
            AppendOutcome::CrashSynced => {
                self.sync();
                self.is_down = true;
            }
            AppendOutcome::FailWritten => {
                self.is_poisoned = true;
                return Err(poisoned("while syncing").into());
            }
            _ => {}
        }
        Ok((ticket, head))
    }

    fn poll_answer(&mut self, ticket: u64, context: &Context<'_>) -> Poll<()> {
        if self.is_down {
            return Poll::Pending;
        }
        if self.answered >= ticket {
            return Poll::Ready(());
        }
        if let Some(written) = self.unsynced.iter_mut().find(|written| written.ticket == ticket) {
            written.waker = Some(context.waker().clone());
        }
        Poll::Pending
    }
}

fn head_of(records: usize) -> Sequence {
    Sequence::START.after(records as u64)
}

fn poisoned(doing: &'static str) -> FatalError {
    FatalError::Poisoned { doing, source: Cause::new("a simulated I/O error") }
}

impl Journal for SimJournal {
    fn claim(&self, stream: StreamId) -> Pending<'_, Claim> {
        Box::pin(async move {
            let mut disk = self.disk();
            disk.usable()?;
            let fresh =
                || Stream { epoch: Epoch(0), synced: Vec::new(), head: Sequence::START, checkpoint: None };
            let entry = disk.streams.entry(stream).or_insert_with(fresh);
            entry.epoch = entry.epoch.next();
            Ok(Claim { epoch: entry.epoch, head: entry.head })
        })
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        Box::pin(async move {
            let (ticket, head) = self.disk().admit(append)?;
            std::future::poll_fn(|context| self.disk().poll_answer(ticket, context)).await;
            Ok(head)
        })
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        Box::pin(async move {
            let disk = self.disk();
            disk.usable()?;
            let Some(found) = disk.streams.get(&stream) else { return Err(Error::UnknownStream(stream)) };
            let skipped = usize::try_from(from.0.saturating_sub(1)).unwrap_or(usize::MAX);
            let records = (1..).map(Sequence).zip(&found.synced).skip(skipped).take(limit);
            Ok(records.map(|(sequence, bytes)| Record { sequence, bytes: bytes.clone() }).collect())
        })
    }

    /// Kept at once, unless the machine is down: then nobody hears of it any more.
    fn keep_checkpoint(&self, stream: StreamId, checkpoint: Bytes) -> Pending<'_, ()> {
        Box::pin(async move {
            let is_down = self.disk().is_down;
            if is_down {
                std::future::pending::<()>().await;
            }
            let mut disk = self.disk();
            disk.usable()?;
            let Some(found) = disk.streams.get_mut(&stream) else { return Err(Error::UnknownStream(stream)) };
            found.checkpoint = Some(checkpoint);
            Ok(())
        })
    }

    fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Checkpoints> {
        Box::pin(async move {
            let disk = self.disk();
            disk.usable()?;
            let kept =
                |stream: StreamId| Some((stream.clone(), disk.streams.get(&stream)?.checkpoint.clone()?));
            Ok(streams.into_iter().filter_map(kept).collect())
        })
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        Box::pin(async move {
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
    use std::task::Poll;

    use super::*;

    /// A journal whose appends meet these fates, then are kept, and its stream claimed.
    fn claimed(fates: &[AppendOutcome]) -> (SimJournal, StreamId, Epoch) {
        let mut fates: VecDeque<AppendOutcome> = fates.iter().copied().collect();
        let journal = SimJournal::new(move || fates.pop_front().unwrap_or(AppendOutcome::Keep));
        let stream = StreamId::new("g").expect("a name");
        let epoch = claim(&journal, &stream).epoch;
        (journal, stream, epoch)
    }

    fn claim(journal: &SimJournal, stream: &StreamId) -> Claim {
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
    fn a_slow_append_is_answered_when_it_is_synced_and_lost_when_it_is_not() {
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
    fn a_crash_keeps_as_much_of_the_tail_as_the_disk_happened_to_write() {
        let (journal, stream, epoch) = claimed(&[AppendOutcome::Slow, AppendOutcome::CrashWritten]);
        assert!(poll(journal.append(append(&stream, epoch, 0, "a"))).is_pending());
        assert!(poll(journal.append(append(&stream, epoch, 1, "b"))).is_pending());
        assert!(journal.is_down());
        journal.reopen(1);
        assert_eq!(kept(&journal, &stream), ["a"]);
    }

    #[test]
    fn a_crash_before_an_append_leaves_nothing_and_one_after_its_sync_everything() {
        for (fate, left) in [(AppendOutcome::CrashBefore, 0), (AppendOutcome::CrashSynced, 1)] {
            let (journal, stream, epoch) = claimed(&[fate]);
            assert!(poll(journal.append(append(&stream, epoch, 0, "a"))).is_pending());
            journal.reopen(0);
            assert_eq!(kept(&journal, &stream).len(), left, "{fate:?}");
        }
    }

    #[test]
    fn a_failed_append_poisons_the_journal_until_it_is_opened_again() {
        let (journal, stream, epoch) = claimed(&[AppendOutcome::FailWritten]);
        assert!(matches!(poll(journal.append(append(&stream, epoch, 0, "a"))), Poll::Ready(Err(_))));
        assert!(matches!(poll(journal.claim(stream.clone())), Poll::Ready(Err(_))));
        journal.reopen(1);
        assert_eq!(kept(&journal, &stream), ["a"], "the sync failed, and the record is there all the same");
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
