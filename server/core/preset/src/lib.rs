//! Presets: how the events that exist are played, as files that people read and change (`TD`-`TE`).
//!
//! A preset file says everything that a [`Plan`] holds; the shipped ones are embedded as they stand in this folder. This
//! room also reads settings ([`EventConfig`]), rosters ([`Roster`]) and the spreadsheets they come from ([`Spreadsheet`]), and knows how both are hashed before the draw
//! ([`commitment`]). It knows no server and no clock.

mod canonical;
mod config;
mod file;
mod json;
mod lottery;
mod roster;
mod spreadsheet;
mod stages;

use ishigaki_catalogue::Message;
use ishigaki_tournament::{GroupPlan, GroupPlanFault, Plan, PlanFault, Timetable};

pub use canonical::{Commitment, MAX_DEPTH, NotCanonical, canonical, commitment};
pub use config::{EventConfig, EventConfigError};
pub use json::read_json;
pub use roster::{LONGEST_ID, MOST_LINES, Roster, RosterError, RosterLine};
pub use spreadsheet::{Spreadsheet, SpreadsheetError, SpreadsheetFault, SpreadsheetRow};

/// A preset as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    pub name: String,
    /// Title of the event.
    pub title: String,
    /// The same in Japanese; empty if it has no other title there.
    pub title_ja: String,
    /// Plan by which it is played.
    pub plan: Plan,
    /// Starts of its rounds, if the file says so.
    pub timetable: Option<Timetable>,
}

/// A preset of a contest in groups as it was read (`TG`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupPreset {
    pub name: String,
    /// Title of the contest.
    pub title: String,
    /// The same in Japanese; empty if it has no other title there.
    pub title_ja: String,
    /// Plan by which it is played.
    pub plan: GroupPlan,
}

/// Error of a file that is no preset.
#[derive(Debug, thiserror::Error, Message)]
#[message("preset")]
pub enum Error {
    /// It is no TOML, or not of the shape it must have; the source names line and column.
    Shape(#[from] toml::de::Error),
    /// A time of day that is none.
    Time {
        /// Text in its place.
        text: String,
    },
    /// Rounds would start at one time (`TT`).
    Slot,
    /// No event can be played by it.
    Plan { fault: PlanFault },
    /// No contest in groups can be played by it.
    GroupPlan { fault: GroupPlanFault },
}

impl From<PlanFault> for Error {
    fn from(fault: PlanFault) -> Self {
        Self::Plan { fault }
    }
}

impl From<GroupPlanFault> for Error {
    fn from(fault: GroupPlanFault) -> Self {
        Self::GroupPlan { fault }
    }
}

/// The shipped presets' texts, by name.
const SHIPPED: [(&str, &str); 3] = [
    ("M42", include_str!("../meijin-42.toml")),
    ("O18", include_str!("../oza-18.toml")),
    ("MX", include_str!("../meijin-x.toml")),
];

/// The names of the shipped presets.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// The names of all shipped presets, that of a contest in groups among them.
pub fn all_names() -> impl Iterator<Item = &'static str> {
    names().chain([GROUPS])
}

/// The text of a shipped preset, if there is one of that name.
pub fn text(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(shipped, _)| *shipped == name).map(|(_, text)| *text)
}

/// Reads a preset file.
///
/// # Errors
/// If it is none, or no event can be played by it.
pub fn read(text: &str) -> Result<Preset, Error> {
    toml::from_str::<file::File>(text)?.try_into()
}

/// A shipped preset, if there is one of that name.
pub fn shipped(name: &str) -> Option<Preset> {
    // A test reads every shipped file, so that none is missing here because it could not be read.
    text(name).and_then(|text| read(text).ok())
}

/// A shipped preset of a contest in groups, if there is one of that name: `ishigaki`.
pub fn shipped_groups(name: &str) -> Option<GroupPreset> {
    read_groups(ISHIGAKI).ok().filter(|preset| preset.name == name)
}

/// The name of the shipped preset of a contest in groups.
const GROUPS: &str = "ishigaki";

/// The text of the shipped preset of a contest in groups, 石垣工務店.
pub const ISHIGAKI: &str = include_str!("../ishigaki.toml");

/// Reads a preset file of a contest in groups.
///
/// # Errors
/// If it is none, or no contest can be played by it.
pub fn read_groups(text: &str) -> Result<GroupPreset, Error> {
    toml::from_str::<stages::File>(text)?.try_into()
}
