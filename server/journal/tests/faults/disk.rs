//! A disk in memory that fails in ways known to SQLite: it returns errors, fills up, and loses unsynced data.
//!
//! It replaces the operating system's files (as the default SQLite VFS in this test program), so that the
//! tests run the same journal code as servers. It knows files and operations, but not journals.

use std::collections::BTreeMap;
use std::io::{Error, ErrorKind, Result};
use std::ops::Range;
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use sqlite_vfs::wip::{WalIndex, WalIndexLock};
use sqlite_vfs::{DatabaseHandle, LockKind, OpenAccess, OpenOptions, Vfs, register};

/// Fault to simulate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiskFault {
    /// The change with this number, counted from 0, fails; later ones work. A failed sync loses its data, and
    /// the next sync succeeds, as on Linux.
    Once(usize),
    /// From this change on the disk is full: writes fail, everything else works.
    Full(usize),
    /// Power is lost at this change: it and all later ones fail.
    PowerCut(usize),
    /// The second sync fails.
    SecondSync,
    /// All reads from this one on, counted from 0, fail.
    Unreadable(usize),
    /// Only this read fails.
    Misread(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileChange {
    Write,
    Sync,
    Length,
    Delete,
}

#[derive(Default)]
struct Image {
    live: Vec<u8>,
    durable: Vec<u8>,
    /// Changes since the last sync, in order.
    pending: Vec<Pending>,
}

enum Pending {
    Bytes(usize, Vec<u8>),
    Length(usize),
}

#[derive(Default)]
struct State {
    files: BTreeMap<String, Image>,
    changes: Vec<(String, FileChange)>,
    fault: Option<DiskFault>,
    is_held: bool,
    is_waiting: bool,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);
static NEWS: Condvar = Condvar::new();
static ALONE: Mutex<()> = Mutex::new(());

fn lock() -> MutexGuard<'static, Option<State>> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    work(lock().get_or_insert_default())
}

/// The test's disk, initially empty. There is only one at a time: other tests wait until it is dropped.
pub(crate) struct Disk {
    _alone: MutexGuard<'static, ()>,
}

#[expect(clippy::unused_self, reason = "whoever has no disk may not touch what is on it")]
impl Disk {
    pub(crate) fn new() -> Self {
        static REGISTERED: Once = Once::new();
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        REGISTERED.call_once(|| register("faulty", VfsFiles, true).unwrap());
        *lock() = None;
        Self { _alone: alone }
    }

    /// Empties the disk and removes its faults.
    pub(crate) fn wipe(&self) {
        *lock() = None;
    }

    /// Resets the counted changes and sets the fault.
    pub(crate) fn set(&self, fault: Option<DiskFault>) {
        with(|state| {
            state.changes.clear();
            state.fault = fault;
        });
    }

    /// Returns the changes since [`Self::set`] with their file names, including failed ones.
    pub(crate) fn changes(&self) -> Vec<(String, FileChange)> {
        with(|state| state.changes.clone())
    }

    /// Returns the number of syncs since [`Self::set`].
    pub(crate) fn syncs(&self) -> usize {
        self.changes().iter().filter(|(_, change)| *change == FileChange::Sync).count()
    }

    /// Lets the first sync since [`Self::set`] work and the second fail.
    pub(crate) fn fail_second_sync(&self) {
        with(|state| state.fault = Some(DiskFault::SecondSync));
    }

    /// Blocks or unblocks syncs.
    pub(crate) fn hold(&self, is_held: bool) {
        with(|state| state.is_held = is_held);
        NEWS.notify_all();
    }

