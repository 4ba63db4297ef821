//! The seating of a game with open seats: teams that are ticked one after the other.

use ishigaki_client::listing::{Listed, Programme};
use ishigaki_rules::TeamSpec;

/// The least teams of a game (`G2`).
const LEAST: usize = 2;
/// The most (`G2`).
const MOST: usize = 16;

/// The teams of the contest, and those that have been ticked, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    game: String,
    seats: usize,
    candidates: Vec<Candidate>,
    /// The places of those that are ticked, in the order of the game.
    ticked: Vec<usize>,
    at: usize,
    /// Whether the judge goes over to the game when it has started.
    pub(crate) goes_in: bool,
}

/// A team that may be ticked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The team; its name is foreign text.
    pub team: TeamSpec,
    /// The id of another game that it plays at this moment.
    pub plays: Option<String>,
}

impl Seating {
    /// Nobody is ticked yet.
    pub(crate) fn of(game: &Listed, programme: &Programme, goes_in: bool) -> Self {
        let plays = |team: &TeamSpec| {
            let other = programme.games.iter().find(|other| other.is_played_now_by(&team.code, &game.game));
            other.map(|other| other.game.clone())
        };
        let candidate = |team: &TeamSpec| Candidate { plays: plays(team), team: team.clone() };
        Self {
            game: game.game.clone(),
            seats: usize::try_from(game.seats).unwrap_or(MOST),
            candidates: programme.teams.iter().map(candidate).collect(),
            ticked: Vec::new(),
            at: 0,
            goes_in,
        }
    }

    /// The game's id.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns how many teams the contest file plans.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// All teams of the contest, in its order.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The place of the selected team.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The number, from 1, that the team in this place has been ticked as; `None` if it has not.
    pub fn number(&self, place: usize) -> Option<usize> {
        self.ticked.iter().position(|&ticked| ticked == place).map(|before| before + 1)
    }

    /// The teams that are ticked, in their order.
    pub fn ticked(&self) -> impl Iterator<Item = &TeamSpec> {
        self.ticked.iter().filter_map(|&place| self.candidates.get(place)).map(|candidate| &candidate.team)
    }

    /// Returns whether so many can play at all (`G2`).
    pub(crate) fn is_playable(&self) -> bool {
        (LEAST..=MOST).contains(&self.ticked.len())
    }

    /// Ticks the selected team as the next, or takes its tick back.
    pub(crate) fn tick(&mut self) {
        match self.ticked.iter().position(|&ticked| ticked == self.at) {
            Some(place) => drop(self.ticked.remove(place)),
            None if self.at < self.candidates.len() && self.ticked.len() < MOST => self.ticked.push(self.at),
            None => {}
        }
    }

    /// Takes the last tick back.
    pub(crate) fn erase(&mut self) {
        self.ticked.pop();
    }

    /// Moves the selection down, or up where negative.
    pub(crate) fn step(&mut self, down: isize) {
        self.at = self.at.saturating_add_signed(down).min(self.candidates.len().saturating_sub(1));
    }
}
