//! A journal that waits for copies: it answers an append only when the record is on a standby's disk too.
//!
//! Answers wait only for a standby that has caught up. If it falls behind or disconnects, they wait up to a
//! configured time; then the server continues alone and reports it. Answers wait again once a standby has
//! caught up.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use futures_core::future::BoxFuture;
use ishigaki_journal::{
    Append, AppendError, Checkpoints, Claims, Error, Journal, Membership, Pending, Record, Sequence,
    StreamClaim, StreamId, SweepCursor, SweepPage,
};
use ishigaki_proto::wire;
use ishigaki_rules::Millis;
use tokio::sync::watch;

use crate::clock::{Clock, Monotonic};

/// SHA-256 of a record's bytes, which identifies the record.
pub type RecordDigest = [u8; 32];

/// Head of a stream in a copy, with its record's digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedStream {
    pub stream: StreamId,
    pub head: Sequence,
    pub digest: RecordDigest,
}

/// Confirmations by standbys of their copies. Clones share their contents.
#[derive(Clone)]
pub struct CopyConfirmations(Arc<SharedCopies>);

struct SharedCopies {
    /// Maximum time that answers wait for a standby that had caught up; `None` if they don't wait.
    timeout: Option<Millis>,
    state: Mutex<State>,
    confirmed: watch::Sender<()>,
    /// Changes with every append, so that it is copied at once.
    appended: watch::Sender<()>,
}

#[derive(Default)]
struct State {
    /// Heads of the streams that existed at the start or have been written since.
    durable: BTreeMap<StreamId, Sequence>,
    /// Damaged streams, which no standby needs.
    left_out: BTreeSet<StreamId>,
    followers: BTreeMap<u64, CopyingStandby>,
    next: u64,
    is_notified: bool,
}

#[derive(Default)]
struct CopyingStandby {
    confirmed: BTreeMap<StreamId, Sequence>,
    /// Set once it has caught up, until the server stops waiting for it.
    is_caught_up: bool,
    /// Set if it has disconnected. Answers wait for it as for a slow one.
    is_lost: bool,
}

impl CopyingStandby {
    fn has(&self, stream: &StreamId, head: Sequence) -> bool {
        self.confirmed.get(stream).is_some_and(|confirmed| *confirmed >= head)
    }
}

/// State of the required copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyStanding {
    pub is_required: bool,
    /// Set if a standby has caught up. Answers wait then.
    pub is_caught_up: bool,
}

impl CopyStanding {
    /// Returns the state for judge and organiser.
    pub fn to_wire(self) -> wire::CopyStanding {
        match (self.is_required, self.is_caught_up) {
            (false, _) => wire::CopyStanding::Unspecified,
            (true, true) => wire::CopyStanding::CaughtUp,
            (true, false) => wire::CopyStanding::Alone,
        }
    }
}

impl Default for CopyConfirmations {
    fn default() -> Self {
        Self::new(None)
    }
}

impl CopyConfirmations {
    /// Returns confirmations that delay answers by up to `timeout`; `None` means no delay.
    pub fn new(timeout: Option<Millis>) -> Self {
        let (confirmed, appended) = (watch::Sender::new(()), watch::Sender::new(()));
        Self(Arc::new(SharedCopies { timeout, state: Mutex::default(), confirmed, appended }))
    }

    /// Returns this journal, with answers that wait for a copy if configured.
    pub async fn over(
        &self,
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
    ) -> Result<Arc<dyn Journal>, Error> {
        let Some(timeout) = self.0.timeout else { return Ok(journal) };
        self.state().durable = journal.streams().await?.into_iter().collect();
        tracing::warn!("answers are not copied yet: no standby has caught up");
        self.state().is_notified = true;
        Ok(Arc::new(CopiedJournal { journal, copies: self.clone(), clock, timeout }))
    }

    /// Returns the current state.
    pub fn standing(&self) -> CopyStanding {
        let is_caught_up =
            self.state().followers.values().any(|follower| follower.is_caught_up && !follower.is_lost);
        CopyStanding { is_required: self.0.timeout.is_some(), is_caught_up }
    }

    /// Returns a receiver of every append, if copies are required.
    pub fn news(&self) -> watch::Receiver<()> {
        self.0.appended.subscribe()
    }

    /// Registers a standby that begins to copy, with the streams it has.
    pub fn follow(&self, held: &[CopiedStream]) -> FollowerGuard {
        let mut state = self.state();
        let id = state.next;
        state.next += 1;
        let confirmed = held.iter().map(|held| (held.stream.clone(), held.head)).collect();
        state.followers.insert(id, CopyingStandby { confirmed, ..CopyingStandby::default() });
        drop(state);
        self.notify(id);
        FollowerGuard { copies: self.clone(), id }
    }

    /// Confirms that a standby has a stream on disk up to this record.
    pub fn confirm(&self, id: u64, stream: StreamId, head: Sequence) {
        if let Some(follower) = self.state().followers.get_mut(&id) {
            let confirmed = follower.confirmed.entry(stream).or_default();
            *confirmed = head.max(*confirmed);
        }
        self.notify(id);
        self.0.confirmed.send_replace(());
    }

