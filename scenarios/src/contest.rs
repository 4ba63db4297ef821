//! The contest file: what a server serves — teams, games, and what it does after an outage.

use std::path::{Path, PathBuf};

use ishigaki_rules::{ClosePolicy, Setup, SetupFault, TeamSpec};

use crate::page::Page;
use crate::scenario::{is_path, read_file};
use crate::{Error, Located, Scenario};

mod event;
mod game;
mod scenario;
mod spare;

pub use event::{EventSpec, PlanSource};
pub(crate) use game::{ReadGame, Reading, read, report_setup};

/// Contest that a server serves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// All teams of the contest in the order of the file; a game may have only some of them.
    pub teams: Vec<TeamSpec>,
    /// Behaviour of open windows after the server was down (`T`).
    pub after_outage: AfterOutage,
    /// Judges who judge some games only, beside those who judge all.
    pub judges: Vec<JudgeSpec>,
    /// Games that began before and are left out for good, by their ids.
    pub left_out: Vec<String>,
    /// The event around the games, if the file asks for one: its teams are the roster, and it makes games of its own.
    pub event: Option<EventSpec>,
    games: Vec<GameSpec>,
    folder: PathBuf,
}

/// Somebody who judges some games of the contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeSpec {
    /// The name under which they act; unique among judges.
    pub id: String,
    /// The ids of their games, each of which the contest has.
    pub games: Vec<String>,
}

/// One game of the contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSpec {
    /// The short name of the game; unique in the contest.
    pub id: String,
    /// Set-up that it is played with, and by whom. It has no teams while they are [still to be
    /// named](Self::seats).
    pub setup: Setup,
    /// Number of teams that the organiser is to name when the game starts, as those of a final; `None` if the
    /// file names them. It is what is planned: a team may have dropped out by then.
    pub seats: Option<usize>,
    /// Start of the game.
    pub start: Start,
    /// Whether it is played for practice: a game like any other, of which nothing counts for the contest.
    pub practice: bool,
    /// The id of the game that is played instead when this one is abandoned (`G4`). That game starts by the
    /// organiser, has the same teams, and no game is its own spare, however many lie between.
    pub spare: Option<String>,
}

impl GameSpec {
    /// The set-up with these teams instead of the file's, for a game whose teams are named at its start.
    ///
    /// What can be wrong is the teams: fewer than 2, more than 16 (`G2`), or two of one code.
    ///
    /// # Errors
    /// The teams are wrong.
    pub fn seat(&self, teams: Vec<TeamSpec>) -> Result<Setup, SetupFault> {
        let setup = Setup { teams, ..self.setup.clone() };
        setup.check()?;
        Ok(setup)
    }
}

/// Start of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// It is there as soon as the server is.
    #[default]
    Now,
    /// It waits for the organiser, who may never start it.
    ByOrganiser,
}

/// Behaviour of open windows after an outage of the server (`T`).
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
    ///
    /// # Errors
    /// Every fault, located.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Located>> {
        Page::read(file, text, |page, root| Some(read(page, root)?.into_contest(file)))
    }

    /// Reads a contest file.
    ///
    /// # Errors
    /// The file cannot be read, or is faulty.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let text = read_file(path)?;
        Self::parse(&path.to_string_lossy(), &text).map_err(Error::faulty)
    }

    /// The games in the order of the file. A spare that the file names by its scenario follows its game, as a
    /// game of its own called `GAME-spare`.
    pub fn games(&self) -> &[GameSpec] {
        &self.games
    }

    /// A game by its id.
    pub fn game(&self, id: &str) -> Option<&GameSpec> {
        self.games.iter().find(|game| game.id == id)
    }

    /// A scenario that an event's plan names: a shipped one, or a file in the contest's folder.
    ///
    /// # Errors
    /// If there is none of that name, it leads out of the folder, or it cannot be played.
    pub fn scenario(&self, name: &str) -> Result<Scenario, Error> {
        if !is_path(name) {
            return Scenario::find(name);
        }
        let Some(path) = event::beside(&self.folder, name) else {
            return Err(Error::Outside { name: name.to_owned() });
        };
        Scenario::find(&path)
    }
}

/// Lets all rounds close by this policy.
fn override_close(setup: &mut Setup, close: ClosePolicy) {
    for round in &mut setup.rounds {
        round.close = close;
    }
}
