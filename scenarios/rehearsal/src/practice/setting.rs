//! The setting of a practice: scenario with adjusted windows, teams, and files for the server.

use std::path::Path;

use anyhow::Context as _;
use ishigaki_rules::{ClosePolicy, Millis, Setup, TeamId, TeamSpec};
use ishigaki_scenarios::{Scenario, builtin};

use super::pace::Pace;
use crate::contest_file::ContestFile;
use crate::error::{OptionsError, TEAMS};
use crate::prepared::{GAME, neutral_teams, number_in};
use crate::server::ServerFiles;

/// The seat of the person or program: the first team's.
pub const SEAT: TeamId = TeamId(0);
const SEAT_TEAM: (&str, &str) = ("you", "You あなた");

/// Maximum number of games of a practice.
const MAX_GAMES: usize = 100;
/// Difference between the seeds of successive games, larger than the number of bots.
const SEED_STEP: u64 = 100;

/// A game of a practice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PracticeGame {
    pub(super) id: String,
    pub(super) seed: u64,
    /// Name of the file of its record.
    pub(super) transcript: String,
}

impl PracticeGame {
    fn new(seed: u64, number: usize) -> Self {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let step = u64::try_from(number - 1).unwrap_or_default().wrapping_mul(SEED_STEP);
        let transcript = format!("transcript{suffix}.jsonl");
        Self { id: format!("{GAME}{suffix}"), seed: seed.wrapping_add(step), transcript }
    }

    /// Returns all games of a practice, of which only the first one starts by itself.
    pub(super) fn all(seed: u64) -> impl Iterator<Item = Self> {
        (1..=MAX_GAMES).map(move |number| Self::new(seed, number))
    }

    /// Returns whether it starts when the seat asks for another game.
    pub(super) fn starts_on_request(&self) -> bool {
        self.id != GAME
    }
}

/// Scenario, windows and teams of a practice.
#[derive(Clone, Debug)]
pub struct PracticeSetting {
    pub scenario: Scenario,
    pub setup: Setup,
    close: ClosePolicy,
    text: String,
}

impl PracticeSetting {
    /// Reads a practice. `teams` is the number of teams; without it that of the scenario.
    ///
    /// # Errors
    /// If the scenario can't be read, or doesn't allow this number.
    pub fn read(named: &str, teams: Option<usize>, pace: &Pace, close: ClosePolicy) -> anyhow::Result<Self> {
        let own = Scenario::find(named)?;
        let text = match builtin(named) {
            Some(text) => text.to_owned(),
            None => ishigaki_scenarios::read_text(named.as_ref())
                .map_err(|source| ishigaki_scenarios::Error::Unreadable { path: named.into(), source })?,
        };
        let text = apply_pace(&text, &own, pace)?;
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

    /// Returns the code of the seat's team.
    pub fn seat_code(&self) -> &str {
        self.setup.team(SEAT).map_or(SEAT_TEAM.0, |spec| &spec.code)
    }

    pub(super) fn contest(&self, files: &ServerFiles) -> anyhow::Result<String> {
        let file = format!("{}.toml", self.scenario.name);
        let contest = files.contest();
        let folder = contest.parent().unwrap_or(Path::new("."));
        // A scenario may have the name of a file that is already here.
        let file = if folder.join(&file) == contest { "scenario.toml".to_owned() } else { file };
        std::fs::write(folder.join(&file), &self.text).context("cannot write the scenario")?;
        let close = match self.close {
            ClosePolicy::AtDeadline => "deadline",
            ClosePolicy::WhenAllSealed => "all-sealed",
        };
        let mut contest = ContestFile::of_game(GAME, &self.setup.teams, format!("./{file}"), close);
        contest.add_later_games(PracticeGame::all(0).skip(1).map(|game| game.id));
        contest.text()
    }
}

fn apply_pace(text: &str, own: &Scenario, pace: &Pace) -> anyhow::Result<String> {
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
    fn pace_overrides_windows_of_shipped_scenarios() {
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
    fn contest_file_reproduces_setup() {
        let folder = tempfile::tempdir().unwrap();
        let files = ServerFiles::in_folder(folder.path());
        let setting = PracticeSetting::read("tiny-2", Some(3), &Pace::SLOW, ClosePolicy::AtDeadline).unwrap();
        files.write_contest(&setting.contest(&files).unwrap()).unwrap();
        let contest = Contest::load(&files.contest()).unwrap();
        let [game, ..] = contest.games() else { panic!("no game") };
        assert_eq!((contest.games().len(), &game.setup), (MAX_GAMES, &setting.setup));
        assert_eq!(setting.seat_code(), "you");
    }

    #[test]
    fn team_count_outside_2_to_16_is_rejected() {
        for teams in [1, 17] {
            let error = PracticeSetting::read("tiny-2", Some(teams), &Pace::REAL, ClosePolicy::AtDeadline);
            assert!(error.unwrap_err().to_string().contains("2 to 16"));
        }
    }
}
