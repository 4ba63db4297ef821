//! Runs simulated games or events and reports broken promises.
//!
//! Exits with 1 and prints the command that reproduces the first failure.
#![expect(clippy::print_stdout, reason = "a command line tool's output")]

use std::fmt::Display;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use clap::Parser;
use ishigaki_audit::Violation;
use ishigaki_simulation::{EventTally, PlantedFault, Tally, simulate, simulate_event};

/// The system's allocator is an eighth slower.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Games after which a run must have reached everything it counts.
const LONG_RUN: u64 = 2_000;

/// Simulate contests or events from seeds, with injected faults, and check their promises.
#[derive(Debug, Parser)]
#[command(version, about)]
struct Arguments {
    /// Number of games
    #[arg(long, default_value_t = 1_000, conflicts_with_all = ["seed", "event"])]
    games: u64,
    /// Number of events to simulate instead of games
    #[arg(long, conflicts_with_all = ["games", "seed", "event"])]
    events: Option<u64>,
    /// Maximum number of players of an event
    #[arg(long, default_value_t = 260)]
    players: u64,
    /// First seed
    #[arg(long, default_value_t = 1, conflicts_with_all = ["seed", "event"])]
    from_seed: u64,
    /// Number of threads
    #[arg(long, default_value_t = 1, conflicts_with_all = ["seed", "event"])]
    threads: u64,
    /// Simulate the game of this seed
    #[arg(long, conflicts_with = "event")]
    seed: Option<u64>,
    /// Simulate the event of this seed
    #[arg(long)]
    event: Option<u64>,
    /// Run it twice and compare everything observable
    #[arg(long)]
    twice: bool,
    /// Print every step, including sealed lists
    #[arg(long)]
    trace: bool,
}

/// Outcome of one seed.
#[derive(PartialEq, Eq)]
struct SeedOutcome<T> {
    digest: u64,
    tally: T,
    items: usize,
    players: usize,
}

/// Simulates one seed.
type Play<T> = dyn Fn(u64, Option<&mut dyn FnMut(&str)>) -> Result<SeedOutcome<T>, Violation> + Sync;

/// Kind of simulation.
struct Kind<'a, T> {
    /// Plural name.
    name: &'static str,
    /// Options that simulate one seed.
    one: String,
    play: &'a Play<T>,
    merge: fn(&mut T, &T),
    missing: fn(&T) -> Vec<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let play_game = |seed, trace: Option<&mut dyn FnMut(&str)>| {
        let outcome = simulate(seed, PlantedFault::Nothing, trace)?;
        Ok(SeedOutcome { digest: outcome.digest, tally: outcome.tally, items: outcome.items, players: 0 })
    };
    let missing = |tally: &Tally| tally.missing().into_iter().map(str::to_owned).collect();
    let games =
        Kind { name: "games", one: "--seed".to_owned(), play: &play_game, merge: Tally::merge, missing };
    let most = arguments.players;
    let play_event = move |seed, trace: Option<&mut dyn FnMut(&str)>| {
        let outcome = simulate_event(seed, most, PlantedFault::Nothing, trace)?;
        let (items, players) = (outcome.items, outcome.players);
        Ok(SeedOutcome { digest: outcome.digest, tally: outcome.tally, items, players })
    };
    let events = Kind {
        name: "events",
        one: format!("--players {} --event", arguments.players),
        play: &play_event,
        merge: EventTally::merge,
        missing: EventTally::missing,
    };
    let is_sound = match (arguments.seed, arguments.event, arguments.events) {
        (Some(seed), ..) => play_one(&games, seed, &arguments),
        (_, Some(seed), _) => play_one(&events, seed, &arguments),
        (.., Some(count)) => play_many(&events, count, &arguments),
        (None, None, None) => play_many(&games, arguments.games, &arguments),
    };
    if is_sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn play_one<T: PartialEq>(kind: &Kind<'_, T>, seed: u64, arguments: &Arguments) -> bool {
    let mut print = |line: &str| println!("{line}");
    let trace = arguments.trace.then_some(&mut print as &mut dyn FnMut(&str));
    let first = (kind.play)(seed, trace);
    match &first {
        Ok(played) => println!("seed {seed}: sound, {} items, digest {:016x}", played.items, played.digest),
        Err(violation) => println!("seed {seed}: {violation}"),
    }
    if arguments.twice {
        let again = (kind.play)(seed, None);
        if again != first {
            let digest = again.map(|played| played.digest);
            println!("seed {seed}: played again it went otherwise: {digest:?}");
            return false;
        }
        println!("seed {seed}: played again, all was the same");
    }
    first.is_ok()
}

