//! `verify`: whether a game's public record holds.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use ishigaki_link::Kit;
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::verify;

use super::{Speech, object, say};

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The record: a file as `transcript` writes it, or `-` for standard input.
    file: PathBuf,
    /// The fingerprint of the server's key, from the team sheet or the board. Without it the record is checked
    /// in itself, but not who signed it.
    #[arg(long, value_name = "FINGERPRINT")]
    key: Option<Fingerprint>,
    /// Answer with one JSON object: ok and report, or ok and what is wrong.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    speech: Speech,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let words = options.speech.words();
    let text = read(&options.file)?;
    match verify::verify(&text, options.key.as_ref()) {
        Ok(report) if options.json => {
            object(&serde_json::json!({ "ok": true, "report": report }))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(finding) if options.json => {
            object(&serde_json::json!({ "ok": false, "wrong": with_sources(&finding) }))?;
            Ok(ExitCode::FAILURE)
        }
        Ok(report) => {
            say(&(words.verified(&report).join("\n") + "\n"))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(finding) => {
            let authority = Kit::here().authority().map(|authority| authority.fingerprint());
            let hint = words.which_fingerprint(&finding, authority).map(|hint| hint + "\n");
            let said = words.not_in_order(&with_sources(&finding)) + "\n";
            say(&(said + hint.as_deref().unwrap_or_default()))?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn read(file: &Path) -> anyhow::Result<String> {
    if file == Path::new("-") {
        let mut text = String::new();
        io::stdin().lock().read_to_string(&mut text).context("cannot read standard input as text")?;
        return Ok(text);
    }
    fs::read_to_string(file).with_context(|| format!("cannot read {} as text", file.display()))
}

/// An error with what stands behind it.
fn with_sources(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text.push_str(": ");
        text.push_str(&error.to_string());
        source = error.source();
    }
    text
}
