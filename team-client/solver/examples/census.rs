//! Estimates the number of full walls of the course, and of drafts by free squares, as powers of ten.
//!
//! `cargo run --release -p ishigaki-solver --example census -- [--width N] [--seeds K] [NUMBER..]`

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench, read by people")]

#[path = "../tests/it/course.rs"]
#[expect(dead_code, reason = "the course names its families too")]
mod course;
#[path = "../tests/it/planted.rs"]
#[expect(dead_code, reason = "the tests draw other things too")]
mod planted;

use course::{WALLS, planted};
use ishigaki_solver::{Problem, count};

/// Number of free squares per row of the table.
const STEP: usize = 20;

fn main() {
    let (mut width, mut seeds, mut numbers) = (1000, 1, Vec::new());
    let mut given = std::env::args().skip(1);
    while let Some(name) = given.next() {
        match name.as_str() {
            "--width" => width = given.next().unwrap().parse().unwrap(),
            "--seeds" => seeds = given.next().unwrap().parse().unwrap(),
            number => numbers.push(number.parse().unwrap()),
        }
    }
    if numbers.is_empty() {
        numbers = (0..WALLS).collect();
    }
    for number in numbers {
        let wall = planted(number);
        let problem = Problem::new(wall.frame.clone(), wall.stones.clone()).unwrap();
        for seed in 1..=seeds {
            let counts = count(&problem, width, seed);
            println!(
                "wall {number}, {} squares, {} stones, seed {seed}",
                wall.frame.area(),
                wall.stones.len()
            );
            let fills = counts[0] / std::f64::consts::LN_10;
            let ranges = (1..counts.len()).step_by(STEP).rev().map(|from| {
                let to = (from + STEP).min(counts.len());
                let most = counts[from..to].iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let sum: f64 = counts[from..to].iter().map(|count| (count - most).exp()).sum();
                let seen = (most > f64::NEG_INFINITY).then(|| (most + sum.ln()) / std::f64::consts::LN_10);
                let seen = seen.map_or_else(|| "none seen".to_owned(), |power| format!("{power:.1}"));
                format!("{}-{from}: {seen}", to - 1)
            });
            println!("  free squares {}, none: {fills:.1}", ranges.collect::<Vec<_>>().join(", "));
        }
    }
}