    /// Waits until a sync is blocked.
    pub(crate) fn wait_for_sync(&self) {
        let mut state = lock();
        while !state.as_ref().is_some_and(|state| state.is_waiting) {
            state = NEWS.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub(crate) fn bytes(&self, name: &Path) -> Vec<u8> {
        with(|state| state.image(name.to_str().unwrap()).map(|image| image.live.clone()).unwrap_or_default())
    }

    /// Empties the disk, removes its faults, and stores these files on it.
    pub(crate) fn replace(&self, files: &[(&Path, &[u8])]) {
        self.wipe();
        with(|state| {
            for (name, bytes) in files {
                let image = Image { live: bytes.to_vec(), durable: bytes.to_vec(), pending: Vec::new() };
                state.files.insert(name.to_str().unwrap().to_owned(), image);
            }
        });
    }

    /// Simulates a power cut: any part of the unsynced changes may have reached the disk, in any order. The
    /// seed selects the part; with seed 0 it is empty.
    pub(crate) fn cut(&self, seed: u64) {
        with(|state| {
            state.fault = None;
            let mut luck = Luck(seed);
            state.files.retain(|_, image| {
                let mut left = std::mem::take(&mut image.durable);
                for pending in image.pending.drain(..) {
                    match pending {
                        _ if seed == 0 || luck.next().is_multiple_of(2) => {}
                        Pending::Bytes(offset, bytes) => {
                            let length = if luck.next().is_multiple_of(4) {
                                luck.next() % bytes.len()
                            } else {
                                bytes.len()
                            };
                            put(&mut left, offset, &bytes[..length]);
                        }
                        Pending::Length(length) => left.resize(length, 0),
                    }
                }
                image.live.clone_from(&left);
                image.durable = left;
                true
            });
        });
    }
}

/// Pseudo-random choice of the changes that survive a power cut.
struct Luck(u64);

impl Luck {
    fn next(&mut self) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 40).unwrap()
    }
}

fn put(file: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    let end = offset + bytes.len();
    if file.len() < end {
        file.resize(end, 0);
    }
    file[offset..end].copy_from_slice(bytes);
}

impl State {
    /// Records the change, and fails if the fault affects it.
    fn change(&mut self, name: &str, change: FileChange) -> Result<()> {
        let number = self.changes.len();
        self.changes.push((name.to_owned(), change));
        let is_sync = |(_, change): &&(String, FileChange)| *change == FileChange::Sync;
        match self.fault {
            Some(DiskFault::Once(at)) if number == at => Err(Error::other("the disk does not answer")),
            Some(DiskFault::SecondSync)
                if change == FileChange::Sync && self.changes.iter().filter(is_sync).count() == 2 =>
            {
                Err(Error::other("the disk does not answer"))
            }
            Some(DiskFault::Full(from)) if number >= from && change == FileChange::Write => {
                Err(ErrorKind::WriteZero.into())
            }
            Some(DiskFault::PowerCut(from)) if number >= from => Err(Error::other("the power is gone")),
            _ => Ok(()),
        }
    }

    fn image(&mut self, name: &str) -> Result<&mut Image> {
        self.files.get_mut(name).ok_or_else(|| ErrorKind::NotFound.into())
    }
}

/// SQLite's access to the files.
struct VfsFiles;

struct OpenFile {
    name: String,
    lock: LockKind,
}

impl Vfs for VfsFiles {
    type Handle = OpenFile;

    fn open(&self, name: &str, options: OpenOptions) -> Result<OpenFile> {
        with(|state| {
            if matches!(options.access, OpenAccess::Create | OpenAccess::CreateNew) {
                state.files.entry(name.to_owned()).or_default();
            }
            state.image(name).map(|_| OpenFile { name: name.to_owned(), lock: LockKind::None })
        })
    }

    fn delete(&self, name: &str) -> Result<()> {
        with(|state| {
            state.change(name, FileChange::Delete)?;
            state.files.remove(name).map(drop).ok_or_else(|| ErrorKind::NotFound.into())
        })
    }

    fn exists(&self, name: &str) -> Result<bool> {
        Ok(with(|state| state.files.contains_key(name)))
    }

    fn temporary_name(&self) -> String {
        "temporary".into()
    }

    fn random(&self, buffer: &mut [i8]) {
        buffer.fill(7);
    }

    fn sleep(&self, duration: Duration) -> Duration {
        duration
    }
}

impl DatabaseHandle for OpenFile {
    type WalIndex = NoIndex;

