//! The start of a game before it is answered: who plays, and what is unusual about it.

use ishigaki_client::listing::{Listed, Programme};
use ishigaki_rules::{Phase, TeamSpec};

use crate::console::seating::Seating;

/// The question whether a game is to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartQuestion {
    game: String,
    teams: Vec<TeamSpec>,
    /// Seating in which the teams were ticked; `None`: the contest knows them.
    seating: Option<Box<Seating>>,
    unusual: Vec<Unusual>,
    goes_in: bool,
}

/// Sign that a key was meant, and did not slip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unusual {
    /// It is the spare of a game that is neither abandoned nor damaged (`G4`).
    Spare {
        /// The id of that game.
        of: String,
    },
    /// A game that stands before it in the contest file has not started.
    NotNext {
        /// The id of that game.
        before: String,
    },
    /// Teams of it play another game at this moment.
    Busy {
        /// The codes of the teams.
        teams: Vec<String>,
        /// The id of that game.
        game: String,
    },
    /// Another number of teams plays than the contest file plans.
    Seats {
        /// Number that it plans.
        planned: usize,
        named: usize,
    },
}

impl StartQuestion {
    /// With the teams that the contest knows.
    pub(crate) fn of(game: &Listed, programme: &Programme, goes_in: bool) -> Self {
        let spec = |code: &String| {
            let known = programme.teams.iter().find(|team| team.code == *code).cloned();
            known.unwrap_or_else(|| TeamSpec { code: code.clone(), name: String::new() })
        };
        let teams: Vec<TeamSpec> = game.teams.iter().map(spec).collect();
        let unusual = unusual(game, &game.teams, programme);
        Self { game: game.game.clone(), teams, seating: None, unusual, goes_in }
    }

    /// With the teams that were ticked.
    pub(crate) fn seated(game: &Listed, programme: &Programme, seating: Box<Seating>) -> Self {
        let teams: Vec<TeamSpec> = seating.ticked().cloned().collect();
        let codes: Vec<String> = teams.iter().map(|team| team.code.clone()).collect();
        let mut unusual = unusual(game, &codes, programme);
        if teams.len() != seating.seats() {
            unusual.push(Unusual::Seats { planned: seating.seats(), named: teams.len() });
        }
        let goes_in = seating.goes_in;
        Self { game: game.game.clone(), teams, seating: Some(seating), unusual, goes_in }
    }

    /// The game's id.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Its teams, in their order; one that the contest does not name has no name.
    pub fn teams(&self) -> &[TeamSpec] {
        &self.teams
    }

    /// Returns what is unusual about it: then only the deliberate key answers.
    pub fn unusual(&self) -> &[Unusual] {
        &self.unusual
    }

    /// Returns whether the teams were ticked for it.
    pub fn is_seated(&self) -> bool {
        self.seating.is_some()
    }

    /// Returns whether the judge goes over to the game.
    pub(crate) fn goes_in(&self) -> bool {
        self.goes_in
    }

    /// The codes that the call names, and how many teams play where that is not what is planned; none and 0 where the
    /// contest knows them.
    pub(crate) fn seated_teams(&self) -> (Vec<String>, u32) {
        let Some(seating) = &self.seating else {
            return (Vec::new(), 0);
        };
        let seats = if self.teams.len() == seating.seats() { 0 } else { self.teams.len() };
        let codes = self.teams.iter().map(|team| team.code.clone()).collect();
        (codes, u32::try_from(seats).unwrap_or(0))
    }

    /// Back to the teams that were ticked.
    pub(crate) fn into_seating(self) -> Option<Box<Seating>> {
        self.seating
    }
}

/// Returns what is unusual about starting this game with these teams now.
fn unusual(game: &Listed, teams: &[String], programme: &Programme) -> Vec<Unusual> {
    let games = &programme.games;
    let is_spare_of = |other: &&Listed| other.spare.as_deref() == Some(game.game.as_str());
    let phase = |other: &Listed| other.standing.and_then(|standing| standing.phase);
    let mut unusual = Vec::new();
    let mut firsts = games.iter().filter(is_spare_of).peekable();
    if let Some(first) = firsts.peek() {
        let of = first.game.clone();
        let is_lost = |first: &Listed| first.is_damaged || phase(first) == Some(Phase::Abandoned);
        if !firsts.any(is_lost) {
            unusual.push(Unusual::Spare { of });
        }
    } else if !game.practice {
        let spares: Vec<&str> = games.iter().filter_map(|other| other.spare.as_deref()).collect();
        let is_due =
            |other: &&Listed| other.is_waiting() && !other.practice && !spares.contains(&other.game.as_str());
        if let Some(before) = games.iter().find(is_due).filter(|before| before.game != game.game) {
            unusual.push(Unusual::NotNext { before: before.game.clone() });
        }
    }
    for other in games {
        let busy = teams.iter().filter(|team| other.is_played_now_by(team, &game.game)).cloned();
        let busy: Vec<String> = busy.collect();
        if !busy.is_empty() && !game.practice {
            unusual.push(Unusual::Busy { teams: busy, game: other.game.clone() });
        }
    }
    unusual
}
