//! An event with the acts of its desk and referee.
#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

use ishigaki_matching::Blossom;
use ishigaki_rules::GameTime;
use ishigaki_tournament::{
    Act, Actor, Command, DrawNumber, Entrant, PlayerId, Rejection, Round, Slip, Tournament, decide,
};

/// An event under test.
pub(crate) struct Desk(pub(crate) Tournament);

impl Desk {
    /// A new event of the preset with two leagues.
    pub(crate) fn new() -> Self {
        Self(Tournament::new(ishigaki_preset::shipped("O18").expect("a preset").plan))
    }

    /// An event with leagues: eight players, the first of them a seed.
    pub(crate) fn with_leagues() -> Self {
        let mut desk = Self::new();
        desk.must(Act::SetRoster { roster: roster() });
        desk.must(Act::Commit { commitment: [1; 32] });
        desk.must(Act::EnterDigits { results: digits() });
        desk.must(Act::DrawSlip { player: PlayerId(0), number: DrawNumber(1) });
        desk.must(Act::MakeLeagues);
        desk
    }

    pub(crate) fn attempt(&mut self, by: Actor, act: Act) -> Result<usize, Rejection> {
        let events = decide(&self.0, &Command::new(GameTime(0), by, act), &Blossom)?;
        for event in &events {
            self.0.apply(event);
        }
        Ok(events.len())
    }

    pub(crate) fn must(&mut self, act: Act) {
        self.attempt(Actor::Referee, act).expect("possible");
    }

    pub(crate) fn refused(&mut self, act: Act) -> Rejection {
        let before = self.0.clone();
        let rejection = self.attempt(Actor::Organiser, act).expect_err("refused");
        assert_eq!(self.0, before, "a refusal changes nothing");
        assert!(!rejection.rule().is_empty() && !rejection.field().is_empty());
        rejection
    }

    pub(crate) fn pair(&mut self, round: u32) -> Vec<(PlayerId, PlayerId)> {
        self.must(Act::PairRound { round: Round(round) });
        self.0.rounds().last().expect("paired").games().map(|(_, a, b)| (a, b)).collect()
    }

    pub(crate) fn enter(&mut self, round: u32, winner: PlayerId, loser: PlayerId) {
        self.must(Act::EnterResult { round: Round(round), slip: Slip::plain(winner, loser) });
    }
}

pub(crate) fn roster() -> Vec<Entrant> {
    (0..8)
        .map(|line| Entrant { seed: (line == 0).then_some(0), woman: false, ..Entrant::default() })
        .collect()
}

pub(crate) fn digits() -> Vec<String> {
    ["2718", "0314", "9265"].map(str::to_owned).to_vec()
}
