//! Faults of group plans.

use alloc::string::String;

use crate::groups::GroupFault;

/// Fault of a group plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupPlanFault {
    NoStage,
    /// A stage's name is invalid or repeated.
    Name {
        stage: String,
    },
    /// A stage has no source, or a source that isn't an earlier stage.
    Source {
        stage: String,
    },
    Size {
        stage: String,
        fault: GroupFault,
    },
    TwoSizes {
        stage: String,
    },
    /// More teams would advance from a group than it can have (`TG4`).
    PerGroup {
        stage: String,
        per_group: usize,
        most: usize,
    },
    /// A variant's number of teams isn't 2 to 16 or is repeated, or its scenario is missing.
    Variant {
        stage: String,
        teams: u32,
    },
    /// The seed of groups doesn't have 15 digits from lotteries with at least one each (`TG2`).
    SeedDigits {
        digits: u64,
    },
}

impl GroupPlanFault {
    /// Returns the number of the rule behind it.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::NoStage | Self::Name { .. } | Self::Source { .. } => "TG5",
            Self::Size { .. } | Self::TwoSizes { .. } | Self::Variant { .. } => "TG1",
            Self::PerGroup { .. } => "TG4",
            Self::SeedDigits { .. } => "TG2",
        }
    }

    /// Returns the field's name in preset files.
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
