//! `lint`: checks scenario, contest and list files.

use std::path::PathBuf;

use clap::Args;
use ishigaki_command::{Exit, Language};
use ishigaki_engine::tournaments;
use ishigaki_scenarios::Located;
use ishigaki_scenarios::lint::Finding;
use serde::Serialize;

#[derive(Debug, Args)]
pub struct Options {
    /// Files to check; the type is detected from the content
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object per finding, with level, file, line, column, what and why; the last two in
    /// English
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: Language,
}

/// A finding as JSON.
#[derive(Serialize)]
struct FindingLine<'a> {
    level: &'static str,
    file: &'a str,
    line: usize,
    column: usize,
    what: String,
    why: String,
}

pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let words = options.language.words();
    let mut code = Exit::Done;
    for file in &options.files {
        let mut report = ishigaki_scenarios::lint::file(file);
        report.findings.extend(tournaments::lint(file));
        if options.json {
            for Finding { level, at } in &report.findings {
                let Located { file, line, column, what, why } = at;
                let (level, what, why) = (level.name(), what.to_string(), why.to_string());
                super::object(&FindingLine { level, file, line: *line, column: *column, what, why })?;
            }
        } else {
            let messages = report.findings.iter().map(|found| words.message(found) + "\n");
            super::say(&messages.collect::<String>())?;
        }
        if !report.passes() {
            code = Exit::Failed;
        }
    }
    Ok(code)
}
