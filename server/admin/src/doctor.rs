//! The doctor: looks a contest's folder over, before the day and when something is strange, and says what to do.
//!
//! It changes nothing, and looks at what a server would be started with: the contest file, the certificate, tokens and what is
//! handed out, the key and the journal, the machine's disk and clock, the addresses on the sheets, and the servers that
//! answer there. Each thing is told once: as in order, worth a look, or in the way of the contest. What it reads of a journal
//! is what a start reads; of what is sealed it tells nothing (`A4`). A file is read only if it is one, and not endless.

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

/// Options of an examination: the parts of a contest that it looks over.
#[derive(Clone, Debug)]
pub struct Options {
    pub folder: Folder,
    pub journal: Location,
    pub key: PathBuf,
    /// The time of day.
    pub now: UnixMillis,
}

/// A part of what a contest is served with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ContestPart {
    /// The contest file and the scenarios it names.
    Contest,
    /// The server's certificate and the authority behind it.
    Certificate,
    /// Token file: who gets in.
    Tokens,
    /// Kits that teams are given.
    Kits,
    Key,
    Journal,
    /// The machine's disk, descriptors and clock.
    Machine,
    /// The addresses on the sheets.
    Addresses,
    /// The servers that answer there.
    Servers,
}

impl ContestPart {
    /// The key of its name in the catalogue of words.
    pub fn key(self) -> &'static str {
        match self {
            Self::Contest => "doctor-part-contest",
            Self::Certificate => "doctor-part-certificate",
            Self::Tokens => "doctor-part-tokens",
            Self::Kits => "doctor-part-kits",
            Self::Key => "doctor-part-key",
            Self::Journal => "doctor-part-journal",
            Self::Machine => "doctor-part-machine",
            Self::Addresses => "doctor-part-addresses",
            Self::Servers => "shared-server",
        }
    }
}

/// Diagnosis of one thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    pub part: ContestPart,
    /// Level of the finding; `None` if it is in order.
    pub level: Option<Level>,
    /// Its name, which stays the same in all languages.
    pub code: &'static str,
    /// Description of what was found.
    pub what: String,
    /// Advice on what to do about it; `None` if there is nothing to do.
    pub mend: Option<String>,
}

/// Looks everything over, part by part.
pub async fn examine(options: &Options, words: &Words) -> Vec<Diagnosis> {
    let mut examination = Examination::new(options, words);
    if folder::check_root(&mut examination) {
        let contest = folder::contest(&mut examination);
        folder::certificate(&mut examination);
        let tokens = tokens::tokens(&mut examination, contest.as_ref());
        tokens::kits(&mut examination, contest.as_ref(), tokens.as_ref());
        // Before the journal is opened: that closes it to others by itself.
        rights::examine(&mut examination);
        let is_served = journal::examine(&mut examination, contest.as_ref()).await;
        machine::examine(&mut examination);
        network::examine(&mut examination, contest.as_ref(), is_served).await;
    }
    examination.found
}

/// An examination under way.
struct Examination<'a> {
    options: &'a Options,
    words: &'a Words,
    found: Vec<Diagnosis>,
    /// Whether paths may be read, of those that were asked about.
    plain: BTreeMap<PathBuf, bool>,
}

/// Values for the gaps of a sentence.
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

    /// The folder, for a command line.
    fn root(&self) -> Value {
        shell(self.folder().root())
    }

    /// Tells of something in order.
    fn fine(&mut self, part: ContestPart, code: &'static str, gaps: Gaps<'_>) {
        let what = self.words.say(code, gaps);
        self.found.push(Diagnosis { part, level: None, code, what, mend: None });
    }

    /// Tells of something to be known or mended, by a sentence of the catalogue.
    fn tell(
        &mut self,
        (part, level): (ContestPart, Level),
        code: &'static str,
        gaps: Gaps<'_>,
        mend: Option<String>,
    ) {
        let what = self.words.say(code, gaps);
        self.found.push(Diagnosis { part, level: Some(level), code, what, mend });
    }

    /// Tells of a failure as a server would that is started now.
    fn fail(&mut self, part: ContestPart, code: &'static str, error: &anyhow::Error, mend: Option<String>) {
        // A picture of the place, as readers of files draw it, has no room in a table.
        let said = explain(error, self.words);
        let is_drawn = |line: &&str| {
            line.trim_start()
                .trim_start_matches(|sign: char| sign.is_ascii_digit())
                .trim_start()
                .starts_with('|')
        };
        let what = said.lines().filter(|line| !is_drawn(line)).map(str::trim).collect::<Vec<_>>().join(" ");
        self.found.push(Diagnosis { part, level: Some(Level::Error), code, what, mend });
    }

    /// A sentence that says what to do.
    #[expect(clippy::unnecessary_wraps, reason = "a mend where there need not be one")]
    fn mend(&self, key: &'static str, gaps: Gaps<'_>) -> Option<String> {
        Some(self.words.say(key, gaps))
    }

    /// The addresses on the sheets; none where the file that has them is not there, or not to be read.
    fn addresses(&mut self) -> Vec<String> {
        let file = self.folder().address_file();
        let addresses =
            self.check_readable(ContestPart::Addresses, &file).then(|| self.folder().addresses().ok());
        addresses.flatten().unwrap_or_default()
    }

    /// That `init` makes what is missing; where no sheet says an address, it has to be told one.
    fn init(&mut self) -> Option<String> {
        let key = if self.addresses().is_empty() { "doctor-mend-address" } else { "doctor-mend-init" };
        self.mend(key, &[("folder", self.root())])
    }

    /// That nobody but its owner may read a file.
    fn close(&self, file: &Path) -> Option<String> {
        self.mend("doctor-mend-close", &[("files", shell(file))])
    }

    /// That the copy of a file is put back.
    fn copy(&self, file: &Path) -> Option<String> {
        self.mend("doctor-mend-copy", &[("file", path(file))])
    }

    /// Returns what helps where the system does not let a file or folder be read or written, by its reason; the copy where
    /// it says nothing that another mend follows from.
    fn access(&self, file: &Path, error: &io::Error) -> Option<String> {
        let gaps = [("folder", self.root()), ("path", shell(file))];
        let key = match error.kind() {
            // Operation not permitted: not a matter of owner and mode.
            io::ErrorKind::PermissionDenied if error.raw_os_error() == Some(EPERM) => "doctor-mend-immutable",
            io::ErrorKind::PermissionDenied => "doctor-mend-write",
            io::ErrorKind::ReadOnlyFilesystem => "doctor-mend-read-only",
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "doctor-mend-full",
            _ => return self.copy(file),
        };
        self.mend(key, &gaps)
    }

    /// Returns what the system said, in the reader's language.
    fn why(&self, error: io::Error) -> Value {
        explain(&error.into(), self.words).into()
    }
}

/// The number of "operation not permitted", as of a file that is marked unchangeable.
const EPERM: i32 = 1;

/// Returns what stands in a gap for a file.
fn path(path: &Path) -> Value {
    path.display().to_string().into()
}

/// Returns what stands in a gap of a command line for a file: quoted where a shell would take it apart.
fn shell(path: &Path) -> Value {
    quoted(&path.display().to_string()).into()
}

/// A word of a command line.
fn quoted(word: &str) -> String {
    let is_plain = |sign: char| sign.is_alphanumeric() || "-_./:@%+,=".contains(sign);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Returns what stands in a gap for a count.
fn count(number: u64) -> Value {
    usize::try_from(number).unwrap_or(usize::MAX).into()
}
