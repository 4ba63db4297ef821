//! Prepared games: scenario, teams, fixed lists, bots, and the contest file.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use ishigaki_rules::{ClosePolicy, Setup, TeamSpec};
use ishigaki_scenarios::{Lists, Scenario};
use ishigaki_strategy::bot::{Breed, Temperament};

use crate::contest_file::ContestFile;
use crate::error::OptionsError;

/// Id of the only game.
pub const GAME: &str = "rehearsal";

const TEAMS: [(&str, &str); 16] = [
    ("north", "North 北"),
    ("east", "East 東"),
    ("south", "South 南"),
    ("west", "West 西"),
    ("pine", "Pine 松"),
    ("bamboo", "Bamboo 竹"),
    ("plum", "Plum 梅"),
    ("snow", "Snow 雪"),
    ("moon", "Moon 月"),
    ("flower", "Flower 花"),
    ("wind", "Wind 風"),
    ("rain", "Rain 雨"),
    ("cloud", "Cloud 雲"),
    ("star", "Star 星"),
    ("river", "River 川"),
    ("mountain", "Mountain 山"),
];

const USUAL_TEAMS: usize = 4;

/// Choice of the fixed lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptChoice {
    NextToScenario,
    File(PathBuf),
    None,
}

/// Scenario, set-up, fixed lists and bots of a game.
#[derive(Clone, Debug)]
pub struct PreparedGame {
    pub scenario: Scenario,
    pub lists: Option<Lists>,
    pub setup: Setup,
    /// Bots without fixed lists; dealt from the seed if none are named.
    bots: Vec<Breed>,
    named: String,
}

impl PreparedGame {
    /// Reads a game. `teams` is the number of teams if no lists name them; without it that of the scenario,
    /// or else the number in its name, as in `tiny-2`.
    ///
    /// # Errors
    /// If scenario or lists can't be read; [`OptionsError::Lists`] if the lists are for another number of
    /// teams; [`OptionsError::Setup`] if it can't be played.
    pub fn read(named: &str, script: &ScriptChoice, teams: Option<usize>) -> anyhow::Result<Self> {
        let scenario = Scenario::find(named)?;
        let lists = match script {
            ScriptChoice::NextToScenario => Lists::find_next_to(named, &scenario)?,
            ScriptChoice::File(path) => Some(read_lists(path, &scenario)?),
            ScriptChoice::None => None,
        };
        if let (Some(lists), Some(teams)) = (&lists, teams) {
            let fixed = lists.teams.len();
            anyhow::ensure!(teams == fixed, OptionsError::Lists { teams, scenario: named.to_owned(), fixed });
        }
        let planned = || teams.or(scenario.made_for).unwrap_or_else(|| number_in(&scenario.name));
        let players = lists.as_ref().map_or_else(|| neutral_teams(planned()), |lists| lists.teams.clone());
        let mut setup = scenario.setup(players).map_err(OptionsError::Setup)?;
        for round in &mut setup.rounds {
            round.close = ClosePolicy::WhenAllSealed;
        }
        Ok(Self { scenario, lists, setup, bots: Vec::new(), named: named.to_owned() })
    }

    /// Sets the bots in the order of the teams, repeated if necessary. Without bots the seed deals.
    ///
    /// # Errors
    /// If the lists are fixed, or there are more bots than teams.
    pub fn with_bots(mut self, bots: Vec<Breed>) -> Result<Self, OptionsError> {
        let teams = self.setup.teams.len();
        let is_fixed = self.lists.is_some() && !bots.is_empty();
        let error = if is_fixed {
            Some(OptionsError::Fixed { scenario: self.named.clone() })
        } else if bots.len() > teams {
            Some(OptionsError::Bots { bots: bots.len(), teams })
        } else {
            None
        };
        if let Some(error) = error {
            return Err(error);
        }
        self.bots = bots;
        Ok(self)
    }

    /// Returns the bots in the order of the teams; none if the lists are fixed.
    pub fn breeds(&self, seed: u64) -> Vec<Breed> {
        let teams = self.setup.teams.len();
        match self.lists {
            Some(_) => Vec::new(),
            None if self.bots.is_empty() => {
                Temperament::deal(seed, teams).into_iter().map(Breed::Simple).collect()
            }
            None => self.bots.iter().copied().cycle().take(teams).collect(),
        }
    }

