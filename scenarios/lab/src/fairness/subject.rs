//! Subject of a report: a scenario and its number of teams.

use ishigaki_generator::figures::{Line, figures};
use ishigaki_rules::{ClosePolicy, Setup};
use ishigaki_scenarios::Scenario;

use rehearsal::error::{OptionsError, TEAMS};
use rehearsal::prepared::{neutral_teams, number_in};

#[derive(Clone, Debug)]
pub(super) struct ScenarioSubject {
    pub(super) named: String,
    pub(super) scenario: Scenario,
    pub(super) teams: usize,
}

impl ScenarioSubject {
    pub(super) fn read(named: &str, teams: Option<usize>) -> anyhow::Result<Self> {
        let scenario = Scenario::find(named)?;
        let teams = teams.or(scenario.made_for).unwrap_or_else(|| number_in(&scenario.name));
        anyhow::ensure!(TEAMS.contains(&teams), OptionsError::Teams { teams });
        Ok(Self { named: named.to_owned(), scenario, teams })
    }

    /// The variant for this number of teams. Rounds close when all have submitted, because there is no clock.
    pub(super) fn setup(&self, teams: usize) -> Result<Setup, OptionsError> {
        let scenario =
            if teams == self.teams { self.scenario.clone() } else { self.scenario.clone().variant(teams) };
        let mut setup = scenario.setup(neutral_teams(teams)).map_err(OptionsError::Setup)?;
        for round in &mut setup.rounds {
            round.close = ClosePolicy::WhenAllSealed;
        }
        Ok(setup)
    }

    pub(super) fn figures(&self) -> Vec<Line> {
        figures(&self.scenario, self.teams)
    }
}
