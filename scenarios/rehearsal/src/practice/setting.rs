//! The setting of a practice: a scenario with the windows that were asked for, the seat and the teams around it, and
//! the files of it that a server can serve.
//!
//! Knows files; no server and no network.

use std::path::Path;

use anyhow::Context as _;
use ishigaki_rules::{ClosePolicy, Millis, Setup, TeamId, TeamSpec};
use ishigaki_scenarios::{Scenario, builtin};

use super::pace::Pace;
use crate::contest_file::ContestFile;
use crate::error::{OptionsError, TEAMS};
use crate::prepared::{GAME, neutral_teams, number_in};
use crate::server::ServerFiles;

/// The seat of whoever practises: the first team's.
pub const SEAT: TeamId = TeamId(0);
/// Its team: code, and what people read.
const SEAT_TEAM: (&str, &str) = ("you", "You あなた");

/// Scenario, windows and teams of a practice.
#[derive(Clone, Debug)]
pub struct PracticeSetting {
    /// The scenario, with its windows as they will be.
    pub scenario: Scenario,
    /// The set-up that the server will make of it.
    pub setup: Setup,
    close: ClosePolicy,
    text: String,
}

impl PracticeSetting {
    /// Reads what is practised. `teams` is how many play; without it as many as the scenario is made for.
    ///
    /// # Errors
    /// The scenario cannot be read, or has no room for so many teams.
    pub fn read(named: &str, teams: Option<usize>, pace: &Pace, close: ClosePolicy) -> anyhow::Result<Self> {
        let own = Scenario::find(named)?;
        let text = match builtin(named) {
            Some(text) => text.to_owned(),
            None => ishigaki_scenarios::read_text(named.as_ref())
                .map_err(|source| ishigaki_scenarios::Error::Unreadable { path: named.into(), source })?,
        };
        let text = paced(&text, &own, pace)?;
        let scenario = Scenario::parse(&format!("{}.toml", own.name), &text)
            .map_err(|faults| ishigaki_scenarios::Error::Faulty { faults })?;
        let planned = teams.or(scenario.made_for).unwrap_or_else(|| number_in(&scenario.name));
        anyhow::ensure!(TEAMS.contains(&planned), OptionsError::Teams { teams: planned });
        let (code, name) = SEAT_TEAM;
        let mut players = vec![TeamSpec { code: code.to_owned(), name: name.to_owned() }];
        players.extend(neutral_teams(planned.saturating_sub(1)));
        let mut setup = scenario.setup(players).map_err(OptionsError::Setup)?;
        for round in &mut setup.rounds {
            round.close = close;
        }
        Ok(Self { scenario, setup, close, text })
    }

    /// The code of the seat's team.
    pub fn seat_code(&self) -> &str {
        self.setup.team(SEAT).map_or(SEAT_TEAM.0, |spec| &spec.code)
    }

    /// Writes the scenario beside the other files; gives the contest file that speaks of it.
    pub(super) fn contest(&self, files: &ServerFiles) -> anyhow::Result<String> {
        let file = format!("{}.toml", self.scenario.name);
        let contest = files.contest();
        let folder = contest.parent().unwrap_or(Path::new("."));
        // A scenario may be called as the files are that stand here already.
        let file = if folder.join(&file) == contest { "scenario.toml".to_owned() } else { file };
        std::fs::write(folder.join(&file), &self.text).context("cannot write the scenario")?;
        let close = match self.close {
            ClosePolicy::AtDeadline => "deadline",
            ClosePolicy::WhenAllSealed => "all-sealed",
        };
        ContestFile::of_game(GAME, &self.setup.teams, format!("./{file}"), close).text()
    }
}

/// A scenario's text with the windows of this pace.
fn paced(text: &str, own: &Scenario, pace: &Pace) -> anyhow::Result<String> {
    let mut page: toml::Table = text.parse().context("the scenario cannot be read a second time")?;
    let tables = page.get_mut("round").and_then(toml::Value::as_array_mut);
    for (table, round) in tables.into_iter().flatten().zip(&own.rounds) {
        let table = table.as_table_mut().context("a round of the scenario is no table")?;
        let mut set = |key: &str, length: Millis| -> anyhow::Result<()> {
            table.insert(key.to_owned(), toml::Value::Integer(i64::try_from(length.0 / 1_000)?));
            Ok(())
        };
        set("window_s", pace.window(round.window))?;
        set("rebid_window_s", pace.rebid_window(round.rebid_window))?;
    }
    Ok(toml::to_string(&page)?)
}

#[cfg(test)]
mod tests {
    use ishigaki_scenarios::Contest;

    use super::*;

    #[test]
    fn every_shipped_scenario_can_be_practised_with_other_windows() {
        for named in ishigaki_scenarios::names() {
            let pace: Pace = "61,7".parse().unwrap();
            let own = Scenario::find(named).unwrap();
            let setting = PracticeSetting::read(named, None, &pace, ClosePolicy::WhenAllSealed).unwrap();
            for round in &setting.scenario.rounds {
                assert_eq!((round.window, round.rebid_window), (Millis(61_000), Millis(7_000)), "{named}");
            }
            assert_eq!((&setting.scenario.lots, &setting.scenario.frame), (&own.lots, &own.frame), "{named}");
            let real = PracticeSetting::read(named, None, &Pace::REAL, ClosePolicy::AtDeadline).unwrap();
            assert_eq!(real.scenario, own, "{named}");
        }
    }

    #[test]
    fn the_contest_file_makes_the_very_set_up() {
        let folder = tempfile::tempdir().unwrap();
        let files = ServerFiles::in_folder(folder.path());
        let setting = PracticeSetting::read("tiny-2", Some(3), &Pace::SLOW, ClosePolicy::AtDeadline).unwrap();
        files.write_contest(&setting.contest(&files).unwrap()).unwrap();
        let contest = Contest::load(&files.contest()).unwrap();
        let [game] = contest.games() else { panic!("one game") };
        assert_eq!(&game.setup, &setting.setup);
        assert_eq!(setting.seat_code(), "you");
    }

    #[test]
    fn a_table_has_two_to_sixteen_teams() {
        for teams in [1, 17] {
            let error = PracticeSetting::read("tiny-2", Some(teams), &Pace::REAL, ClosePolicy::AtDeadline);
            assert!(error.unwrap_err().to_string().contains("2 to 16"));
        }
    }
}
