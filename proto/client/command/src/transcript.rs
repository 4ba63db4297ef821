//! A record that was fetched, as a command's answer: into a file, or as the answer itself.

use std::io;
use std::path::Path;

use ishigaki_command::{Done, Output, write_file};
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::tournament::{self, EventRecord, RecordContent};
use ishigaki_record::transcript::{self, LineError};
use ishigaki_record::verify::TranscriptViolation;
use ishigaki_report::GameExport;
use ishigaki_words::{Value, Words};
use serde::Serialize;

use super::ProofArgs;
use ishigaki_client::record::Record;

/// The JSON object of a record that was written.
#[derive(Serialize)]
struct RecordObject {
    file: String,
    records: usize,
    complete: bool,
    fingerprint: Fingerprint,
}

/// Error of a fetched record that cannot be given out.
#[derive(Debug)]
pub enum TranscriptError {
    /// The server gave lines that are no record.
    NoRecord(LineError),
    /// It is the record of an event, of which there is no page.
    OfEvent,
    /// The record does not hold, so that there is no page of it.
    NotInOrder(Box<TranscriptViolation>),
    /// The record is in order as far as it could be checked, and that is not enough for a page.
    Partly(String),
    /// The file cannot be written.
    File {
        /// Path of the file.
        file: String,
        /// Description of what is wrong.
        what: Value,
    },
    /// The answer cannot be written.
    Output(io::Error),
}

crate::comes_from!(TranscriptError: NoRecord(LineError), Output(io::Error));

/// Writes the record of a game or an event, with its result, to a file, which is replaced if it exists; without one as the answer itself. What the
/// record says is not judged here: `verify` does that. A file whose name ends in `.html` gets the game as one page instead
/// ([`GameExport::page`]), of a record that is in order and, unless `proof` takes less, proved to its end.
///
/// # Errors
/// Returns an error if the lines are no record, if the record of a page is not proved, or if the file cannot be written.
pub fn write_transcript(
    record: &Record,
    file: Option<&Path>,
    proof: &ProofArgs,
    words: &Words,
    out: &mut Output,
) -> Result<(), TranscriptError> {
    let text = record.transcript()?;
    let is_of_event = tournament::is_record(&text);
    let (server_key, records) = if is_of_event {
        let EventRecord { header, told } = tournament::read(&text)?;
        let is_entry = |told: &&RecordContent| matches!(told, RecordContent::Entry(_));
        (header.server_key, told.iter().filter(is_entry).count())
    } else {
        let transcript = transcript::read(&text)?;
        (transcript.server_key, transcript.entries.len())
    };
    let fingerprint = server_key.fingerprint();
    let key = words.say("cli-fingerprint", &[("fingerprint", fingerprint.to_string().into())]);
    let Some(path) = file else {
        out.text(&text)?;
        return Ok(out.remark(&key)?);
    };
    let file = path.display().to_string();
    let is_page = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html"));
    let page = is_page.then(|| page(&text, proof, words)).transpose()?;
    write_file(path, page.as_deref().unwrap_or(&text))
        .map_err(|error| TranscriptError::File { file: file.clone(), what: (&error).into() })?;
    let complete = record.is_complete();
    if out.is_json() {
        let written = RecordObject { file, records, complete, fingerprint };
        return Ok(out.object(&Done::new("transcript", written))?);
    }
    let mut lines = vec![words.say("cli-transcript", &[("file", file.into()), ("records", records.into())])];
    if !complete {
        lines.push(words.label(if is_of_event {
            "cli-transcript-event-open"
        } else {
            "cli-transcript-open"
        }));
    }
    lines.push(key);
    Ok(out.text(&lines.join("\n"))?)
}

/// The game as one page.
fn page(record: &str, proof: &ProofArgs, words: &Words) -> Result<String, TranscriptError> {
    let export = GameExport::of(record, &proof.expected()).map_err(|error| match error {
        ishigaki_report::Error::OfEvent => TranscriptError::OfEvent,
        ishigaki_report::Error::NotInOrder(violation) => TranscriptError::NotInOrder(Box::new(violation)),
        ishigaki_report::Error::Unreadable(error) => TranscriptError::NoRecord(error),
    })?;
    match proof.refusal(&export.gaps(), words) {
        Some(open) => Err(TranscriptError::Partly(open)),
        None => Ok(export.page(record, words.lang())),
    }
}
