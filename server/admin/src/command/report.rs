//! `report`: a game as one page, from its public record.

use std::fs;
use std::path::PathBuf;

use ishigaki_client_command::ProofArgs;
use ishigaki_command::{Exit, Language};
use ishigaki_record::transcript::read_text;
use ishigaki_report::GameExport;

use crate::explanation::{UnreadableFile, UnwritableFile};
use clap::Args;

use super::{refused_gaps, refused_record, say};

#[derive(Debug, Args)]
pub struct Options {
    /// Record, as written by `transcript`
    file: PathBuf,
    /// Page to write, replaced if it exists
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    proof: ProofArgs,
    #[command(flatten)]
    language: Language,
}

pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let (words, file) = (options.language.words(), options.file.display());
    let record =
        fs::File::open(&options.file).and_then(read_text).map_err(UnreadableFile::of(&options.file))?;
    let export = match GameExport::of(&record, &options.proof.expected()) {
        Ok(export) => export,
        Err(error) => return refused_record(error, words),
    };
    if let Some(exit) = refused_gaps(&options.proof, &export.gaps(), words)? {
        return Ok(exit);
    }
    let page = export.page(&record, words.lang());
    let out = options.out.display();
    fs::write(&options.out, page).map_err(UnwritableFile::of(&options.out))?;
    let gaps = [("game", file.to_string().into()), ("file", out.to_string().into())];
    say(&(words.say("report-done", &gaps) + "\n"))?;
    Ok(Exit::Done)
}
