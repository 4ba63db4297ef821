//! A record that was fetched, as a command's answer: into a file, or as the answer itself.

use std::io;
use std::path::Path;

use ishigaki_command::{Done, Output, write_file};
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::tournament::{self, EventRecord, RecordContent};
use ishigaki_record::transcript::{self, LineError};
use ishigaki_record::verify::TranscriptViolation;
use ishigaki_report::report;
use ishigaki_words::{Value, Words};
use serde::Serialize;

use crate::record::Record;

/// The JSON object of a record that was written.
#[derive(Serialize)]
struct RecordObject {
    file: String,
    records: usize,
    complete: bool,
    fingerprint: Fingerprint,
}

/// Error of a fetched record that cannot be given out.
#[derive(Debug, thiserror::Error)]
pub enum TranscriptError {
    /// The server gave lines that are no record.
    #[error("what was fetched is no record")]
    NoRecord(#[from] LineError),
    /// It is the record of an event, of which there is no page.
    #[error("what was fetched is the record of an event, of which there is no page")]
    OfEvent,
    /// The record does not hold, so that there is no page of it.
    #[error("what was fetched is not in order")]
    NotInOrder(#[source] Box<TranscriptViolation>),
    /// The file cannot be written.
    #[error("{file} cannot be written")]
    File {
        /// Path of the file.
        file: String,
        /// Description of what is wrong.
        what: Value,
    },
    /// The answer cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Writes the record of a game or an event, with its result, to a file, which is replaced if it exists; without one as the answer itself. What the
/// record says is not judged here: `verify` does that. A file whose name ends in `.html` gets the game as one page instead
/// ([`report`]), of a record that is in order.
///
/// # Errors
/// Lines that are no record, and what cannot be written.
pub fn write_transcript(
    record: &Record,
    file: Option<&Path>,
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
    let page = is_page.then(|| page(&text, words)).transpose()?;
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

/// The game as one page. Whose key signed is left to whoever looks at it: no sheet is at hand here.
fn page(record: &str, words: &Words) -> Result<String, TranscriptError> {
    report(record, None, words.lang()).map_err(|error| match error {
        ishigaki_report::Error::OfEvent => TranscriptError::OfEvent,
        ishigaki_report::Error::NotInOrder(violation) => TranscriptError::NotInOrder(Box::new(violation)),
        ishigaki_report::Error::Unreadable(error) => TranscriptError::NoRecord(error),
    })
}
