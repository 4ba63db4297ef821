//! The format of preset files.

use std::collections::BTreeMap;

use ishigaki_tournament::{
    Diplomas, DrawNumber, ForfeitTiebreak, GapRule, KnockOut, Lottery, PlaceCriterion, Plan, PrizeRule,
    Round, SeedClass, SeedMode, Timetable, Titles,
};
use serde::Deserialize;

use crate::lottery::LotteryTable;
use crate::{Error, Preset};

/// A preset file. Unknown keys are rejected, so that misspellings are noticed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    name: String,
    title: String,
    #[serde(default)]
    title_ja: String,
    leagues: Leagues,
    knock_out: Option<KnockOutTable>,
    places: Places,
    #[serde(default)]
    pairing: Pairing,
    lottery: Vec<LotteryTable>,
    #[serde(default)]
    seeds: Seeds,
    diplomas: Option<DiplomasTable>,
    #[serde(default)]
    titles: TitlesTable,
    timetable: Option<TimetableTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Leagues {
    count: u8,
    /// By default the last round.
    rounds: Option<u32>,
    last_round: u32,
    strength_depth: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnockOutTable {
    semi_finals: Option<u32>,
    finals: u32,
    #[serde(default)]
    third_place_game: bool,
    #[serde(default)]
    womens_final: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Places {
    prizes: PrizeName,
    criteria: Vec<CriterionName>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum PrizeName {
    Nobody,
    Games,
    LostToKnockOut,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum CriterionName {
    Wins,
    Prize,
    PrizeOrder,
    Before,
    Provisional,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Pairing {
    #[serde(default)]
    round_robin: bool,
    #[serde(default)]
    gap: GapName,
    #[serde(default)]
    forfeit_tiebreak: ForfeitName,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GapName {
    #[default]
    WorstFirst,
    BestFirst,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ForfeitName {
    #[default]
    Opponent,
    Phantom,
}

pub(crate) type SeedNumbers = BTreeMap<String, Vec<u32>>;

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Seeds {
    #[serde(default)]
    mode: SeedModeName,
    #[serde(default)]
    numbers: SeedNumbers,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeedModeName {
    #[default]
    Manual,
    Lcg,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiplomasTable {
    champion: u32,
    runner_up: u32,
    third: u32,
    fourth: u32,
    prize: u32,
    by_wins: Vec<(u32, u32)>,
    invited_from: u32,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct TitlesTable {
    champion: Vec<String>,
    runner_up: Vec<String>,
    third: Vec<String>,
    fourth: Vec<String>,
    prize: Vec<String>,
    womens_champion: Vec<String>,
    notes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TimetableTable {
    start: String,
    slot: u32,
    lunch_before: u32,
    lunch: u32,
}

impl TryFrom<File> for Preset {
    type Error = Error;

    fn try_from(file: File) -> Result<Self, Error> {
        let timetable = file.timetable.map(Timetable::try_from).transpose()?;
        let plan = Plan {
            leagues: file.leagues.count,
            is_round_robin: file.pairing.round_robin,
            league_rounds: Round(file.leagues.rounds.unwrap_or(file.leagues.last_round)),
            last_round: Round(file.leagues.last_round),
            strength_depth: file.leagues.strength_depth,
            lotteries: file.lottery.into_iter().map(Lottery::from).collect(),
            seed_mode: file.seeds.mode.into(),
            seed_classes: file.seeds.numbers.into_iter().map(seed_class).collect(),
            gap: file.pairing.gap.into(),
            forfeit_tiebreak: file.pairing.forfeit_tiebreak.into(),
            knock_out: file.knock_out.map(KnockOut::from),
            prizes: file.places.prizes.into(),
            criteria: file.places.criteria.into_iter().map(PlaceCriterion::from).collect(),
            diplomas: file.diplomas.map(Diplomas::from),
            titles: file.titles.into(),
        };
        let File { name, title, title_ja, .. } = file;
        Ok(Self { name, title, title_ja, plan: plan.check().map_err(Error::from)?, timetable })
    }
}

pub(crate) fn seed_class((name, numbers): (String, Vec<u32>)) -> SeedClass {
    SeedClass { name, numbers: numbers.into_iter().map(DrawNumber).collect() }
}

impl From<KnockOutTable> for KnockOut {
    fn from(table: KnockOutTable) -> Self {
        Self {
            semi_finals: table.semi_finals.map(Round),
            finals: Round(table.finals),
            third_place_game: table.third_place_game,
            womens_final: table.womens_final,
        }
    }
}

impl From<PrizeName> for PrizeRule {
    fn from(name: PrizeName) -> Self {
        match name {
            PrizeName::Nobody => Self::Nobody,
            PrizeName::Games => Self::Games,
            PrizeName::LostToKnockOut => Self::LostToKnockOut,
        }
    }
}

impl From<CriterionName> for PlaceCriterion {
    fn from(name: CriterionName) -> Self {
        match name {
            CriterionName::Wins => Self::Wins,
            CriterionName::Prize => Self::Prize,
            CriterionName::PrizeOrder => Self::PrizeOrder,
            CriterionName::Before => Self::Before,
            CriterionName::Provisional => Self::Provisional,
        }
    }
}

impl From<GapName> for GapRule {
    fn from(name: GapName) -> Self {
        match name {
            GapName::WorstFirst => Self::WorstFirst,
            GapName::BestFirst => Self::BestFirst,
        }
    }
}

impl From<ForfeitName> for ForfeitTiebreak {
    fn from(name: ForfeitName) -> Self {
        match name {
            ForfeitName::Opponent => Self::Opponent,
            ForfeitName::Phantom => Self::Phantom,
        }
    }
}

impl From<SeedModeName> for SeedMode {
    fn from(name: SeedModeName) -> Self {
        match name {
            SeedModeName::Manual => Self::Manual,
            SeedModeName::Lcg => Self::Lcg,
        }
    }
}

impl From<DiplomasTable> for Diplomas {
    fn from(table: DiplomasTable) -> Self {
        Self {
            champion: table.champion,
            runner_up: table.runner_up,
            third: table.third,
            fourth: table.fourth,
            prize: table.prize,
            by_wins: table.by_wins,
            invited_from: table.invited_from,
        }
    }
}

impl From<TitlesTable> for Titles {
    fn from(table: TitlesTable) -> Self {
        let TitlesTable { champion, runner_up, third, fourth, prize, womens_champion, notes } = table;
        Self { champion, runner_up, third, fourth, prize, womens_champion, notes }
    }
}

impl TryFrom<TimetableTable> for Timetable {
    type Error = Error;

    fn try_from(table: TimetableTable) -> Result<Self, Error> {
        let minutes = table.start.split_once(':').and_then(|(hours, minutes)| {
            let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
            (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
        });
        let start = minutes.ok_or(Error::Time { text: table.start })?;
        if table.slot == 0 {
            return Err(Error::Slot);
        }
        Ok(Self { start, slot: table.slot, lunch_before: Round(table.lunch_before), lunch: table.lunch })
    }
}
