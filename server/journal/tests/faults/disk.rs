//! A disk in memory that does to SQLite what disks do: it fails, fills up, and forgets what was not synced.
//!
//! It stands where the operating system's files would (a VFS of SQLite's, its default one in this test program), so
//! that the journal under test is the very one that servers run. Knows files and operations, nothing of journals.

use std::collections::BTreeMap;
use std::io::{Error, ErrorKind, Result};
use std::ops::Range;
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use sqlite_vfs::wip::{WalIndex, WalIndexLock};
use sqlite_vfs::{DatabaseHandle, LockKind, OpenAccess, OpenOptions, Vfs, register};

/// What the disk is told to do wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiskFault {
    /// The change of this number, counted from 0, fails; those after it would work again. A failed sync loses what it
    /// should have written, and the next one says that all is well, as Linux does.
    Once(usize),
    /// From this change on there is no room: writes fail, and all else works.
    Full(usize),
    /// The power goes at this change: it and everything after fails.
    PowerCut(usize),
    /// The second sync fails.
    SecondSync,
    /// From this read on, counted from 0, nothing can be read.
    Unreadable(usize),
    /// This read fails, and no other.
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
    /// What whoever reads sees.
    live: Vec<u8>,
    /// What a power cut leaves for certain.
    durable: Vec<u8>,
    /// What has been done since the last sync, in order.
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
    /// Whether syncs wait, and whether one does.
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

/// The test's own disk, empty. There is one at a time: other tests wait until this is dropped.
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

    /// Empties the disk and takes its faults away.
    pub(crate) fn wipe(&self) {
        *lock() = None;
    }

    /// Counts changes anew and does wrong what it is told.
    pub(crate) fn set(&self, fault: Option<DiskFault>) {
        with(|state| {
            state.changes.clear();
            state.fault = fault;
        });
    }

    /// What was changed since [`Self::set`], with the file's name, also where it failed.
    pub(crate) fn changes(&self) -> Vec<(String, FileChange)> {
        with(|state| state.changes.clone())
    }

    /// How many syncs there were since [`Self::set`].
    pub(crate) fn syncs(&self) -> usize {
        self.changes().iter().filter(|(_, change)| *change == FileChange::Sync).count()
    }

    /// Lets the first sync since [`Self::set`] work and the second fail.
    pub(crate) fn fail_second_sync(&self) {
        with(|state| state.fault = Some(DiskFault::SecondSync));
    }

    /// Makes syncs wait, or lets them go on.
    pub(crate) fn hold(&self, is_held: bool) {
        with(|state| state.is_held = is_held);
        NEWS.notify_all();
    }

    /// Returns when a sync waits.
    pub(crate) fn wait_for_sync(&self) {
        let mut state = lock();
        while !state.as_ref().is_some_and(|state| state.is_waiting) {
            state = NEWS.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A file's bytes.
    pub(crate) fn bytes(&self, name: &Path) -> Vec<u8> {
        with(|state| state.image(name.to_str().unwrap()).map(|image| image.live.clone()).unwrap_or_default())
    }

    /// Empties the disk, takes its faults away, and puts these files on it.
    pub(crate) fn replace(&self, files: &[(&Path, &[u8])]) {
        self.wipe();
        with(|state| {
            for (name, bytes) in files {
                let image = Image { live: bytes.to_vec(), durable: bytes.to_vec(), pending: Vec::new() };
                state.files.insert(name.to_str().unwrap().to_owned(), image);
            }
        });
    }

    /// Takes the power away and brings it back: of what was not synced, some may have reached the disk and some not,
    /// in any order and in part. Which, the seed says; with seed 0 nothing has.
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

/// As good as random for choosing what a power cut leaves.
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
    /// Notes the change and tells whether it works.
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

/// The files as SQLite reaches them.
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
            // SQLite wants zeros where there is nothing.
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
            // The power cut decides what becomes of it.
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
            // SQLite hints at how large the file will grow, and does not mind if that comes to nothing.
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

/// The journal holds its file alone, and then SQLite needs no shared index of its log.
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
