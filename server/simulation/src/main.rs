//! Plays simulated games, many or one, and says what came of them.
//!
//! Exits with 1 and the one command that shows it again if a promise is broken.
#![expect(clippy::print_stdout, reason = "a command line tool's output")]

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use clap::Parser;
use ishigaki_audit::Violation;
use ishigaki_simulation::{Plant, Tally, simulate};

/// A long run reaches everything that is counted, or it does not prove what it claims to.
const LONG_RUN: u64 = 2_000;

/// Plays whole contests from seeds, with injected faults, and holds them to their promises.
#[derive(Debug, Parser)]
#[command(version, about)]
struct Arguments {
    /// How many games to play.
    #[arg(long, default_value_t = 1_000, conflicts_with = "seed")]
    games: u64,
    /// The seed of the first game; the others follow.
    #[arg(long, default_value_t = 1, conflicts_with = "seed")]
    from_seed: u64,
    /// How many threads play, each its own games.
    #[arg(long, default_value_t = 1, conflicts_with = "seed")]
    threads: u64,
    /// Play this one game.
    #[arg(long)]
    seed: Option<u64>,
    /// Play it twice, and compare everything that could be observed.
    #[arg(long, requires = "seed")]
    twice: bool,
    /// Tell everything that happens in it. Sealed lists stand in the trace.
    #[arg(long, requires = "seed")]
    trace: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let is_sound = match arguments.seed {
        Some(seed) => play_one(seed, &arguments),
        None => play_many(&arguments),
    };
    if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn play_one(seed: u64, arguments: &Arguments) -> bool {
    let mut print = |line: &str| println!("{line}");
    let trace = arguments.trace.then_some(&mut print as &mut dyn FnMut(&str));
    let first = simulate(seed, Plant::Nothing, trace);
    match &first {
        Ok(outcome) => {
            println!("seed {seed}: sound, {} items, digest {:016x}", outcome.items, outcome.digest);
        }
        Err(violation) => println!("seed {seed}: {violation}"),
    }
    if arguments.twice {
        let again = simulate(seed, Plant::Nothing, None);
        if again != first {
            println!(
                "seed {seed}: played again it went otherwise: {:?}",
                again.map(|outcome| outcome.digest)
            );
            return false;
        }
        println!("seed {seed}: played again, all was the same");
    }
    first.is_ok()
}

/// What the threads share.
struct Run {
    next: AtomicU64,
    end: u64,
    done: AtomicU64,
    has_failed: AtomicBool,
}

/// What one thread brings home.
#[derive(Default)]
struct ThreadResult {
    tally: Tally,
    items: u64,
    failure: Option<(u64, Violation)>,
}

fn play_many(arguments: &Arguments) -> bool {
    let end = arguments.from_seed.saturating_add(arguments.games);
    let run = Run {
        next: AtomicU64::new(arguments.from_seed),
        end,
        done: AtomicU64::new(0),
        has_failed: AtomicBool::new(false),
    };
    let started = ishigaki_client::now();
    let rate = |games: u64| {
        let seconds = started.elapsed().as_secs_f64().max(0.001);
        // Precise enough for a rate, far beyond any count of games.
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let per_core = games as f64 / seconds / arguments.threads.max(1) as f64;
        format!("{seconds:.1} s, {per_core:.0} games/s/core")
    };
    let results: Vec<ThreadResult> = thread::scope(|scope| {
        let work = |_| scope.spawn(|| play_some(&run, arguments.games / 20, &rate));
        let workers: Vec<_> = (0..arguments.threads.max(1)).map(work).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_default()).collect()
    });
    let mut total = ThreadResult::default();
    for result in results {
        total.tally.merge(&result.tally);
        total.items += result.items;
        total.failure = [total.failure, result.failure].into_iter().flatten().min_by_key(|(seed, _)| *seed);
    }
    let done = run.done.load(Ordering::Relaxed);
    print!("{}", total.tally);
    println!("{done} games, {} feed items, {}", total.items, rate(done));
    if let Some((seed, violation)) = total.failure {
        println!("seed {seed}: {violation}");
        println!("again: cargo run --release -p ishigaki-simulation -- --seed {seed} --trace");
        return false;
    }
    let missing = total.tally.missing();
    if done >= LONG_RUN && !missing.is_empty() {
        println!("never reached: {missing:?}");
        return false;
    }
    true
}

fn play_some(run: &Run, step: u64, rate: &impl Fn(u64) -> String) -> ThreadResult {
    let mut result = ThreadResult::default();
    while !run.has_failed.load(Ordering::Relaxed) {
        let seed = run.next.fetch_add(1, Ordering::Relaxed);
        if seed >= run.end {
            break;
        }
        match simulate(seed, Plant::Nothing, None) {
            Ok(outcome) => {
                result.tally.merge(&outcome.tally);
                result.items += u64::try_from(outcome.items).unwrap_or(u64::MAX);
            }
            Err(violation) => {
                run.has_failed.store(true, Ordering::Relaxed);
                result.failure = Some((seed, violation));
            }
        }
        let done = run.done.fetch_add(1, Ordering::Relaxed) + 1;
        if step > 0 && done.is_multiple_of(step) {
            println!("{done} games, {}", rate(done));
        }
    }
    result
}
