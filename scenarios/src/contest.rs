//! The contest file: what a server serves — teams, games, and what it does after an outage.

use std::path::Path;

use ishigaki_rules::{ClosePolicy, Setup, SetupFault, TeamSpec};
use toml::Spanned;
use toml::de::DeValue;

use crate::page::{FORMAT, Page, Table};
use crate::scenario::{CLOSE_POLICIES, is_path, read_file};
use crate::team::{Ids, read_teams};
use crate::{Error, Located, Scenario};

/// What a server serves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// All teams of the contest in the order of the file; a game may have only some of them.
    pub teams: Vec<TeamSpec>,
    /// What open windows do after the server was down (`T`).
    pub after_outage: AfterOutage,
    games: Vec<GameSpec>,
}

/// One game of the contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSpec {
    /// The short name of the game; unique in the contest.
    pub id: String,
    /// What it is played with, and by whom.
    pub setup: Setup,
}

/// What open windows do after an outage of the server (`T`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterOutage {
    /// They go on by themselves.
    #[default]
    Resume,
    /// They wait for the judge.
    Wait,
}

impl Contest {
    /// Reads a contest's text, and the scenarios it names: a path is taken relative to the folder of `file`.
    /// All faults by file and place, or the contest.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Located>> {
        Page::read(file, text, |page, root| Some(read(page, root)))
    }

    /// Reads a contest file.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let text = read_file(path)?;
        Self::parse(&path.to_string_lossy(), &text).map_err(Error::faulty)
    }

    /// The games in the order of the file.
    pub fn games(&self) -> &[GameSpec] {
        &self.games
    }
}

fn read(page: &mut Page<'_>, mut root: Table<'_>) -> Contest {
    let teams = read_teams(page, &mut root);
    let after_outage = root.find("server").and_then(|value| {
        let mut server = Table::of(page, "server", value)?;
        let chosen = server.find("after_outage").and_then(|value| {
            let choices = [("resume", AfterOutage::Resume), ("wait", AfterOutage::Wait)];
            page.choice("after_outage", value, &choices, "T: after a restart windows go on, or wait")
        });
        server.close(page);
        chosen
    });
    let tables = root.tables(page, "game");
    if tables.is_empty() {
        page.report(0, "there is no [[game]]", FORMAT);
    }
    let mut ids = Ids::new("game");
    let games = tables.into_iter().filter_map(|table| read_game(page, table, &mut ids, &teams)).collect();
    root.close(page);
    Contest { teams, after_outage: after_outage.unwrap_or_default(), games }
}

fn read_game(
    page: &mut Page<'_>,
    mut table: Table<'_>,
    ids: &mut Ids,
    teams: &[TeamSpec],
) -> Option<GameSpec> {
    let id = table.need(page, "id", FORMAT).and_then(|value| {
        let id = page.code("id", value, 32, "-_")?;
        ids.take(page, value, &id).then_some(id)
    });
    let scenario = table.need(page, "scenario", FORMAT).and_then(|value| read_scenario(page, value));
    let named = table.find("teams");
    let players = match named {
        Some(value) => read_players(page, value, teams),
        None => Some(teams.to_vec()),
    };
    let close = table
        .find("close")
        .map(|value| page.choice("close", value, &CLOSE_POLICIES, "A3: when bidding closes"));
    table.close(page);
    let mut scenario = scenario?;
    if let Some(close) = close {
        override_close(&mut scenario, close?);
    }
    let at = named.map_or(table.start(), |value| value.span().start);
    match scenario.setup(players?) {
        Ok(setup) => Some(GameSpec { id: id?, setup }),
        Err(fault) => {
            report_setup(page, at, &fault);
            None
        }
    }
}

fn override_close(scenario: &mut Scenario, close: ClosePolicy) {
    for round in &mut scenario.rounds {
        round.close = close;
    }
}

/// The scenario a game names. What is wrong inside its file is told in that file's own lines.
fn read_scenario(page: &mut Page<'_>, value: &Spanned<DeValue<'_>>) -> Option<Scenario> {
    let name = *page.text("scenario", value)?.get_ref();
    let folder = Path::new(page.file()).parent().filter(|folder| !folder.as_os_str().is_empty());
    let found = match folder {
        Some(folder) if is_path(name) => Scenario::find(&folder.join(name).to_string_lossy()),
        _ => Scenario::find(name),
    };
    let what = match found {
        Ok(scenario) => return Some(scenario),
        Err(Error::Unreadable { path, source }) => format!("cannot read {}: {source}", path.display()),
        Err(error @ Error::Unknown { .. }) => error.to_string(),
        Err(Error::Faulty { faults }) => {
            let what = format!("scenario {name:?} has {} fault(s), told with its file", faults.len());
            page.report_all(faults);
            what
        }
    };
    page.report(value.span().start, what, "G1: a game needs its scenario");
    None
}

fn read_players(
    page: &mut Page<'_>,
    value: &Spanned<DeValue<'_>>,
    teams: &[TeamSpec],
) -> Option<Vec<TeamSpec>> {
    let mut players: Vec<TeamSpec> = Vec::new();
    let mut good = true;
    for id in page.texts("teams", value)? {
        let place = id.span().start;
        let id = *id.get_ref();
        if players.iter().any(|player| player.code == id) {
            page.report(place, format!("team {id:?} is named twice"), "G1: a team plays once");
            good = false;
        } else if let Some(team) = teams.iter().find(|team| team.code == id) {
            players.push(team.clone());
        } else {
            page.report(place, format!("there is no team {id:?} in this contest"), FORMAT);
            good = false;
        }
    }
    good.then_some(players)
}

/// Reports what a game cannot be started with. A scenario that was read has only its teams left to be wrong.
pub(crate) fn report_setup(page: &mut Page<'_>, at: usize, fault: &SetupFault) {
    let (what, why) = match fault {
        SetupFault::TeamCount { teams } => {
            (format!("the game has {teams} team(s); it takes 2 to 16"), "G2: teams a game")
        }
        SetupFault::DuplicateTeam { code } => {
            (format!("team {code:?} is there twice"), "G1: a team plays once")
        }
        SetupFault::NoLots
        | SetupFault::DuplicateLot { .. }
        | SetupFault::NoCopies { .. }
        | SetupFault::NoRounds
        | SetupFault::EmptyRound { .. } => {
            (format!("the scenario cannot be played: {fault:?}"), "G1: what a game needs")
        }
    };
    page.report(at, what, why);
}
