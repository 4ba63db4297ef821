//! Events around the games (大会): the `[[event]]` tables of a contest file.

use std::collections::BTreeSet;
use std::path::{Component, Path};

use ishigaki_rules::ClosePolicy;

use crate::id::{LONGEST_ID, check_event_id};
use crate::page::{FORMAT, Page, Table};
use crate::scenario::{CLOSE_POLICIES, read_file};
use crate::team::{DIVISION, EntrantSpec, Ids, ReadTeam};
use crate::wording::Wording;
use crate::{Basis, basis};
use ishigaki_catalogue::Phrase;

const WHY: Basis = basis::EVENT_PLAN;
const SLIP_CHECKS: [(&str, &str); 2] = [("desk", "desk"), ("second-person", "second-person")];

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
    /// Division whose teams play; without it, all teams that no other event of the file takes.
    pub division: Option<String>,
    /// When an entered result slip counts, by the name in the plan (`TO9`).
    pub slip_check: Option<&'static str>,
    /// In the order of the file.
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

pub(super) fn read(page: &mut Page<'_>, root: &mut Table<'_>, teams: &[ReadTeam<'_>]) -> Vec<EventSpec> {
    let mut ids = Ids::new("event");
    let tables = root.tables(page, "event");
    let count = tables.len();
    let read = tables
        .into_iter()
        .filter_map(|mut table| Some((table.start(), read_event(page, &mut table, &mut ids)?)));
    let (places, mut events): (Vec<usize>, Vec<EventSpec>) = read.unzip();
    if events.len() < count {
        return Vec::new();
    }
    for (at, (event, place)) in events.iter().zip(&places).enumerate() {
        if events[..at].iter().any(|other| other.division == event.division) {
            let what = match event.division.clone() {
                Some(division) => Wording::DivisionTaken { division: division.into() },
                None => Wording::DivisionMissing,
            };
            page.report(*place, what, basis::EVENT_ROSTER);
        }
        let others = events.iter().zip(&places).filter(|(other, _)| other.id != event.id);
        check_ids(page, event, others.map(|(other, place)| (other.id.as_str(), *place)));
    }
    let divisions: BTreeSet<String> = events.iter().filter_map(|event| event.division.clone()).collect();
    for (event, place) in events.iter_mut().zip(places) {
        let takes = |team: &&ReadTeam<'_>| division_of(team, &divisions) == event.division.as_deref();
        event.entrants = teams.iter().filter(takes).map(|team| team.entrant.clone()).collect();
        let count = event.entrants.len();
        if count == 1 || count == 0 && !teams.is_empty() {
            let what = Wording::EventTeams { event: (&event.id).into(), teams: count.into() };
            page.report(place, what, basis::EVENT_GROUPS);
        }
    }
    if !events.is_empty() && events.iter().all(|event| event.division.is_some()) {
        for team in teams.iter().filter(|team| division_of(team, &divisions).is_none()) {
            let known = divisions.iter().cloned().collect::<Vec<_>>().join(", ");
            let what = Wording::NoDivision { team: (&team.spec.code).into(), known: known.into() };
            page.report(team.table.start(), what, basis::EVENT_ROSTER);
        }
    }
    events
}

/// The division of a team if it has its own event.
fn division_of<'t>(team: &'t ReadTeam<'_>, divisions: &BTreeSet<String>) -> Option<&'t str> {
    let division = team.entrant.texts.get(DIVISION).map(String::as_str);
    division.filter(|division| divisions.contains(*division))
}

fn read_event(page: &mut Page<'_>, table: &mut Table<'_>, ids: &mut Ids) -> Option<EventSpec> {
    let id = table.need(page, "id", FORMAT).and_then(|value| {
        let id = (*page.text("id", value)?.get_ref()).to_owned();
        if check_event_id(&id).is_err() {
            let what = Wording::EventId { id: id.into(), most: LONGEST_ID.into() };
            page.report(value.span().start, what, FORMAT);
            return None;
        }
        ids.take(page, value, &id).then_some(id)
    });
    let title = table.find("title").map(|value| page.title("title", value));
    let title_ja = table.find("title_ja").map(|value| page.title("title_ja", value));
    let lottery_date = table.find("lottery_date").map(|value| page.title("lottery_date", value));
    let division = table.find(DIVISION).map(|value| page.title(DIVISION, value));
    let plan = read_plan(page, table);
    let slip_check =
        table.find("slip_check").map(|value| page.choice("slip_check", value, &SLIP_CHECKS, WHY));
    let close = table.find("close").map(|value| page.choice("close", value, &CLOSE_POLICIES, basis::CLOSING));
    table.close(page);
    if title.is_none() && title_ja.is_some() {
        page.report(table.place("title_ja"), Wording::TitleMissing, FORMAT);
        return None;
    }
    Some(EventSpec {
        id: id?,
        title: title.flatten(),
        title_ja: title_ja.flatten(),
        lottery_date: lottery_date.flatten(),
        plan: plan?,
        division: division.flatten(),
        slip_check: slip_check.flatten(),
        entrants: Vec::new(),
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