    /// Excludes a damaged stream, which no standby can copy, even if it is written again.
    pub fn leave_out(&self, stream: &StreamId) {
        let mut state = self.state();
        state.durable.remove(stream);
        state.left_out.insert(stream.clone());
        let followers: Vec<u64> = state.followers.keys().copied().collect();
        drop(state);
        for id in followers {
            self.notify(id);
        }
    }

    /// Checks whether a standby has caught up, and reports the first that has.
    fn notify(&self, id: u64) {
        let mut state = self.state();
        let State { durable, followers, is_notified, .. } = &mut *state;
        let Some(follower) = followers.get_mut(&id).filter(|follower| !follower.is_caught_up) else { return };
        if durable.iter().all(|(stream, head)| *head == Sequence::START || follower.has(stream, *head)) {
            follower.is_caught_up = true;
            followers.retain(|_, follower| !follower.is_lost);
            if std::mem::take(is_notified) {
                tracing::warn!("answers wait for the standby's disk: it has caught up");
            }
        }
    }

    /// Returns whether an append needn't wait any more: a standby has it, or none has caught up.
    fn is_copied(&self, stream: &StreamId, head: Sequence) -> bool {
        let state = self.state();
        if state.left_out.contains(stream) {
            return true;
        }
        let mut caught_up = state.followers.values().filter(|follower| follower.is_caught_up).peekable();
        caught_up.peek().is_none() || caught_up.any(|follower| follower.has(stream, head))
    }

    /// Stops waiting until a standby has caught up again.
    fn give_up(&self, timeout: Millis) {
        let mut state = self.state();
        state.followers.retain(|_, follower| !follower.is_lost);
        state.followers.values_mut().for_each(|follower| follower.is_caught_up = false);
        let was_notified = std::mem::replace(&mut state.is_notified, true);
        drop(state);
        if !was_notified {
            tracing::error!(
                waited_ms = timeout.0,
                "the standby is lost or too slow: answers are not copied. If this machine fails now, they are lost. Answers wait \
                 again once a standby has caught up"
            );
        }
        self.0.confirmed.send_replace(());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing under the lock can panic.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A standby as long as it copies.
pub struct FollowerGuard {
    copies: CopyConfirmations,
    id: u64,
}

impl FollowerGuard {
    /// Returns the id for its confirmations.
    pub fn id(&self) -> u64 {
        self.id
    }
}

impl Drop for FollowerGuard {
    fn drop(&mut self) {
        let are_waiting = self.copies.0.timeout.is_some();
        let mut state = self.copies.state();
        match state.followers.get_mut(&self.id) {
            // Answers wait for a while, because it may reconnect at once.
            Some(follower) if are_waiting && follower.is_caught_up => {
                follower.is_lost = true;
                tracing::warn!("the required standby has disconnected");
            }
            _ => {
                state.followers.remove(&self.id);
                if !are_waiting {
                    tracing::warn!("an optional standby has disconnected");
                }
            }
        }
    }
}

/// A journal that delays the answers of appends until a copy has them, if one is required.
struct CopiedJournal {
    journal: Arc<dyn Journal>,
    copies: CopyConfirmations,
    clock: Arc<dyn Clock>,
    timeout: Millis,
}

impl CopiedJournal {
    /// Waits until a standby has the append, or the wait times out.
    async fn copied(&self, stream: &StreamId, head: Sequence) {
        let mut changes = self.copies.0.confirmed.subscribe();
        let deadline = Monotonic(self.clock.now().0.saturating_add(self.timeout.0));
        while !self.copies.is_copied(stream, head) {
            tokio::select! {
                // `self` holds the sender.
                _ = changes.changed() => {}
                () = self.clock.reach(deadline) => {
                    // The confirmation may have come at the same moment.
                    if !self.copies.is_copied(stream, head) {
                        self.copies.give_up(self.timeout);
                    }
                    return;
                }
            }
        }
    }
}

impl Journal for CopiedJournal {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        self.journal.claim(stream)
    }

    fn claim_all(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Claims> {
        self.journal.claim_all(streams)
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        let stream = append.stream.clone();
        let appended = self.journal.append(append);
        Box::pin(async move {
            let head = appended.await?;
            {
                let mut state = self.copies.state();
                if !state.left_out.contains(&stream) {
                    let durable = state.durable.entry(stream.clone()).or_default();
                    *durable = head.max(*durable);
                }
            }
            self.copies.0.appended.send_replace(());
            self.copied(&stream, head).await;
            Ok(head)
        })
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        self.journal.read(stream, from, limit)
    }

    fn sweep(&self, from: SweepCursor, limit: usize) -> Pending<'_, SweepPage> {
        self.journal.sweep(from, limit)
    }

    fn keep_checkpoint(&self, stream: StreamId, checkpoint: Bytes) -> Pending<'_, ()> {
        self.journal.keep_checkpoint(stream, checkpoint)
    }

    fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Checkpoints> {
        self.journal.checkpoints(streams)
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        self.journal.streams()
    }

    fn close(&self) -> Pending<'_, ()> {
        self.journal.close()
    }

    fn membership(&self) -> Option<&dyn Membership> {
        self.journal.membership()
    }

    fn file(&self) -> Option<&Path> {
        self.journal.file()
    }
}