    /// Returns the contest file. Rounds close when all have submitted, so that the result doesn't depend on a
    /// clock.
    ///
    /// # Errors
    /// If the scenario's file is gone.
    pub fn contest(&self) -> anyhow::Result<String> {
        let scenario = if ishigaki_scenarios::builtin(&self.named).is_some() {
            self.named.clone()
        } else {
            let path = Path::new(&self.named).canonicalize();
            path.with_context(|| format!("cannot find {}", self.named))?.to_string_lossy().into_owned()
        };
        ContestFile::of_game(GAME, &self.setup.teams, scenario, "all-sealed").text()
    }
}

fn read_lists(path: &Path, scenario: &Scenario) -> anyhow::Result<Lists> {
    let text = ishigaki_scenarios::read_text(path)
        .map_err(|source| ishigaki_scenarios::Error::Unreadable { path: path.to_owned(), source })?;
    let faulty = |faults| ishigaki_scenarios::Error::Faulty { faults };
    Ok(Lists::parse(&path.to_string_lossy(), &text, scenario).map_err(faulty)?)
}

/// Returns this many teams with neutral names.
pub fn neutral_teams(count: usize) -> Vec<TeamSpec> {
    let spec = |(code, name): &(&str, &str)| TeamSpec { code: (*code).to_owned(), name: (*name).to_owned() };
    TEAMS.iter().take(count).map(spec).collect()
}

/// Returns the number of teams in a scenario's name: the last plausible number.
pub fn number_in(name: &str) -> usize {
    let numbers = name.rsplit('-').filter_map(|part| part.parse().ok());
    let mut fitting = numbers.filter(|number| (2..=TEAMS.len()).contains(number));
    fitting.next().unwrap_or(USUAL_TEAMS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn team_count_is_read_from_scenario_name() {
        assert_eq!(["tiny-2", "heat-7-spare", "heat-99", "final"].map(number_in), [2, 7, 4, 4]);
        assert_eq!(
            PreparedGame::read("tiny-2", &ScriptChoice::NextToScenario, None).unwrap().setup.teams.len(),
            2
        );
        assert_eq!(
            PreparedGame::read("tiny-2", &ScriptChoice::NextToScenario, Some(5)).unwrap().setup.teams.len(),
            5
        );
    }

    #[test]
    fn team_count_defaults_to_scenario_setting() {
        let teams =
            |named| PreparedGame::read(named, &ScriptChoice::NextToScenario, None).unwrap().setup.teams.len();
        assert_eq!([teams("heat-7-spare"), teams("final-6"), teams("heat-9")], [7, 6, 9]);
        assert_eq!(
            PreparedGame::read("heat-9", &ScriptChoice::NextToScenario, Some(4)).unwrap().setup.teams.len(),
            4
        );
    }

    #[test]
    fn bots_that_are_named_go_round_unless_the_lists_are_fixed() {
        let prepared = PreparedGame::read("tiny-2", &ScriptChoice::None, Some(3)).unwrap();
        let bold = Breed::Simple(Temperament::Bold);
        let named = prepared.clone().with_bots(vec![Breed::Adviser, bold]).unwrap();
        assert_eq!(named.breeds(1), [Breed::Adviser, bold, Breed::Adviser]);
        assert_eq!(prepared.clone().with_bots(Vec::new()).unwrap().breeds(1).len(), 3);
        assert!(prepared.with_bots(vec![bold; 4]).unwrap_err().to_string().contains("4 bots for 3 teams"));
        let fixed = PreparedGame::read("tour-4", &ScriptChoice::NextToScenario, None).unwrap();
        assert!(fixed.clone().with_bots(Vec::new()).is_ok());
        assert!(fixed.with_bots(vec![bold]).unwrap_err().to_string().contains("--no-lists"));
    }

    #[test]
    fn lists_next_to_scenario_define_teams() {
        let prepared = PreparedGame::read("tour-4", &ScriptChoice::NextToScenario, None).unwrap();
        assert_eq!(prepared.lists.unwrap().teams, prepared.setup.teams);
        assert!(PreparedGame::read("tour-4", &ScriptChoice::None, None).unwrap().lists.is_none());
    }

    #[test]
    fn contest_file_reproduces_setup() {
        for named in ["tiny-2", "tour-4"] {
            let prepared = PreparedGame::read(named, &ScriptChoice::NextToScenario, None).unwrap();
            let contest =
                ishigaki_scenarios::Contest::parse("contest.toml", &prepared.contest().unwrap()).unwrap();
            let [game] = contest.games() else { panic!("one game") };
            assert_eq!((game.id.as_str(), &game.setup), (GAME, &prepared.setup));
        }
    }
}
