//! The program's tasks, one module each: what it is told on the command line, and what it says.

pub(crate) mod adjudicate;
pub(crate) mod doctor;
pub(crate) mod export;
pub(crate) mod init;
pub(crate) mod journal;
pub(crate) mod key;
pub(crate) mod lint;
pub(crate) mod log;
pub(crate) mod report;
pub(crate) mod serve;
pub(crate) mod standby;
pub(crate) mod token;
pub(crate) mod tokens;
pub(crate) mod transcript;
pub(crate) mod verify;

use std::io;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use ishigaki_client_command::ProofArgs;
use ishigaki_command::{Exit, Output, unless_closed};
use ishigaki_journal::Location;
use ishigaki_record::verify::Gap;
use ishigaki_server::folder::Folder;
use ishigaki_server::journal::location_form;
use ishigaki_words::Words;
use serde::Serialize;

/// Writes what a task has to say. A reader who has heard enough, such as `head`, is no error.
pub(crate) fn say(text: &str) -> io::Result<()> {
    unless_closed(Output::new(false).text(text))
}

/// Says what a record leaves open, and that nothing is made of it; nothing if it may be used.
fn refused_gaps(proof: &ProofArgs, gaps: &[Gap], words: Words) -> io::Result<Option<Exit>> {
    let Some(open) = proof.refusal(gaps, &words) else { return Ok(None) };
    say(&(open + "\n"))?;
    Ok(Some(Exit::Partial))
}

/// Says why nothing is made of a file that was given as a game's record.
fn refused_record(error: ishigaki_report::Error, words: Words) -> anyhow::Result<Exit> {
    let what = match error {
        ishigaki_report::Error::OfEvent => {
            say(&(words.label("record-of-event") + "\n"))?;
            return Ok(Exit::Misused);
        }
        ishigaki_report::Error::NotInOrder(violation) => words.record_violation(&violation),
        ishigaki_report::Error::Unreadable(error) => words.record_line_error(&error),
    };
    say(&(words.not_in_order(&what) + "\n"))?;
    Ok(Exit::Failed)
}

/// Writes one JSON object in one line, as [`say`] writes text.
pub(crate) fn object(object: &impl Serialize) -> io::Result<()> {
    unless_closed(Output::new(true).object(object))
}

/// Reads where a journal is; a path need not be text.
pub(crate) fn location() -> impl TypedValueParser<Value = Location> {
    OsStringValueParser::new().try_map(|text| Location::read(&text).map_err(|error| location_form(&error)))
}

/// Where the journal is.
#[derive(Clone, Debug, Args)]
pub(crate) struct JournalLocation {
    /// The contest's folder, as `init` made it; everything that is not named stands in there.
    #[arg(long, value_name = "FOLDER", env = "ISHIGAKI_FOLDER")]
    folder: Option<PathBuf>,
    /// The journal, which only `serve` makes: a file, or a database as `postgres://USER@HOST/DATABASE`
    /// [default: contest.db].
    #[arg(long, value_name = "LOCATION", env = "ISHIGAKI_JOURNAL", hide_env_values = true, value_parser = location())]
    journal: Option<Location>,
}

impl JournalLocation {
    /// The contest's folder, if it is named.
    fn folder(&self) -> Option<Folder> {
        self.folder.clone().map(Folder::at)
    }

    /// Returns the journal's location.
    pub(crate) fn journal(&self) -> Location {
        let usual = || self.folder().map_or_else(|| PathBuf::from("contest.db"), |folder| folder.journal());
        self.journal.clone().unwrap_or_else(|| usual().into())
    }
}

/// The journal, and the key file that belongs to it.
#[derive(Clone, Debug, Args)]
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

    /// Returns the journal's location.
    pub(crate) fn journal(&self) -> Location {
        self.location.journal()
    }

    /// Returns the path of the key file. That of a database stands where it would stand beside a file.
    pub(crate) fn key(&self) -> PathBuf {
        let beside = || {
            let in_folder = self.folder().map_or_else(|| PathBuf::from("contest.key"), |folder| folder.key());
            self.journal().file().map_or(in_folder, ishigaki_server::key::beside)
        };
        self.key.clone().unwrap_or_else(beside)
    }
}
