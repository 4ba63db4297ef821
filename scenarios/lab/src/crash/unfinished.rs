//! Checkpoints missed because of a kill: games that are over in the journal and have none.

use std::collections::BTreeSet;

use anyhow::Context as _;
use ishigaki_cluster::journal::{Expected, Location, open};
use ishigaki_engine::archive::Archive;

use rehearsal::server::ServerFiles;

/// Uses a copy of the journal, because the restarted server needs the files unchanged.
pub(super) async fn count<'a>(
    files: &ServerFiles,
    games: impl Iterator<Item = &'a String>,
) -> anyhow::Result<u64> {
    let location = files.journal();
    let Some(file) = location.file().filter(|file| file.exists()) else { return Ok(0) };
    let folder = tempfile::tempdir().context("cannot make a folder for a copy of the journal")?;
    let copy = folder.path().join("journal.db");
    for ending in ["db", "db-wal"] {
        let from = file.with_extension(ending);
        if from.exists() {
            std::fs::copy(from, copy.with_extension(ending)).context("cannot copy the journal")?;
        }
    }
    let journal = open(&Location::from(copy), Expected::Journal)?;
    let games: BTreeSet<&str> = games.map(String::as_str).collect();
    let begun = journal.streams().await?.into_iter().filter(|(_, head)| head.0 > 0).map(|(game, _)| game);
    let games: BTreeSet<_> = begun.filter(|game| games.contains(game.as_str())).collect();
    let kept = journal.checkpoints(games.clone()).await?;
    let mut unfinished = 0;
    for game in games.into_iter().filter(|game| !kept.contains_key(game)) {
        let archive = Archive::of_journal(journal.clone(), game).await?;
        unfinished += u64::from(archive.is_over());
    }
    journal.close().await?;
    Ok(unfinished)
}
