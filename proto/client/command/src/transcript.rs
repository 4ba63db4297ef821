//! A record that was fetched, as a command's answer: into a file, or as the answer itself.

use std::path::Path;

use ishigaki_command::{CommandResult, Output, write_file};
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::tournament::{self, EventRecord, RecordContent};
use ishigaki_record::transcript;
use ishigaki_report::GameExport;
use ishigaki_words::Words;
use serde::Serialize;

use super::{Error, ProofArgs};
use ishigaki_client::record::Record;

#[derive(Serialize)]
struct RecordObject {
    file: String,
    records: usize,
    complete: bool,
    fingerprint: Fingerprint,
}

/// Writes the record of a game or event with its result to a file, replacing it, or to the output. It doesn't
/// verify the record; `verify` does. A file ending in `.html` gets the game as a page ([`GameExport::page`]),
/// which needs a verified record, complete unless `proof` accepts less.
///
/// # Errors
///
/// Fails if the lines are invalid, a page's record isn't proved, or the file can't be written.
pub fn write_transcript(
    record: &Record,
    file: Option<&Path>,
    proof: &ProofArgs,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let text = record.transcript()?;
    let is_of_event = tournament::is_record(&text);
    let (server_key, records) = if is_of_event {
        let EventRecord { header, contents } = tournament::read(&text)?;
        let is_entry = |content: &&RecordContent| matches!(content, RecordContent::Entry(_));
        (header.server_key, contents.iter().filter(is_entry).count())
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
        .map_err(|what| Error::Unwritable { file: path.to_path_buf(), what })?;
    let complete = record.is_complete();
    if out.is_json() {
        let written = RecordObject { file, records, complete, fingerprint };
        return Ok(out.object(&CommandResult::new("transcript", written))?);
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

fn page(record: &str, proof: &ProofArgs, words: &Words) -> Result<String, Error> {
    let export = GameExport::of(record, &proof.expected()).map_err(|error| match error {
        ishigaki_report::Error::OfEvent => Error::OfEvent,
        ishigaki_report::Error::NotInOrder(violation) => Error::NotInOrder(Box::new(violation)),
        ishigaki_report::Error::Unreadable(error) => Error::NoRecord(error),
    })?;
    match proof.refusal(&export.gaps(), words) {
        Some(open) => Err(Error::Partly(open)),
        None => Ok(export.page(record, words.lang())),
    }
}
