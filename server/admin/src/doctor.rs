//! The doctor: checks a contest's directory before the day or when something is wrong, and gives advice.
//!
//! It changes nothing, and checks what a server needs: the contest file, the certificate, tokens and
//! handouts, the key and the journal, disk and clock, the addresses on the sheets, and the servers there.
//! Each result is reported once: fine, a warning, or an error. It reads as much of a journal as a start does,
//! and reports nothing sealed (`A4`). It reads only regular files of limited size.

mod event;
mod folder;
pub(crate) mod journal;
mod machine;
mod network;
mod rights;
mod tokens;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use ishigaki_engine::clock::UnixMillis;
use ishigaki_journal::Location;
use ishigaki_scenarios::lint::Level;
use ishigaki_words::{Value, Words};
use serde::Serialize;

use crate::explanation::explain;
use crate::folder::Folder;

/// Options of a checkup.
#[derive(Clone, Debug)]
pub struct Options {
    pub folder: Folder,
    pub journal: Location,
    pub key: PathBuf,
    pub now: UnixMillis,
}

ishigaki_catalogue::keyed! {
    /// A part of a contest's files.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ContestPart: pub key {
        Contest = "doctor-part-contest",
        Certificate = "doctor-part-certificate",
        Tokens = "doctor-part-tokens",
        Kits = "doctor-part-kits",
        Key = "doctor-part-key",
        Journal = "doctor-part-journal",
        Machine = "doctor-part-machine",
        Addresses = "doctor-part-addresses",
        Servers = "shared-server",
    }
}

/// Result of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    pub part: ContestPart,
    /// Level of the finding; `None` if it is in order.
    pub level: Option<Level>,
    pub code: &'static str,
    pub what: String,
    /// Advice; `None` if there is nothing to do.
    pub fix: Option<String>,
}

/// Checks everything, part by part.
pub async fn examine(options: &Options, words: &Words) -> Vec<Diagnosis> {
    let mut examination = Examination::new(options, words);
    if folder::check_root(&mut examination) {
        let contest = folder::contest(&mut examination);
        folder::certificate(&mut examination);
        let tokens = tokens::tokens(&mut examination, contest.as_ref());
        tokens::kits(&mut examination, contest.as_ref(), tokens.as_ref());
        // Before the journal is opened, which restricts its permissions.
        rights::examine(&mut examination);
        let is_served = journal::examine(&mut examination, contest.as_ref()).await;
        machine::examine(&mut examination);
        network::examine(&mut examination, contest.as_ref(), is_served).await;
    }
    examination.found
}

struct Examination<'a> {
    options: &'a Options,
    words: &'a Words,
    found: Vec<Diagnosis>,
    plain: BTreeMap<PathBuf, bool>,
}

type Gaps<'a> = &'a [(&'static str, Value)];

impl<'a> Examination<'a> {
    fn new(options: &'a Options, words: &'a Words) -> Self {
        Self { options, words, found: Vec::new(), plain: BTreeMap::new() }
    }
}

impl Examination<'_> {
    fn folder(&self) -> &Folder {
        &self.options.folder
    }

    fn root(&self) -> Value {
        shell(self.folder().root())
    }

    /// Reports that something is fine.
    fn fine(&mut self, part: ContestPart, code: &'static str, gaps: Gaps<'_>) {
        let what = self.words.say(code, gaps);
        self.found.push(Diagnosis { part, level: None, code, what, fix: None });
    }

    fn report(
        &mut self,
        (part, level): (ContestPart, Level),
        code: &'static str,
        gaps: Gaps<'_>,
        fix: Option<String>,
    ) {
        let what = self.words.say(code, gaps);
        self.found.push(Diagnosis { part, level: Some(level), code, what, fix });
    }

    fn fail(&mut self, part: ContestPart, code: &'static str, error: &anyhow::Error, fix: Option<String>) {
        // A multi-line source excerpt doesn't fit a table.
        let message = explain(error, self.words);
        let is_drawn = |line: &&str| {
            line.trim_start()
                .trim_start_matches(|sign: char| sign.is_ascii_digit())
                .trim_start()
                .starts_with('|')
        };
        let what =
            message.lines().filter(|line| !is_drawn(line)).map(str::trim).collect::<Vec<_>>().join(" ");
        self.found.push(Diagnosis { part, level: Some(Level::Error), code, what, fix });
    }

    #[expect(clippy::unnecessary_wraps, reason = "a mend where there need not be one")]
    fn fix(&self, key: &'static str, gaps: Gaps<'_>) -> Option<String> {
        Some(self.words.say(key, gaps))
    }

    /// The addresses on the sheets; empty if they can't be read.
    fn addresses(&mut self) -> Vec<String> {
        let file = self.folder().address_file();
        let addresses =
            self.check_readable(ContestPart::Addresses, &file).then(|| self.folder().addresses().ok());
        addresses.flatten().unwrap_or_default()
    }

    /// Advises to run `init`, with an address if no sheet has one.
    fn init(&mut self) -> Option<String> {
        let key = if self.addresses().is_empty() { "doctor-fix-address" } else { "doctor-fix-init" };
        self.fix(key, &[("folder", self.root())])
    }

    fn close(&self, file: &Path) -> Option<String> {
        self.fix("doctor-fix-close", &[("files", shell(file))])
    }

    fn copy(&self, file: &Path) -> Option<String> {
        self.fix("doctor-fix-copy", &[("file", path(file))])
    }

    /// Returns advice on a file or directory without access, by its error; by default, to restore it from a
    /// copy.
    fn access(&self, file: &Path, error: &io::Error) -> Option<String> {
        let gaps = [("folder", self.root()), ("path", shell(file))];
        let key = match error.kind() {
            // Operation not permitted: not a matter of owner and mode.
            io::ErrorKind::PermissionDenied if error.raw_os_error() == Some(EPERM) => "doctor-fix-immutable",
            io::ErrorKind::PermissionDenied => "doctor-fix-write",
            io::ErrorKind::ReadOnlyFilesystem => "doctor-fix-read-only",
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "doctor-fix-full",
            _ => return self.copy(file),
        };
        self.fix(key, &gaps)
    }

    fn cause(&self, error: io::Error) -> Value {
        explain(&error.into(), self.words).into()
    }
}

/// Error number of "operation not permitted", for example for an immutable file.
const EPERM: i32 = 1;

fn path(path: &Path) -> Value {
    path.display().to_string().into()
}

/// Returns a file as an argument of a command line, quoted if necessary.
fn shell(path: &Path) -> Value {
    quoted(&path.display().to_string()).into()
}

fn quoted(word: &str) -> String {
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_./:@%+,=".contains(sign);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn count(number: u64) -> Value {
    usize::try_from(number).unwrap_or(usize::MAX).into()
}
