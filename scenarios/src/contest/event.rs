//! The event around the games (大会): the `[event]` table of a contest file.

use std::path::{Component, Path};

use ishigaki_rules::ClosePolicy;

use crate::id::LONGEST_ID;
use crate::page::{FORMAT, Page, Table};
use crate::scenario::{CLOSE_POLICIES, read_file};
use crate::team::{EntrantSpec, ReadTeam};

const WHY: &str = "TG: an event is held by a plan";

/// The event that a contest file asks for; the server creates it, and makes its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventSpec {
    /// Its id: 1 to 32 of `a` to `z`, `0` to `9` and `-`.
    pub id: String,
    /// Title; `None`: as its plan is.
    pub title: Option<String>,
    /// Title in Japanese, beside the title.
    pub title_ja: Option<String>,
    /// Source of the plan by which it is played.
    pub plan: PlanSource,
    /// Data that its roster has of the contest's teams besides id and name, in their order.
    pub entrants: Vec<EntrantSpec>,
    /// Policy by which bidding closes in its games, instead of what their scenarios say (`A3`).
    pub close: Option<ClosePolicy>,
}

/// Source of an event's plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanSource {
    /// A shipped preset, by its name.
    Preset(String),
    /// A preset file beside the contest file.
    File {
        /// Its name, as the contest file has it.
        name: String,
        /// Text of the file; what that means is not this room's matter.
        text: String,
    },
}

/// The `[event]` table, if there is one. What is wrong in it is reported.
pub(super) fn read(page: &mut Page<'_>, root: &mut Table<'_>, teams: &[ReadTeam]) -> Option<EventSpec> {
    let mut table = Table::of(page, "event", root.find("event")?)?;
    let id = table.need(page, "id", FORMAT).and_then(|value| {
        let id = page.code("id", value, LONGEST_ID, "-")?;
        if id.bytes().any(|byte| byte.is_ascii_uppercase()) {
            let what = format!("`id` is {id:?}; it takes a-z 0-9, and after the first -");
            page.report(value.span().start, what, FORMAT);
            return None;
        }
        Some(id)
    });
    let title = table.find("title").map(|value| page.title("title", value));
    let title_ja = table.find("title_ja").map(|value| page.title("title_ja", value));
    let plan = read_plan(page, &mut table);
    let close = table
        .find("close")
        .map(|value| page.choice("close", value, &CLOSE_POLICIES, "A3: when bidding closes"));
    table.close(page);
    if title.is_none() && title_ja.is_some() {
        page.report(table.place("title_ja"), "`title_ja` stands beside `title`, which is missing", FORMAT);
        return None;
    }
    if teams.len() == 1 {
        let what = "the event's roster has 1 team; it takes at least 2, or none where the organiser sets it";
        page.report(table.start(), what, "TG1: groups of teams");
        return None;
    }
    Some(EventSpec {
        id: id?,
        title: title.flatten(),
        title_ja: title_ja.flatten(),
        plan: plan?,
        entrants: teams.iter().map(|team| team.entrant.clone()).collect(),
        close: close.flatten(),
    })
}

/// Reports games whose ids the event's own games could have; each comes with its place.
pub(super) fn check_ids<'a>(
    page: &mut Page<'_>,
    event: &EventSpec,
    games: impl Iterator<Item = (&'a str, usize)>,
) {
    for (id, place) in games {
        let rest = id.strip_prefix(event.id.as_str());
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-')) {
            let what =
                format!("game {id:?} is called as the event's own games are, {}-STAGE-GROUP", event.id);
            page.report(place, what, "ids are unique");
        }
    }
}

fn read_plan(page: &mut Page<'_>, table: &mut Table<'_>) -> Option<PlanSource> {
    match (table.find("preset"), table.find("plan")) {
        (Some(value), None) => page.title("preset", value).map(PlanSource::Preset),
        (None, Some(value)) => {
            let name = *page.text("plan", value)?.get_ref();
            let what = match file_beside(page.file(), name) {
                Ok(text) => return Some(PlanSource::File { name: name.to_owned(), text }),
                Err(what) => what,
            };
            page.report(value.span().start, what, WHY);
            None
        }
        (None, None) => {
            page.report(table.start(), "this event has neither a `preset` nor a `plan`", WHY);
            None
        }
        (Some(_), Some(both)) => {
            page.report(both.span().start, "`plan` stands beside `preset`; it is one of them", WHY);
            None
        }
    }
}

/// The text of a file in the folder of the contest file, or below it.
fn file_beside(contest: &str, name: &str) -> Result<String, String> {
    let path = beside(Path::new(contest).parent().unwrap_or(Path::new("")), name)
        .ok_or_else(|| format!("{name:?} is no file in the contest's folder"))?;
    read_file(Path::new(&path)).map_err(|error| match error {
        crate::Error::Unreadable { path, source } => format!("cannot read {}: {source}", path.display()),
        other => other.to_string(),
    })
}

/// The path of a file in this folder or below it; `None` if the name leads elsewhere.
pub(super) fn beside(folder: &Path, name: &str) -> Option<String> {
    let stays = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    let named = Path::new(name);
    if name.is_empty() || !named.components().all(stays) {
        return None;
    }
    Some(folder.join(named).to_string_lossy().into_owned())
}
