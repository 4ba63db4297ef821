//! Group plans: the stages of a contest in groups, from heats to the final (`TG`).

use alloc::string::String;
use alloc::vec::Vec;

use crate::advance::Quota;
use crate::groups::{GroupFault, GroupSize};
use crate::plan::Lottery;

/// How a contest in groups is played.
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
    /// What other stages call it.
    pub name: String,
    /// Whose union its roster is (`TG5`).
    pub from: Vec<Source>,
    /// How many groups (`TG1`).
    pub size: GroupSize,
    /// How many advance (`TG4`).
    pub quota: Quota,
}

/// Where a stage's teams come from (`TG5`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The contest's roster.
    Roster,
    /// Those who advanced from an earlier stage.
    Advanced(String),
    /// Those who did not, and were not disqualified.
    Repechage(String),
    /// Named teams (海外チーム).
    Guests(Vec<String>),
}

/// What is wrong with a group plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupPlanFault {
    /// There is no stage.
    NoStage,
    /// Two stages bear one name, or one bears none.
    Name {
        /// The name.
        stage: String,
    },
    /// A stage has nobody, or somebody from a stage that does not come before it.
    Source {
        /// The stage.
        stage: String,
    },
    /// A stage's groups cannot be so.
    Size {
        /// The stage.
        stage: String,
        /// Why.
        fault: GroupFault,
    },
    /// The seed of groups has 15 digits (`TG2`).
    SeedDigits {
        /// How many it would have.
        digits: u32,
    },
}

/// Digits of the seed of groups (`TG2`).
const SEED_DIGITS: u32 = 15;

impl GroupPlan {
    /// The plan, if a contest can be played by it.
    ///
    /// # Errors
    /// With the first thing that is wrong.
    pub fn check(self) -> Result<Self, GroupPlanFault> {
        let digits: u32 = self.lotteries.iter().map(|lottery| lottery.digits + lottery.zeros).sum();
        if digits != SEED_DIGITS {
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
            if stage.name.is_empty() || named(&stage.name) {
                return Err(GroupPlanFault::Name { stage: name() });
            }
            if stage.from.is_empty() || !stage.from.iter().all(known) {
                return Err(GroupPlanFault::Source { stage: name() });
            }
            stage.size.check().map_err(|fault| GroupPlanFault::Size { stage: name(), fault })?;
        }
        Ok(self)
    }
}
