//! `site` and `press`: a whole contest as static pages, and as a text for the press.

use std::path::PathBuf;

use ishigaki_command::{Exit, Language, write_file};
use ishigaki_report::{Particulars, Publication, Site, VerifiedRecord, press_text};
use ishigaki_words::Words;

use crate::explanation::UnwritableFile;
use clap::Args;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::contest::{ContestRecord, ContestRecords, shown, write_folder};
use super::say;

#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    results: Results,
    /// Folder to write: a new or an empty one
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

#[derive(Debug, Args)]
pub struct PressOptions {
    #[command(flatten)]
    results: Results,
    /// File to write, replaced if it exists; without it, standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The public results of a contest.
#[derive(Debug, Args)]
struct Results {
    #[command(flatten)]
    contest: ContestRecords,
    /// The hall has seen all declared rankings. Without it, a game is left out until the judge has revealed
    /// its ranking on this server
    #[arg(long)]
    revealed: bool,
    /// Title of the contest [default: the event's]
    #[arg(long = "contest", value_name = "TITLE")]
    title: Option<String>,
    /// Japanese title of the contest
    #[arg(long = "contest-ja", value_name = "TITLE")]
    title_ja: Option<String>,
    /// Date [default: the day of the first record, in this machine's time zone]
    #[arg(long, value_name = "TEXT")]
    date: Option<String>,
    #[command(flatten)]
    language: Language,
}

pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let (results, words) = (&options.results, options.results.language.words());
    let records = match results.read(words)? {
        Ok(records) => records,
        Err(exit) => return Ok(exit),
    };
    let site = results.site(&records, words);
    write_folder(&options.out, &site.files(), words)?;
    let public = records.iter().filter(|entry| entry.publication == Publication::Public).count();
    let gaps = [("folder", shown(&options.out).into()), ("records", public.into())];
    say(&(words.say("site-done", &gaps) + "\n"))?;
    say(&covered(&records, words))?;
    Ok(Exit::Done)
}

pub fn press(options: &PressOptions) -> anyhow::Result<Exit> {
    let (results, words) = (&options.results, options.results.language.words());
    let records = match results.read(words)? {
        Ok(records) => records,
        Err(exit) => return Ok(exit),
    };
    let text = press_text(&results.site(&records, words), words.lang());
    match &options.out {
        Some(path) => {
            write_file(path, text).map_err(UnwritableFile::of(path))?;
            say(&covered(&records, words))?;
        }
        None => say(&text)?,
    }
    Ok(Exit::Done)
}

/// Names the games that are left out because their rankings are not revealed.
fn covered(records: &[ContestRecord], words: Words) -> String {
    let covered = records.iter().filter(|entry| entry.publication == Publication::Covered);
    let games: Vec<String> = covered.map(|entry| entry.record.id().to_owned()).collect();
    if games.is_empty() {
        return String::new();
    }
    words.say("site-left-out", &[("games", words.list(games).into())]) + "\n"
}

impl Results {
    /// Returns the records of the contest without practice, or the exit code if one can't be published.
    fn read(&self, words: Words) -> anyhow::Result<Result<Vec<ContestRecord>, Exit>> {
        let mut records = match self.contest.read(self.revealed, words)? {
            Ok(records) => records,
            Err(exit) => return Ok(Err(exit)),
        };
        records.retain(|entry| !entry.is_practice);
        let public: Vec<&VerifiedRecord> = records
            .iter()
            .filter(|entry| entry.publication == Publication::Public)
            .map(|entry| &entry.record)
            .collect();
        anyhow::ensure!(!public.is_empty(), words.label("records-nothing-public"));
        Ok(match self.contest.refused(public, words)? {
            Some(exit) => Err(exit),
            None => Ok(records),
        })
    }

    fn site<'r>(&self, records: &'r [ContestRecord], words: Words) -> Site<'r> {
        let first = records.iter().map(|entry| entry.record.unix_ms()).min();
        let particulars = Particulars {
            title: self.title.clone(),
            title_ja: self.title_ja.clone(),
            date: self.date.clone().or_else(|| first.and_then(day)),
            ..Particulars::default()
        };
        let records = records.iter().map(|entry| (&entry.record, entry.publication));
        Site::new(particulars, records, words.lang())
    }
}

/// The day of a moment on this machine: `2026-12-06`.
fn day(unix_ms: u64) -> Option<String> {
    let moment = Timestamp::from_millisecond(i64::try_from(unix_ms).ok()?).ok()?;
    Some(moment.to_zoned(TimeZone::system()).date().to_string())
}
