//! A journal whose answers wait for a copy: what is appended is answered when a standby's disk has it as well.
//!
//! They wait only while a standby is abreast. One that falls behind, or goes, is waited for as long as is set, and then the
//! server goes on alone, which is told; a standby that has caught up is waited for again. Knows which records a copy has
//! confirmed, and no network.

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

/// SHA-256 of a record's bytes, by which the record is recognised.
pub type RecordDigest = [u8; 32];

/// Head of a stream in a copy, with its record's digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedStream {
    pub stream: StreamId,
    /// Its last record in the copy.
    pub head: Sequence,
    pub digest: RecordDigest,
}

/// Confirmations of the standbys' copies, for which answers may have to wait. Clones are handles of the same.
#[derive(Clone)]
pub struct CopyConfirmations(Arc<SharedCopies>);

struct SharedCopies {
    /// How long answers wait for a standby that was abreast; `None` if they wait for none.
    patience: Option<Millis>,
    state: Mutex<State>,
    /// Changes with every confirmation, and when the server goes on alone.
    confirmed: watch::Sender<()>,
    /// Changes with every append, so that it is copied at once.
    appended: watch::Sender<()>,
}

#[derive(Default)]
struct State {
    /// Heads of the streams that have been written to since the server started, or were there.
    durable: BTreeMap<StreamId, Sequence>,
    /// Damaged streams, which no standby is held to.
    left_out: BTreeSet<StreamId>,
    followers: BTreeMap<u64, CopyingStandby>,
    next: u64,
    /// Whether it was told that the server is alone.
    is_told: bool,
}

#[derive(Default)]
struct CopyingStandby {
    confirmed: BTreeMap<StreamId, Sequence>,
    /// Whether it had everything at some moment and has not been given up since.
    is_abreast: bool,
    /// Whether its connection is over. Answers wait for it as for one that is slow.
    is_gone: bool,
}

impl CopyingStandby {
    fn has(&self, stream: &StreamId, head: Sequence) -> bool {
        self.confirmed.get(stream).is_some_and(|confirmed| *confirmed >= head)
    }
}

/// Standing of the required copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyStanding {
    /// Whether answers wait for a copy at all.
    pub is_required: bool,
    /// Whether a standby is abreast, so that they do now.
    pub is_abreast: bool,
}

impl CopyStanding {
    /// As judge and organiser are told it.
    pub fn to_wire(self) -> wire::CopyStanding {
        match (self.is_required, self.is_abreast) {
            (false, _) => wire::CopyStanding::Unspecified,
            (true, true) => wire::CopyStanding::Abreast,
            (true, false) => wire::CopyStanding::Alone,
        }
    }
}

impl Default for CopyConfirmations {
    /// Answers wait for no copy.
    fn default() -> Self {
        Self::new(None)
    }
}

impl CopyConfirmations {
    /// Answers wait for so long for a standby that is abreast; for none if it is `None`.
    pub fn new(patience: Option<Millis>) -> Self {
        let (confirmed, appended) = (watch::Sender::new(()), watch::Sender::new(()));
        Self(Arc::new(SharedCopies { patience, state: Mutex::default(), confirmed, appended }))
    }

    /// This journal, with answers that wait for a copy if they are to.
    pub async fn over(
        &self,
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
    ) -> Result<Arc<dyn Journal>, Error> {
        let Some(patience) = self.0.patience else { return Ok(journal) };
        self.state().durable = journal.streams().await?.into_iter().collect();
        tracing::warn!("ANSWERS DO NOT WAIT FOR A COPY YET: no standby is abreast");
        self.state().is_told = true;
        Ok(Arc::new(CopiedJournal { journal, copies: self.clone(), clock, patience }))
    }

    /// How it stands.
    pub fn standing(&self) -> CopyStanding {
        let is_abreast =
            self.state().followers.values().any(|follower| follower.is_abreast && !follower.is_gone);
        CopyStanding { is_required: self.0.patience.is_some(), is_abreast }
    }

    /// Tells of every append, if copies are waited for.
    pub fn news(&self) -> watch::Receiver<()> {
        self.0.appended.subscribe()
    }

    /// A standby begins to copy, with what it has.
    pub fn follow(&self, held: &[CopiedStream]) -> FollowerGuard {
        let mut state = self.state();
        let id = state.next;
        state.next += 1;
        let confirmed = held.iter().map(|held| (held.stream.clone(), held.head)).collect();
        state.followers.insert(id, CopyingStandby { confirmed, ..CopyingStandby::default() });
        drop(state);
        self.look(id);
        FollowerGuard { copies: self.clone(), id }
    }

