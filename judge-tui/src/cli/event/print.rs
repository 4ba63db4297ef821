//! The printouts of an event: one model, as text, a page, spreadsheets or FIDE's report file.

use std::fs;
use std::path::Path;

use ishigaki_command::{Done, Output};
use ishigaki_printout::{Crosstable, Particulars, PrintKind, Printout};
use ishigaki_tournament::Round;
use ishigaki_words::{Value, Words};
use serde::Serialize;

use super::super::error::Error;
use crate::event::{NamedStanding, shown_stage};
use crate::options::{EventUsage, PrintArgs, UsageError};

/// What was printed, where.
#[derive(Serialize)]
struct Printed<'a> {
    event: &'a str,
    /// Files, in the order of the printout; none if it stands in `text`.
    files: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// Prints to standard output, or to files.
pub(super) fn print(
    event: NamedStanding<'_>,
    args: &PrintArgs,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let nothing = || UsageError::from(EventUsage::NothingToPrint);
    let text = if let Some(kind) = args.kind {
        let printout = printout(event, kind, args, *words).ok_or_else(nothing)?;
        if let Some(folder) = args.out.as_deref().filter(|_| args.csv) {
            return say(event, spreadsheets(&printout, folder)?, words, out);
        }
        if args.html { printout.html() } else { printout.text() }
    } else {
        let NamedStanding::Leagues(leagues) = event else { return Err(nothing().into()) };
        let table = Crosstable::of(leagues.tournament()).ok_or_else(nothing)?;
        table.trf(&Particulars { title: event.title(*words), ..Particulars::default() }, leagues.names())
    };
    match &args.out {
        Some(file) => {
            fs::write(file, text).map_err(|error| unwritten(file, &error))?;
            say(event, vec![file.display().to_string()], words, out)
        }
        None if out.is_json() => {
            let printed = Printed { event: event.id(), files: Vec::new(), text: Some(text) };
            Ok(out.object(&Done::new("event-print", printed))?)
        }
        None => Ok(out.text(&text)?),
    }
}

/// What is printed of this kind, if there is any yet.
fn printout(event: NamedStanding<'_>, kind: PrintKind, args: &PrintArgs, words: Words) -> Option<Printout> {
    match (event, kind) {
        (NamedStanding::Leagues(event), _) => event.edition(words).print(kind, args.round.map(Round)),
        (NamedStanding::Groups(contest), PrintKind::Groups) => {
            let stage = shown_stage(contest.contest, args.stage.map(Round));
            contest.edition(words).groups(stage)
        }
        (NamedStanding::Groups(contest), PrintKind::Ranking) => contest.edition(words).ranking(),
        (NamedStanding::Groups(_), _) => None,
    }
}

fn say(event: NamedStanding<'_>, files: Vec<String>, words: &Words, out: &mut Output) -> Result<(), Error> {
    if out.is_json() {
        let printed = Printed { event: event.id(), files, text: None };
        return Ok(out.object(&Done::new("event-print", printed))?);
    }
    Ok(out.text(&words.say("cli-event-printed", &[("files", words.list(files).into())]))?)
}

/// Writes a file a table into a folder, which is made if it is not there; under a name of a file, a single table as that file
/// and several beside each other, each with its own name behind it.
fn spreadsheets(printout: &Printout, out: &Path) -> Result<Vec<String>, Error> {
    let sheets = printout.csv().map_err(|error| unwritten(out, error.to_string()))?;
    let is_file = out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    if !is_file {
        fs::create_dir_all(out).map_err(|error| unwritten(out, &error))?;
    }
    let is_single = sheets.len() == 1;
    let stem = out.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let mut files = Vec::new();
    for sheet in sheets {
        let file = match (is_file, is_single) {
            (true, true) => out.to_owned(),
            (true, false) => out.with_file_name(format!("{stem}-{}.csv", sheet.name)),
            (false, _) => out.join(format!("{}.csv", sheet.name)),
        };
        fs::write(&file, sheet.bytes).map_err(|error| unwritten(&file, &error))?;
        files.push(file.display().to_string());
    }
    Ok(files)
}

fn unwritten(file: &Path, error: impl Into<Value>) -> Error {
    Error::File { file: file.display().to_string(), what: error.into() }
}