/// State shared by the threads.
struct Run {
    next: AtomicU64,
    end: u64,
    done: AtomicU64,
    has_failed: AtomicBool,
}

#[derive(Default)]
struct ThreadResult<T> {
    tally: T,
    items: u64,
    players: u64,
    failure: Option<(u64, Violation)>,
}

fn play_many<T: Default + Display + Send>(kind: &Kind<'_, T>, count: u64, arguments: &Arguments) -> bool {
    let end = arguments.from_seed.saturating_add(count);
    let run = Run {
        next: AtomicU64::new(arguments.from_seed),
        end,
        done: AtomicU64::new(0),
        has_failed: AtomicBool::new(false),
    };
    let started = ishigaki_client::now();
    let rate = |games: u64| {
        let seconds = started.elapsed().as_secs_f64().max(0.001);
        // Precise enough for a rate.
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let per_core = games as f64 / seconds / arguments.threads.max(1) as f64;
        format!("{seconds:.1} s, {per_core:.1} {}/s/core", kind.name)
    };
    let results: Vec<ThreadResult<T>> = thread::scope(|scope| {
        let work = |_| scope.spawn(|| play_some(kind, &run, count / 20, &rate));
        let workers: Vec<_> = (0..arguments.threads.max(1)).map(work).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_default()).collect()
    });
    let mut total = ThreadResult::<T>::default();
    for result in results {
        (kind.merge)(&mut total.tally, &result.tally);
        total.items += result.items;
        total.players += result.players;
        total.failure = [total.failure, result.failure].into_iter().flatten().min_by_key(|(seed, _)| *seed);
    }
    let done = run.done.load(Ordering::Relaxed);
    print!("{}", total.tally);
    let players = if total.players > 0 { format!("{} players, ", total.players) } else { String::new() };
    println!("{done} {}, {players}{} feed items, {}", kind.name, total.items, rate(done));
    if let Some((seed, violation)) = total.failure {
        println!("seed {seed}: {violation}");
        println!("again: cargo run --release -p ishigaki-simulation -- {} {seed} --trace", kind.one);
        return false;
    }
    let missing = (kind.missing)(&total.tally);
    if done >= LONG_RUN && !missing.is_empty() {
        println!("never reached: {missing:?}");
        return false;
    }
    true
}

fn play_some<T: Default>(
    kind: &Kind<'_, T>,
    run: &Run,
    step: u64,
    rate: &impl Fn(u64) -> String,
) -> ThreadResult<T> {
    let mut result = ThreadResult::default();
    while !run.has_failed.load(Ordering::Relaxed) {
        let seed = run.next.fetch_add(1, Ordering::Relaxed);
        if seed >= run.end {
            break;
        }
        match (kind.play)(seed, None) {
            Ok(played) => {
                (kind.merge)(&mut result.tally, &played.tally);
                result.items += u64::try_from(played.items).unwrap_or(u64::MAX);
                result.players += u64::try_from(played.players).unwrap_or(u64::MAX);
            }
            Err(violation) => {
                run.has_failed.store(true, Ordering::Relaxed);
                result.failure = Some((seed, violation));
            }
        }
        let done = run.done.fetch_add(1, Ordering::Relaxed) + 1;
        if step > 0 && done.is_multiple_of(step) {
            println!("{done} {}, {}", kind.name, rate(done));
        }
    }
    result
}
