//! Checks whether the contest file's event matches the journal.

use std::collections::BTreeMap;

use ishigaki_engine::archive::{Archive, EnteredRoster};
use ishigaki_engine::planned_config;
use ishigaki_engine::tournaments::contest_roster;
use ishigaki_journal::{Journal, StreamId};
use ishigaki_preset::{Roster, RosterLine};
use ishigaki_scenarios::lint::Level;
use ishigaki_scenarios::{Contest, EventSpec};
use ishigaki_tournament::Actor;
use ishigaki_words::Words;

use super::{ContestPart, Examination};

/// Maximum number of listed roster differences; the others are counted.
const DIFFERING: usize = 8;

/// Reports differences in plan or titles between file and journal.
pub(super) async fn changed(
    exam: &mut Examination<'_>,
    journal: &dyn Journal,
    stream: &StreamId,
    contest: &Contest,
) {
    let Some(event) = contest.event(stream.as_str()) else { return };
    let (Ok(now), Ok(Some(began))) =
        (planned_config::of(event), Archive::event_config(journal, stream).await)
    else {
        return;
    };
    let file = super::path(&exam.folder().contest());
    if now.text() != began.text() {
        let gaps = [("event", event.id.clone().into()), ("file", file)];
        let fix = exam.fix("doctor-fix-event-changed", &[]);
        exam.report((ContestPart::Journal, Level::Warning), "doctor-event-changed", &gaps, fix);
    }
    roster(exam, journal, stream, event).await;
}

/// Compares the event's roster with the file's teams. Until the roster is committed or set by the organiser,
/// the next start uses the file's. Without teams in the file the organiser sets the roster.
pub(super) async fn roster(
    exam: &mut Examination<'_>,
    journal: &dyn Journal,
    stream: &StreamId,
    event: &EventSpec,
) {
    if event.entrants.is_empty() {
        return;
    }
    let (Ok(planned), Ok(Some(entered))) =
        (contest_roster(event), Archive::event_roster(journal, stream).await)
    else {
        return;
    };
    let EnteredRoster { roster, by, is_committed } = entered;
    if roster.text() == planned.text() {
        return;
    }
    let (code, fix) = match (is_committed, by) {
        (true, _) => ("doctor-roster-changed", exam.fix("doctor-fix-roster-changed", &[])),
        (false, Actor::Organiser) => ("doctor-roster-other", exam.fix("doctor-fix-roster-other", &[])),
        (false, _) => return,
    };
    let mut differing_teams = differing(&roster, &planned, exam.words);
    let more = differing_teams.len().saturating_sub(DIFFERING);
    differing_teams.truncate(DIFFERING);
    if more > 0 {
        differing_teams.push(exam.words.say("doctor-more-files", &[("count", more.into())]));
    }
    let gaps = [
        ("event", event.id.clone().into()),
        ("file", super::path(&exam.folder().contest())),
        ("who", exam.words.list(differing_teams).into()),
    ];
    exam.report((ContestPart::Journal, Level::Warning), code, &gaps, fix);
}

/// Returns lines that are in only one roster, and differing members. If the result is empty, only the order
/// differs.
fn differing(entered: &Roster, planned: &Roster, words: &Words) -> Vec<String> {
    let by_id = |roster: &'_ Roster| -> BTreeMap<String, RosterLine> {
        roster.lines().iter().map(|line| (line.id.clone(), line.clone())).collect()
    };
    let (previous, current) = (by_id(entered), by_id(planned));
    let say = |key, id: &String| words.say(key, &[("id", id.as_str().into())]);
    let missing =
        previous.keys().filter(|id| !current.contains_key(*id)).map(|id| say("doctor-roster-gone", id));
    let new = current.keys().filter(|id| !previous.contains_key(*id)).map(|id| say("doctor-roster-new", id));
    let others = previous.iter().filter_map(|(id, line)| {
        let parts = parts(line, current.get(id)?);
        let gaps = [("id", id.as_str().into()), ("parts", words.list(parts.clone()).into())];
        (!parts.is_empty()).then(|| words.say("doctor-roster-otherwise", &gaps))
    });
    let differing_teams: Vec<String> = missing.chain(new).chain(others).collect();
    if differing_teams.is_empty() { vec![words.label("doctor-roster-order")] } else { differing_teams }
}

fn parts(previous: &RosterLine, current: &RosterLine) -> Vec<String> {
    let parts = [
        ("name", previous.name == current.name),
        ("kana", previous.kana == current.kana),
        ("romaji", previous.romaji == current.romaji),
        ("seed", previous.seed == current.seed),
        ("woman", previous.woman == current.woman),
    ];
    parts.into_iter().filter(|(_, is_same)| !is_same).map(|(name, _)| name.to_owned()).collect()
}
