//! Seating of a game with open seats: teams are selected by the results, and ticked one by one.

use std::collections::BTreeMap;

use ishigaki_client::listing::{Listed, Programme};
use ishigaki_rules::ranking::{Criterion, Tally};
use ishigaki_rules::{Game, Phase, TeamSpec};
use ishigaki_words::Words;
use ishigaki_words::columns::clean;

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
    /// False while an earlier game is not over, so that the results are incomplete.
    is_settled: bool,
    is_touched: bool,
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

/// A team's place and figures in its last game with a declared ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateResult {
    pub game: String,
    pub place: u32,
    /// `None` if disqualified.
    pub tally: Option<Tally>,
    /// True if a better team of that game has played on without this one.
    pub is_out: bool,
}

/// Results by team code.
pub(crate) type Results = BTreeMap<String, CandidateResult>;

/// Returns whether a game has a result that counts.
pub(crate) fn has_result(listed: &Listed) -> bool {
    !listed.practice && listed.standing.is_some_and(|standing| standing.phase == Some(Phase::Declared))
}

/// Returns the teams' last results. The games are in the order of the contest file.
pub(crate) fn results_of<'a>(games: impl IntoIterator<Item = (&'a str, &'a Game)>) -> Results {
    let mut results = Results::new();
    let mut rows = Vec::new();
    for (id, game) in games {
        for row in game.standings() {
            if let Some(spec) = game.setup().team(row.team) {
                let (game, place, tally) = (id.to_owned(), row.place, row.tally);
                rows.push((game.clone(), spec.code.clone(), place));
                results.insert(spec.code.clone(), CandidateResult { game, place, tally, is_out: false });
            }
        }
    }
    let plays_on =
        |(game, team, _): &&(String, String, u32)| results.get(team).is_some_and(|last| last.game != *game);
    let advanced: Vec<_> = rows.iter().filter(plays_on).cloned().collect();
    for result in results.values_mut() {
        let is_worse =
            |(game, _, place): &(String, String, u32)| *game == result.game && *place < result.place;
        result.is_out = advanced.iter().any(is_worse);
    }
    results
}

impl CandidateResult {
    /// Returns game, place and figures in words.
    pub(crate) fn text(&self, words: &Words) -> String {
        let game = ("game", clean(&self.game).into_owned().into());
        let Some(tally) = &self.tally else { return words.say("console-seat-disqualified", &[game]) };
        let figures = tally.figures().map(|figure| figure.to_string()).join("/");
        words.say("console-seat-result", &[game, ("place", self.place.into()), ("figures", figures.into())])
    }
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
            Some(CandidateResult { place, tally: Some(tally), is_out: false, .. }) => {
                (0_u8, *place, counts(tally))
            }
            None => (1, 0, Vec::new()),
            Some(CandidateResult { place, tally: Some(tally), .. }) => (2, *place, counts(tally)),
            Some(CandidateResult { tally: None, .. }) => (3, 0, Vec::new()),
        }
    }

    fn is_eligible(&self) -> bool {
        self.result.as_ref().is_some_and(|result| result.tally.is_some() && !result.is_out)
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
            is_settled: programme.games.iter().take_while(|other| other.game != game.game).all(|other| {
                let phase = other.standing.and_then(|standing| standing.phase);
                let is_over = matches!(phase, Some(Phase::Declared | Phase::Abandoned));
                other.practice || is_over || is_unused_spare(other, programme)
            }),
            is_touched: false,
            goes_in,
        }
    }

    /// Sorts the candidates by their results. Until the first key, the teams that are determined by complete
    /// results are ticked.
    pub(crate) fn learn(&mut self, results: &Results, is_complete: bool) {
        let code = |place: usize| self.candidates.get(place).map(|candidate| candidate.team.code.clone());
        let (at, ticked) =
            (code(self.at), self.ticked.iter().filter_map(|place| code(*place)).collect::<Vec<_>>());
        for candidate in &mut self.candidates {
            candidate.result = results.get(&candidate.team.code).cloned();
        }
        self.candidates.sort_by_cached_key(Candidate::key);
        if self.is_touched {
            let place =
                |code: &String| self.candidates.iter().position(|candidate| candidate.team.code == *code);
            self.ticked = ticked.iter().filter_map(place).collect();
            self.at = at.as_ref().and_then(place).unwrap_or_default();
        } else {
            let count = if is_complete && self.is_settled { self.count_determined() } else { 0 };
            (self.ticked, self.at) = ((0..count).collect(), 0);
        }
    }

    /// Returns how many of the first candidates are determined by the results. Equal teams across the margin
    /// are not.
    fn count_determined(&self) -> usize {
        let eligible = self.candidates.iter().take_while(|candidate| candidate.is_eligible()).count();
        if eligible <= self.seats {
            return eligible;
        }
        let margin = self.candidates.get(self.seats).map(Candidate::key);
        let before = self.candidates.iter().take(self.seats);
        before.take_while(|candidate| Some(candidate.key()) < margin).count()
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

    /// Returns whether the ticks come from the results.
    pub(crate) fn is_by_results(&self) -> bool {
        !self.is_touched && !self.ticked.is_empty()
    }

    pub(crate) fn is_playable(&self) -> bool {
        (MIN_TEAMS..=MAX_TEAMS).contains(&self.ticked.len())
    }

    pub(crate) fn tick(&mut self) {
        self.is_touched = true;
        match self.ticked.iter().position(|&ticked| ticked == self.at) {
            Some(place) => drop(self.ticked.remove(place)),
            None if self.at < self.candidates.len() && self.ticked.len() < MAX_TEAMS => {
                self.ticked.push(self.at);
            }
            None => {}
        }
    }

    pub(crate) fn erase(&mut self) {
        self.is_touched = true;
        self.ticked.pop();
    }

    pub(crate) fn step(&mut self, down: isize) {
        self.is_touched = true;
        self.at = self.at.saturating_add_signed(down).min(self.candidates.len().saturating_sub(1));
    }
}

