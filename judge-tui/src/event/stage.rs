//! Stages of events in words: where one is, by what the server lists or by what its feed brought.

use ishigaki_client::EventStanding;
use ishigaki_proto::convert::{Current, competition_to_wire, group_stage_to_wire};
use ishigaki_proto::watch::{EventEntry, EventStage};
use ishigaki_words::Words;

/// Where an event of the server's list is.
pub(crate) fn listed_stage(entry: &EventEntry, words: Words) -> String {
    match entry.group_stage {
        0 => words.event_stage(stage_name(entry.stage()), entry.round),
        number => words.group_stage(stage_name(entry.stage()), &number.to_string()),
    }
}

/// Where an event is that is watched.
pub(super) fn stage_of(standing: &EventStanding, words: Words) -> String {
    let (stage, current) = competition_to_wire(&standing.competition);
    let name = stage_name(stage);
    match current {
        Some(Current::Round(round)) => words.event_stage(name, round.0),
        Some(Current::Stage(stage)) => words.group_stage(name, &group_stage_to_wire(stage).to_string()),
        None => words.event_stage(name, 0),
    }
}

/// The name of an event's stage on the wire, without its prefix.
pub(crate) fn stage_name(stage: EventStage) -> &'static str {
    let name = stage.as_str_name();
    name.strip_prefix("EVENT_STAGE_").unwrap_or(name)
}
