//! Contest file of a rehearsal's server.

use anyhow::Context as _;
use ishigaki_rules::TeamSpec;
use serde::Serialize;

/// A contest file: event, teams and games.
#[derive(Default, Serialize)]
pub struct ContestFile {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub event: Vec<EventTable>,
    /// Those of an event are its roster.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub team: Vec<TeamTable>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub game: Vec<ContestFileGame>,
}

/// Date of a rehearsal's lotteries, which the rehearsal draws itself.
pub const LOTTERY_DATE: &str = "2026-12-05";

/// The event of a contest file.
#[derive(Serialize)]
pub struct EventTable {
    /// 1 to 32 of `a` to `z`, `0` to `9` and `-`.
    pub id: &'static str,
    pub preset: &'static str,
    /// `None` uses the plan's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title_ja: Option<String>,
    pub lottery_date: &'static str,
    /// Policy for closing bidding in its games (`A3`); `None` uses the scenarios'.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub close: Option<&'static str>,
}

/// A team of a contest file.
#[derive(Serialize)]
pub struct TeamTable {
    pub id: String,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kana: Option<String>,
}

impl TeamTable {
    /// Makes a team without kana.
    pub fn of(spec: &TeamSpec) -> Self {
        Self { id: spec.code.clone(), name: spec.name.clone(), kana: None }
    }
}

/// A game of a contest file.
#[derive(Clone, Serialize)]
pub struct ContestFileGame {
    pub id: String,
    pub scenario: String,
    /// `None` uses the scenario's (`A3`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub close: Option<&'static str>,
    /// `by-organiser` or `now`; `None` uses the latter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts: Option<&'static str>,
    /// Empty for all teams of the contest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<String>,
}

impl ContestFile {
    /// Makes one game of these teams.
    pub fn of_game(id: &str, teams: &[TeamSpec], scenario: String, close: &'static str) -> Self {
        let game = ContestFileGame {
            id: id.to_owned(),
            scenario,
            close: Some(close),
            starts: None,
            teams: Vec::new(),
        };
        Self { event: Vec::new(), team: teams.iter().map(TeamTable::of).collect(), game: vec![game] }
    }

    /// Adds games like the last one, which the organiser starts.
    pub fn add_later_games(&mut self, ids: impl IntoIterator<Item = String>) {
        let Some(last) = self.game.last().cloned() else { return };
        let later = |id| ContestFileGame { id, starts: Some("by-organiser"), ..last.clone() };
        self.game.extend(ids.into_iter().map(later));
    }

    /// Returns the text of the file.
    ///
    /// # Errors
    /// If TOML can't express it.
    pub fn text(&self) -> anyhow::Result<String> {
        toml::to_string(self).context("the contest file")
    }
}
