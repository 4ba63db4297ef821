//! Benchmarks of drawing, pairing with certificates, and replaying an event.
#![expect(clippy::expect_used, reason = "an event that cannot be played is nothing to measure")]

mod played_event;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use ishigaki_matching::Blossom;
use ishigaki_tournament::{Attendance, GapRule, GroupSize, Round, Stage, Tournament, draw, draw_groups};
use played_event::{PlayedEvent, plan, pool};

const RULES: [(&str, GapRule); 2] =
    [("worst_first", GapRule::WorstFirst), ("best_first", GapRule::BestFirst)];

const SEED: u64 = 27_180_031_409_265;

fn draws(c: &mut Criterion) {
    let mut group = c.benchmark_group("draw");
    group.sample_size(10);
    let plan = plan(GapRule::WorstFirst);
    let (seeds, absent) = (vec![None; 1_000_000], vec![false; 1_000_000]);
    group.bench_function("a million entrants", |b| {
        let roster = Attendance { seeds: &seeds, absent: &absent };
        b.iter(|| draw(&plan, black_box(SEED), roster, None).expect("no slips"));
    });
    let present = vec![true; 120];
    group.bench_function("groups of 120 teams", |b| {
        b.iter(|| draw_groups(GroupSize::default(), black_box(SEED), 0, &present).expect("groups"));
    });
    group.finish();
}

/// Pairs some rounds of an event of 256 players, with certificates.
fn rounds(c: &mut Criterion) {
    let mut group = c.benchmark_group("256 players");
    group.sample_size(10);
    for (name, gap) in RULES {
        let plan = plan(gap);
        for round in [2, 4, 6] {
            let before = PlayedEvent::until(&plan, 256, Round(round)).tournament;
            let mut flow = before.flow().expect("leagues").clone();
            flow.pass(&[]).expect("nobody leaves");
            group.bench_function(format!("round {round} paired, {name}"), |b| {
                b.iter(|| black_box(&flow).pair(&Blossom).expect("few gaps"));
            });
        }
    }
    group.finish();
}

/// Pairs one pool, larger than any in an event of 256, up to the limit of a plan and beyond.
fn pools(c: &mut Criterion) {
    let mut group = c.benchmark_group("one pool");
    group.sample_size(10);
    for (name, gap) in RULES {
        for (players, round) in [(256, 7), (260, 12), (512, 7), (1001, 12)] {
            let pool = pool(players, round - 1, gap);
            group.bench_function(format!("{players} players in round {round}, {name}"), |b| {
                b.iter(|| {
                    let pairing = black_box(&pool).pair(&Blossom).expect("few gaps");
                    pool.certificate(&pairing)
                });
            });
        }
    }
    group.finish();
}

fn replays(c: &mut Criterion) {
    let plan = plan(GapRule::WorstFirst);
    let played = PlayedEvent::whole(&plan, 256);
    assert_eq!(played.tournament.stage(), Stage::Declared);
    let replay = || {
        let mut again = Tournament::new(plan.clone());
        for fact in &played.facts {
            again.apply(black_box(fact));
        }
        again
    };
    assert!(replay() == played.tournament, "the same facts lead to the same event");
    c.bench_function(&format!("256 players: {} facts applied", played.facts.len()), |b| b.iter(replay));
    c.bench_function("256 players: final ranking", |b| {
        b.iter(|| black_box(&played.tournament).final_ranking().expect("declared"));
    });
}

criterion_group!(benches, draws, rounds, pools, replays);
criterion_main!(benches);
