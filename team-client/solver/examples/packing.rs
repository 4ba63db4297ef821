//! Runs the instances in `instances/` and prints results and times, next to those of CP-SAT.
//!
//! `cargo run --release -p ishigaki-solver --example packing -- [--seconds S] [--threads N] [--seeds K]
//! [--first-seed N] [--folder F] [NAME..]`
//!
//! Every reported wall is checked by the rules first. Times are from the start of the search.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench, read by people")]
#![expect(clippy::disallowed_methods, reason = "a bench measures time")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use ishigaki_rules::wall::{Placement, Placing, judge};
use ishigaki_rules::{Cell, Frame, Shape};
use ishigaki_solver::{Options, Problem, Score, Wall, solve};

struct Args {
    seconds: f64,
    threads: usize,
    seeds: u64,
    first_seed: u64,
    folder: Option<PathBuf>,
    names: Vec<String>,
}

fn args() -> Args {
    let mut args =
        Args { seconds: 10.0, threads: 2, seeds: 5, first_seed: 1, folder: None, names: Vec::new() };
    let mut given = std::env::args().skip(1);
    while let Some(name) = given.next() {
        let mut number = || given.next().unwrap();
        match name.as_str() {
            "--seconds" => args.seconds = number().parse().unwrap(),
            "--threads" => args.threads = number().parse().unwrap(),
            "--seeds" => args.seeds = number().parse().unwrap(),
            "--folder" => args.folder = Some(number().into()),
            "--first-seed" => args.first_seed = number().parse().unwrap(),
            // Cargo passes it to benches.
            "--bench" => {}
            _ => args.names.push(name),
        }
    }
    args
}

struct Instance {
    name: String,
    frame: Frame,
    shapes: Vec<Shape>,
}

fn read(path: &Path) -> Instance {
    let json: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let rows: Vec<&str> = json["frame"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    let shape = |stone: &serde_json::Value| {
        let number = |value: &serde_json::Value| i32::try_from(value.as_i64().unwrap()).unwrap();
        let cells = stone["cells"].as_array().unwrap().iter();
        Shape::new(cells.map(|cell| Cell::new(number(&cell[0]), number(&cell[1])))).unwrap()
    };
    Instance {
        name: path.file_stem().unwrap().to_str().unwrap().to_owned(),
        frame: Frame::parse(&rows).unwrap(),
        shapes: json["stones"].as_array().unwrap().iter().map(shape).collect(),
    }
}

/// Checks a wall by the rules.
fn check(instance: &Instance, wall: &Wall) {
    let owned: BTreeMap<usize, &Shape> = instance.shapes.iter().enumerate().collect();
    let placements: Vec<Placement<usize>> = wall
        .stones
        .iter()
        .map(|laid| Placement { stone: laid.stone, placing: Placing::Turned(laid.spot) })
        .collect();
    let verdict = judge(&instance.frame, &owned, &placements);
    assert!(verdict.faults.is_empty(), "{:?}", verdict.faults);
    let score = verdict.score.unwrap();
    let judged = Score { empty: score.empty, top_gaps: score.top_gaps, used: score.used };
    assert_eq!(judged, wall.score, "{}", instance.name);
}

/// Returns the wall, its time, and the end of the search.
fn run(instance: &Instance, args: &Args, seed: u64) -> (Wall, f64, f64) {
    let problem = Problem::new(instance.frame.clone(), instance.shapes.clone()).unwrap();
    let start = Instant::now();
    let mut reached = 0.0;
    let wall = solve(
        &problem,
        Options { threads: args.threads, seed, steps: None },
        &|| start.elapsed().as_secs_f64() >= args.seconds,
        &mut |wall| {
            reached = start.elapsed().as_secs_f64();
            check(instance, wall);
        },
    );
    check(instance, &wall);
    (wall, reached, start.elapsed().as_secs_f64())
}

/// Returns CP-SAT's results after 10 s and 60 s, and the time of its best.
fn cp_sat(folder: &Path) -> BTreeMap<String, String> {
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("results.json")).unwrap()).unwrap();
    let rows = json["rows"].as_array().unwrap().iter();
    rows.map(|row| {
        let text = format!("{} at {} s", row["best_60s"], row["first_time_at_best"]);
        (row["name"].as_str().unwrap().to_owned(), text)
    })
    .collect()
}

fn instances(args: &Args, own: &Path) -> Vec<Instance> {
    let folders = args.folder.clone().map_or_else(|| vec![own.to_owned(), own.join("hard")], |one| vec![one]);
    let mut instances = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| {
            path.extension().is_some_and(|end| end == "json") && !path.ends_with("results.json")
        });
        paths.sort();
        instances.extend(paths.iter().map(|path| read(path)));
    }
    let is_asked =
        |name: &str| args.names.is_empty() || args.names.iter().any(|asked| name.starts_with(asked));
    instances.retain(|instance| is_asked(&instance.name));
    instances
}

fn main() {
    let args = args();
    let own = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/instances"));
    let cp_sat = cp_sat(&own);
    println!("name  squares stones  CP-SAT's empty   per seed: empty, gaps, used, seconds (! proved)");
    for instance in instances(&args, &own) {
        let known = cp_sat.get(&instance.name).map_or("-", String::as_str);
        print!("{:5} {:7} {:6}  {known:16}", instance.name, instance.frame.area(), instance.shapes.len());
        for seed in args.first_seed..args.first_seed + args.seeds {
            let (wall, reached, ended) = run(&instance, &args, seed);
            let Score { empty, top_gaps, used } = wall.score;
            let when = if wall.optimal { format!("{ended:.2}!") } else { format!("{reached:.2} ") };
            print!(" {empty:2},{top_gaps},{used:2} {when:>6}");
            std::io::Write::flush(&mut std::io::stdout()).unwrap();
        }
        println!();
    }
}
