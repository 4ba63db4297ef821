//! Stages of events as text, from the server's list or from the feed.

use ishigaki_proto::convert::{CurrentPart, competition_to_wire};
use ishigaki_proto::watch::{EventEntry, EventKind, EventStage};
use ishigaki_words::Words;

use crate::NamedStanding;

/// Returns the stage of a listed event.
pub fn listed_stage(entry: &EventEntry, words: Words) -> String {
    let name = stage_name(entry.stage());
    match entry.kind() {
        EventKind::Groups => words.named_stage(name, &entry.group_stage_name),
        EventKind::Leagues | EventKind::Unspecified => words.event_stage(name, entry.round),
    }
}

/// Returns the stage of an event.
pub fn stage_of(event: NamedStanding<'_>, words: Words) -> String {
    let (stage, current) = competition_to_wire(&event.standing().competition);
    let name = stage_name(stage);
    match (current, event) {
        (Some(CurrentPart::Stage(stage)), NamedStanding::Groups(contest)) => {
            words.named_stage(name, contest.stage_name(stage))
        }
        (Some(CurrentPart::Round(round)), _) => words.event_stage(name, round.0),
        _ => words.event_stage(name, 0),
    }
}

/// Returns the name of a stage in the schema, without its prefix.
pub fn stage_name(stage: EventStage) -> &'static str {
    let name = stage.as_str_name();
    name.strip_prefix("EVENT_STAGE_").unwrap_or(name)
}