    fn size(&self) -> Result<u64> {
        with(|state| Ok(state.image(&self.name)?.live.len() as u64))
    }

    fn read_exact_at(&mut self, buffer: &mut [u8], offset: u64) -> Result<()> {
        with(|state| {
            state.fault = match state.fault {
                Some(DiskFault::Unreadable(0)) => return Err(Error::other("the disk does not answer")),
                Some(DiskFault::Unreadable(left)) => Some(DiskFault::Unreadable(left - 1)),
                Some(DiskFault::Misread(0)) => {
                    state.fault = None;
                    return Err(Error::other("the disk does not answer"));
                }
                Some(DiskFault::Misread(left)) => Some(DiskFault::Misread(left - 1)),
                other => other,
            };
            let live = &state.image(&self.name)?.live;
            let offset = usize::try_from(offset).unwrap().min(live.len());
            let length = buffer.len().min(live.len() - offset);
            buffer[..length].copy_from_slice(&live[offset..offset + length]);
            // SQLite expects zeros beyond the end.
            buffer[length..].fill(0);
            if length == buffer.len() { Ok(()) } else { Err(ErrorKind::UnexpectedEof.into()) }
        })
    }

    fn write_all_at(&mut self, bytes: &[u8], offset: u64) -> Result<()> {
        with(|state| {
            state.change(&self.name, FileChange::Write)?;
            let image = state.image(&self.name)?;
            let offset = usize::try_from(offset).unwrap();
            put(&mut image.live, offset, bytes);
            image.pending.push(Pending::Bytes(offset, bytes.to_owned()));
            Ok(())
        })
    }

    fn sync(&mut self, _data_only: bool) -> Result<()> {
        let mut state = lock();
        while state.as_ref().is_some_and(|state| state.is_held) {
            state.get_or_insert_default().is_waiting = true;
            NEWS.notify_all();
            state = NEWS.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let state = state.get_or_insert_default();
        state.is_waiting = false;
        let synced = state.change(&self.name, FileChange::Sync);
        let has_power = !matches!(state.fault, Some(DiskFault::PowerCut(_)));
        if synced.is_err() && !has_power {
            // The power cut decides which pending changes survive.
            return synced;
        }
        let image = state.image(&self.name)?;
        for pending in image.pending.drain(..).filter(|_| synced.is_ok()) {
            match pending {
                Pending::Bytes(offset, bytes) => put(&mut image.durable, offset, &bytes),
                Pending::Length(length) => image.durable.resize(length, 0),
            }
        }
        synced
    }

    fn set_len(&mut self, size: u64) -> Result<()> {
        let size = usize::try_from(size).unwrap();
        with(|state| {
            // SQLite hints at the expected file size and ignores a failure.
            if size > state.image(&self.name)?.live.len() {
                return Ok(());
            }
            state.change(&self.name, FileChange::Length)?;
            let image = state.image(&self.name)?;
            image.live.resize(size, 0);
            image.pending.push(Pending::Length(size));
            Ok(())
        })
    }

    fn lock(&mut self, lock: LockKind) -> Result<bool> {
        self.lock = lock;
        Ok(true)
    }

    fn reserved(&mut self) -> Result<bool> {
        Ok(false)
    }

    fn current_lock(&self) -> Result<LockKind> {
        Ok(self.lock)
    }

    fn wal_index(&self, _readonly: bool) -> Result<NoIndex> {
        Ok(NoIndex)
    }
}

/// SQLite needs no shared index of its log, because the journal locks its file exclusively.
struct NoIndex;

impl WalIndex for NoIndex {
    fn enabled() -> bool {
        false
    }

    fn map(&mut self, _region: u32) -> Result<[u8; 32768]> {
        Err(ErrorKind::Unsupported.into())
    }

    fn lock(&mut self, _locks: Range<u8>, _lock: WalIndexLock) -> Result<bool> {
        Err(ErrorKind::Unsupported.into())
    }

    fn delete(self) -> Result<()> {
        Ok(())
    }
}
