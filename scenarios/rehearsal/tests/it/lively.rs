//! Games of bots are worth watching: they last, they tie, and they end in different ways.

use std::process::Command;

use ishigaki_strategy::bot::{Strategy, play_offline};
use rehearsal::prepared::{PreparedGame, ScriptChoice};
use rehearsal::report::{Report, RoundAttemptReport};

fn played(scenario: &str, seed: u64) -> Report {
    let prepared = PreparedGame::read(scenario, &ScriptChoice::None, None).unwrap();
    let mut bots: Vec<Box<dyn Strategy>> =
        prepared.breeds(seed).iter().map(|breed| breed.strategy(seed)).collect();
    let game = play_offline(prepared.setup.clone(), &mut bots).unwrap();
    Report::of(&game, &prepared, seed, 0)
}

fn games<const N: usize>(scenario: &str, seeds: [u64; N]) -> [Report; N] {
    std::thread::scope(|scope| {
        seeds.map(|seed| scope.spawn(move || played(scenario, seed))).map(|game| game.join().unwrap())
    })
}

fn ties(round: &RoundAttemptReport) -> usize {
    round.waves.iter().map(|wave| wave.ties.len()).sum()
}

fn check_lively(report: &Report) {
    let (last, before) = report.rounds.split_last().unwrap();
    for round in before {
        assert!(round.awards.len() >= report.walls.len(), "round {} is dull", round.round);
    }
    assert!(!last.awards.is_empty(), "nothing is sold in the last round");
    let ties: usize = report.rounds.iter().map(ties).sum();
    assert!((3..=40).contains(&ties), "{ties} ties");
    assert!(report.seen.rebid_won > 0, "no tie is won");
    let empty = |row: &rehearsal::report::Row| report.walls[&row.team].empty;
    let (best, worst) = (empty(&report.ranking[0]), empty(report.ranking.last().unwrap()));
    assert!(best <= 3 && worst > best, "the best wall lacks {best} squares, the last one {worst}");
}

#[test]
fn heat_reaches_last_round_with_some_ties() {
    let games = games("heat-7", [1, 2]);
    games.iter().for_each(check_lively);
    assert!(games.iter().any(|game| game.seen.failed_tie > 0), "no tie fails");
    assert!(games.iter().all(|game| game.seen.fallback > 0), "nobody falls back on a later line");
    let order = |report: &Report| report.ranking.iter().map(|row| row.team.clone()).collect::<Vec<_>>();
    assert_ne!(order(&games[0]), order(&games[1]));
}

#[test]
fn offline_game_report_equals_rehearsal_json() {
    let output = Command::new(env!("CARGO_BIN_EXE_rehearsal"))
        .args(["--scenario", "tiny-2", "--seed", "5", "--json", "--quiet"])
        .output()
        .unwrap();
    let rehearsed: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(rehearsed, serde_json::to_value(played("tiny-2", 5)).unwrap());
    assert_eq!(rehearsed["temperaments"].as_object().unwrap().len(), 2);
}
