//! The preset file format for contests in groups.

use std::ops::RangeInclusive;

use ishigaki_tournament::{GroupPlan, GroupPlanFault, GroupSize, GroupStage, Quota, Source, Variant};
use serde::Deserialize;

use crate::lottery::LotteryTable;
use crate::{Error, GroupPreset};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    name: String,
    title: String,
    #[serde(default)]
    title_ja: String,
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

/// Scenario of games with this number of teams; without a number, of all sizes without another entry.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariantTable {
    teams: Option<u32>,
    scenario: String,
    spare: Option<String>,
}

impl StageTable {
    fn check(&self) -> Result<(), Error> {
        match (self.target, self.groups) {
            (Some(_), Some(_)) => Err(GroupPlanFault::TwoSizes { stage: self.name.clone() }.into()),
            _ => Ok(()),
        }
    }
}

impl TryFrom<File> for GroupPreset {
    type Error = Error;

    fn try_from(file: File) -> Result<Self, Error> {
        file.stage.iter().try_for_each(StageTable::check)?;
        let lotteries = file.lottery.into_iter().map(Into::into).collect();
        let stages = file.stage.into_iter().map(GroupStage::from).collect();
        let plan = GroupPlan { lotteries, stages }.check().map_err(Error::from)?;
        Ok(Self { name: file.name, title: file.title, title_ja: file.title_ja, plan })
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
            variants: variants(table.game),
        }
    }
}

/// Number of teams that a game can have (`TG1`).
const TEAMS: RangeInclusive<u32> = 2..=16;

/// The variants of a stage: those with a number, then the others for all remaining numbers.
fn variants(tables: Vec<VariantTable>) -> Vec<Variant> {
    let (own, general): (Vec<_>, Vec<_>) = tables.into_iter().partition(|table| table.teams.is_some());
    let named: Vec<u32> = own.iter().filter_map(|table| table.teams).collect();
    let others = || TEAMS.filter(|teams| !named.contains(teams));
    let of = |table: &VariantTable, teams| Variant {
        teams,
        scenario: table.scenario.clone(),
        spare: table.spare.clone(),
    };
    let own = own.iter().filter_map(|table| Some(of(table, table.teams?)));
    let general = general.iter().flat_map(|table| others().map(move |teams| of(table, teams)));
    own.chain(general).collect()
}
