//! A journal that can be made to fail.

use std::sync::atomic::{AtomicBool, Ordering};

use futures_core::future::BoxFuture;
use ishigaki_journal::{
    Append, AppendError, FatalError, Journal, Membership, MemoryJournal, Pending, Record, Sequence,
    StorageCause, StreamClaim, StreamId,
};

/// A journal in memory that, once told to, fails every append as a full disk would.
#[derive(Debug, Default)]
pub struct FaultyJournal {
    sound: MemoryJournal,
    is_broken: AtomicBool,
}

impl FaultyJournal {
    /// A journal that works so far.
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on every append fails and keeps nothing.
    pub fn break_down(&self) {
        self.is_broken.store(true, Ordering::SeqCst);
    }
}

impl Journal for FaultyJournal {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        self.sound.claim(stream)
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        if self.is_broken.load(Ordering::SeqCst) {
            let failure = FatalError::Poisoned {
                doing: "while writing",
                source: StorageCause::new("the disk is full"),
            };
            return Box::pin(std::future::ready(Err(failure.into())));
        }
        self.sound.append(append)
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        self.sound.read(stream, from, limit)
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        self.sound.streams()
    }

    fn membership(&self) -> Option<&dyn Membership> {
        self.sound.membership()
    }
}
