//! Checks of file types and permissions.

use std::fs::{self, FileType, Metadata};
use std::path::{Path, PathBuf};

use ishigaki_scenarios::lint::Level;

use super::{ContestPart, Examination, count, path, shell};

/// Maximum size of a contest's files except the journal, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// Maximum number of listed files per fault; the others are counted and covered by the advice for the
/// directory.
const NAMED: usize = 3;

impl Examination<'_> {
    /// Checks that a path is missing, a directory, or a regular file of limited size. Anything else, which
    /// might never end, is reported once.
    pub(super) fn check_readable(&mut self, part: ContestPart, file: &Path) -> bool {
        self.examine_plain(part, file, MOST_BYTES)
    }

    /// Checks the journal like [`Self::check_readable`], without a size limit.
    pub(super) fn check_journal_readable(&mut self, part: ContestPart, file: &Path) -> bool {
        self.examine_plain(part, file, u64::MAX)
    }

    /// The files named by the contest file, as far as it and its plan are readable.
    pub(super) fn named_files(&mut self) -> Vec<PathBuf> {
        let contest = self.folder().contest();
        if !self.check_readable(ContestPart::Contest, &contest) {
            return Vec::new();
        }
        // A plan is checked before its scenarios are read.
        let are_plain =
            self.folder().plans().iter().all(|plan| self.check_readable(ContestPart::Contest, plan));
        if are_plain { self.folder().named_files() } else { Vec::new() }
    }

    fn examine_plain(&mut self, part: ContestPart, file: &Path, most: u64) -> bool {
        if let Some(&is_plain) = self.plain.get(file) {
            return is_plain;
        }
        // A missing or invisible file is reported where it is needed.
        let found = fs::metadata(file).ok();
        let is_plain = found.is_none_or(|found| self.check_plain(part, file, &found, most));
        self.plain.insert(file.to_owned(), is_plain);
        is_plain
    }

    fn check_plain(&mut self, part: ContestPart, file: &Path, found: &Metadata, most: u64) -> bool {
        let kind = found.file_type();
        if !kind.is_file() && !kind.is_dir() {
            let gaps = [("file", path(file)), ("kind", self.words.label(kind_key(kind)).into())];
            let fix = self.fix("doctor-fix-not-a-file", &[("file", shell(file))]);
            self.report((part, Level::Error), "doctor-not-a-file", &gaps, fix);
            return false;
        }
        if kind.is_file() && found.len() > most {
            let gaps = [
                ("file", path(file)),
                ("size", count(found.len().div_ceil(1 << 20))),
                ("most", count(most >> 20)),
            ];
            let fix = self.copy(file);
            self.report((part, Level::Error), "doctor-file-large", &gaps, fix);
            return false;
        }
        true
    }
}

#[cfg(unix)]
fn kind_key(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    match kind {
        kind if kind.is_fifo() => "doctor-kind-pipe",
        kind if kind.is_socket() => "doctor-kind-socket",
        _ => "doctor-kind-device",
    }
}

#[cfg(not(unix))]
fn kind_key(_: FileType) -> &'static str {
    "doctor-kind-device"
}

/// Excessive permissions of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Exposure {
    Writable,
    Readable,
}

struct Exposed {
    part: ContestPart,
    path: PathBuf,
    is_folder: bool,
    exposure: Exposure,
    mode: u32,
}

pub(super) fn examine(exam: &mut Examination<'_>) {
    let exposed = exposed(exam);
    for (is_folder, exposure, code) in [
        (true, Exposure::Writable, "doctor-folder-writable"),
        (true, Exposure::Readable, "doctor-folder-exposed"),
        (false, Exposure::Writable, "doctor-writable"),
        (false, Exposure::Readable, "doctor-exposed"),
    ] {
        let alike = |exposed: &&Exposed| exposed.is_folder == is_folder && exposed.exposure == exposure;
        let parts: Vec<ContestPart> = exposed.iter().filter(alike).map(|exposed| exposed.part).collect();
        for (at, part) in parts.iter().enumerate() {
            if parts.iter().take(at).any(|before| before == part) {
                continue;
            }
            let of_part: Vec<&Exposed> =
                exposed.iter().filter(alike).filter(|exposed| exposed.part == *part).collect();
            // Write access of the owner's group may be harmless, because some systems use private groups.
            let is_for_all = of_part.iter().any(|exposed| exposed.mode & 0o002 != 0);
            let level = if is_for_all { Level::Error } else { Level::Warning };
            tell(exam, (*part, level), code, &of_part);
        }
    }
}

