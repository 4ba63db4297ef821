//! The machine's figures of this process and its disk. What it cannot say is left out.

use std::fs;
use std::path::{Path, PathBuf};

/// Sizes are shown in whole steps of this many bytes, rounded down: a single record must not be seen in them.
const STEP: u64 = 1 << 20;

/// Number of descriptors that are kept for what is no connection: the journal, files, metrics.
pub const OWN_DESCRIPTORS: usize = 64;

/// Looks at this process, and at the disk under a folder.
#[derive(Clone, Debug)]
pub struct Machine {
    folder: PathBuf,
}

impl Machine {
    /// `file` is on the disk that is meant.
    pub fn with_file(file: &Path) -> Self {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        Self { folder: folder.unwrap_or(Path::new(".")).to_owned() }
    }

    /// Free space for this user, and the size of the disk, in bytes, rounded down to whole mebibytes.
    #[cfg(unix)]
    pub fn disk(&self) -> Option<(u64, u64)> {
        let disk = rustix::fs::statvfs(&self.folder).ok()?;
        let bytes = |blocks: u64| whole(blocks.saturating_mul(disk.f_frsize));
        Some((bytes(disk.f_bavail), bytes(disk.f_blocks)))
    }

    #[cfg(not(unix))]
    pub fn disk(&self) -> Option<(u64, u64)> {
        let _ = &self.folder;
        None
    }
}

/// Returns the memory of the machine that this process fills, in bytes, rounded down to whole mebibytes.
#[cfg(unix)]
pub fn memory() -> Option<u64> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    let resident: u64 = pages.split_whitespace().nth(1)?.parse().ok()?;
    Some(whole(resident.saturating_mul(u64::try_from(rustix::param::page_size()).ok()?)))
}

#[cfg(not(unix))]
pub fn memory() -> Option<u64> {
    None
}

/// Returns the number of descriptors that this process has open; the one it looks with is not counted.
pub fn descriptors() -> Option<usize> {
    Some(fs::read_dir("/proc/self/fd").ok()?.count().saturating_sub(1))
}

/// Returns the number of descriptors that it may have.
#[cfg(unix)]
pub fn most_descriptors() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

#[cfg(not(unix))]
pub fn most_descriptors() -> Option<u64> {
    None
}

/// Returns the number of descriptors that a process of this user may ask for; `None` if there is no limit, or the
/// machine does not say.
#[cfg(unix)]
pub(crate) fn hard_descriptors() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).maximum
}

#[cfg(not(unix))]
pub fn hard_descriptors() -> Option<u64> {
    None
}

fn whole(bytes: u64) -> u64 {
    bytes / STEP * STEP
}
