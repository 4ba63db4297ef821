//! The question before starting a game: teams, and warnings.

use ishigaki_client::listing::{Listed, Programme};
use ishigaki_rules::{Phase, TeamSpec};

use crate::console::seating::Seating;

/// The question whether to start a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartQuestion {
    game: String,
    teams: Vec<TeamSpec>,
    seating: Option<Box<Seating>>,
    warnings: Vec<StartWarning>,
    goes_in: bool,
}

/// Warning that a start may be a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartWarning {
    /// It is the spare of a game that is intact (`G4`).
    Spare { of: String },
    /// An earlier game of the contest file has not started.
    NotNext { before: String },
    /// Its teams are playing another game.
    Busy { teams: Vec<String>, game: String },
    /// The number of teams differs from the contest file.
    Seats { planned: usize, named: usize },
}

impl StartQuestion {
    pub(crate) fn of(game: &Listed, programme: &Programme, goes_in: bool) -> Self {
        let spec = |code: &String| {
            let known = programme.teams.iter().find(|team| team.code == *code).cloned();
            known.unwrap_or_else(|| TeamSpec { code: code.clone(), name: String::new() })
        };
        let teams: Vec<TeamSpec> = game.teams.iter().map(spec).collect();
        let warnings = warnings(game, &game.teams, programme);
        Self { game: game.game.clone(), teams, seating: None, warnings, goes_in }
    }

    pub(crate) fn seated(game: &Listed, programme: &Programme, seating: Box<Seating>) -> Self {
        let teams: Vec<TeamSpec> = seating.ticked().cloned().collect();
        let codes: Vec<String> = teams.iter().map(|team| team.code.clone()).collect();
        let mut warnings = warnings(game, &codes, programme);
        if teams.len() != seating.seats() {
            warnings.push(StartWarning::Seats { planned: seating.seats(), named: teams.len() });
        }
        let goes_in = seating.goes_in;
        Self { game: game.game.clone(), teams, seating: Some(seating), warnings, goes_in }
    }

    /// Returns the id of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns its teams in order; one unknown to the contest has no name.
    pub fn teams(&self) -> &[TeamSpec] {
        &self.teams
    }

    /// Returns the warnings: with any, only the deliberate key answers.
    pub fn warnings(&self) -> &[StartWarning] {
        &self.warnings
    }

    /// Returns whether the teams were ticked.
    pub fn is_seated(&self) -> bool {
        self.seating.is_some()
    }

    pub(crate) fn goes_in(&self) -> bool {
        self.goes_in
    }

    pub(crate) fn seated_teams(&self) -> (Vec<String>, u32) {
        let Some(seating) = &self.seating else {
            return (Vec::new(), 0);
        };
        let seats = if self.teams.len() == seating.seats() { 0 } else { self.teams.len() };
        let codes = self.teams.iter().map(|team| team.code.clone()).collect();
        (codes, u32::try_from(seats).unwrap_or(0))
    }

    pub(crate) fn into_seating(self) -> Option<Box<Seating>> {
        self.seating
    }
}

fn warnings(game: &Listed, teams: &[String], programme: &Programme) -> Vec<StartWarning> {
    let games = &programme.games;
    let is_spare_of = |other: &&Listed| other.spare.as_deref() == Some(game.game.as_str());
    let phase = |other: &Listed| other.standing.and_then(|standing| standing.phase);
    let mut warnings = Vec::new();
    let mut firsts = games.iter().filter(is_spare_of).peekable();
    if let Some(first) = firsts.peek() {
        let of = first.game.clone();
        let is_lost = |first: &Listed| first.is_damaged || phase(first) == Some(Phase::Abandoned);
        if !firsts.any(is_lost) {
            warnings.push(StartWarning::Spare { of });
        }
    } else if !game.practice {
        let spares: Vec<&str> = games.iter().filter_map(|other| other.spare.as_deref()).collect();
        let is_due =
            |other: &&Listed| other.is_waiting() && !other.practice && !spares.contains(&other.game.as_str());
        if let Some(before) = games.iter().find(is_due).filter(|before| before.game != game.game) {
            warnings.push(StartWarning::NotNext { before: before.game.clone() });
        }
    }
    for other in games {
        let busy = teams.iter().filter(|team| other.is_played_now_by(team, &game.game)).cloned();
        let busy: Vec<String> = busy.collect();
        if !busy.is_empty() && !game.practice {
            warnings.push(StartWarning::Busy { teams: busy, game: other.game.clone() });
        }
    }
    warnings
}
