//! Plans of contests in groups: the stages from heats to the final (`TG`).

mod fault;

use alloc::string::String;
use alloc::vec::Vec;

use crate::advance::Quota;
use crate::groups::GroupSize;
use crate::plan::Lottery;

pub use fault::GroupPlanFault;

/// Plan of a contest in groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupPlan {
    /// The lotteries that give the seed, which all stages share (`TG3`).
    pub lotteries: Vec<Lottery>,
    /// The stages in playing order.
    pub stages: Vec<GroupStage>,
}

/// A stage: its teams, groups and quotas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupStage {
    /// Name in the plan and in game names: 1 to 12 characters A-Z a-z 0-9, and after the first also - and _.
    pub name: String,
    pub from: Vec<Source>,
    /// Determines the number of groups (`TG1`).
    pub size: GroupSize,
    pub quota: Quota,
    /// Scenarios of its games by number of teams; empty if games are set up manually.
    pub variants: Vec<Variant>,
}

/// Scenario of games with this number of teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Number of teams in the game, 2 to 16 (`TG1`).
    pub teams: u32,
    pub scenario: String,
    pub spare: Option<String>,
}

/// Source of a stage's teams (`TG5`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Roster,
    Advanced(String),
    /// Teams of that stage that didn't advance and weren't disqualified.
    Repechage(String),
    Guests(Vec<String>),
}

/// Maximum length of a stage's name, so that game names stay short.
const LONGEST_NAME: usize = 12;

/// Returns whether the name is valid for a stage. It becomes part of game names.
fn is_code(name: &str) -> bool {
    let good =
        |(at, sign): (usize, u8)| sign.is_ascii_alphanumeric() || at > 0 && matches!(sign, b'-' | b'_');
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().enumerate().all(good)
}

const SEED_DIGITS: u64 = 15;

impl GroupPlan {
    /// Checks the plan and returns it.
    pub fn check(self) -> Result<Self, GroupPlanFault> {
        let figures = |lottery: &Lottery| u64::from(lottery.digits) + u64::from(lottery.zeros);
        let digits: u64 = self.lotteries.iter().map(figures).sum();
        if digits != SEED_DIGITS || self.lotteries.iter().any(|lottery| lottery.digits == 0) {
            return Err(GroupPlanFault::SeedDigits { digits });
        }
        if self.stages.is_empty() {
            return Err(GroupPlanFault::NoStage);
        }
        for (at, stage) in self.stages.iter().enumerate() {
            let earlier = &self.stages[..at];
            let named = |name: &str| earlier.iter().any(|other| other.name == name);
            let known = |source: &Source| match source {
                Source::Roster | Source::Guests(_) => true,
                Source::Advanced(name) | Source::Repechage(name) => named(name),
            };
            let name = || stage.name.clone();
            if !is_code(&stage.name) || named(&stage.name) {
                return Err(GroupPlanFault::Name { stage: name() });
            }
            if stage.from.is_empty() || !stage.from.iter().all(known) {
                return Err(GroupPlanFault::Source { stage: name() });
            }
            stage.size.check().map_err(|fault| GroupPlanFault::Size { stage: name(), fault })?;
            let (per_group, most) = (stage.quota.per_group, stage.size.largest_group());
            if per_group > most {
                return Err(GroupPlanFault::PerGroup { stage: name(), per_group, most });
            }
            if let Some(variant) = stage.bad_variant() {
                return Err(GroupPlanFault::Variant { stage: name(), teams: variant.teams });
            }
        }
        Ok(self)
    }
}

impl GroupStage {
    /// Returns the variant for games with this number of teams.
    pub fn variant(&self, teams: usize) -> Option<&Variant> {
        self.variants.iter().find(|variant| usize::try_from(variant.teams) == Ok(teams))
    }

    fn bad_variant(&self) -> Option<&Variant> {
        let mut variants = self.variants.iter().enumerate();
        let bad = |(at, variant): &(usize, &Variant)| {
            let twice = self.variants[..*at].iter().any(|other| other.teams == variant.teams);
            let spare = variant.spare.as_deref();
            let nameless = variant.scenario.is_empty() || spare.is_some_and(str::is_empty);
            twice || nameless || !(2..=16).contains(&variant.teams)
        };
        variants.find(bad).map(|(_, variant)| variant)
    }
}
