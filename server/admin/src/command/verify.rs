//! `verify`: whether the public record of a game or an event holds.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use ishigaki_client::Kit;
use ishigaki_client_command::ProofArgs;
use ishigaki_command::{Exit, Language};
use ishigaki_record::tournament;
use ishigaki_record::verify::{Gap, TranscriptViolation, VerifyError, verify_from};
use ishigaki_words::{Lang, Words};

use crate::explanation::UnreadableFile;
use clap::Args;
use serde::Serialize;

use super::{object, say};

#[derive(Debug, Args)]
pub struct Options {
    /// The record: a file as `transcript` writes it, or `-` for standard input.
    file: PathBuf,
    #[command(flatten)]
    proof: ProofArgs,
    /// Answer with one JSON object: ok, what is left open and the report, or ok and what is wrong.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: Language,
}

pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let expected = options.proof.expected();
    let peeked = open(&options.file).and_then(tournament::peek);
    let (is_of_event, source) = peeked.map_err(UnreadableFile::of(&options.file))?;
    let source = BufReader::new(source);
    let words = options.language.words();
    if is_of_event {
        return match tournament::verify(source, &expected) {
            Err(tournament::Stop::Io(error)) => Err(UnreadableFile::of(&options.file)(error).into()),
            Err(tournament::Stop::Violation(violation)) => {
                let said = words.event_record_violation(&violation);
                not_in_order(options, (&in_english(&violation), &said), None)
            }
            Ok(report) => in_order(options, &report.gaps(), words.verified_event(&report), &report),
        };
    }
    match verify_from(source, &expected, &mut ()) {
        Err(VerifyError::Io(error)) => Err(UnreadableFile::of(&options.file)(error).into()),
        Err(VerifyError::Violation(violation)) => wrong(options, &violation),
        Ok(report) => in_order(options, &report.gaps(), words.verified(&report), &report),
    }
}

/// Says what was checked of a record in order, and what it leaves open.
fn in_order(
    options: &Options,
    gaps: &[Gap],
    mut lines: Vec<String>,
    report: &impl Serialize,
) -> anyhow::Result<Exit> {
    let words = options.language.words();
    let is_taken = gaps.is_empty() || options.proof.partial;
    if options.json {
        object(&serde_json::json!({ "ok": is_taken, "open": gaps, "report": report }))?;
    } else {
        lines.extend(words.partly_checked(gaps, false));
        say(&(lines.join("\n") + "\n"))?;
    }
    Ok(if is_taken { Exit::Done } else { Exit::Partial })
}

/// Says what is wrong with a record.
fn wrong(options: &Options, violation: &TranscriptViolation) -> anyhow::Result<Exit> {
    let words: Words = options.language.words();
    let authority = Kit::here().authority().map(|authority| authority.fingerprint());
    let hint = words.which_fingerprint(violation, authority).map(|hint| hint + "\n");
    let said = words.record_violation(violation);
    not_in_order(options, (&in_english(violation), &said), hint.as_deref())
}

/// Says what is wrong, to scripts in English and else in the reader's language, with a hint if there is one.
fn in_english(violation: &(dyn Error + 'static)) -> String {
    Words::new(Lang::En).with_sources(violation)
}

fn not_in_order(
    options: &Options,
    (english, said): (&str, &str),
    hint: Option<&str>,
) -> anyhow::Result<Exit> {
    if options.json {
        object(&serde_json::json!({ "ok": false, "wrong": english }))?;
    } else {
        let said = options.language.words().not_in_order(said) + "\n";
        say(&(said + hint.unwrap_or_default()))?;
    }
    Ok(Exit::Failed)
}

/// Opens the record that is read, piece by piece.
fn open(file: &Path) -> io::Result<Box<dyn Read>> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(file)?))
}
