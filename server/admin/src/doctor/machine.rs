//! Checks of the machine: disk, descriptors, clock.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use ishigaki_grpc::limits::Limits;
use ishigaki_scenarios::lint::Level;

use super::{ContestPart, Examination, count, path};
use crate::disk::is_little;
use crate::machine::OWN_DESCRIPTORS;
use crate::machine::{Machine, hard_descriptors};

/// Maximum time in the future of a file, in milliseconds, because it may come from another machine.
const AHEAD: u64 = 60_000;

/// Bytes written as a test: more than file systems store inline.
const PROBE: usize = 256 << 10;

pub(super) fn examine(exam: &mut Examination<'_>) {
    disk(exam);
    writing(exam);
    descriptors(exam);
    clock(exam);
}

fn disk(exam: &mut Examination<'_>) {
    let journal = exam.options.journal.file().map(ToOwned::to_owned);
    let file = journal.unwrap_or_else(|| exam.folder().contest());
    let Some((free, size)) = Machine::with_file(&file).disk() else { return };
    let gaps = [("free", count(free >> 20)), ("size", count(size >> 20))];
    if is_little(free, size) {
        let fix = exam.fix("doctor-fix-disk", &[]);
        exam.report((ContestPart::Machine, Level::Warning), "doctor-disk-little", &gaps, fix);
    } else {
        exam.fine(ContestPart::Machine, "doctor-disk", &gaps);
    }
}

/// Checks that this user can write where the server must: in the directory and at the journal.
fn writing(exam: &mut Examination<'_>) {
    let root = exam.folder().root().to_owned();
    let journal = exam.options.journal.file().and_then(Path::parent).map(Path::to_owned);
    // A path without a directory is relative to the current one.
    let journal =
        journal.map(|folder| if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder });
    let other = journal.filter(|journal| *journal != root);
    for folder in [Some(root), other].into_iter().flatten() {
        if let Err(error) = probe(&folder) {
            let fix = exam.access(&folder, &error);
            let gaps = [("folder", path(&folder)), ("why", exam.cause(error))];
            exam.report((ContestPart::Machine, Level::Error), "doctor-folder-read-only", &gaps, fix);
        }
    }
}

/// Writes and syncs a temporary file in a directory.
pub(super) fn probe(folder: &Path) -> io::Result<()> {
    // An unnamed file, so that existing files and links aren't touched.
    let mut file = tempfile::tempfile_in(folder)?;
    file.write_all(&vec![0; PROBE])?;
    file.sync_all()
}

fn descriptors(exam: &mut Examination<'_>) {
    let Some(most) = hard_descriptors() else { return };
    let connections = Limits::default().connections;
    let needed = u64::try_from(connections.saturating_add(OWN_DESCRIPTORS)).unwrap_or(u64::MAX);
    let gaps = [("descriptors", count(most)), ("connections", connections.into())];
    if most < needed {
        let fix = exam.fix("doctor-fix-descriptors", &[("needed", count(needed))]);
        exam.report((ContestPart::Machine, Level::Warning), "doctor-descriptors-few", &gaps, fix);
    } else {
        exam.fine(ContestPart::Machine, "doctor-descriptors", &gaps);
    }
}

fn clock(exam: &mut Examination<'_>) {
    let latest = UNIX_EPOCH + Duration::from_millis(exam.options.now.0.saturating_add(AHEAD));
    let entries = fs::read_dir(exam.folder().root()).into_iter().flatten().flatten();
    let ahead = entries.filter_map(|entry| {
        let written = entry.metadata().ok()?.modified().ok()?;
        Some((written.duration_since(latest).ok()?, entry.path()))
    });
    if let Some((by, file)) = ahead.max() {
        let gaps = [("file", path(&file)), ("seconds", count(by.as_secs() + AHEAD / 1_000))];
        let fix = exam.fix("doctor-fix-clock", &[]);
        exam.report((ContestPart::Machine, Level::Warning), "doctor-clock-behind", &gaps, fix);
    }
}
