//! Compares settling far more lines than any contest has with sorting the same lines, in a Markdown table (`A5`,
//! `A6`). The figures are the best of many interleaved measurements.
//!
//! `cargo bench -p ishigaki-rules --bench settle_table`, with `-- 10000` to stop at 10,000 lines.
#![expect(clippy::print_stdout, reason = "the table is what this is for")]
#![expect(clippy::disallowed_methods, reason = "it measures time, and nothing it measures depends on it")]

mod market;

use std::hint::black_box;
use std::time::{Duration, Instant};

use ishigaki_rules::auction::{Bid, Settlement, TeamList};
use ishigaki_rules::{Priority, TeamId};
use market::Market;

/// One line, as sorted for the comparison.
#[derive(Clone, Copy, Debug)]
struct Line {
    bid: Bid,
    team: TeamId,
    priority: Priority,
}

fn markets(lines: u32) -> [(&'static str, Market); 5] {
    let teams = lines / 10;
    let many = Market { teams, lines: 10, lots: lines / 10, copies: 2, max_wins: 4, prices: 1_000_000 };
    [
        ("many teams, many lots", many),
        ("few lots, many copies", Market { lots: 20, copies: lines / 100, ..many }),
        ("few lots, few copies", Market { lots: 100, copies: 2, ..many }),
        ("ties: 8 prices", Market { lots: lines / 40, copies: 3, prices: 8, ..many }),
        (
            "16 teams, long lists",
            Market { teams: 16, lines: lines / 16, lots: lines / 20, max_wins: lines / 40, ..many },
        ),
    ]
}

fn main() {
    // Cargo passes `--bench`. A number is the maximum number of lines.
    let most = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(1_000_000);
    println!(
        "| lists | lines | settle | sort by price | settle / sort | sort by lot, price, team | settle / that |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    for lines in [1_000, 10_000, 100_000, 1_000_000].into_iter().filter(|lines| *lines <= most) {
        for (name, market) in markets(lines) {
            print_row(name, market);
        }
    }
}

fn print_row(name: &str, market: Market) {
    let (offer, lists) = market.draw(1);
    let lines = lines(&lists);
    let rounds = (20_000_000 / lines.len()).clamp(20, 2_000);
    let (mut settle, mut by_price, mut by_lot) = (Vec::new(), Vec::new(), Vec::new());
    // Interleaved, so that a busy machine disturbs all measurements alike.
    for _ in 0..rounds {
        settle.push(time(|| Settlement::open(black_box(&offer), black_box(&lists))));
        let mut sorted = lines.clone();
        by_price.push(time(|| black_box(&mut sorted).sort_unstable_by_key(|line| line.bid.price)));
        sorted.clone_from(&lines);
        by_lot.push(time(|| {
            black_box(&mut sorted)
                .sort_unstable_by_key(|line| (line.bid.lot, line.bid.price, line.team, line.priority));
        }));
    }
    let (settle, by_price, by_lot) = (best(&settle), best(&by_price), best(&by_lot));
    println!(
        "| {name} | {} | {} | {} | {:.2} | {} | {:.2} |",
        lines.len(),
        millis(settle),
        millis(by_price),
        settle.as_secs_f64() / by_price.as_secs_f64(),
        millis(by_lot),
        settle.as_secs_f64() / by_lot.as_secs_f64(),
    );
}

fn lines(lists: &[TeamList]) -> Vec<Line> {
    let of_list = |list: &TeamList| {
        let team = list.team;
        let line = move |(priority, &bid)| Line { bid, team, priority: Priority(priority) };
        (1..).zip(&list.bids).map(line).collect::<Vec<Line>>()
    };
    lists.iter().flat_map(of_list).collect()
}

/// Returns the running time, without the time for freeing the result.
fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let result = black_box(work());
    let taken = start.elapsed();
    drop(result);
    taken
}

/// Returns the least disturbed measurement.
fn best(times: &[Duration]) -> Duration {
    times.iter().min().copied().unwrap_or_default()
}

fn millis(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}
