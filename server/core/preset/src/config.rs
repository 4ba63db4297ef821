//! Settings of an event as its organiser enters them: a preset or plan with changes.

use std::collections::BTreeMap;

use ishigaki_catalogue::Message;
use ishigaki_tournament::{CompetitionPlan, GroupPlan, Plan, Source, Timetable};
use serde::Deserialize;
use serde_json::Value;

use crate::canonical::{NotCanonical, canonical};
use crate::file::{ForfeitName, GapName, SeedModeName, SeedNumbers, seed_class};
use crate::json::read_json;
use crate::lottery::is_date;
use crate::{Error, GroupPreset, Preset, file, shipped, shipped_groups, stages};

/// An event's settings, which never change once it is created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventConfig {
    text: String,
    title: String,
    title_ja: String,
    plan: CompetitionPlan,
    timetable: Option<Timetable>,
    slip_check: SlipCheck,
}

/// When an entered result slip counts, on the staff's pages (`TO9`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SlipCheck {
    /// Once the desk enters it, or has the signed card of a result from the tables.
    #[default]
    Desk,
    /// Once a second person at the desk has compared it with the signed card.
    SecondPerson,
}

/// Error of invalid settings.
#[derive(Debug, thiserror::Error, Message)]
#[message("event-config")]
pub enum EventConfigError {
    /// The text isn't a JSON object of the right shape.
    Shape(#[from] serde_json::Error),
    Source,
    #[message(known = crate::all_names().collect::<Vec<_>>().join(", "))]
    UnknownPreset {
        name: String,
    },
    #[message(transparent)]
    Plan(#[from] Error),
    /// A member is for leagues but the plan is in groups, or the reverse.
    OfAnotherKind {
        member: &'static str,
    },
    /// Guests are named for an unknown stage.
    UnknownStage {
        stage: String,
    },
    Date {
        text: String,
    },
    /// A lottery has no date, so that any of its drawings could count (`TV1`).
    NoDate {
        lottery: String,
    },
    Control,
    #[message(transparent)]
    NotCanonical(#[from] NotCanonical),
}

impl EventConfigError {
    /// Returns the wrong member of the settings, named as in preset files; empty for an error in the whole.
    pub fn field(&self) -> &'static str {
        match self {
            Self::Shape(_) | Self::NotCanonical(_) => "",
            Self::Source | Self::UnknownPreset { .. } => "preset",
            Self::Plan(Error::Plan { fault }) => fault.field(),
            Self::Plan(Error::GroupPlan { fault }) => fault.field(),
            Self::OfAnotherKind { member } => member,
            Self::UnknownStage { .. } => "guests",
            Self::Plan(_) => "plan",
            Self::Date { .. } | Self::NoDate { .. } => "lottery_date",
            Self::Control => "title",
        }
    }
}

/// Settings in a file. Other members are the organiser's own and part of the commitment (`TV1`).
#[derive(Deserialize)]
struct Settings {
    preset: Option<String>,
    plan: Option<Value>,
    title: Option<String>,
    title_ja: Option<String>,
    /// Date of all lotteries without one in the plan (`TD8`).
    lottery_date: Option<String>,
    #[serde(flatten)]
    of_leagues: OfLeagues,
    #[serde(flatten)]
    of_groups: OfGroups,
}

#[derive(Deserialize)]
struct OfLeagues {
    gap: Option<GapName>,
    forfeit_tiebreak: Option<ForfeitName>,
    seed_mode: Option<SeedModeName>,
    seed_numbers: Option<SeedNumbers>,
    slip_check: Option<SlipCheck>,
}

#[derive(Deserialize)]
struct OfGroups {
    /// The guests by stage (`TG5`).
    guests: Option<BTreeMap<String, Vec<String>>>,
}

enum Origin {
    Leagues(Box<Preset>),
    Groups(GroupPreset),
}

impl Origin {
    fn of(preset: Option<String>, plan: Option<Value>) -> Result<Self, EventConfigError> {
        match (preset, plan) {
            (Some(name), None) => {
                let leagues = || shipped(&name).map(|preset| Self::Leagues(Box::new(preset)));
                let origin = shipped_groups(&name).map(Self::Groups).or_else(leagues);
                origin.ok_or(EventConfigError::UnknownPreset { name })
            }
            // Only a plan in groups has stages.
            (None, Some(plan)) if plan.get("stage").is_some() => {
                Ok(Self::Groups(stages::File::deserialize(plan)?.try_into()?))
            }
            (None, Some(plan)) => {
                let preset: Preset = file::File::deserialize(plan)?.try_into()?;
                Ok(Self::Leagues(Box::new(preset)))
            }
            (None, None) | (Some(_), Some(_)) => Err(EventConfigError::Source),
        }
    }
}

impl OfLeagues {
    fn first(&self) -> Option<&'static str> {
        let members = [
            ("gap", self.gap.is_some()),
            ("forfeit_tiebreak", self.forfeit_tiebreak.is_some()),
            ("seed_mode", self.seed_mode.is_some()),
            ("seed_numbers", self.seed_numbers.is_some()),
            ("slip_check", self.slip_check.is_some()),
        ];
        members.into_iter().find(|(_, is_set)| *is_set).map(|(member, _)| member)
    }

    fn change(self, mut plan: Plan) -> Result<Plan, EventConfigError> {
        if let Some(gap) = self.gap {
            plan.gap = gap.into();
        }
        if let Some(forfeit) = self.forfeit_tiebreak {
            plan.forfeit_tiebreak = forfeit.into();
        }
        if let Some(mode) = self.seed_mode {
            plan.seed_mode = mode.into();
        }
        if let Some(numbers) = self.seed_numbers {
            plan.seed_classes = numbers.into_iter().map(seed_class).collect();
        }
        Ok(plan.check().map_err(Error::from)?)
    }
}

impl OfGroups {
    fn change(self, mut plan: GroupPlan) -> Result<GroupPlan, EventConfigError> {
        for (name, guests) in self.guests.into_iter().flatten() {
            let Some(stage) = plan.stages.iter_mut().find(|stage| stage.name == name) else {
                return Err(EventConfigError::UnknownStage { stage: name });
            };
            stage.from.retain(|source| !matches!(source, Source::Guests(_)));
            if !guests.is_empty() {
                stage.from.push(Source::Guests(guests));
            }
        }
        Ok(plan.check().map_err(Error::from)?)
    }
}

/// Returns the plan with the date of its lotteries, so that the commitment fixes the drawing (`TV1`, `TD8`).
fn dated(mut plan: CompetitionPlan, date: Option<&String>) -> Result<CompetitionPlan, EventConfigError> {
    let lotteries = match &mut plan {
        CompetitionPlan::Leagues(plan) => &mut plan.lotteries,
        CompetitionPlan::Groups(plan) => &mut plan.lotteries,
    };
    let dates = lotteries.iter().filter_map(|lottery| lottery.date.as_ref()).chain(date);
    if let Some(text) = dates.into_iter().find(|text| !is_date(text)).cloned() {
        return Err(EventConfigError::Date { text });
    }
    for lottery in lotteries {
        lottery.date = lottery.date.take().or_else(|| date.cloned());
    }
    Ok(plan)
}

impl EventConfig {
    /// Reads settings: a JSON object.
    ///
    /// # Errors
    ///
    /// Fails if they are invalid, have a repeated member (`TV1`), or can't be played.
    pub fn read(text: &str) -> Result<Self, EventConfigError> {
        Self::of(&read_json(text)?)
    }