fn tell(exam: &mut Examination<'_>, at: (ContestPart, Level), code: &'static str, exposed: &[&Exposed]) {
    let mut named: Vec<String> = exposed.iter().map(|one| one.path.display().to_string()).collect();
    let more = named.len().saturating_sub(NAMED);
    named.truncate(NAMED);
    if more > 0 {
        named.push(exam.words.say("doctor-more-files", &[("count", more.into())]));
    }
    let mut modes: Vec<String> = exposed.iter().map(|one| format!("{:03o}", one.mode)).collect();
    modes.sort();
    modes.dedup();
    let gaps = [("file", exam.words.list(named).into()), ("mode", modes.join(" ").into())];
    let fix = if more > 0 {
        exam.fix("doctor-fix-close-all", &[("folder", exam.root())])
    } else {
        let paths: Vec<String> =
            exposed.iter().map(|one| super::quoted(&one.path.display().to_string())).collect();
        let is_folder = exposed.iter().any(|one| one.is_folder);
        let key = if is_folder { "doctor-fix-close-folder" } else { "doctor-fix-close" };
        exam.fix(key, &[("files", paths.join(" ").into())])
    };
    exam.report(at, code, &gaps, fix);
}

/// All paths with excessive permissions. Keys of server and certificate are reported with their parts.
fn exposed(exam: &mut Examination<'_>) -> Vec<Exposed> {
    let named = exam.named_files();
    let folder = exam.folder();
    let teams = folder.root().join("teams");
    let mut exposed: Vec<Exposed> = of(ContestPart::Contest, folder.root(), true).into_iter().collect();
    // In a private directory, permissions of public files don't matter.
    let is_closed = exposed.is_empty();
    let mut inspect = |part, path: &Path, is_secret: bool| {
        exposed.extend(of(part, path, is_secret).filter(|_| is_secret || !is_closed));
    };
    inspect(ContestPart::Contest, &folder.contest(), false);
    for file in &named {
        inspect(ContestPart::Contest, file, false);
    }
    for file in [folder.authority(), folder.tls().chain] {
        inspect(ContestPart::Certificate, &file, false);
    }
    inspect(ContestPart::Certificate, &folder.authority_key(), true);
    inspect(ContestPart::Tokens, &folder.tokens(), true);
    let of_staff = |file: &PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        [".token", ".join", ".sheet.html"].iter().any(|ending| name.ends_with(ending))
    };
    for file in entries(folder.root()).into_iter().filter(of_staff) {
        inspect(ContestPart::Tokens, &file, true);
    }
    inspect(ContestPart::Addresses, &folder.address_file(), false);
    inspect(ContestPart::Addresses, &folder.pages_address_file(), false);
    inspect(ContestPart::Kits, &folder.all_sheets(), true);
    inspect(ContestPart::Kits, &teams, true);
    for kit in entries(&teams).into_iter().filter(|kit| kit.is_dir()) {
        inspect(ContestPart::Kits, &kit, true);
        for (name, is_secret) in [("token", true), ("sheet.html", true), ("ca.pem", false), ("server", false)]
        {
            inspect(ContestPart::Kits, &kit.join(name), is_secret);
        }
    }
    if let Some(journal) = exam.options.journal.file() {
        for ending in ["", "-wal", "-shm"] {
            let mut file = journal.as_os_str().to_owned();
            file.push(ending);
            inspect(ContestPart::Journal, Path::new(&file), true);
        }
        inspect(ContestPart::Journal, &journal.with_extension("served"), true);
    }
    exposed
}

/// Returns the entries of a directory, by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    entries
}

/// Returns the exposure of a path that only its owner may write, and read if it is secret.
#[cfg(unix)]
fn of(part: ContestPart, path: &Path, is_secret: bool) -> Option<Exposed> {
    use std::os::unix::fs::PermissionsExt as _;
    let found = fs::metadata(path).ok()?;
    let mode = found.permissions().mode() & 0o777;
    let exposure = match mode {
        mode if mode & 0o022 != 0 => Exposure::Writable,
        mode if is_secret && mode & 0o077 != 0 => Exposure::Readable,
        _ => return None,
    };
    // A pipe or device was reported already.
    let is_folder = found.is_dir();
    (is_folder || found.is_file()).then(|| Exposed { part, path: path.to_owned(), is_folder, exposure, mode })
}

#[cfg(not(unix))]
fn of(_: ContestPart, _: &Path, _: bool) -> Option<Exposed> {
    None
}
