//! Linter of scenario, contest and lists files.
//!
//! The reader rejects invalid files; the linter reports probable mistakes in valid ones: a frame that no
//! stones fill, money that buys everything, unplayable lists. An invalid file has only the reader's faults.

mod codes;
mod contest;
mod fill;
mod frame;
mod lists;
mod report;
mod stones;
mod supply;
mod timing;

use std::path::Path;

use toml::de::DeTable;

use crate::page::{FORMAT, Page};
use crate::scenario::{read, read_file};
use crate::wording::Wording;
use crate::{Error, Located, Scenario};

pub use crate::located::{Finding, Level};
pub use fill::{Filling, fill};
pub use report::Report;

/// Checks a file of any kind: a contest has `[[game]]`s or an `[[event]]`, a scenario has a `frame` or
/// `[[stone]]`s, and lists are named `NAME.lists.toml`.
///
/// The scenario of lists is `NAME.toml` in the same directory or its parent, or else the shipped one.
/// Scenarios that a contest names by path are checked too.
pub fn file(path: &Path) -> Report {
    let name = path.to_string_lossy();
    let text = match read_file(path) {
        Ok(text) => text,
        Err(error) => return Report::unreadable(&name, &error),
    };
    let (root, broken) = DeTable::parse_recoverable(&text);
    if !broken.is_empty() {
        // The rest of an invalid text may not show its kind, so the fault is reported here.
        return Report::new(Page::survey(&name, &text, |_, _| {}));
    }
    if let Some(lists_of) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".lists.toml")) {
        return match scenario_of_lists(path, lists_of) {
            Ok(scenario) => lists(&name, &text, &scenario),
            Err(Error::Faulty { faults }) => {
                Report::new(faults.into_iter().map(|at| Finding { level: Level::Error, at }).collect())
            }
            Err(error) => Report::unreadable(&name, &error),
        };
    }
    let has = |key: &str| root.get_ref().contains_key(key);
    if has("game") || has("event") {
        contest(&name, &text)
    } else if has("frame") || has("stone") || has("round") {
        scenario(&name, &text)
    } else if has("team") || has("server") {
        contest(&name, &text)
    } else {
        let what = Wording::NoKind.into();
        let at = Located { file: name.into_owned(), line: 1, column: 1, what, why: FORMAT };
        Report::new(vec![Finding { level: Level::Error, at }])
    }
}

/// Checks a scenario's text; `file` is the name in findings.
pub fn scenario(file: &str, text: &str) -> Report {
    Report::new(Page::survey(file, text, |page, root| {
        let Some((scenario, places)) = read(page, root).filter(|_| page.reads_well()) else { return };
        frame::check(page, &scenario, &places);
        stones::check(page, &scenario, &places);
        supply::check(page, &scenario, &places);
        timing::check(page, &scenario, &places);
    }))
}

/// Checks a contest's text. Paths of scenarios are relative to the directory of `file`.
pub fn contest(file: &str, text: &str) -> Report {
    let mut files = Vec::new();
    let mut findings = Page::survey(file, text, |page, root| files = contest::check(page, root));
    files.sort();
    files.dedup();
    for named in files {
        if let Ok(text) = read_file(Path::new(&named)) {
            findings.extend(scenario(&named, &text).findings);
        }
    }
    Report::new(findings)
}

/// Checks lists for this scenario.
pub fn lists(file: &str, text: &str, scenario: &Scenario) -> Report {
    Report::new(Page::survey(file, text, |page, root| lists::check(page, root, scenario)))
}

fn scenario_of_lists(lists: &Path, name: &str) -> Result<Scenario, Error> {
    let folder = lists.parent().unwrap_or(Path::new(""));
    let file = format!("{name}.toml");
    let candidates = [folder.join(&file), folder.join("..").join(&file)];
    match candidates.iter().find(|path| path.exists()) {
        Some(path) => Scenario::find(&path.to_string_lossy()),
        None => Scenario::find(name),
    }
}
