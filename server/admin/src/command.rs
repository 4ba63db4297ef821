//! Commands that need no running server, one module each.

pub mod adjudicate;
pub mod archive;
mod contest;
pub mod doctor;
pub mod export;
pub mod init;
pub mod journal;
pub mod key;
pub mod lint;
pub mod log;
pub mod report;
pub mod site;
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

/// Writes to standard output. A closed pipe is not an error.
pub fn say(text: &str) -> io::Result<()> {
    unless_closed(Output::new(false).text(text))
}

/// Prints the unproved parts of a record, and returns the exit code unless they are accepted.
fn refused_gaps(proof: &ProofArgs, gaps: &[Gap], words: Words) -> io::Result<Option<Exit>> {
    let Some(open) = proof.refusal(gaps, &words) else { return Ok(None) };
    say(&(open + "\n"))?;
    Ok(Some(Exit::Partial))
}

/// Prints why a file can't be used as a record.
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

/// Writes one JSON object per line.
pub fn object(object: &impl Serialize) -> io::Result<()> {
    unless_closed(Output::new(true).object(object))
}

/// Returns a parser of a journal's location that accepts paths that aren't UTF-8.
pub fn location() -> impl TypedValueParser<Value = Location> {
    OsStringValueParser::new().try_map(|text| Location::read(&text).map_err(|error| location_form(&error)))
}

/// Location of the journal.
#[derive(Clone, Debug, Args)]
pub struct JournalLocation {
    /// Contest's folder, created by `init`; the default location of all files
    #[arg(long, value_name = "FOLDER", env = "ISHIGAKI_FOLDER")]
    folder: Option<PathBuf>,
    /// Journal: a file, or a database as `postgres://USER@HOST/DATABASE` [default: contest.db]
    #[arg(long, value_name = "LOCATION", env = "ISHIGAKI_JOURNAL", hide_env_values = true, value_parser = location())]
    journal: Option<Location>,
}

impl JournalLocation {
    fn folder(&self) -> Option<Folder> {
        self.folder.clone().map(Folder::at)
    }

    /// Returns the journal's location.
    pub fn journal(&self) -> Location {
        let usual = || self.folder().map_or_else(|| PathBuf::from("contest.db"), |folder| folder.journal());
        self.journal.clone().unwrap_or_else(|| usual().into())
    }
}

/// The journal and its key file.
#[derive(Clone, Debug, Args)]
pub struct JournalFiles {
    #[command(flatten)]
    location: JournalLocation,
    /// Server's key file, created by `serve` with the journal. Keep a copy on another machine [default:
    /// contest.key next to the journal]
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_KEY")]
    key: Option<PathBuf>,
}

impl JournalFiles {
    /// Returns the contest's directory, if given.
    pub fn folder(&self) -> Option<Folder> {
        self.location.folder()
    }

    /// Sets missing paths to their defaults in this directory.
    pub fn settle_in(&mut self, folder: &Folder) {
        self.location.folder = Some(folder.root().to_owned());
    }

    /// Returns the journal's location.
    pub fn journal(&self) -> Location {
        self.location.journal()
    }

    /// Returns the path of the key file, which for a database is in the directory too.
    pub fn key(&self) -> PathBuf {
        let default_key = || {
            let in_folder = self.folder().map_or_else(|| PathBuf::from("contest.key"), |folder| folder.key());
            self.journal().file().map_or(in_folder, ishigaki_engine::key::default_path)
        };
        self.key.clone().unwrap_or_else(default_key)
    }
}
