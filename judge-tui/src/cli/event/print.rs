//! Printouts of an event: one model, as text, page, spreadsheets or FIDE report file.

use std::path::Path;
use std::{fs, io};

use ishigaki_client_command as command;
use ishigaki_command::{CommandResult, Output};
use ishigaki_printout::{Crosstable, PrintKind, Printout, TrfParticulars};
use ishigaki_tournament::{Round, StageId};
use ishigaki_words::Words;
use serde::Serialize;

use super::super::error::Error;
use crate::counts::last_drawn;
use crate::event::{NamedContest, NamedStanding};
use crate::options::{EventUsage, PrintArgs, UsageError};

#[derive(Serialize)]
struct PrintObject<'a> {
    event: &'a str,
    files: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

pub(super) fn print(
    event: NamedStanding<'_>,
    args: &PrintArgs,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let nothing = || UsageError::from(EventUsage::NothingToPrint);
    let text = if let Some(kind) = args.kind {
        let printout = printout(event, kind, args, *words)?;
        if let Some(folder) = args.out.as_deref().filter(|_| args.csv) {
            return print_files(event, spreadsheets(&printout, folder)?, words, out);
        }
        if args.csv {
            joined_csv(&printout)?
        } else if args.html {
            printout.html()
        } else {
            printout.text()
        }
    } else {
        let NamedStanding::Leagues(leagues) = event else {
            return Err(UsageError::from(EventUsage::OfLeagues).into());
        };
        let table = Crosstable::of(leagues.tournament()).ok_or_else(nothing)?;
        table
            .trf(&TrfParticulars { title: event.title(*words), ..TrfParticulars::default() }, leagues.names())
    };
    match &args.out {
        Some(file) => {
            fs::write(file, text).map_err(|error| write_error(file, error))?;
            print_files(event, vec![file.display().to_string()], words, out)
        }
        None if out.is_json() => {
            let printed = PrintObject { event: event.id(), files: Vec::new(), text: Some(text) };
            Ok(out.object(&CommandResult::new("event-print", printed))?)
        }
        None => Ok(out.text(&text)?),
    }
}

fn printout(
    event: NamedStanding<'_>,
    kind: PrintKind,
    args: &PrintArgs,
    words: Words,
) -> Result<Printout, UsageError> {
    let printout = match (event, kind) {
        (NamedStanding::Leagues(_), PrintKind::Groups) => return Err(EventUsage::OfGroups.into()),
        (NamedStanding::Leagues(event), _) => event.edition(words).print(kind, args.round.map(Round)),
        (NamedStanding::Groups(contest), PrintKind::Groups) => return groups(contest, args.stage, words),
        (NamedStanding::Groups(contest), PrintKind::Ranking) => contest.edition(words).ranking(),
        (NamedStanding::Groups(contest), PrintKind::Diplomas) => contest.edition(words).diplomas(),
        (NamedStanding::Groups(_), _) => return Err(EventUsage::OfLeagues.into()),
    };
    Ok(printout.ok_or(EventUsage::NothingToPrint)?)
}

/// The groups of the given stage, or the last drawn one.
fn groups(named: NamedContest<'_>, asked: Option<u32>, words: Words) -> Result<Printout, UsageError> {
    let contest = named.contest;
    let stages = contest.plan().stages.len();
    let place = |number: u32| usize::try_from(number).ok()?.checked_sub(1).filter(|at| *at < stages);
    let stage = match asked {
        Some(stage) => StageId::at(place(stage).ok_or(EventUsage::NoStage { stage, stages })?),
        None => last_drawn(contest),
    };
    let not_drawn = || EventUsage::NotDrawn { stage: words.stage_name(named.stage_name(stage)) };
    Ok(named.edition(words).groups(stage).ok_or_else(not_drawn)?)
}

fn print_files(
    event: NamedStanding<'_>,
    files: Vec<String>,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    if out.is_json() {
        let printed = PrintObject { event: event.id(), files, text: None };
        return Ok(out.object(&CommandResult::new("event-print", printed))?);
    }
    Ok(out.text(&words.say("cli-event-printed", &[("files", words.list(files).into())]))?)
}

/// Without the byte order marks of spreadsheet files.
fn joined_csv(printout: &Printout) -> Result<String, Error> {
    let standard_output = Path::new("-");
    let sheets = printout.csv().map_err(|error| write_error(standard_output, io::Error::other(error)))?;
    let texts = sheets.iter().map(|sheet| String::from_utf8_lossy(&sheet.bytes));
    let texts: Vec<String> = texts.map(|text| text.trim_start_matches('\u{feff}').to_owned()).collect();
    Ok(texts.join("\n"))
}

/// Writes one file per table into a directory, which is created. If `out` is a file name, a single table goes
/// to it, and several to files with its name and a suffix.
fn spreadsheets(printout: &Printout, out: &Path) -> Result<Vec<String>, Error> {
    let sheets = printout.csv().map_err(|error| write_error(out, io::Error::other(error)))?;
    let is_file = out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    if !is_file {
        fs::create_dir_all(out).map_err(|error| write_error(out, error))?;
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
        fs::write(&file, sheet.bytes).map_err(|error| write_error(&file, error))?;
        files.push(file.display().to_string());
    }
    Ok(files)
}

fn write_error(file: &Path, what: io::Error) -> Error {
    command::Error::Unwritable { file: file.to_path_buf(), what }.into()
}
