//! Figures of this process and its disk. Unknown ones are omitted.

use std::fs;
use std::path::{Path, PathBuf};

/// Sizes are rounded down to multiples of this, in bytes, so that they don't reveal a single record.
const STEP: u64 = 1 << 20;

/// Number of descriptors reserved for the journal, files and metrics.
pub const OWN_DESCRIPTORS: usize = 64;

/// Reads figures of this process, and of a directory's disk.
#[derive(Clone, Debug)]
pub struct Machine {
    folder: PathBuf,
}

impl Machine {
    /// Returns the figures for the disk of `file`.
    pub fn with_file(file: &Path) -> Self {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        Self { folder: folder.unwrap_or(Path::new(".")).to_owned() }
    }

    /// Returns free space for this user and size of the disk, in bytes, rounded down to MiB.
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

/// Returns this process's memory in bytes, rounded down to MiB.
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

/// Returns the number of open descriptors of this process, without the one for counting.
pub fn descriptors() -> Option<usize> {
    Some(fs::read_dir("/proc/self/fd").ok()?.count().saturating_sub(1))
}

/// Returns the limit of open descriptors.
#[cfg(unix)]
pub fn most_descriptors() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

#[cfg(not(unix))]
pub fn most_descriptors() -> Option<u64> {
    None
}

/// Returns the hard limit of descriptors; `None` if it is unlimited or unknown.
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
