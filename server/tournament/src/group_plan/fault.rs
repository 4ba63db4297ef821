//! Faults of group plans: why no contest in groups can be played by one.

use alloc::string::String;
use core::fmt;

use crate::groups::GroupFault;

/// Fault of a group plan. Its text names the rule, the field as preset files call it, and the figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupPlanFault {
    /// There is no stage.
    NoStage,
    /// Two stages bear one name, or one bears a name that none can have.
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
        /// Fault of the draw.
        fault: GroupFault,
    },
    /// A stage has both a target and a number of groups.
    TwoSizes {
        /// The stage.
        stage: String,
    },
    /// More teams of a group would advance than it can have (`TG4`).
    PerGroup {
        /// The stage.
        stage: String,
        /// Number of teams that would advance.
        per_group: usize,
        /// Most teams of a group.
        most: usize,
    },
    /// A stage's games of so many teams cannot be: not 2 to 16, twice the same, or without a scenario.
    Variant {
        /// The stage.
        stage: String,
        /// The teams of a game.
        teams: u32,
    },
    /// The seed of groups has 15 digits, of lotteries with at least one each (`TG2`).
    SeedDigits {
        /// Number of digits that it would have.
        digits: u64,
    },
}

impl GroupPlanFault {
    /// The rule it stands on.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::NoStage | Self::Name { .. } | Self::Source { .. } => "TG5",
            Self::Size { .. } | Self::TwoSizes { .. } | Self::Variant { .. } => "TG1",
            Self::PerGroup { .. } => "TG4",
            Self::SeedDigits { .. } => "TG2",
        }
    }

    /// The field, as preset files call it.
    pub const fn field(&self) -> &'static str {
        match self {
            Self::NoStage => "stage",
            Self::Name { .. } => "stage.name",
            Self::Source { .. } => "stage.advanced",
            Self::Size { fault: GroupFault::Groups { .. }, .. } | Self::TwoSizes { .. } => "stage.groups",
            Self::PerGroup { .. } => "stage.per_group",
            Self::Size { .. } => "stage.target",
            Self::Variant { .. } => "stage.game",
            Self::SeedDigits { .. } => "lottery",
        }
    }
}

impl fmt::Display for GroupPlanFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): ", self.field(), self.rule())?;
        match self {
            Self::NoStage => f.write_str("there is no stage"),
            Self::Name { stage } => write!(
                f,
                "{stage:?} is the name of another stage, or not 1 to 12 of A-Z a-z 0-9, after the first one also - and _"
            ),
            Self::Source { stage } => {
                write!(
                    f,
                    "stage {stage:?} has no teams, or takes some from a stage that does not come before it"
                )
            }
            Self::Size { stage, fault } => write!(f, "stage {stage:?}: {fault}"),
            Self::TwoSizes { stage } => write!(f, "stage {stage:?} has both a target and a number of groups"),
            Self::PerGroup { stage, per_group, most } => {
                write!(
                    f,
                    "stage {stage:?}: {per_group} of each group advance, but a group has at most {most} teams"
                )
            }
            Self::Variant { stage, teams } => write!(
                f,
                "stage {stage:?}: a game of {teams} teams stands twice, is not of 2 to 16, or has no scenario"
            ),
            Self::SeedDigits { digits } => {
                write!(f, "a seed of {digits} digits; it has 15, and every lottery at least one")
            }
        }
    }
}

impl core::error::Error for GroupPlanFault {}
