//! `transcript`: the public record of a game or an event, from the journal of a server that is not running.

use std::path::PathBuf;

use ishigaki_cluster::journal::{self, OpenError};
use ishigaki_command::{Exit, Language, write_file};
use ishigaki_engine::archive::Archive;
use ishigaki_journal::{Expected, Location, StreamId};
use ishigaki_words::Words;

use crate::explanation::UnwritableFile;
use clap::Args;

use super::{JournalLocation, say};

#[derive(Debug, Args)]
pub struct Options {
    /// The game's or the event's id, as in the contest file.
    game: String,
    // Of a server that is not running. No key file: what is not open is not in the record.
    #[command(flatten)]
    location: JournalLocation,
    /// The file to write, whole or not at all; standard output if it is left out. An existing file is replaced.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    language: Language,
}

pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let text = of_journal(&options.location.journal(), &options.game, options.language.words())?;
    match &options.out {
        Some(path) => write_file(path, text).map_err(UnwritableFile::of(path))?,
        None => say(&text)?,
    }
    Ok(Exit::Done)
}

/// The public record of a game in a journal that nobody serves.
pub(super) fn of_journal(location: &Location, game: &str, words: Words) -> anyhow::Result<String> {
    let journal = match journal::open(location, Expected::JournalAsItIs) {
        Err(ishigaki_journal::Error::InUse { .. }) => {
            anyhow::bail!(words.say("task-in-use", &[("game", game.into())]))
        }
        opened => opened.map_err(|source| OpenError { location: location.clone(), source })?,
    };
    tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
        let archive = Archive::of_journal(journal, StreamId::new(game)?).await?;
        Ok(archive.transcript().await?)
    })
}
