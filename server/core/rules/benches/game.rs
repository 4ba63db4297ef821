//! The bench of a whole game of 8 teams and 10 rounds, and of single commands in it.
#![expect(clippy::expect_used, reason = "a game that cannot be played is nothing to measure")]

mod bricks;
mod contest;

use std::hint::black_box;

use contest::Record;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ishigaki_rules::{Act, Game, Phase, decide};

fn play(record: &Record) -> Game {
    let mut game = record.start.clone();
    for command in &record.commands {
        for event in decide(&game, command).expect("the command was valid before") {
            game.apply(&event);
        }
    }
    game
}

fn whole_game(c: &mut Criterion) {
    let record = Record::play(1).expect("no command is refused");
    assert_eq!(record.end.phase(), Phase::Declared);
    assert!(play(&record) == record.end, "the same commands lead to the same game");
    let mut group = c.benchmark_group("game_8_teams_10_rounds");
    group.throughput(Throughput::Elements(1));
    group.bench_function(format!("{} commands decided and applied", record.commands.len()), |b| {
        b.iter(|| play(black_box(&record)));
    });
    group.bench_function(format!("{} events applied", record.events.len()), |b| {
        b.iter(|| {
            let mut game = record.start.clone();
            for event in &record.events {
                game.apply(black_box(event));
            }
            game
        });
    });
    group.finish();
}

fn single_commands(c: &mut Criterion) {
    let record = Record::play(1).expect("no command is refused");
    let mut group = c.benchmark_group("decide");
    let lists = |act: &Act| matches!(act, Act::SubmitBids { .. });
    for (name, nth) in [("SubmitBids in round 1", 79), ("SubmitBids in round 10", 0)] {
        let (game, command) = record.before(nth, lists).expect("there are 80 lists");
        group.bench_function(name, |b| b.iter(|| decide(black_box(&game), black_box(command))));
    }
    let (game, command) =
        record.before(0, |act| matches!(act, Act::PlaceStone { .. })).expect("there is a wall");
    group.bench_function("PlaceStone, the last one", |b| {
        b.iter(|| decide(black_box(&game), black_box(command)));
    });
    group.bench_function("Game::clone at that time", |b| b.iter(|| black_box(&game).clone()));
    group.bench_function("ranking at that time", |b| b.iter(|| black_box(&game).ranking()));
    group.finish();
}

criterion_group!(benches, whole_game, single_commands);
criterion_main!(benches);
