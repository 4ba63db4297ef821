//! `transcript`: the public record from a stopped server's journal.

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
    /// Id of the game or event
    game: String,
    // The journal of a stopped server. No key file, because sealed content is not in the record.
    #[command(flatten)]
    location: JournalLocation,
    /// File to write, replaced if it exists; without it, standard output
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

/// Returns the public record of a game in a journal that no server uses.
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
