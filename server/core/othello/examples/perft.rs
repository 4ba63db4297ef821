//! Leaves of the tree of games to a depth, 11 unless told: `cargo run --release -p ishigaki-othello --example perft -- 10`.
#![expect(clippy::print_stdout, reason = "an example shows what it counts")]

use std::env;

use ishigaki_othello::{Handicap, Position, perft};

fn main() {
    let deepest = env::args().nth(1).and_then(|depth| depth.parse().ok()).unwrap_or(11);
    for depth in 1..=deepest {
        println!("{depth:>2} {:>12}", perft(&Position::start(Handicap::None), depth));
    }
}
