//! A spool: bytes that were made once, kept to be handed out often, and gone with the process.
//!
//! What is in it can be made again from the journal, so nothing here is ever synced, and reading it waits for no one who
//! writes the journal. Knows bytes and their places.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Semaphore, SemaphorePermit};

/// Keeps bytes in a file without a name, or in memory. Cheap to clone; all copies are one.
#[derive(Clone)]
pub struct Spool(Arc<Shared>);

struct Shared {
    store: Mutex<Store>,
    /// Who reads the journal to fill the spool: one at a time, or as many pages of records as readers would be in memory.
    filling: Semaphore,
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
    /// In memory.
    fn default() -> Self {
        Self::of(Store::Memory(Vec::new()))
    }
}

impl Spool {
    /// A spool in the folder of this file. What it keeps takes room on that disk for as long as the process runs, and
    /// nobody else can open it.
    pub fn beside(file: &Path) -> io::Result<Self> {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = tempfile::tempfile_in(folder.unwrap_or(Path::new(".")))?;
        Ok(Self::of(Store::File { file, end: 0 }))
    }

    fn of(store: Store) -> Self {
        Self(Arc::new(Shared { store: Mutex::new(store), filling: Semaphore::new(1) }))
    }

    /// Waits until nobody else fills the spool from the journal, and keeps others from it.
    pub(crate) async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        // It is never closed; nothing would be lost if two filled it.
        self.0.filling.acquire().await.ok()
    }

    /// Keeps some bytes.
    pub(crate) fn keep(&self, bytes: &[u8]) -> io::Result<SpoolSpan> {
        let length = bytes.len();
        match &mut *self.0.store.lock().unwrap_or_else(PoisonError::into_inner) {
            Store::Memory(kept) => {
                let offset = as_u64(kept.len());
                kept.extend_from_slice(bytes);
                Ok(SpoolSpan { offset, length })
            }
            Store::File { file, end } => {
                let offset = *end;
                file.seek(SeekFrom::Start(offset))?;
                file.write_all(bytes)?;
                *end = offset.saturating_add(as_u64(length));
                Ok(SpoolSpan { offset, length })
            }
        }
    }

    /// What is kept there.
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
    fn what_is_kept_is_there_and_no_file_shows() {
        let folder = tempfile::tempdir().unwrap();
        for spool in [Spool::default(), Spool::beside(&folder.path().join("contest.db")).unwrap()] {
            let kept: Vec<SpoolSpan> =
                [&b"one"[..], b"", b"three"].map(|bytes| spool.keep(bytes).unwrap()).into();
            let read: Vec<Vec<u8>> = kept.iter().rev().map(|kept| spool.read(*kept).unwrap()).collect();
            assert_eq!(read, [&b"three"[..], b"", b"one"]);
            spool.read(SpoolSpan { offset: 7, length: 2 }).unwrap_err();
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }
}
