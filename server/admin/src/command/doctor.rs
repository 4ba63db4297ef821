//! `doctor`: checks a contest's directory.

use ishigaki_command::{Exit, Language};
use ishigaki_engine::clock::{Clock as _, SystemClock};
use ishigaki_scenarios::lint::Level;
use ishigaki_words::Words;
use ishigaki_words::columns::{pad_end, width};

use crate::doctor::{self, Diagnosis};
use crate::folder::Folder;
use clap::Args;
use serde::Serialize;

use super::{JournalFiles, object, say};

#[derive(Debug, Args)]
pub struct Options {
    // Directory to check, by default the current one.
    #[command(flatten)]
    files: JournalFiles,
    /// Print one JSON object per check, with part, level, code, what and mend. `level` is ok, note, warning
    /// or error; `code` is the same in all languages
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: Language,
}

/// A diagnosis as JSON.
#[derive(Serialize)]
struct DiagnosisLine<'a> {
    part: doctor::ContestPart,
    level: &'a str,
    code: &'a str,
    what: &'a str,
    mend: Option<&'a str>,
}

pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let mut files = options.files.clone();
    let folder = files.folder().unwrap_or_else(|| Folder::at("."));
    files.settle_in(&folder);
    let words = options.language.words();
    let (journal, key) = (files.journal(), files.key());
    let now = SystemClock::new().time_of_day();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let examined = doctor::Options { folder, journal, key, now };
    let found = runtime.block_on(doctor::examine(&examined, &words));
    if options.json {
        for diagnosis in &found {
            object(&line(diagnosis))?;
        }
    } else {
        say(&report(&found, &words))?;
    }
    let is_in_the_way = found.iter().any(|diagnosis| diagnosis.level == Some(Level::Error));
    Ok(if is_in_the_way { Exit::Failed } else { Exit::Done })
}

fn line(diagnosis: &Diagnosis) -> DiagnosisLine<'_> {
    let Diagnosis { part, level, code, what, fix } = diagnosis;
    let level = match level {
        None => "ok",
        Some(Level::Note) => "note",
        Some(Level::Warning) => "warning",
        Some(Level::Error) => "error",
    };
    let code = code.trim_start_matches("doctor-");
    DiagnosisLine { part: *part, level, code, what, mend: fix.as_deref() }
}

/// Formats the findings with their fixes, and the totals.
fn report(found: &[Diagnosis], words: &Words) -> String {
    let level = |diagnosis: &Diagnosis| {
        words.label(match diagnosis.level {
            None => "doctor-level-ok",
            Some(Level::Note) => "shared-level-note",
            Some(Level::Warning) => "doctor-level-warning",
            Some(Level::Error) => "doctor-level-error",
        })
    };
    let part = |diagnosis: &Diagnosis| words.label(diagnosis.part.key());
    let widest = |text: &dyn Fn(&Diagnosis) -> String| {
        found.iter().map(|diagnosis| width(&text(diagnosis))).max().unwrap_or(0)
    };
    let (levels, parts) = (widest(&level), widest(&part));
    let mut text = String::new();
    for diagnosis in found {
        let (level, part) = (pad_end(&level(diagnosis), levels), pad_end(&part(diagnosis), parts));
        text.extend([&*level, "  ", &part, "  ", &diagnosis.what, "\n"]);
        if let Some(fix) = &diagnosis.fix {
            text.extend([
                &*pad_end("", levels + 2 + parts),
                "  -> ",
                fix,
                "
",
            ]);
        }
    }
    let count = |wanted: Option<Level>| found.iter().filter(|diagnosis| diagnosis.level == wanted).count();
    let gaps = [
        ("fine", count(None).into()),
        ("look", count(Some(Level::Warning)).into()),
        ("stop", count(Some(Level::Error)).into()),
    ];
    text + "\n" + &words.say("doctor-sum", &gaps) + "\n"
}
