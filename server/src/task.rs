//! The program's tasks, one module each: what it is told on the command line, and what it says.

pub(crate) mod adjudicate;
pub(crate) mod init;
pub(crate) mod key;
pub(crate) mod lint;
pub(crate) mod log;
pub(crate) mod serve;
pub(crate) mod standby;
pub(crate) mod token;
pub(crate) mod tokens;
pub(crate) mod transcript;
pub(crate) mod verify;

use std::io;
use std::path::PathBuf;

use clap::Args;
use ishigaki_command::{Output, unless_closed};
use ishigaki_server::folder::Folder;
use serde::Serialize;

/// Writes what a task has to say. A reader who has heard enough, such as `head`, is no error.
pub(crate) fn say(text: &str) -> io::Result<()> {
    unless_closed(Output::new(false).text(text))
}

/// Writes one JSON object in one line, as [`say`] writes text.
pub(crate) fn object(object: &impl Serialize) -> io::Result<()> {
    unless_closed(Output::new(true).object(object))
}

/// Where the journal is.
#[derive(Debug, Args)]
pub(crate) struct JournalLocation {
    /// The contest's folder, as `init` made it; everything that is not named stands in there.
    #[arg(long, value_name = "FOLDER", env = "ISHIGAKI_FOLDER")]
    folder: Option<PathBuf>,
    /// The journal file, which only `serve` makes [default: contest.db].
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_JOURNAL")]
    journal: Option<PathBuf>,
}

impl JournalLocation {
    /// The contest's folder, if it is named.
    fn folder(&self) -> Option<Folder> {
        self.folder.clone().map(Folder::at)
    }

    /// Where the journal is.
    pub(crate) fn journal(&self) -> PathBuf {
        let usual = || self.folder().map_or_else(|| PathBuf::from("contest.db"), |folder| folder.journal());
        self.journal.clone().unwrap_or_else(usual)
    }
}

/// The journal, and the key file that belongs to it.
#[derive(Debug, Args)]
pub(crate) struct JournalFiles {
    #[command(flatten)]
    location: JournalLocation,
    /// The server's key file; `serve` makes it together with the journal. Keep a copy apart from this machine.
    /// Without this option it stands beside the journal: contest.key.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_KEY")]
    key: Option<PathBuf>,
}

impl JournalFiles {
    /// The contest's folder, if it is named.
    pub(crate) fn folder(&self) -> Option<Folder> {
        self.location.folder()
    }

    /// Everything that is not named stands in this folder.
    pub(crate) fn settle_in(&mut self, folder: &Folder) {
        self.location.folder = Some(folder.root().to_owned());
    }

    /// Where the journal is.
    pub(crate) fn journal(&self) -> PathBuf {
        self.location.journal()
    }

    /// Where the key file is.
    pub(crate) fn key(&self) -> PathBuf {
        self.key.clone().unwrap_or_else(|| ishigaki_server::key::beside(&self.journal()))
    }
}
