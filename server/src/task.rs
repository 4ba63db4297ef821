//! The program's tasks, one module each: what it is told on the command line, and what it says.

pub(crate) mod adjudicate;
pub(crate) mod key;
pub(crate) mod lint;
pub(crate) mod log;
pub(crate) mod serve;
pub(crate) mod tokens;
pub(crate) mod transcript;
pub(crate) mod verify;

use std::path::PathBuf;

use clap::Args;

/// The journal, and the key file that belongs to it.
#[derive(Debug, Args)]
pub(crate) struct Files {
    /// The journal file; `serve` makes it if it does not exist.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_JOURNAL", default_value = "contest.db")]
    pub(crate) journal: PathBuf,
    /// The server's key file; `serve` makes it together with the journal. Keep a copy apart from this machine.
    /// Without this option it stands beside the journal: contest.key.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_KEY")]
    key: Option<PathBuf>,
}

impl Files {
    /// Where the key file is.
    pub(crate) fn key(&self) -> PathBuf {
        self.key.clone().unwrap_or_else(|| ishigaki_server::key::beside(&self.journal))
    }
}
