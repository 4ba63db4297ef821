//! The settings of the event that a contest file asks for, from its preset or its plan. Knows no event that is held.

use ishigaki_catalogue::Message;
use ishigaki_preset::{EventConfig, EventConfigError};
use ishigaki_scenarios::{EventSpec, PlanSource};
use serde_json::{Value, json};

use crate::toml_error::TomlError;

/// Error of a contest file's event that has no settings.
#[derive(Debug, thiserror::Error, Message)]
#[message("planned-event")]
pub enum Error {
    /// Its plan is no preset file.
    Shape {
        event: String,
        /// The file, as the contest file names it.
        name: String,
        /// Error of the reader, with line and column.
        source: TomlError,
    },
    /// Its settings are none.
    Config {
        event: String,
        /// Error of the settings.
        source: EventConfigError,
    },
}

/// The settings that a contest file asks for.
///
/// # Errors
/// If its plan is none.
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