/// `G4`.
fn is_unused_spare(game: &Listed, programme: &Programme) -> bool {
    game.is_waiting() && programme.games.iter().any(|other| other.spare.as_ref() == Some(&game.game))
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
            is_settled: true,
            is_touched: false,
            goes_in: false,
        }
    }

    fn result(place: u32, empty: Option<u32>) -> CandidateResult {
        let tally = empty.map(|empty| Tally { empty, top_gaps: 0, held: Tsuyama(9), used: 4, unused: 0 });
        CandidateResult { game: "heat".to_owned(), place, tally, is_out: false }
    }

    fn known(results: &[(&str, CandidateResult)]) -> Results {
        results.iter().map(|(team, result)| ((*team).to_owned(), result.clone())).collect()
    }

    fn codes(seating: &Seating) -> Vec<&str> {
        seating.candidates().iter().map(|candidate| candidate.team.code.as_str()).collect()
    }

    fn ticked(seating: &Seating) -> Vec<&str> {
        seating.ticked().map(|team| team.code.as_str()).collect()
    }

    #[test]
    fn candidates_are_sorted_and_ticked_by_place_and_counts() {
        let mut seating = candidates(&["out", "none", "second", "first-7", "first-3", "left"]);
        let left = CandidateResult { is_out: true, ..result(1, Some(0)) };
        let results = known(&[
            ("out", result(3, None)),
            ("second", result(2, Some(1))),
            ("first-7", result(1, Some(7))),
            ("first-3", result(1, Some(3))),
            ("left", left),
        ]);
        seating.learn(&results, false);
        assert_eq!(codes(&seating), ["first-3", "first-7", "second", "none", "left", "out"]);
        assert_eq!((seating.at(), ticked(&seating)), (0, vec![]));
        seating.learn(&results, true);
        assert_eq!(ticked(&seating), ["first-3", "first-7"]);
    }

    #[test]
    fn equal_teams_across_the_margin_are_not_ticked() {
        let mut seating = candidates(&["a", "b", "c"]);
        let results = [("a", result(2, Some(1))), ("b", result(1, Some(1))), ("c", result(2, Some(1)))];
        seating.learn(&known(&results), true);
        assert_eq!(ticked(&seating), ["b"]);
        seating.seats = 3;
        seating.learn(&known(&results), true);
        assert_eq!(ticked(&seating), ["b", "a", "c"]);
    }

    #[test]
    fn ticks_and_selection_stay_with_their_teams_when_results_come() {
        let mut seating = candidates(&["a", "b", "c"]);
        seating.tick();
        seating.step(1);
        seating.learn(&known(&[("c", result(1, Some(0)))]), true);
        assert_eq!(codes(&seating), ["c", "a", "b"]);
        assert_eq!(ticked(&seating), ["a"]);
        assert_eq!(seating.candidates()[seating.at()].team.code, "b");
    }
}
