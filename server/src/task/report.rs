//! `report`: a whole game as one page, from its public record.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use ishigaki_command::{Exit, Language};
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::transcript::read_text;
use ishigaki_report::report;
use ishigaki_server::explanation::{UnreadableFile, UnwritableFile};

use super::{refused_record, say};

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The record: a file as `transcript` writes it.
    file: PathBuf,
    /// The page to write. An existing file is replaced.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The fingerprint of the server's key, from the team sheet or the board. Without it the page says that nobody has
    /// checked who signed.
    #[arg(long, value_name = "FINGERPRINT")]
    key: Option<Fingerprint>,
    #[command(flatten)]
    language: Language,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Exit> {
    let (words, file) = (options.language.words(), options.file.display());
    let record =
        fs::File::open(&options.file).and_then(read_text).map_err(UnreadableFile::of(&options.file))?;
    let page = match report(&record, options.key.as_ref(), words.lang()) {
        Ok(page) => page,
        Err(error) => return refused_record(error, words),
    };
    let out = options.out.display();
    fs::write(&options.out, page).map_err(UnwritableFile::of(&options.out))?;
    let gaps = [("game", file.to_string().into()), ("file", out.to_string().into())];
    say(&(words.say("report-done", &gaps) + "\n"))?;
    Ok(Exit::Done)
}
