//! A spool: bytes made once for many readers, gone with the process.
//!
//! The contents can be made again from the journal, so they are never synced, and reading them doesn't wait
//! for the journal's writer.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Semaphore, SemaphorePermit};

/// Stores bytes in an unnamed file or in memory. Clones share their contents.
#[derive(Clone)]
pub struct Spool(Arc<SharedSpool>);

struct SharedSpool {
    store: Mutex<Store>,
    /// Free spans by offset, with their lengths. No two are adjacent.
    free: Mutex<BTreeMap<u64, u64>>,
    /// Permits to fill the spool from the journal: one at a time, because every reader holds pages of records
    /// in memory.
    filling: Semaphore,
    /// Set if records found at the start are spooled in advance.
    is_eager: bool,
}

enum Store {
    Memory(Vec<u8>),
    File { file: File, end: u64 },
}

/// The span of some bytes in the spool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpoolSpan {
    offset: u64,
    length: usize,
}

impl fmt::Debug for Spool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Spool")
    }
}

impl Default for Spool {
    fn default() -> Self {
        Self::of(Store::Memory(Vec::new()))
    }
}

impl Spool {
    /// Returns a spool in this file's directory. It uses disk space there while the process runs, and no
    /// other process can open it.
    pub fn next_to(file: &Path) -> io::Result<Self> {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = tempfile::tempfile_in(folder.unwrap_or(Path::new(".")))?;
        Ok(Self::of(Store::File { file, end: 0 }))
    }

    /// Returns a spool in memory, filled on demand, for processes that often start games and seldom read
    /// records.
    pub fn on_demand() -> Self {
        Self::new(Store::Memory(Vec::new()), false)
    }

    fn of(store: Store) -> Self {
        Self::new(store, true)
    }

    fn new(store: Store, is_eager: bool) -> Self {
        Self(Arc::new(SharedSpool {
            store: Mutex::new(store),
            free: Mutex::default(),
            filling: Semaphore::new(1),
            is_eager,
        }))
    }

    /// Returns whether records found at the start are spooled in advance.
    pub(crate) fn is_eager(&self) -> bool {
        self.0.is_eager
    }

    /// Waits for the exclusive right to fill the spool from the journal.
    pub(crate) async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        // The semaphore is never closed, and concurrent filling would be harmless.
        self.0.filling.acquire().await.ok()
    }

    /// Keeps some bytes.
    pub(crate) fn keep(&self, bytes: &[u8]) -> io::Result<SpoolSpan> {
        let length = bytes.len();
        let mut store = self.0.store.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.take_free(as_u64(length));
        let offset = match &mut *store {
            Store::Memory(kept) => {
                let offset = free.unwrap_or_else(|| as_u64(kept.len()));
                let start = usize::try_from(offset).unwrap_or(usize::MAX);
                match kept.get_mut(start..start.saturating_add(length)) {
                    Some(place) => place.copy_from_slice(bytes),
                    None => kept.extend_from_slice(bytes),
                }
                offset
            }
            Store::File { file, end } => {
                let offset = free.unwrap_or(*end);
                file.seek(SeekFrom::Start(offset))?;
                file.write_all(bytes)?;
                *end = (*end).max(offset.saturating_add(as_u64(length)));
                offset
            }
        };
        Ok(SpoolSpan { offset, length })
    }

    /// Frees a span.
    pub(crate) fn give_back(&self, SpoolSpan { offset, length }: SpoolSpan) {
        let (mut offset, mut length) = (offset, as_u64(length));
        let mut free = self.0.free.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(after) = free.remove(&offset.saturating_add(length)) {
            length += after;
        }
        let before = free.range(..offset).next_back().map(|(offset, length)| (*offset, *length));
        if let Some((first, before)) = before.filter(|(first, before)| first + before == offset) {
            (offset, length) = (first, before + length);
        }
        if length > 0 {
            free.insert(offset, length);
        }
    }

    /// Allocates a free span of this length.
    fn take_free(&self, length: u64) -> Option<u64> {
        let mut free = self.0.free.lock().unwrap_or_else(PoisonError::into_inner);
        let (offset, room) = free.iter().find(|(_, room)| **room >= length).map(|(at, room)| (*at, *room))?;
        free.remove(&offset);
        if room > length {
            free.insert(offset + length, room - length);
        }
        Some(offset)
    }

    pub(crate) fn read(&self, SpoolSpan { offset, length }: SpoolSpan) -> io::Result<Vec<u8>> {
        match &mut *self.0.store.lock().unwrap_or_else(PoisonError::into_inner) {
            Store::Memory(kept) => {
                let start = usize::try_from(offset).unwrap_or(usize::MAX);
                let bytes = kept.get(start..start.saturating_add(length));
                bytes.map(<[u8]>::to_vec).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
            }
            Store::File { file, .. } => {
                let mut bytes = vec![0; length];
                file.seek(SeekFrom::Start(offset))?;
                file.read_exact(&mut bytes)?;
                Ok(bytes)
            }
        }
    }
}

fn as_u64(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_spool_space_is_reused_without_damage() {
        let folder = tempfile::tempdir().unwrap();
        for spool in [Spool::default(), Spool::next_to(&folder.path().join("contest.db")).unwrap()] {
            let [first, second, third, last] =
                [b"aaaa", b"bbbb", b"cccc", b"dddd"].map(|bytes| spool.keep(bytes).unwrap());
            for span in [third, second] {
                spool.give_back(span);
            }
            let longer = spool.keep(b"1234567").unwrap();
            assert_eq!(longer.offset, second.offset, "the room of both");
            assert_eq!(spool.keep(b"8").unwrap().offset, second.offset + 7);
            assert_eq!(spool.keep(b"more").unwrap().offset, last.offset + 4, "there is no more room");
            for (span, bytes) in [(first, &b"aaaa"[..]), (last, b"dddd"), (longer, b"1234567")] {
                assert_eq!(spool.read(span).unwrap(), bytes);
            }
        }
    }

    #[test]
    fn spool_reads_kept_spans_and_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        for spool in [Spool::default(), Spool::next_to(&folder.path().join("contest.db")).unwrap()] {
            let kept: Vec<SpoolSpan> =
                [&b"one"[..], b"", b"three"].map(|bytes| spool.keep(bytes).unwrap()).into();
            let read: Vec<Vec<u8>> = kept.iter().rev().map(|kept| spool.read(*kept).unwrap()).collect();
            assert_eq!(read, [&b"three"[..], b"", b"one"]);
            spool.read(SpoolSpan { offset: 7, length: 2 }).unwrap_err();
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }
}
