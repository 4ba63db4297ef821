//! The contest of crash tests: many small and short games.
//!
//! Finished games are removed from the contest file, so that restarts stay fast; their records stay in the
//! journal, and all of them are served again at the end.

use std::fmt::Write as _;

use anyhow::Context as _;
use ishigaki_client::Token;

use rehearsal::credentials::Credentials;
use rehearsal::server::ServerFiles;

pub(super) const TEAMS: [&str; 4] = ["north", "east", "south", "west"];

/// Few wanted stones, short windows, and small walls.
pub(super) const SCENARIO: &str = r#"title = "Crash: quick rounds"
money = 90
end_countdown_s = 1

frame = """
.#####
.#####
######
######
"""

[[round]]
bids = 6
wins = 2
window_s = 1
rebid_window_s = 1

[[round]]
bids = 6
wins = 3
window_s = 1
rebid_window_s = 1

[[stone]]
id = "I"
min_price = 3
copies = 3
shape = """
####
"""

[[stone]]
id = "O"
min_price = 4
copies = 2
shape = """
##
##
"""

[[stone]]
id = "L"
min_price = 3
copies = 2
shape = """
#.
#.
##
"""

[[stone]]
id = "S"
min_price = 2
copies = 2
shape = """
.##
##.
"""

[[stone]]
id = "V"
min_price = 2
copies = 3
shape = """
#.
##
"""

[[stone]]
id = "D"
min_price = 1
copies = 5
shape = """
##
"""
"#;

const SCENARIO_FILE: &str = "crash.toml";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndMode {
    Result,
    Abandoned(u64),
    Replaced(u64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GamePlan {
    pub(super) id: String,
    pub(super) ending: EndMode,
    pub(super) named: Vec<String>,
    closes_at_deadline: bool,
}

impl GamePlan {
    /// Deterministic.
    pub(super) fn of(number: usize) -> Self {
        let facts = 20 + (number as u64).wrapping_mul(37) % 160;
        let ending = match number % 5 {
            1 => EndMode::Abandoned(facts),
            3 => EndMode::Replaced(facts),
            _ => EndMode::Result,
        };
        let named = if number % 3 == 2 {
            // Not all teams, and not in the order of the file.
            let seats = 2 + number / 3 % 3;
            TEAMS.iter().cycle().skip(number % 4).take(seats).map(|code| (*code).to_owned()).collect()
        } else {
            Vec::new()
        };
        Self {
            id: format!("g{:05}", number + 1),
            ending,
            named,
            closes_at_deadline: number.is_multiple_of(2),
        }
    }

    pub(super) fn spare(&self) -> Self {
        Self { id: format!("{}-spare", self.id), ending: EndMode::Result, ..self.clone() }
    }

    fn table(&self) -> String {
        let close = if self.closes_at_deadline { "deadline" } else { "all-sealed" };
        let mut table = format!(
            "[[game]]\nid = \"{}\"\nscenario = \"{SCENARIO_FILE}\"\nstarts = \"by-organiser\"\nclose = \"{close}\"\n",
            self.id
        );
        if !self.named.is_empty() {
            // Writing to a string can't fail.
            let _ = writeln!(table, "teams = {}", self.named.len());
        }
        if matches!(self.ending, EndMode::Replaced(_)) {
            let _ = writeln!(table, "spare = \"{SCENARIO_FILE}\"");
        }
        table
    }
}

/// Behaviour of windows after an outage (`T`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Windows {
    GoOn,
    Wait,
}

pub(super) fn contest<'a>(plans: impl Iterator<Item = &'a GamePlan>, windows: Windows) -> String {
    let after_outage = match windows {
        Windows::GoOn => "resume",
        Windows::Wait => "wait",
    };
    let mut text = format!("[server]\nafter_outage = \"{after_outage}\"\n");
    for code in TEAMS {
        let _ = write!(text, "\n[[team]]\nid = \"{code}\"\nname = \"{code}\"\n");
    }
    for plan in plans {
        text.push('\n');
        text.push_str(&plan.table());
    }
    text
}

pub(super) fn write_scenario(files: &ServerFiles) -> anyhow::Result<()> {
    std::fs::write(files.contest().with_file_name(SCENARIO_FILE), SCENARIO)
        .context("cannot write the scenario")
}

pub(super) fn team_token<'a>(credentials: &'a Credentials, code: &str) -> anyhow::Result<&'a Token> {
    let place = TEAMS.iter().position(|team| *team == code);
    let token = place.and_then(|place| credentials.teams.get(place));
    token.with_context(|| format!("there is no team {code}"))
}

#[cfg(test)]
mod tests {
    use ishigaki_scenarios::Contest;

    use super::*;

    #[test]
    fn contest_file_loads_and_has_all_kinds_of_games() {
        let folder = tempfile::tempdir().unwrap();
        let files = ServerFiles::in_folder(folder.path());
        write_scenario(&files).unwrap();
        let plans: Vec<GamePlan> = (0..30).map(GamePlan::of).collect();
        files.write_contest(&contest(plans.iter(), Windows::Wait)).unwrap();
        let read = Contest::load(&files.contest()).unwrap();
        for plan in &plans {
            let game = read.game(&plan.id).unwrap();
            assert_eq!(game.seats, (!plan.named.is_empty()).then_some(plan.named.len()));
            let spare = matches!(plan.ending, EndMode::Replaced(_)).then(|| plan.spare().id);
            assert_eq!(game.spare, spare);
            assert!(spare.is_none_or(|spare| read.game(&spare).is_some()));
        }
        let count = |test: fn(&GamePlan) -> bool| plans.iter().filter(|plan| test(plan)).count();
        assert!(count(|plan| plan.ending == EndMode::Result) > 10);
        assert!(count(|plan| matches!(plan.ending, EndMode::Abandoned(_))) > 3);
        assert!(count(|plan| !plan.named.is_empty() && matches!(plan.ending, EndMode::Replaced(_))) > 0);
    }
}
