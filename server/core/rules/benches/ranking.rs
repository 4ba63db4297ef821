//! The bench of ranking the most teams a game may have (`E2`, `G2`).

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use ishigaki_rules::ranking::{Contender, Tally, rank};
use ishigaki_rules::{TeamId, Tsuyama};

/// 16 teams, where `counts` says how much each team's tally lies above the best.
fn contenders(counts: impl Fn(u32) -> u32) -> Vec<Contender> {
    let tally = |team| Tally { empty: counts(team), top_gaps: 2, held: Tsuyama(100), used: 20, unused: 1 };
    (0..16).map(|team| Contender { team: TeamId(team), tally: Some(tally(team)) }).collect()
}

fn rank_16_teams(c: &mut Criterion) {
    let mut group = c.benchmark_group("rank_16_teams");
    let apart = contenders(|team| team * 7 % 16);
    group.bench_function("all apart", |b| b.iter(|| rank(black_box(&apart), &[])));
    let pairs = contenders(|team| team / 2);
    let janken: Vec<Vec<TeamId>> = (0..8).map(|pair| vec![TeamId(2 * pair + 1), TeamId(2 * pair)]).collect();
    group.bench_function("8 pairs with janken", |b| b.iter(|| rank(black_box(&pairs), black_box(&janken))));
    let equal = contenders(|_| 0);
    group.bench_function("all equal", |b| b.iter(|| rank(black_box(&equal), &[])));
    group.finish();
}

criterion_group!(benches, rank_16_teams);
criterion_main!(benches);