    /// A standby has a stream on its disk up to this record.
    pub fn confirm(&self, id: u64, stream: StreamId, head: Sequence) {
        if let Some(follower) = self.state().followers.get_mut(&id) {
            let confirmed = follower.confirmed.entry(stream).or_default();
            *confirmed = head.max(*confirmed);
        }
        self.look(id);
        self.0.confirmed.send_replace(());
    }

    /// A stream is damaged: no standby can have it, and none is held to it, also where it is written to again.
    pub fn leave_out(&self, stream: &StreamId) {
        let mut state = self.state();
        state.durable.remove(stream);
        state.left_out.insert(stream.clone());
        let followers: Vec<u64> = state.followers.keys().copied().collect();
        drop(state);
        for id in followers {
            self.look(id);
        }
    }

    /// Looks whether a standby has everything, and says so if it is the first that does.
    fn look(&self, id: u64) {
        let mut state = self.state();
        let State { durable, followers, is_told, .. } = &mut *state;
        let Some(follower) = followers.get_mut(&id).filter(|follower| !follower.is_abreast) else { return };
        if durable.iter().all(|(stream, head)| *head == Sequence::START || follower.has(stream, *head)) {
            follower.is_abreast = true;
            followers.retain(|_, follower| !follower.is_gone);
            if std::mem::take(is_told) {
                tracing::warn!("answers wait for the standby's disk: it is abreast");
            }
        }
    }

    /// Whether an append need not wait any more: a standby has it, or none is abreast.
    fn is_copied(&self, stream: &StreamId, head: Sequence) -> bool {
        let state = self.state();
        if state.left_out.contains(stream) {
            return true;
        }
        let mut abreast = state.followers.values().filter(|follower| follower.is_abreast).peekable();
        abreast.peek().is_none() || abreast.any(|follower| follower.has(stream, head))
    }

    /// Waits for no standby any more until one has caught up.
    fn give_up(&self, patience: Millis) {
        let mut state = self.state();
        state.followers.retain(|_, follower| !follower.is_gone);
        state.followers.values_mut().for_each(|follower| follower.is_abreast = false);
        let was_told = std::mem::replace(&mut state.is_told, true);
        drop(state);
        if !was_told {
            tracing::error!(
                waited_ms = patience.0,
                "THE STANDBY IS GONE OR TOO SLOW: THE SERVER GOES ON ALONE. If this machine is lost now, so is what it answers \
                 from here on; answers wait again as soon as the standby has caught up"
            );
        }
        self.0.confirmed.send_replace(());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that can panic runs under the lock.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A standby as long as it copies.
pub struct FollowerGuard {
    copies: CopyConfirmations,
    id: u64,
}

impl FollowerGuard {
    /// By which it confirms.
    pub fn id(&self) -> u64 {
        self.id
    }
}

impl Drop for FollowerGuard {
    fn drop(&mut self) {
        let are_waiting = self.copies.0.patience.is_some();
        let mut state = self.copies.state();
        match state.followers.get_mut(&self.id) {
            // Answers wait for it a while, as it may be back at once.
            Some(follower) if are_waiting && follower.is_abreast => {
                follower.is_gone = true;
                tracing::warn!("the standby that answers wait for is gone");
            }
            _ => {
                state.followers.remove(&self.id);
                if !are_waiting {
                    tracing::warn!("a standby is gone, for which no answer waits");
                }
            }
        }
    }
}

/// A journal whose appends are answered when a copy has them, or when none is waited for.
struct CopiedJournal {
    journal: Arc<dyn Journal>,
    copies: CopyConfirmations,
    clock: Arc<dyn Clock>,
    patience: Millis,
}

impl CopiedJournal {
    /// Waits until a standby has what was appended, or until it is given up.
    async fn copied(&self, stream: &StreamId, head: Sequence) {
        let mut changes = self.copies.0.confirmed.subscribe();
        let deadline = Monotonic(self.clock.now().0.saturating_add(self.patience.0));
        while !self.copies.is_copied(stream, head) {
            tokio::select! {
                // The sender is in what this borrows.
                _ = changes.changed() => {}
                () = self.clock.reach(deadline) => {
                    // Its confirmation may have come at the same moment.
                    if !self.copies.is_copied(stream, head) {
                        self.copies.give_up(self.patience);
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
