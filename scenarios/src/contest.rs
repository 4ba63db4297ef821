//! Contest files, which a server serves.

use std::path::{Path, PathBuf};

use ishigaki_rules::{ClosePolicy, Setup, SetupFault, TeamSpec};

use crate::page::Page;
use crate::scenario::{is_path, read_file};
use crate::{Error, Located, Scenario};

mod event;
mod game;
mod scenario;
mod schedule;
mod spare;

pub use event::{EventSpec, PlanSource};
pub(crate) use game::{ReadGame, Reading, read, report_setup};
pub use schedule::{PreparedAnswer, ScheduleEntry, ScheduleKind};

/// Contest that a server serves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// All teams of the contest in the order of the file; a game may have only some of them.
    pub teams: Vec<TeamSpec>,
    pub after_outage: AfterOutage,
    pub aids: Aids,
    pub judges: Vec<JudgeSpec>,
    /// The schedule of the day, in the order of time.
    pub schedule: Vec<ScheduleEntry>,
    /// Answers that consoles offer for questions.
    pub answers: Vec<PreparedAnswer>,
    /// Games that began earlier and are left out for good.
    pub left_out: Vec<String>,
    /// The teams are their rosters, and they make games of their own.
    pub events: Vec<EventSpec>,
    games: Vec<GameSpec>,
    folder: PathBuf,
}

/// Judge of some games of the contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeSpec {
    /// Unique among judges.
    pub id: String,
    pub games: Vec<String>,
}

/// A game of the contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSpec {
    pub id: String,
    /// Without teams until [they are named](Self::seats).
    pub setup: Setup,
    /// Number of teams that the organiser names at the start, such as those of a final; `None` if the file
    /// names them. A team may have dropped out by then.
    pub seats: Option<usize>,
    pub start: Start,
    /// Practice doesn't count for the contest.
    pub practice: bool,
    /// Game that replaces this one if it is abandoned (`G4`). The organiser starts it with the same teams. No
    /// game is its own spare, directly or indirectly.
    pub spare: Option<String>,
}

impl GameSpec {
    /// Returns the set-up with these teams, for a game without teams in the file.
    ///
    /// # Errors
    /// If the teams are invalid: fewer than 2, more than 16 (`G2`), or two with one code.
    pub fn seat(&self, teams: Vec<TeamSpec>) -> Result<Setup, SetupFault> {
        let setup = Setup { teams, ..self.setup.clone() };
        setup.check()?;
        Ok(setup)
    }
}

/// Start of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    #[default]
    Now,
    ByOrganiser,
}

/// Behaviour of open windows after an outage of the server (`T`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterOutage {
    #[default]
    Resume,
    Wait,
}

/// Aids of the team's screen that the organiser allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aids {
    pub solver: bool,
    pub adviser: bool,
}

impl Default for Aids {
    fn default() -> Self {
        Self { solver: true, adviser: true }
    }
}

impl Contest {
    /// Parses a contest and its scenarios. Paths are relative to the directory of `file`.
    ///
    /// # Errors
    /// All faults, with their locations.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Located>> {
        Page::read(file, text, |page, root| Some(read(page, root)?.into_contest(file)))
    }

    /// Reads a contest file.
    ///
    /// # Errors
    /// If the file can't be read or is invalid.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let text = read_file(path)?;
        Self::parse(&path.to_string_lossy(), &text).map_err(Error::faulty)
    }

    /// Returns the games in the order of the file. A spare given by its scenario follows its game as
    /// `GAME-spare`.
    pub fn games(&self) -> &[GameSpec] {
        &self.games
    }

    /// Returns a game by its id.
    pub fn game(&self, id: &str) -> Option<&GameSpec> {
        self.games.iter().find(|game| game.id == id)
    }

    /// Returns an event by its id.
    pub fn event(&self, id: &str) -> Option<&EventSpec> {
        self.events.iter().find(|event| event.id == id)
    }

    /// Returns a scenario of an event's plan: a shipped one, or a file in the contest's directory.
    ///
    /// # Errors
    /// If it is unknown, outside the directory, or invalid.
    pub fn scenario(&self, name: &str) -> Result<Scenario, Error> {
        if !is_path(name) {
            return Scenario::find(name);
        }
        let Some(path) = event::path_in_folder(&self.folder, name) else {
            return Err(Error::Outside { name: name.to_owned() });
        };
        Scenario::find(&path)
    }
}

fn override_close(setup: &mut Setup, close: ClosePolicy) {
    for round in &mut setup.rounds {
        round.close = close;
    }
}
