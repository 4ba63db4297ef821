//! Contest file of a rehearsal's server, as it is written.

use anyhow::Context as _;
use ishigaki_rules::TeamSpec;
use serde::Serialize;

/// A contest file: an event, teams and games, as far as there are any.
#[derive(Default, Serialize)]
pub struct ContestFile {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<EventTable>,
    /// The teams; those of an event are its roster.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub team: Vec<TeamTable>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub game: Vec<ContestFileGame>,
}

/// Date of a rehearsal's lotteries: their results are drawn by the rehearsal itself.
pub const LOTTERY_DATE: &str = "2026-12-05";

/// The event of a contest file.
#[derive(Serialize)]
pub struct EventTable {
    /// Its id: 1 to 32 of `a` to `z`, `0` to `9` and `-`.
    pub id: &'static str,
    /// The name of its preset.
    pub preset: &'static str,
    /// Title; `None`: as its plan is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The same in Japanese.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title_ja: Option<String>,
    pub lottery_date: &'static str,
    /// Policy by which bidding closes in its games (`A3`); `None`: as their scenarios say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub close: Option<&'static str>,
}

/// A team of a contest file.
#[derive(Serialize)]
pub struct TeamTable {
    pub id: String,
    pub name: String,
    /// Reading of the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kana: Option<String>,
}

impl TeamTable {
    /// A team without kana.
    pub fn of(spec: &TeamSpec) -> Self {
        Self { id: spec.code.clone(), name: spec.name.clone(), kana: None }
    }
}

/// A game of a contest file.
#[derive(Serialize)]
pub struct ContestFileGame {
    pub id: String,
    /// A shipped scenario, or a path.
    pub scenario: String,
    /// Policy by which bidding closes (`A3`); `None`: as the scenario says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub close: Option<&'static str>,
    /// The codes of its teams; empty: all of the contest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<String>,
}

impl ContestFile {
    /// One game of these teams.
    pub fn of_game(id: &str, teams: &[TeamSpec], scenario: String, close: &'static str) -> Self {
        let game = ContestFileGame { id: id.to_owned(), scenario, close: Some(close), teams: Vec::new() };
        Self { event: None, team: teams.iter().map(TeamTable::of).collect(), game: vec![game] }
    }

    /// The text of the file.
    ///
    /// # Errors
    /// TOML can't express it.
    pub fn text(&self) -> anyhow::Result<String> {
        toml::to_string(self).context("the contest file")
    }
}
