//! The examination of the contest file's event: whether the file has it otherwise than the journal.

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

/// How many lines of rosters that differ are told; the others are counted.
const DIFFERING: usize = 8;

/// The contest file's event, if the file has its plan, its titles or its roster otherwise than the journal.
pub(super) async fn changed(
    exam: &mut Examination<'_>,
    journal: &dyn Journal,
    stream: &StreamId,
    contest: &Contest,
) {
    let Some(event) = contest.event.as_ref().filter(|event| event.id == stream.as_str()) else { return };
    let (Ok(now), Ok(Some(began))) =
        (planned_config::of(event), Archive::event_config(journal, stream).await)
    else {
        return;
    };
    let file = super::path(&exam.folder().contest());
    if now.text() != began.text() {
        let gaps = [("event", event.id.clone().into()), ("file", file)];
        let mend = exam.mend("doctor-mend-event-changed", &[]);
        exam.tell((ContestPart::Journal, Level::Warning), "doctor-event-changed", &gaps, mend);
    }
    roster(exam, journal, stream, (contest, event)).await;
}

/// The event's roster beside the file's teams. As long as it is neither committed nor the organiser's own, the next start takes
/// the file's; of a file without teams it is the organiser's matter.
pub(super) async fn roster(
    exam: &mut Examination<'_>,
    journal: &dyn Journal,
    stream: &StreamId,
    (contest, event): (&Contest, &EventSpec),
) {
    if contest.teams.is_empty() {
        return;
    }
    let (Ok(planned), Ok(Some(entered))) =
        (contest_roster(contest, event), Archive::event_roster(journal, stream).await)
    else {
        return;
    };
    let EnteredRoster { roster, by, is_committed } = entered;
    if roster.text() == planned.text() {
        return;
    }
    let (code, mend) = match (is_committed, by) {
        (true, _) => ("doctor-roster-changed", exam.mend("doctor-mend-roster-changed", &[])),
        (false, Actor::Organiser) => ("doctor-roster-other", exam.mend("doctor-mend-roster-other", &[])),
        (false, _) => return,
    };
    let mut who = differing(&roster, &planned, exam.words);
    let more = who.len().saturating_sub(DIFFERING);
    who.truncate(DIFFERING);
    if more > 0 {
        who.push(exam.words.say("doctor-more-files", &[("count", more.into())]));
    }
    let gaps = [
        ("event", event.id.clone().into()),
        ("file", super::path(&exam.folder().contest())),
        ("who", exam.words.list(who).into()),
    ];
    exam.tell((ContestPart::Journal, Level::Warning), code, &gaps, mend);
}

/// Who is in one roster alone, and in what the others differ, as the contest file calls it; where all are the same, their order
/// is another.
fn differing(entered: &Roster, planned: &Roster, words: &Words) -> Vec<String> {
    let by_id = |roster: &'_ Roster| -> BTreeMap<String, RosterLine> {
        roster.lines().iter().map(|line| (line.id.clone(), line.clone())).collect()
    };
    let (was, is) = (by_id(entered), by_id(planned));
    let say = |key, id: &String| words.say(key, &[("id", id.as_str().into())]);
    let missing = was.keys().filter(|id| !is.contains_key(*id)).map(|id| say("doctor-roster-gone", id));
    let new = is.keys().filter(|id| !was.contains_key(*id)).map(|id| say("doctor-roster-new", id));
    let others = was.iter().filter_map(|(id, line)| {
        let parts = parts(line, is.get(id)?);
        let gaps = [("id", id.as_str().into()), ("parts", words.list(parts.clone()).into())];
        (!parts.is_empty()).then(|| words.say("doctor-roster-otherwise", &gaps))
    });
    let who: Vec<String> = missing.chain(new).chain(others).collect();
    if who.is_empty() { vec![words.label("doctor-roster-order")] } else { who }
}

/// In what two lines of one id differ.
fn parts(was: &RosterLine, is: &RosterLine) -> Vec<String> {
    let parts = [
        ("name", was.name == is.name),
        ("kana", was.kana == is.kana),
        ("romaji", was.romaji == is.romaji),
        ("seed", was.seed == is.seed),
        ("woman", was.woman == is.woman),
    ];
    parts.into_iter().filter(|(_, is_same)| !is_same).map(|(name, _)| name.to_owned()).collect()
}
