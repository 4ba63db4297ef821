//! Runs the solver over the course of planted walls, and prints a table: empty squares after 1, 10 and 30
//! seconds, time of the first wall, and time of the full wall.
//!
//! `cargo run --release -p ishigaki-solver --example course -- [--seconds S] [--threads N] [--seeds K]
//! [--first-seed N] [--write FOLDER] [NUMBER..]`; `--write` writes the walls to a directory, in the format of
//! `instances/`, and runs nothing.
//!
//! Every reported wall is checked by the rules first. Times are from the start of the search.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench, read by people")]
#![expect(clippy::disallowed_methods, reason = "a bench measures time")]

#[path = "../tests/it/brute.rs"]
#[expect(dead_code, reason = "the tests try everything, too")]
mod brute;
#[path = "../tests/it/course.rs"]
mod course;
#[path = "../tests/it/planted.rs"]
#[expect(dead_code, reason = "the tests draw other things too")]
mod planted;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use course::{Planted, WALLS, planted};
use ishigaki_solver::{Options, Problem, solve};
use serde_json::json;

struct Args {
    seconds: f64,
    threads: usize,
    seeds: u64,
    first_seed: u64,
    by_processor: bool,
    write: Option<PathBuf>,
    numbers: Vec<usize>,
}

fn args() -> Args {
    let mut args = Args {
        seconds: 30.0,
        threads: 2,
        seeds: 5,
        first_seed: 1,
        by_processor: false,
        write: None,
        numbers: Vec::new(),
    };
    let mut given = std::env::args().skip(1);
    while let Some(name) = given.next() {
        let mut value = || given.next().unwrap();
        match name.as_str() {
            "--seconds" => args.seconds = value().parse().unwrap(),
            "--threads" => args.threads = value().parse().unwrap(),
            "--seeds" => args.seeds = value().parse().unwrap(),
            "--first-seed" => args.first_seed = value().parse().unwrap(),
            "--by-processor" => args.by_processor = true,
            "--write" => args.write = Some(value().into()),
            number => args.numbers.push(number.parse().unwrap()),
        }
    }
    if args.numbers.is_empty() {
        args.numbers = (0..WALLS).collect();
    }
    args
}

/// Results of a run: empty squares with the seconds of their reports.
struct Run {
    walls: Vec<(f64, u32)>,
    /// Time of the proof, if any.
    proved: Option<f64>,
}

impl Run {
    fn empty_at(&self, seconds: f64) -> u32 {
        self.walls.iter().rev().find(|(at, _)| *at <= seconds).map_or(u32::MAX, |(_, empty)| *empty)
    }
}

/// Seconds since the start: wall-clock time, or processor time per thread, which is independent of other
/// load.
struct Clock {
    start: Instant,
    spent: f64,
    threads: Option<u32>,
    /// Time of the next reading of the processor clock, in milliseconds from the start: it is queried
    /// thousands of times a second, and each reading would disturb the measurement.
    next: AtomicU64,
}

impl Clock {
    fn new(args: &Args) -> Self {
        let threads = args.by_processor.then(|| u32::try_from(args.threads).unwrap());
        Self {
            start: Instant::now(),
            spent: if args.by_processor { spent() } else { 0.0 },
            threads,
            next: AtomicU64::new(0),
        }
    }

    /// Returns whether this many seconds are over; processor time up to 20 ms late.
    fn is_over(&self, seconds: f64) -> bool {
        let now = u64::try_from(self.start.elapsed().as_millis()).unwrap();
        if now < self.next.load(Ordering::Relaxed) {
            return false;
        }
        let is_over = self.seconds() >= seconds;
        // The end is final.
        self.next.store(if is_over { 0 } else { now + 20 }, Ordering::Relaxed);
        is_over
    }

    fn seconds(&self) -> f64 {
        let threads = self.threads.map(f64::from);
        threads.map_or_else(|| self.start.elapsed().as_secs_f64(), |threads| (spent() - self.spent) / threads)
    }
}

/// Returns this process's processor seconds on Linux.
fn spent() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields = stat.rsplit(')').next().unwrap().split_whitespace();
    fields.skip(11).take(2).map(|ticks| ticks.parse::<f64>().unwrap()).sum::<f64>() / 100.0
}

fn run(wall: &Planted, args: &Args, seed: u64) -> Run {
    let clock = Clock::new(args);
    let problem = Problem::new(wall.frame.clone(), wall.stones.clone()).unwrap();
    let mut walls = Vec::new();
    let options = Options { threads: args.threads, seed, steps: None };
    let is_over = || clock.is_over(args.seconds);
    let best = solve(&problem, options, &is_over, &mut |better| {
        walls.push((clock.seconds(), better.clone()));
    });
    let proved = best.optimal.then(|| clock.seconds());
    for (_, better) in &walls {
        assert_eq!(brute::judge_wall(&wall.frame, &wall.stones, better), better.score);
    }
    Run { walls: walls.into_iter().map(|(at, better)| (at, better.score.empty)).collect(), proved }
}

fn write(wall: &Planted, number: usize, folder: &Path) {
    let stones = (0..).zip(&wall.stones).map(|(at, shape): (usize, _)| {
        let cells: Vec<_> = shape.cells().iter().map(|cell| [cell.row, cell.col]).collect();
        json!({ "id": format!("s{at:02}"), "cells": cells })
    });
    let stones: Vec<_> = stones.collect();
    let name = format!("c{number:02}");
    let instance = json!({ "name": name, "frame": wall.frame.rows(), "stones": stones });
    std::fs::write(folder.join(name + ".json"), instance.to_string()).unwrap();
}

fn main() {
    let args = args();
    println!(
        "wall family   squares rows stones asked  per seed: empty at 1, 10, 30 s (first wall, ms; filled, s)"
    );
    let (mut runs, mut filled) = (0, 0);
    for &number in &args.numbers {
        let wall = planted(number);
        if let Some(folder) = &args.write {
            write(&wall, number, folder);
            continue;
        }
        let (least, most) = wall.asked;
        let (family, squares, rows) = (format!("{:?}", wall.family), wall.frame.area(), wall.frame.height());
        print!("{number:4} {family:8} {squares:7} {rows:4} {:6} {least:2}-{most:<2} ", wall.stones.len());
        for seed in args.first_seed..args.first_seed + args.seeds {
            let run = run(&wall, &args, seed);
            let empty = [1.0, 10.0, 30.0].map(|at| run.empty_at(at).to_string()).join(",");
            let first = run.walls.first().map_or(f64::NAN, |(at, _)| at * 1000.0);
            let end = run.proved.map_or("-".to_owned(), |at| format!("{at:.1}"));
            print!("  {empty:9} ({first:.1}; {end:>4})");
            std::io::Write::flush(&mut std::io::stdout()).unwrap();
            runs += 1;
            filled += usize::from(run.empty_at(args.seconds) == 0);
        }
        println!();
    }
    println!("{filled} of {runs} runs left nothing empty in {} s", args.seconds);
}
