//! A journal with a switchable failure.

use std::sync::atomic::{AtomicBool, Ordering};

use futures_core::future::BoxFuture;
use ishigaki_journal::{
    Append, AppendError, FatalError, Journal, Membership, MemoryJournal, Pending, Record, Sequence,
    StorageCause, StreamClaim, StreamId,
};

/// A journal in memory that can be made to fail every append, like a full disk.
#[derive(Debug, Default)]
pub struct FaultyJournal {
    sound: MemoryJournal,
    is_broken: AtomicBool,
}

impl FaultyJournal {
    /// Returns a working journal.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes every append fail without storing anything.
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
