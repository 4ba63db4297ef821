//! What drawing, pairing and replaying take on this machine: `cargo run --release -p ishigaki-tournament --example figures`.
#![expect(clippy::print_stdout, reason = "an example shows what it measures")]
#![expect(clippy::disallowed_methods, reason = "an example measures by the machine's clock")]
#![expect(clippy::expect_used, reason = "an example without its figures has nothing to show")]

use std::hint::black_box;
use std::time::Instant;

use ishigaki_matching::Blossom;
use ishigaki_rules::GameTime;
use ishigaki_tournament::{
    Act, Actor, Attendance, Command, Entrant, Event, GapRule, Plan, PlayerId, Slip, Stage, Tournament,
    decide, draw,
};

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = black_box(work());
    println!("{what:<64} {:>10.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    result
}

fn main() {
    let plan = ishigaki_preset::shipped("O18").expect("a preset").plan;
    timed("draw of a million entrants", || {
        let (seeds, absent) = (vec![None; 1_000_000], vec![false; 1_000_000]);
        draw(&plan, 27_180_031_409_265, Attendance { seeds: &seeds, absent: &absent }, None)
            .expect("no slips")
    });
    for gap in [GapRule::WorstFirst, GapRule::BestFirst] {
        // Two leagues of 128: the placement league is the largest pool an event of 256 has.
        let facts = play(&Plan { gap, ..plan.clone() }, 256);
        let label = format!("replay of an event of 256 players, {} facts, {gap:?}", facts.len());
        timed(&label, || {
            let mut again = Tournament::new(Plan { gap, ..plan.clone() });
            for fact in &facts {
                again.apply(fact);
            }
            again.final_ranking().expect("all is played")
        });
    }
    one_pool(256);
    one_pool(512);
}

/// A pool that has played four rounds, paired with nobody qualified yet.
fn one_pool(players: usize) {
    use ishigaki_tournament::{Pool, Seat};
    for gap in [GapRule::WorstFirst, GapRule::BestFirst] {
        let mut wins = vec![0_u32; players];
        let mut met = Vec::new();
        for round in 0..6_usize {
            let mut order: Vec<usize> = (0..players).collect();
            order.sort_by_key(|player| (std::cmp::Reverse(wins[*player]), *player));
            for pair in order.chunks_exact(2) {
                met.push((pair[0], pair[1]));
                // By turns the higher and the lower one wins, so that all score groups stay mixed.
                let winner = if (pair[0] * 7 + pair[1] * 13 + round) % 3 == 0 { pair[1] } else { pair[0] };
                wins[winner] += 1;
            }
        }
        let mut order: Vec<usize> = (0..players).collect();
        order.sort_by_key(|player| (std::cmp::Reverse(wins[*player]), *player));
        let mut pool =
            Pool::new(order.iter().map(|player| Seat { wins: wins[*player], byes: 0 }).collect(), gap);
        let mut places = vec![0; players];
        order.iter().enumerate().for_each(|(at, player)| places[*player] = at);
        for (one, other) in met {
            pool.note_game(places[one], places[other]);
        }
        let label = format!("one pool of {players} in round 7, {gap:?}");
        let pairing = timed(&label, || pool.pair(&Blossom).expect("few gaps"));
        println!("    {:?}", pool.certificate(&pairing));
    }
}

/// Plays an event in which every third game is an upset; says what the rounds took.
fn play(plan: &Plan, players: usize) -> Vec<Event> {
    let mut tournament = Tournament::new(plan.clone());
    let mut facts = Vec::new();
    let ask = |tournament: &mut Tournament, facts: &mut Vec<Event>, act| {
        let command = Command { at: GameTime(0), by: Actor::Organiser, act };
        for event in decide(tournament, &command, &Blossom).expect("possible") {
            tournament.apply(&event);
            facts.push(event);
        }
    };
    ask(&mut tournament, &mut facts, Act::SetRoster { roster: vec![Entrant::default(); players] });
    ask(&mut tournament, &mut facts, Act::Commit { commitment: [0; 32] });
    let results = vec!["2718".to_owned(), "0314".to_owned(), "9265".to_owned()];
    ask(&mut tournament, &mut facts, Act::EnterDigits { results });
    ask(&mut tournament, &mut facts, Act::MakeLeagues);
    while let Stage::Between { next: round } = tournament.stage() {
        let label = format!("{players} players, round {} paired, {:?}", round.0, plan.gap);
        timed(&label, || ask(&mut tournament, &mut facts, Act::PairRound { round }));
        let paired = tournament.rounds().last().expect("just paired");
        let games: Vec<(PlayerId, PlayerId)> = paired.games().map(|(_, a, b)| (a, b)).collect();
        for (at, (a, b)) in games.into_iter().enumerate() {
            let (winner, loser) = if at % 3 == 0 { (b, a) } else { (a, b) };
            ask(&mut tournament, &mut facts, Act::EnterResult { round, slip: Slip::plain(winner, loser) });
        }
    }
    ask(&mut tournament, &mut facts, Act::Declare);
    facts
}
