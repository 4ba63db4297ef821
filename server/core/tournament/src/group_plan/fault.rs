//! Faults of group plans: why no contest in groups can be played by one.

use alloc::string::String;

use crate::groups::GroupFault;

/// Fault of a group plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupPlanFault {
    /// There is no stage.
    NoStage,
    /// Two stages bear one name, or one bears a name that none can have.
    Name { stage: String },
    /// A stage has nobody, or somebody from a stage that does not come before it.
    Source { stage: String },
    /// A stage's groups cannot be so.
    Size {
        stage: String,
        /// Fault of the draw.
        fault: GroupFault,
    },
    /// A stage has both a target and a number of groups.
    TwoSizes { stage: String },
    /// More teams of a group would advance than it can have (`TG4`).
    PerGroup {
        stage: String,
        /// Number of teams that would advance.
        per_group: usize,
        /// Most teams of a group.
        most: usize,
    },
    /// A stage's games of so many teams cannot be: not 2 to 16, twice the same, or without a scenario.
    Variant {
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
