//! The event around the games (大会): the `[event]` table of a contest file.

use std::path::{Component, Path};

use ishigaki_rules::ClosePolicy;

use crate::id::{LONGEST_ID, check_event_id};
use crate::page::{FORMAT, Page, Table};
use crate::scenario::{CLOSE_POLICIES, read_file};
use crate::team::{EntrantSpec, ReadTeam};
use crate::wording::Wording;
use crate::{Basis, basis};
use ishigaki_catalogue::Phrase;

const WHY: Basis = basis::EVENT_PLAN;

/// The event of a contest file; the server creates it, and makes its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventSpec {
    /// 1 to 32 of `a` to `z`, `0` to `9` and `-`.
    pub id: String,
    pub title: Option<String>,
    pub title_ja: Option<String>,
    /// Unless the plan has one. Its format is checked elsewhere.
    pub lottery_date: Option<String>,
    pub plan: PlanSource,
    /// In the order of the contest's teams.
    pub entrants: Vec<EntrantSpec>,
    /// Policy for closing bidding in its games, instead of the scenarios' (`A3`).
    pub close: Option<ClosePolicy>,
}

/// Source of an event's plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanSource {
    Preset(String),
    File { name: String, text: String },
}

pub(super) fn read(page: &mut Page<'_>, root: &mut Table<'_>, teams: &[ReadTeam<'_>]) -> Option<EventSpec> {
    let mut table = Table::of(page, "event", root.find("event")?)?;
    let id = table.need(page, "id", FORMAT).and_then(|value| {
        let id = (*page.text("id", value)?.get_ref()).to_owned();
        if check_event_id(&id).is_err() {
            let what = Wording::EventId { id: id.into(), most: LONGEST_ID.into() };
            page.report(value.span().start, what, FORMAT);
            return None;
        }
        Some(id)
    });
    let title = table.find("title").map(|value| page.title("title", value));
    let title_ja = table.find("title_ja").map(|value| page.title("title_ja", value));
    let lottery_date = table.find("lottery_date").map(|value| page.title("lottery_date", value));
    let plan = read_plan(page, &mut table);
    let close = table.find("close").map(|value| page.choice("close", value, &CLOSE_POLICIES, basis::CLOSING));
    table.close(page);
    if title.is_none() && title_ja.is_some() {
        page.report(table.place("title_ja"), Wording::TitleMissing, FORMAT);
        return None;
    }
    if teams.len() == 1 {
        page.report(table.start(), Wording::OneTeam, basis::EVENT_GROUPS);
        return None;
    }
    Some(EventSpec {
        id: id?,
        title: title.flatten(),
        title_ja: title_ja.flatten(),
        lottery_date: lottery_date.flatten(),
        plan: plan?,
        entrants: teams.iter().map(|team| team.entrant.clone()).collect(),
        close: close.flatten(),
    })
}

pub(super) fn check_ids<'a>(
    page: &mut Page<'_>,
    event: &EventSpec,
    games: impl Iterator<Item = (&'a str, usize)>,
) {
    for (id, place) in games {
        let rest = id.strip_prefix(event.id.as_str());
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-')) {
            let what = Wording::EventsOwnId { id: id.into(), event: (&event.id).into() };
            page.report(place, what, basis::UNIQUE);
        }
    }
}

fn read_plan(page: &mut Page<'_>, table: &mut Table<'_>) -> Option<PlanSource> {
    match (table.find("preset"), table.find("plan")) {
        (Some(value), None) => page.title("preset", value).map(PlanSource::Preset),
        (None, Some(value)) => {
            let name = *page.text("plan", value)?.get_ref();
            let what = match read_in_folder(page.file(), name) {
                Ok(text) => return Some(PlanSource::File { name: name.to_owned(), text }),
                Err(what) => what,
            };
            page.report(value.span().start, what, WHY);
            None
        }
        (None, None) => {
            page.report(table.start(), Wording::NoPlan, WHY);
            None
        }
        (Some(_), Some(both)) => {
            page.report(both.span().start, Wording::PresetAndPlan, WHY);
            None
        }
    }
}

fn read_in_folder(contest: &str, name: &str) -> Result<String, Phrase> {
    let path = path_in_folder(Path::new(contest).parent().unwrap_or(Path::new("")), name)
        .ok_or_else(|| Wording::NotBeside { name: name.into() })?;
    read_file(Path::new(&path)).map_err(|error| Phrase::from(&error))
}

pub(super) fn path_in_folder(folder: &Path, name: &str) -> Option<String> {
    let stays = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    let named = Path::new(name);
    if name.is_empty() || !named.components().all(stays) {
        return None;
    }
    Some(folder.join(named).to_string_lossy().into_owned())
}
