//! The examination of what files are: whether one can be read to its end at all, and whether others than its owner can
//! read or write it.

use std::fs::{self, FileType, Metadata};
use std::path::{Path, PathBuf};

use ishigaki_scenarios::lint::Level;

use super::{ContestPart, Examination, count, path, shell};

/// The largest file that a contest is served from, apart from its journal, in bytes: far beyond any.
const MOST_BYTES: u64 = 16 << 20;

/// Number of files of one fault that are named; the others are counted, and closed with the whole folder.
const NAMED: usize = 3;

impl Examination<'_> {
    /// Checks whether a path may be read: nothing is there, or a file, a folder, and no more of it than there can be.
    /// Anything else, which might never end or never begin, is told once.
    pub(super) fn check_readable(&mut self, part: ContestPart, file: &Path) -> bool {
        self.examine_plain(part, file, MOST_BYTES)
    }

    /// As [`Self::check_readable`], of the journal, which grows.
    pub(super) fn check_journal_readable(&mut self, part: ContestPart, file: &Path) -> bool {
        self.examine_plain(part, file, u64::MAX)
    }

    /// The files that the contest file names, as far as it and its plan may be read.
    pub(super) fn named_files(&mut self) -> Vec<PathBuf> {
        let contest = self.folder().contest();
        if !self.check_readable(ContestPart::Contest, &contest) {
            return Vec::new();
        }
        // A plan is looked at before the scenarios that it names are asked for.
        match self.folder().plan() {
            Some(plan) if !self.check_readable(ContestPart::Contest, &plan) => Vec::new(),
            _ => self.folder().named_files(),
        }
    }

    fn examine_plain(&mut self, part: ContestPart, file: &Path, most: u64) -> bool {
        if let Some(&is_plain) = self.plain.get(file) {
            return is_plain;
        }
        // What is not there, or not to be seen, is told by whoever needs it.
        let found = fs::metadata(file).ok();
        let is_plain = found.is_none_or(|found| self.told_plain(part, file, &found, most));
        self.plain.insert(file.to_owned(), is_plain);
        is_plain
    }

    fn told_plain(&mut self, part: ContestPart, file: &Path, found: &Metadata, most: u64) -> bool {
        let kind = found.file_type();
        if !kind.is_file() && !kind.is_dir() {
            let gaps = [("file", path(file)), ("kind", self.words.label(kind_key(kind)).into())];
            let mend = self.mend("doctor-mend-not-a-file", &[("file", shell(file))]);
            self.tell((part, Level::Error), "doctor-not-a-file", &gaps, mend);
            return false;
        }
        if kind.is_file() && found.len() > most {
            let gaps = [
                ("file", path(file)),
                ("size", count(found.len().div_ceil(1 << 20))),
                ("most", count(most >> 20)),
            ];
            let mend = self.copy(file);
            self.tell((part, Level::Error), "doctor-file-large", &gaps, mend);
            return false;
        }
        true
    }
}

/// The key of what something is that is neither file nor folder.
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

/// Rights at a path that others than its owner have and should not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Exposure {
    /// Change what is there.
    Writable,
    Readable,
}

/// A path, and what is wrong with its mode.
struct Exposed {
    part: ContestPart,
    path: PathBuf,
    is_folder: bool,
    exposure: Exposure,
    mode: u32,
}

/// Examines to whom the folder and what is in it is open.
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
            // What its owner's group may write, may be written by its owner alone: that is how some systems set groups up.
            let is_for_all = of_part.iter().any(|exposed| exposed.mode & 0o002 != 0);
            let level = if is_for_all { Level::Error } else { Level::Warning };
            tell(exam, (*part, level), code, &of_part);
        }
    }
}

/// Tells of what is open in one way, in one sentence with one command.
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
    let mend = if more > 0 {
        exam.mend("doctor-mend-close-all", &[("folder", exam.root())])
    } else {
        let paths: Vec<String> =
            exposed.iter().map(|one| super::quoted(&one.path.display().to_string())).collect();
        let is_folder = exposed.iter().any(|one| one.is_folder);
        let key = if is_folder { "doctor-mend-close-folder" } else { "doctor-mend-close" };
        exam.mend(key, &[("files", paths.join(" ").into())])
    };
    exam.tell(at, code, &gaps, mend);
}

/// All that is open to others and should not be. The keys of server and certificate are told with their parts, since
/// nothing is served with them.
fn exposed(exam: &mut Examination<'_>) -> Vec<Exposed> {
    let named = exam.named_files();
    let folder = exam.folder();
    let teams = folder.root().join("teams");
    let mut exposed: Vec<Exposed> = of(ContestPart::Contest, folder.root(), true).into_iter().collect();
    // In a folder that nobody else looks into, what is no secret may have any mode.
    let is_closed = exposed.is_empty();
    let mut look = |part, path: &Path, is_secret: bool| {
        exposed.extend(of(part, path, is_secret).filter(|_| is_secret || !is_closed));
    };
    look(ContestPart::Contest, &folder.contest(), false);
    for file in &named {
        look(ContestPart::Contest, file, false);
    }
    for file in [folder.authority(), folder.tls().chain] {
        look(ContestPart::Certificate, &file, false);
    }
    look(ContestPart::Certificate, &folder.authority_key(), true);
    look(ContestPart::Tokens, &folder.tokens(), true);
    let of_staff =
        |file: &PathBuf| file.extension().is_some_and(|ending| ending == "token" || ending == "join");
    for file in entries(folder.root()).into_iter().filter(of_staff) {
        look(ContestPart::Tokens, &file, true);
    }
    look(ContestPart::Addresses, &folder.address_file(), false);
    look(ContestPart::Kits, &folder.all_sheets(), true);
    look(ContestPart::Kits, &teams, true);
    for kit in entries(&teams).into_iter().filter(|kit| kit.is_dir()) {
        look(ContestPart::Kits, &kit, true);
        for (name, is_secret) in [("token", true), ("sheet.html", true), ("ca.pem", false), ("server", false)]
        {
            look(ContestPart::Kits, &kit.join(name), is_secret);
        }
    }
    if let Some(journal) = exam.options.journal.file() {
        for ending in ["", "-wal", "-shm"] {
            let mut file = journal.as_os_str().to_owned();
            file.push(ending);
            look(ContestPart::Journal, Path::new(&file), true);
        }
        look(ContestPart::Journal, &journal.with_extension("served"), true);
    }
    exposed
}

/// Returns what is in a folder, in the order of names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    entries
}

/// Returns what is wrong with the mode of a path that is its owner's alone to write, and to read if it is
/// secret.
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
    // A pipe or a device in a file's place has been told.
    let is_folder = found.is_dir();
    (is_folder || found.is_file()).then(|| Exposed { part, path: path.to_owned(), is_folder, exposure, mode })
}

#[cfg(not(unix))]
fn of(_: ContestPart, _: &Path, _: bool) -> Option<Exposed> {
    None
}
