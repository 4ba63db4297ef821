//! Presets: the plans of existing events, as files for people (`TD`-`TE`).
//!
//! A preset file has everything in a [`Plan`]; the files in this directory are embedded. The crate also reads
//! settings ([`EventConfig`]), and rosters ([`Roster`]), and hashes them for
//! the [`commitment`] before the draw.

mod canonical;
mod config;
mod file;
mod json;
mod lottery;
mod roster;
mod stages;

use ishigaki_catalogue::Message;
use ishigaki_tournament::{GroupPlan, GroupPlanFault, Plan, PlanFault, Timetable};

pub use canonical::{Commitment, MAX_DEPTH, NotCanonical, canonical, commitment};
pub use config::{EventConfig, EventConfigError, SlipCheck};
pub use json::read_json;
pub use roster::{LONGEST_ID, MOST_LINES, Roster, RosterError, RosterLine};

/// A preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    pub name: String,
    pub title: String,
    pub title_ja: String,
    pub plan: Plan,
    /// Starts of its rounds, if the file has them.
    pub timetable: Option<Timetable>,
}

/// A preset of a contest in groups (`TG`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupPreset {
    pub name: String,
    pub title: String,
    pub title_ja: String,
    pub plan: GroupPlan,
}

/// Error of an invalid preset file.
#[derive(Debug, thiserror::Error, Message)]
#[message("preset")]
pub enum Error {
    /// It isn't TOML of the right shape; the source has line and column.
    Shape(#[from] toml::de::Error),
    Time {
        text: String,
    },
    Slot,
    Plan {
        fault: PlanFault,
    },
    GroupPlan {
        fault: GroupPlanFault,
    },
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

const SHIPPED: [(&str, &str); 5] = [
    ("M42", include_str!("../meijin-42.toml")),
    ("O18", include_str!("../oza-18.toml")),
    ("MX", include_str!("../meijin-x.toml")),
    ("swiss", include_str!("../swiss.toml")),
    ("round-robin", include_str!("../round-robin.toml")),
];

/// Returns the names of the shipped presets.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// Returns the names of all shipped presets, including contests in groups.
pub fn all_names() -> impl Iterator<Item = &'static str> {
    names().chain([GROUPS])
}

/// Returns the text of a shipped preset.
pub fn text(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(shipped, _)| *shipped == name).map(|(_, text)| *text)
}

/// Reads a preset file.
///
/// # Errors
///
/// Fails if it is invalid or can't be played.
pub fn read(text: &str) -> Result<Preset, Error> {
    toml::from_str::<file::File>(text)?.try_into()
}

/// Returns a shipped preset.
pub fn shipped(name: &str) -> Option<Preset> {
    // A test reads every shipped file, so this never hides an error.
    text(name).and_then(|text| read(text).ok())
}

/// Returns a shipped preset of a contest in groups: `ishigaki`.
pub fn shipped_groups(name: &str) -> Option<GroupPreset> {
    read_groups(ISHIGAKI).ok().filter(|preset| preset.name == name)
}

const GROUPS: &str = "ishigaki";

/// The text of the shipped preset of a contest in groups, 石垣工務店.
pub const ISHIGAKI: &str = include_str!("../ishigaki.toml");

/// Reads a preset file of a contest in groups.
///
/// # Errors
///
/// Fails if it is invalid or can't be played.
pub fn read_groups(text: &str) -> Result<GroupPreset, Error> {
    toml::from_str::<stages::File>(text)?.try_into()
}
