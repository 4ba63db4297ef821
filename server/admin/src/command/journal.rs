//! `journal`: copies a journal to another place.

use clap::{Args, Subcommand};
use ishigaki_cluster::journal::copy::{compare, copy};
use ishigaki_cluster::journal::open;
use ishigaki_cluster::journal::{CloseError, OpenError};
use ishigaki_command::{Exit, Language};
use ishigaki_journal::{Error as JournalError, Expected, Location};
use serde_json::json;

use super::{location, object, say};

#[derive(Debug, Subcommand)]
pub enum Task {
    /// Copy a stopped server's journal to another place and compare every record. Key file and token file are
    /// not copied
    #[command(
        after_help = "Examples:\n  ishigaki-server journal copy contest.db postgres://judge@localhost/contest\n  ishigaki-server journal copy postgres://judge@localhost/contest after.db"
    )]
    Copy(Copy),
}

#[derive(Debug, Args)]
pub struct Copy {
    /// Journal to copy: a file, or a database as `postgres://USER@HOST/DATABASE`
    #[arg(value_parser = location())]
    from: Location,
    /// Empty target, or an interrupted copy
    #[arg(value_parser = location())]
    to: Location,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: Language,
}

pub fn run(task: &Task) -> anyhow::Result<Exit> {
    let Task::Copy(options) = task;
    let Copy { from, to, json, language } = options;
    let opened = |location: &Location, expected| {
        open(location, expected).map_err(|source| OpenError { location: location.clone(), source })
    };
    let extent = tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let original = opened(from, Expected::JournalAsItIs)?;
        // Compare before changing anything, including the version of its tables.
        let made = match opened(to, Expected::JournalAsItIs) {
            Err(OpenError { source: JournalError::Gone { .. }, .. }) => {
                opened(to, Expected::JournalOrNothing)?
            }
            found => found?,
        };
        copy(&*original, &*made).await?;
        made.close().await.map_err(CloseError)?;
        // Open it as a server will.
        let made = opened(to, Expected::JournalOrNothing)?;
        let extent = compare(&*original, &*made).await?;
        made.close().await.map_err(CloseError)?;
        original.close().await.map_err(CloseError)?;
        anyhow::Ok(extent)
    })?;
    if *json {
        object(&json!({
            "from": from.to_string(), "to": to.to_string(), "games": extent.streams, "records": extent.records,
        }))?;
    } else {
        let count = |figure: u64| usize::try_from(figure).unwrap_or(usize::MAX).into();
        let gaps = [
            ("from", from.to_string().into()),
            ("to", to.to_string().into()),
            ("games", count(extent.streams)),
            ("records", count(extent.records)),
        ];
        say(&language.words().say("journal-copied", &gaps))?;
    }
    Ok(Exit::Done)
}
