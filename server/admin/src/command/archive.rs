//! `archive`: the records of a contest with all that verifies them, in one folder.

use std::path::PathBuf;

use ishigaki_command::{Exit, Language};
use ishigaki_report::{Publication, VerifiedRecord, archive_files};

use clap::Args;

use super::contest::{ContestRecord, ContestRecords, shown, write_folder};
use super::say;

#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    contest: ContestRecords,
    /// Folder to write: a new or an empty one
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    #[command(flatten)]
    language: Language,
}

pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let words = options.language.words();
    let all = match options.contest.read(false, words)? {
        Ok(records) => records,
        Err(exit) => return Ok(exit),
    };
    let has_begun = |entry: &&ContestRecord| entry.publication != Publication::NotStarted;
    let records: Vec<&VerifiedRecord> = all.iter().filter(has_begun).map(|entry| &entry.record).collect();
    anyhow::ensure!(!records.is_empty(), words.label("records-none"));
    if let Some(exit) = options.contest.refused(records.iter().copied(), words)? {
        return Ok(exit);
    }
    write_folder(&options.out, &archive_files(&records), words)?;
    let gaps = [("folder", shown(&options.out).into()), ("records", records.len().into())];
    say(&(words.say("archive-done", &gaps) + "\n"))?;
    Ok(Exit::Done)
}
