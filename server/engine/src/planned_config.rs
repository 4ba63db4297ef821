//! The settings of the contest file's event, from its preset or plan.

use ishigaki_catalogue::Message;
use ishigaki_preset::{EventConfig, EventConfigError};
use ishigaki_scenarios::{EventSpec, PlanSource};
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
    let config = EventConfig::of(&entered).and_then(EventConfig::check_dates);
    config.map_err(|source| Error::Config { event: event.id.clone(), source })
}
