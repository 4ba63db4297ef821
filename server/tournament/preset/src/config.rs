//! Settings: an event's configuration as its organiser enters it, a preset or a plan and what replaces parts of it.

use ishigaki_tournament::{Plan, Timetable};
use serde::Deserialize;
use serde_json::Value;

use crate::canonical::{NotCanonical, canonical};
use crate::file::{File, ForfeitName, GapName, SeedModeName, SeedNumbers, seed_class};
use crate::{Error, Preset, shipped};

/// An event's settings, which never change once it is created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    text: String,
    title: String,
    title_ja: String,
    plan: Plan,
    timetable: Option<Timetable>,
}

/// Why a text is no settings of an event.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// It is no JSON object of the shape of settings.
    #[error("the settings do not fit their shape")]
    Shape(#[from] serde_json::Error),
    /// Neither a preset nor a plan, or both.
    #[error("settings name either a preset or a plan")]
    Source,
    /// There is no preset of this name.
    #[error("there is no preset {name:?}")]
    UnknownPreset {
        /// The name.
        name: String,
    },
    /// The plan is none.
    #[error(transparent)]
    Plan(#[from] Error),
    /// A title has a control character.
    #[error("a title has a control character")]
    Control,
    /// A number is no integer.
    #[error(transparent)]
    NotCanonical(#[from] NotCanonical),
}

impl ConfigError {
    /// The member of the settings that is wrong, a plan's as preset files call it; empty if they are wrong as a whole.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Shape(_) | Self::NotCanonical(_) => "",
            Self::Source | Self::UnknownPreset { .. } => "preset",
            Self::Plan(Error::Plan(fault)) => fault.field(),
            Self::Plan(_) => "plan",
            Self::Control => "title",
        }
    }
}

/// What settings may say. Members beyond these are the organiser's own; they stand in the commitment too (`TV1`).
#[derive(Deserialize)]
struct Settings {
    preset: Option<String>,
    plan: Option<File>,
    title: Option<String>,
    title_ja: Option<String>,
    gap: Option<GapName>,
    forfeit_tiebreak: Option<ForfeitName>,
    seed_mode: Option<SeedModeName>,
    seed_numbers: Option<SeedNumbers>,
}

impl Config {
    /// Reads settings as they were entered: a JSON object.
    ///
    /// # Errors
    /// If they are none, or no event can be played by them.
    pub fn read(text: &str) -> Result<Self, ConfigError> {
        Self::of(&serde_json::from_str(text)?)
    }

    /// Settings as a JSON value.
    ///
    /// # Errors
    /// As [`Config::read`].
    pub fn of(entered: &Value) -> Result<Self, ConfigError> {
        let settings = Settings::deserialize(entered)?;
        let Preset { title, mut plan, timetable, .. } = match (settings.preset, settings.plan) {
            (Some(name), None) => shipped(&name).ok_or(ConfigError::UnknownPreset { name })?,
            (None, Some(file)) => file.try_into()?,
            (None, None) | (Some(_), Some(_)) => return Err(ConfigError::Source),
        };
        if let Some(gap) = settings.gap {
            plan.gap = gap.into();
        }
        if let Some(forfeit) = settings.forfeit_tiebreak {
            plan.forfeit_tiebreak = forfeit.into();
        }
        if let Some(mode) = settings.seed_mode {
            plan.seed_mode = mode.into();
        }
        if let Some(numbers) = settings.seed_numbers {
            plan.seed_classes = numbers.into_iter().map(seed_class).collect();
        }
        let title = settings.title.unwrap_or(title);
        let title_ja = settings.title_ja.unwrap_or_default();
        if title.chars().chain(title_ja.chars()).any(char::is_control) {
            return Err(ConfigError::Control);
        }
        let plan = plan.check().map_err(Error::Plan)?;
        Ok(Self { text: canonical(entered)?, title, title_ja, plan, timetable })
    }

    /// Their canonical text, of which the commitment is made (`TV1`).
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What the event is called.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What it is called in Japanese; empty if it has no other title there.
    pub fn title_ja(&self) -> &str {
        &self.title_ja
    }

    /// How it is played.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// When its rounds start, if that is said.
    pub const fn timetable(&self) -> Option<&Timetable> {
        self.timetable.as_ref()
    }
}
