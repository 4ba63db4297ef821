//! `verify`: checks the public record of a game or event.

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
    /// Record, as written by `transcript`; - for standard input
    file: PathBuf,
    #[command(flatten)]
    proof: ProofArgs,
    /// Print one JSON object: ok, and the report or the error
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
                let message = words.event_record_violation(&violation);
                not_in_order(options, (&in_english(&violation), &message), None)
            }
            Ok(report) => in_order(options, &report.gaps(), words.verified_event(&report), &report),
        };
    }
    match verify_from(source, &expected, &mut ()) {
        Err(VerifyError::Io(error)) => Err(UnreadableFile::of(&options.file)(error).into()),
        Err(VerifyError::Violation(violation)) => report_violation(options, &violation),
        Ok(report) => in_order(options, &report.gaps(), words.verified(&report), &report),
    }
}

/// Prints the result of a valid record and its gaps.
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

/// Prints what is wrong with a record.
fn report_violation(options: &Options, violation: &TranscriptViolation) -> anyhow::Result<Exit> {
    let words: Words = options.language.words();
    let authority = Kit::here().authority().map(|authority| authority.fingerprint());
    let hint = words.which_fingerprint(violation, authority).map(|hint| hint + "\n");
    let message = words.record_violation(violation);
    not_in_order(options, (&in_english(violation), &message), hint.as_deref())
}

/// Describes a violation in English, with a hint if there is one.
fn in_english(violation: &(dyn Error + 'static)) -> String {
    Words::new(Lang::En).with_sources(violation)
}

fn not_in_order(
    options: &Options,
    (english, message): (&str, &str),
    hint: Option<&str>,
) -> anyhow::Result<Exit> {
    if options.json {
        object(&serde_json::json!({ "ok": false, "wrong": english }))?;
    } else {
        let message = options.language.words().not_in_order(message) + "\n";
        say(&(message + hint.unwrap_or_default()))?;
    }
    Ok(Exit::Failed)
}

/// Opens the record for streaming.
fn open(file: &Path) -> io::Result<Box<dyn Read>> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(file)?))
}
