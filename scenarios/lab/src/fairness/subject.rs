//! Subject of a report: a scenario and how many teams play it.

use ishigaki_generator::figures::{Line, figures};
use ishigaki_rules::{ClosePolicy, Setup};
use ishigaki_scenarios::Scenario;

use rehearsal::error::{OptionsError, TEAMS};
use rehearsal::prepared::{neutral_teams, number_in};

/// A scenario that is looked at.
#[derive(Clone, Debug)]
pub(super) struct ScenarioSubject {
    /// Name by which it was given.
    pub(super) named: String,
    pub(super) scenario: Scenario,
    pub(super) teams: usize,
}

impl ScenarioSubject {
    /// Reads a scenario. Without a number of teams it is played by as many as it is made for, or else as many as its name
    /// says.
    pub(super) fn read(named: &str, teams: Option<usize>) -> anyhow::Result<Self> {
        let scenario = Scenario::find(named)?;
        let teams = teams.or(scenario.made_for).unwrap_or_else(|| number_in(&scenario.name));
        anyhow::ensure!(TEAMS.contains(&teams), OptionsError::Teams { teams });
        Ok(Self { named: named.to_owned(), scenario, teams })
    }

    /// The set-up for so many teams: the variant, if it is made for another number. Rounds close when all have sealed, for
    /// nothing hangs on a clock.
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
