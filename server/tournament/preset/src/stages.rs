//! The shape of a preset file of a contest in groups.

use ishigaki_tournament::{GroupPlan, GroupSize, GroupStage, Quota, Source, Variant};
use serde::Deserialize;

use crate::lottery::LotteryTable;
use crate::{Error, GroupPreset};

/// A preset file of a contest in groups. Unknown keys are refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    name: String,
    title: String,
    lottery: Vec<LotteryTable>,
    stage: Vec<StageTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StageTable {
    name: String,
    #[serde(default)]
    roster: bool,
    #[serde(default)]
    advanced: Vec<String>,
    #[serde(default)]
    repechage: Vec<String>,
    #[serde(default)]
    guests: Vec<String>,
    target: Option<u32>,
    groups: Option<u32>,
    per_group: usize,
    #[serde(default)]
    best_rest: usize,
    #[serde(default)]
    game: Vec<VariantTable>,
}

/// What games of so many teams are played with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariantTable {
    teams: u32,
    scenario: String,
    spare: Option<String>,
}

impl TryFrom<File> for GroupPreset {
    type Error = Error;

    fn try_from(file: File) -> Result<Self, Error> {
        let lotteries = file.lottery.into_iter().map(Into::into).collect();
        let stages = file.stage.into_iter().map(GroupStage::from).collect();
        let plan = GroupPlan { lotteries, stages }.check().map_err(Error::GroupPlan)?;
        Ok(Self { name: file.name, title: file.title, plan })
    }
}

impl From<StageTable> for GroupStage {
    fn from(table: StageTable) -> Self {
        let mut from: Vec<Source> = table.roster.then_some(Source::Roster).into_iter().collect();
        from.extend(table.advanced.into_iter().map(Source::Advanced));
        from.extend(table.repechage.into_iter().map(Source::Repechage));
        if !table.guests.is_empty() {
            from.push(Source::Guests(table.guests));
        }
        let target = table.target.map(GroupSize::Target).unwrap_or_default();
        Self {
            name: table.name,
            from,
            size: table.groups.map_or(target, GroupSize::Groups),
            quota: Quota { per_group: table.per_group, best_rest: table.best_rest },
            variants: table.game.into_iter().map(Variant::from).collect(),
        }
    }
}

impl From<VariantTable> for Variant {
    fn from(VariantTable { teams, scenario, spare }: VariantTable) -> Self {
        Self { teams, scenario, spare }
    }
}
