//! Errors of plans, settings and rosters as findings.

use std::error::Error as StdError;

use ishigaki_catalogue::{Message, Phrase, Value};
use ishigaki_preset::{Error as PresetError, EventConfigError, RosterError};
use ishigaki_scenarios::Error as FileError;

use super::contest_event;
use crate::planned_config;

pub(crate) fn chained(error: &(dyn StdError + 'static)) -> Value {
    let what = phrase(error).map_or_else(|| error.to_string().into(), Value::from);
    match error.source().map(chained) {
        None => what,
        // A transparent error has its source's text.
        Some(why) if why.to_string() == what.to_string() => why,
        Some(why) => Phrase::new("lint-because", vec![("what", what), ("why", why)]).into(),
    }
}

/// Returns the text of one error in every language, without its sources; `None` if it isn't in the catalogue.
fn phrase(error: &(dyn StdError + 'static)) -> Option<Phrase> {
    fn of<T: Message + StdError + 'static>(error: &(dyn StdError + 'static)) -> Option<Phrase> {
        error.downcast_ref::<T>().map(Message::phrase)
    }
    of::<contest_event::Error>(error)
        .or_else(|| of::<planned_config::Error>(error))
        .or_else(|| of::<EventConfigError>(error))
        .or_else(|| of::<PresetError>(error))
        .or_else(|| of::<RosterError>(error))
        .or_else(|| error.downcast_ref().map(|error: &FileError| error.into()))
}
