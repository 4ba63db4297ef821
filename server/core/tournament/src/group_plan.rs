//! Group plans: the stages of a contest in groups, from heats to the final (`TG`).

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
    /// The lotteries whose results make the seed; one seed serves all stages (`TG3`).
    pub lotteries: Vec<Lottery>,
    /// The stages in the order in which they are played.
    pub stages: Vec<GroupStage>,
}

/// A stage: who plays, in which groups, and who advances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupStage {
    /// Name for other stages and its games: 1 to 12 of A-Z a-z 0-9, after the first one also - and _.
    pub name: String,
    /// Sources whose union its roster is (`TG5`).
    pub from: Vec<Source>,
    /// Size that gives the number of groups (`TG1`).
    pub size: GroupSize,
    /// Number that advance (`TG4`).
    pub quota: Quota,
    /// Variants of its games, by the number of teams; empty if games are set up by hand.
    pub variants: Vec<Variant>,
}

/// Scenario of games of so many teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Teams of the game, 2 to 16 (`TG1`).
    pub teams: u32,
    /// The scenario, by its name.
    pub scenario: String,
    /// The scenario of the game that replaces an abandoned one (`G4`), if there is one.
    pub spare: Option<String>,
}

/// Source of a stage's teams (`TG5`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Roster,
    /// Those who advanced from an earlier stage.
    Advanced(String),
    /// Those who did not, and were not disqualified.
    Repechage(String),
    /// Named teams (海外チーム).
    Guests(Vec<String>),
}

/// The longest name of a stage, so that names of games stay short.
const LONGEST_NAME: usize = 12;

/// Returns whether a stage can be called so: its name is part of its games' names.
fn is_code(name: &str) -> bool {
    let good =
        |(at, sign): (usize, u8)| sign.is_ascii_alphanumeric() || at > 0 && matches!(sign, b'-' | b'_');
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().enumerate().all(good)
}

/// Digits of the seed of groups (`TG2`).
const SEED_DIGITS: u64 = 15;

impl GroupPlan {
    /// The plan, if a contest can be played by it.
    ///
    /// # Errors
    /// With the first thing that is wrong.
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
    /// Returns what a game of so many teams is played with, if the plan says so.
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
