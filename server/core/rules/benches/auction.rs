//! Benchmarks of checking a list and settling a round of contest size (`A2`, `A5`–`A9`).

mod market;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use ishigaki_rules::Tsuyama;
use ishigaki_rules::auction::{Offer, Raise, Settlement, TeamList, TeamRaises, check_bids};
use market::Market;

const CONTEST: Market = Market { teams: 8, lines: 10, lots: 24, copies: 3, max_wins: 8, prices: 1_000 };

const SCARCE: Market = Market { lots: 10, copies: 1, max_wins: 4, ..CONTEST };

/// The same market with so few prices that most stones are tied.
const TIED: Market = Market { prices: 4, ..SCARCE };

fn settle(c: &mut Criterion) {
    let mut group = c.benchmark_group("settle_8x10");
    for (name, market) in [("contest", CONTEST), ("scarce", SCARCE), ("tied", TIED)] {
        let (offer, lists) = market.draw(1);
        group.bench_function(name, |b| b.iter(|| Settlement::open(black_box(&offer), black_box(&lists))));
    }
    let (offer, lists) = TIED.draw(1);
    group.bench_function("tied, with its waves", |b| {
        b.iter(|| settle_to_the_end(black_box(&offer), black_box(&lists)));
    });
    group.finish();
}

fn check(c: &mut Criterion) {
    let (offer, lists) = CONTEST.draw(1);
    let held = Tsuyama(100_000);
    c.bench_function("check_10_lines", |b| {
        b.iter(|| check_bids(black_box(&offer), held, black_box(&lists[0].bids)));
    });
}

/// Settles the opening and all waves. Every tied team raises by its own number, so that no raises are equal.
fn settle_to_the_end(offer: &Offer, lists: &[TeamList]) -> Settlement {
    let mut settlement = Settlement::open(offer, lists);
    loop {
        let mut sent: Vec<TeamRaises> = Vec::new();
        for team in settlement.tied_teams() {
            sent.push(TeamRaises { team, raises: Vec::new() });
        }
        for tie in settlement.ties() {
            for line in &tie.lines {
                let price = Tsuyama(tie.price.0 + 1 + u64::from(line.team.0));
                if let Ok(at) = sent.binary_search_by_key(&line.team, |own| own.team) {
                    sent[at].raises.push(Raise { priority: line.priority, price });
                }
            }
        }
        if settlement.wave(&sent).is_err() {
            return settlement;
        }
    }
}

criterion_group!(benches, settle, check);
criterion_main!(benches);
