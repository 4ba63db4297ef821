//! Seating of a game with open seats: teams are ticked one by one.

use ishigaki_client::listing::{Listed, Programme};
use ishigaki_rules::TeamSpec;
use ishigaki_rules::ranking::{Criterion, Tally};

/// `G2`.
const MIN_TEAMS: usize = 2;
/// `G2`.
const MAX_TEAMS: usize = 16;

/// The teams of the contest, and the ticked ones in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    game: String,
    seats: usize,
    candidates: Vec<Candidate>,
    ticked: Vec<usize>,
    at: usize,
    pub(crate) goes_in: bool,
}

/// A team that may be ticked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its name is untrusted text.
    pub team: TeamSpec,
    pub plays: Option<String>,
    pub result: Option<CandidateResult>,
}

/// A team's place and figures in a game with a declared ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateResult {
    pub game: String,
    pub place: u32,
    /// `None` if disqualified.
    pub tally: Option<Tally>,
}

impl Candidate {
    /// Sorts by place, then by figures (`E2`), then without a result; disqualified teams are last.
    fn key(&self) -> impl Ord + use<> {
        let counts = |tally: &Tally| {
            let figures = Criterion::RANKED.into_iter().zip(tally.figures());
            let smaller_better = |(criterion, figure): (Criterion, u64)| {
                if criterion.is_more_better() { u64::MAX - figure } else { figure }
            };
            figures.map(smaller_better).collect::<Vec<_>>()
        };
        match &self.result {
            Some(CandidateResult { place, tally: Some(tally), .. }) => (0_u8, *place, counts(tally)),
            None => (1, 0, Vec::new()),
            Some(CandidateResult { tally: None, .. }) => (2, 0, Vec::new()),
        }
    }
}

impl Seating {
    pub(crate) fn of(game: &Listed, programme: &Programme, goes_in: bool) -> Self {
        let plays = |team: &TeamSpec| {
            let other = programme.games.iter().find(|other| other.is_played_now_by(&team.code, &game.game));
            other.map(|other| other.game.clone())
        };
        let candidate = |team: &TeamSpec| Candidate { plays: plays(team), team: team.clone(), result: None };
        Self {
            game: game.game.clone(),
            seats: usize::try_from(game.seats).unwrap_or(MAX_TEAMS),
            candidates: programme.teams.iter().map(candidate).collect(),
            ticked: Vec::new(),
            at: 0,
            goes_in,
        }
    }

    pub(crate) fn learn(&mut self, result: impl Fn(&str) -> Option<CandidateResult>) {
        let is_untouched = self.at == 0 && self.ticked.is_empty();
        let code = |place: usize| self.candidates.get(place).map(|candidate| candidate.team.code.clone());
        let (at, ticked) =
            (code(self.at), self.ticked.iter().filter_map(|place| code(*place)).collect::<Vec<_>>());
        for candidate in &mut self.candidates {
            candidate.result = result(&candidate.team.code);
        }
        self.candidates.sort_by_cached_key(Candidate::key);
        let place = |code: &String| self.candidates.iter().position(|candidate| candidate.team.code == *code);
        self.ticked = ticked.iter().filter_map(place).collect();
        self.at = at.as_ref().filter(|_| !is_untouched).and_then(place).unwrap_or_default();
    }

    /// Returns the id of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns the planned number of teams.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Returns all teams of the contest, by known results, else in its order.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Returns the position of the selected team.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the number, from 1, of a ticked team; `None` if it isn't ticked.
    pub fn number(&self, place: usize) -> Option<usize> {
        self.ticked.iter().position(|&ticked| ticked == place).map(|before| before + 1)
    }

    /// Returns the ticked teams in order.
    pub fn ticked(&self) -> impl Iterator<Item = &TeamSpec> {
        self.ticked.iter().filter_map(|&place| self.candidates.get(place)).map(|candidate| &candidate.team)
    }

    pub(crate) fn is_playable(&self) -> bool {
        (MIN_TEAMS..=MAX_TEAMS).contains(&self.ticked.len())
    }

    pub(crate) fn tick(&mut self) {
        match self.ticked.iter().position(|&ticked| ticked == self.at) {
            Some(place) => drop(self.ticked.remove(place)),
            None if self.at < self.candidates.len() && self.ticked.len() < MAX_TEAMS => {
                self.ticked.push(self.at);
            }
            None => {}
        }
    }

    pub(crate) fn erase(&mut self) {
        self.ticked.pop();
    }

    pub(crate) fn step(&mut self, down: isize) {
        self.at = self.at.saturating_add_signed(down).min(self.candidates.len().saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::Tsuyama;

    use super::*;

    fn candidates(codes: &[&str]) -> Seating {
        let candidate = |code: &&str| Candidate {
            team: TeamSpec { code: (*code).to_owned(), name: String::new() },
            plays: None,
            result: None,
        };
        Seating {
            game: "final".to_owned(),
            seats: 2,
            candidates: codes.iter().map(candidate).collect(),
            ticked: Vec::new(),
            at: 0,
            goes_in: false,
        }
    }

    fn result(place: u32, empty: Option<u32>) -> CandidateResult {
        let tally = empty.map(|empty| Tally { empty, top_gaps: 0, held: Tsuyama(9), used: 4, unused: 0 });
        CandidateResult { game: "heat".to_owned(), place, tally }
    }

    fn codes(seating: &Seating) -> Vec<&str> {
        seating.candidates().iter().map(|candidate| candidate.team.code.as_str()).collect()
    }

    #[test]
    fn candidates_are_sorted_by_place_and_counts() {
        let mut seating = candidates(&["out", "none", "second", "first-7", "first-3"]);
        seating.learn(|team| match team {
            "out" => Some(result(3, None)),
            "second" => Some(result(2, Some(1))),
            "first-7" => Some(result(1, Some(7))),
            "first-3" => Some(result(1, Some(3))),
            _ => None,
        });
        assert_eq!(codes(&seating), ["first-3", "first-7", "second", "none", "out"]);
        assert_eq!(seating.at(), 0);
    }

    #[test]
    fn ticks_and_selection_stay_with_their_teams_when_results_come() {
        let mut seating = candidates(&["a", "b", "c"]);
        seating.tick();
        seating.step(1);
        seating.learn(|team| (team == "c").then(|| result(1, Some(0))));
        assert_eq!(codes(&seating), ["c", "a", "b"]);
        assert_eq!(seating.ticked().map(|team| team.code.as_str()).collect::<Vec<_>>(), ["a"]);
        assert_eq!(seating.candidates()[seating.at()].team.code, "b");
    }
}