    /// Reads settings from a JSON value.
    pub fn of(entered: &Value) -> Result<Self, EventConfigError> {
        let settings = Settings::deserialize(entered)?;
        let (of_leagues, of_groups) = (settings.of_leagues, settings.of_groups);
        let slip_check = of_leagues.slip_check.unwrap_or_default();
        let (titles, plan, timetable) = match Origin::of(settings.preset, settings.plan)? {
            Origin::Leagues(_) if of_groups.guests.is_some() => {
                return Err(EventConfigError::OfAnotherKind { member: "guests" });
            }
            Origin::Leagues(preset) => {
                let Preset { title, title_ja, plan, timetable, .. } = *preset;
                ((title, title_ja), CompetitionPlan::Leagues(Box::new(of_leagues.change(plan)?)), timetable)
            }
            Origin::Groups(GroupPreset { title, title_ja, plan, .. }) => {
                if let Some(member) = of_leagues.first() {
                    return Err(EventConfigError::OfAnotherKind { member });
                }
                ((title, title_ja), CompetitionPlan::Groups(of_groups.change(plan)?), None)
            }
        };
        let plan = dated(plan, settings.lottery_date.as_ref())?;
        // A custom title replaces both, because the plan's Japanese title doesn't match it.
        let (title, title_ja) = match settings.title {
            Some(title) => (title, settings.title_ja.unwrap_or_default()),
            None => (titles.0, settings.title_ja.unwrap_or(titles.1)),
        };
        if title.chars().chain(title_ja.chars()).any(char::is_control) {
            return Err(EventConfigError::Control);
        }
        Ok(Self { text: canonical(entered)?, title, title_ja, plan, timetable, slip_check })
    }

    /// Rejects settings that don't fix the drawings of lotteries, because the organiser could choose one
    /// afterwards (`TV1`).
    pub fn check_dates(self) -> Result<Self, EventConfigError> {
        match self.plan.lotteries().iter().find(|lottery| lottery.date.is_none()) {
            Some(lottery) => Err(EventConfigError::NoDate { lottery: lottery.name.clone() }),
            None => Ok(self),
        }
    }

    /// Returns the canonical text, which the commitment covers (`TV1`).
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the Japanese title; empty if the event has none.
    pub fn title_ja(&self) -> &str {
        &self.title_ja
    }

    /// Returns the plan.
    pub const fn plan(&self) -> &CompetitionPlan {
        &self.plan
    }

    /// Returns when an entered result slip counts.
    pub const fn slip_check(&self) -> SlipCheck {
        self.slip_check
    }

    /// Returns the starts of rounds.
    pub const fn timetable(&self) -> Option<&Timetable> {
        self.timetable.as_ref()
    }
}
