//! The settings of the contest file's events, from their presets or plans, and who plays in their games.

use std::collections::BTreeSet;

use ishigaki_catalogue::Message;
use ishigaki_preset::{EventConfig, EventConfigError};
use ishigaki_rules::TeamSpec;
use ishigaki_scenarios::{Contest, EventSpec, PlanSource};
use serde_json::{Value, json};

use crate::toml_error::TomlError;

/// Error in the settings of the contest file's event.
#[derive(Debug, thiserror::Error, Message)]
#[message("planned-event")]
pub enum Error {
    Shape { event: String, name: String, source: TomlError },
    Config { event: String, source: EventConfigError },
}

/// Returns the settings of the contest file's event.
pub fn of(event: &EventSpec) -> Result<EventConfig, Error> {
    let mut entered = json!({});
    match &event.plan {
        PlanSource::Preset(name) => entered["preset"] = name.as_str().into(),
        PlanSource::File { name, text } => {
            let shape = |source| {
                let source = TomlError::from(source);
                Error::Shape { event: event.id.clone(), name: name.clone(), source }
            };
            entered["plan"] = toml::from_str::<Value>(text).map_err(shape)?;
        }
    }
    let texts =
        [("title", &event.title), ("title_ja", &event.title_ja), ("lottery_date", &event.lottery_date)];
    for (member, text) in texts {
        if let Some(text) = text {
            entered[member] = text.as_str().into();
        }
    }
    if let Some(check) = event.slip_check {
        entered["slip_check"] = check.into();
    }
    let config = EventConfig::of(&entered).and_then(EventConfig::check_dates);
    config.map_err(|source| Error::Config { event: event.id.clone(), source })
}

/// Returns the contest file's events in leagues, whose players play on real boards. An event with invalid
/// settings isn't one of them.
pub fn board_events(contest: &Contest) -> Vec<(&EventSpec, EventConfig)> {
    let in_leagues =
        |event| Some((event, of(event).ok().filter(|config| config.plan().leagues().is_some())?));
    contest.events.iter().filter_map(in_leagues).collect()
}

/// Returns whether the contest has games on the server.
pub fn has_games(contest: &Contest) -> bool {
    !contest.games().is_empty() || board_events(contest).len() < contest.events.len()
}

/// Returns the teams that need tokens: all except those that only play on real boards.
pub fn playing_teams(contest: &Contest) -> Vec<&TeamSpec> {
    let mut on_boards: BTreeSet<&str> = board_events(contest)
        .into_iter()
        .flat_map(|(event, _)| event.entrants.iter().map(|entrant| entrant.team.code.as_str()))
        .collect();
    for team in contest.games().iter().flat_map(|game| &game.setup.teams) {
        on_boards.remove(team.code.as_str());
    }
    contest.teams.iter().filter(|team| !on_boards.contains(team.code.as_str())).collect()
}
