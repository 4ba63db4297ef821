//! Played events and pools, the same in every run.

use std::cmp::Reverse;

use ishigaki_matching::Blossom;
use ishigaki_rules::GameTime;
use ishigaki_tournament::{
    Act, Actor, Command, Entrant, Event, GapRule, Plan, PlayerId, Pool, Round, Seat, Slip, Stage, Tournament,
    decide,
};

/// The plan with the largest pools: two leagues, so that most players are in one placement league.
pub(crate) fn plan(gap: GapRule) -> Plan {
    Plan { gap, ..ishigaki_preset::shipped("O18").expect("a preset").plan }
}

pub(crate) struct PlayedEvent {
    pub(crate) tournament: Tournament,
    pub(crate) facts: Vec<Event>,
}

impl PlayedEvent {
    /// Returns an event with `players` players up to the pairing of a round. Every third game is an upset.
    pub(crate) fn until(plan: &Plan, players: usize, round: Round) -> Self {
        let mut played = Self { tournament: Tournament::new(plan.clone()), facts: Vec::new() };
        played.ask(Act::SetRoster { roster: vec![Entrant::default(); players] });
        played.ask(Act::Commit { commitment: [0; 32] });
        played.ask(Act::EnterDigits { results: ["2718", "0314", "9265"].map(str::to_owned).to_vec() });
        played.ask(Act::MakeLeagues);
        while let Stage::Between { next } = played.tournament.stage() {
            if next == round {
                break;
            }
            played.round(next);
        }
        played
    }

    pub(crate) fn whole(plan: &Plan, players: usize) -> Self {
        let mut played = Self::until(plan, players, plan.end().next());
        played.ask(Act::Declare);
        played
    }

    fn ask(&mut self, act: Act) {
        let command = Command::new(GameTime(0), Actor::Organiser, act);
        for event in decide(&self.tournament, &command, &Blossom).expect("possible") {
            self.tournament.apply(&event);
            self.facts.push(event);
        }
    }

    fn round(&mut self, round: Round) {
        self.ask(Act::PairRound { round });
        let paired = self.tournament.rounds().last().expect("just paired");
        let games: Vec<(PlayerId, PlayerId)> = paired.games().map(|(_, a, b)| (a, b)).collect();
        for (at, (a, b)) in games.into_iter().enumerate() {
            let (winner, loser) = if at % 3 == 0 { (b, a) } else { (a, b) };
            self.ask(Act::EnterResult { round, slip: Slip::plain(winner, loser) });
        }
    }
}

pub(crate) fn pool(players: usize, rounds: usize, gap: GapRule) -> Pool {
    let mut wins = vec![0_u32; players];
    let by_wins = |wins: &[u32]| {
        let mut order: Vec<usize> = (0..players).collect();
        order.sort_by_key(|player| (Reverse(wins[*player]), *player));
        order
    };
    let mut met = Vec::new();
    for round in 0..rounds {
        for pair in by_wins(&wins).chunks_exact(2) {
            met.push((pair[0], pair[1]));
            // A third of the games are upsets, so that all score groups stay mixed.
            let upset = (pair[0] * 7 + pair[1] * 13 + round).is_multiple_of(3);
            wins[if upset { pair[1] } else { pair[0] }] += 1;
        }
    }
    let order = by_wins(&wins);
    let mut pool = Pool::new(order.iter().map(|player| Seat { wins: wins[*player], byes: 0 }).collect(), gap);
    let mut places = vec![0; players];
    order.iter().enumerate().for_each(|(at, player)| places[*player] = at);
    for (one, other) in met {
        pool.note_game(places[one], places[other]);
    }
    pool
}
