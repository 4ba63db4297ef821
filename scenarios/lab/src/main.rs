//! The `lab` program.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use ishigaki_command::{AnswerShape, Completions, Exit, Output, unless_closed};
use ishigaki_lab::arena::command::ArenaArguments;
use ishigaki_lab::crash::command::Crash;
use ishigaki_lab::error::OptionsError;
use ishigaki_lab::fairness::command::Fairness;
use ishigaki_lab::generate::Generate;
use ishigaki_lab::load::bare;
use ishigaki_lab::load::command::Load;
#[cfg(feature = "server")]
use ishigaki_server::child;
use ishigaki_words::{Words, help};
use rehearsal::error as rehearsing;

const NAMED: &str = "lab: ";

/// As in the server, which can be built in.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXIT_CODES: &str = "\
Exit codes:
  0    success, no problems found
  1    failure of a check, a server or the game
  2    invalid command or input file
  6    some checks are open: play more games to decide them
  130  stopped; no files or processes remain";

/// Test and measure servers, bots and scenarios
#[derive(Debug, Parser)]
#[command(name = "lab", version, arg_required_else_help = true, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Repeatedly kill a real server while clients use it, and check that everything acknowledged is recorded
    /// exactly once
    #[command(
        after_help = "Examples:\n  lab crash --cycles 20\n  lab crash --copy required\n  lab crash --servers 3 --journal postgres-pair\n  lab crash --cycles 1000 --server target/release/ishigaki-server"
    )]
    Crash(Crash),
    /// Measure a server's throughput, compared with bare gRPC on this machine
    #[command(
        after_help = "Examples:\n  lab load --games 100 --seconds 10\n  lab load --parts submits,openings,takeover --servers 1,2,3 --journal postgres\n  lab load --parts soak --server target/release/ishigaki-server"
    )]
    Load(Load),
    /// Run the bare server of a measurement
    #[command(hide = true)]
    BareChild(bare::Serve),
    /// Play bots against each other over many seeds, and compare them with confidence intervals
    #[command(
        after_help = "Examples:\n  lab arena --games 50 --threads 2\n  lab arena --against adviser --bots steady,patient\n  lab arena --scenario final-6 --bot \"python3 mine.py\" --bot steady --threads 2"
    )]
    Arena(ArenaArguments),
    /// Check whether a scenario is fair, and whether another one is equivalent
    #[command(
        after_help = "Exit codes: 1 if anything is outside its band, two scenarios are unlike, or seats are not symmetric; else 6 if anything is open; else 0.\n\nExamples:\n  lab fairness --scenario heat-7\n  lab fairness --scenario heat-7 --against heat-9 --json"
    )]
    Fairness(Fairness),
    /// Generate a scenario and its spare from parameters and a seed, with a planted wall for every team,
    /// lists and golden results
    #[command(after_help = "Examples:\n  lab generate heat-a.params.toml --out scenarios")]
    Generate(Generate),
    Completions(Completions),
    /// Run the server under test
    #[cfg(feature = "server")]
    #[command(name = child::SERVE, hide = true)]
    ServeChild(child::Serve),
    /// Run the standby of the server under test
    #[cfg(feature = "server")]
    #[command(name = child::STANDBY, hide = true)]
    StandbyChild(child::Standby),
}

fn main() -> ExitCode {
    let Cli { task } = match ishigaki_command::parse(help::LAB) {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let done = match task {
        Task::Crash(crash) => crash.run(),
        Task::Load(load) => load.run(),
        Task::BareChild(asked) => bare::serve(&asked).map(|()| Exit::Done),
        Task::Arena(arena) => arena.run(),
        Task::Fairness(fairness) => fairness.run(),
        Task::Generate(generate) => generate.run().map(|()| Exit::Done),
        Task::Completions(asked) => completions(asked),
        #[cfg(feature = "server")]
        Task::ServeChild(asked) => child::serve(asked).map(|()| Exit::Done),
        #[cfg(feature = "server")]
        Task::StandbyChild(asked) => child::keep(asked).map(|()| Exit::Done),
    };
    done.unwrap_or_else(|error| print_failure(&error)).into()
}

/// Prints why the command failed.
fn print_failure(error: &anyhow::Error) -> Exit {
    // An invalid file is a usage error like a bad option.
    let is_misuse = error.is::<OptionsError>()
        || error.is::<rehearsing::OptionsError>()
        || error.is::<ishigaki_scenarios::Error>();
    let shape = AnswerShape::of_process();
    let exit = if is_misuse { Exit::Misused } else { Exit::Failed };
    shape.fail(NAMED, &Words::new(shape.lang).catalogue().explain(error.chain()), exit)
}

fn completions(completions: Completions) -> anyhow::Result<Exit> {
    unless_closed(Output::new(false).text(&completions.of::<Cli>()))?;
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::Cli;

    #[test]
    fn help_has_examples_and_exit_codes() {
        ishigaki_command::harness::check::<Cli>(ishigaki_words::help::LAB);
    }
}
