//! Commands that need no running server, one module each: their options, and what they print.

pub mod adjudicate;
pub mod doctor;
pub mod export;
pub mod init;
pub mod journal;
pub mod key;
pub mod lint;
pub mod log;
pub mod report;
pub mod token;
pub mod tokens;
pub mod transcript;
pub mod verify;

use std::io;
use std::path::PathBuf;

use ishigaki_client_command::ProofArgs;
use ishigaki_cluster::journal::location_form;
use ishigaki_command::{Exit, Output, unless_closed};
use ishigaki_journal::Location;
use ishigaki_record::verify::Gap;
use ishigaki_words::Words;

use crate::folder::Folder;
use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use serde::Serialize;

/// Writes what a task has to say. A reader who has heard enough, such as `head`, is no error.
pub fn say(text: &str) -> io::Result<()> {
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
        ishigaki_report::Error::Unreadable(error) => words.with_sources(&error),
    };
    say(&(words.not_in_order(&what) + "\n"))?;
    Ok(Exit::Failed)
}

/// Writes one JSON object in one line, as [`say`] writes text.
pub fn object(object: &impl Serialize) -> io::Result<()> {
    unless_closed(Output::new(true).object(object))
}

/// Reads where a journal is; a path need not be text.
pub fn location() -> impl TypedValueParser<Value = Location> {
    OsStringValueParser::new().try_map(|text| Location::read(&text).map_err(|error| location_form(&error)))
}

/// Where the journal is.
#[derive(Clone, Debug, Args)]
pub struct JournalLocation {
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
    pub fn journal(&self) -> Location {
        let usual = || self.folder().map_or_else(|| PathBuf::from("contest.db"), |folder| folder.journal());
        self.journal.clone().unwrap_or_else(|| usual().into())
    }
}

/// The journal, and the key file that belongs to it.
#[derive(Clone, Debug, Args)]
pub struct JournalFiles {
    #[command(flatten)]
    location: JournalLocation,
    /// The server's key file; `serve` makes it together with the journal. Keep a copy apart from this machine.
    /// Without this option it stands beside the journal: contest.key.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_KEY")]
    key: Option<PathBuf>,
}

impl JournalFiles {
    /// The contest's folder, if it is named.
    pub fn folder(&self) -> Option<Folder> {
        self.location.folder()
    }

    /// Everything that is not named stands in this folder.
    pub fn settle_in(&mut self, folder: &Folder) {
        self.location.folder = Some(folder.root().to_owned());
    }

    /// Returns the journal's location.
    pub fn journal(&self) -> Location {
        self.location.journal()
    }

    /// Returns the path of the key file. That of a database stands where it would stand beside a file.
    pub fn key(&self) -> PathBuf {
        let beside = || {
            let in_folder = self.folder().map_or_else(|| PathBuf::from("contest.key"), |folder| folder.key());
            self.journal().file().map_or(in_folder, ishigaki_engine::key::beside)
        };
        self.key.clone().unwrap_or_else(beside)
    }
}
