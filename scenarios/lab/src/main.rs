//! The `lab` program: reads its command line and hands over to the library.

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

/// Beginning of an error.
const NAMED: &str = "lab: ";

/// As in the server, which this program can be as well.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Text below the help page.
const EXIT_CODES: &str = "\
Exit codes:
  0    done, and everything is as it should be
  1    something is wrong: a check, a server, or the game
  2    the command, or a file that it needs, cannot be read or does not make sense
  6    some checks are open: more games would decide them
  130  stopped; nothing is left behind";

/// Tests and measures servers, bots and scenarios.
#[derive(Debug, Parser)]
#[command(name = "lab", version, arg_required_else_help = true, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Kills a real server under real clients again and again, and checks after every restart that all that was
    /// acknowledged is there, once, and nothing else.
    #[command(
        after_help = "Examples:\n  lab crash --cycles 20\n  lab crash --copy required\n  lab crash --servers 3 --journal postgres-pair\n  lab crash --cycles 1000 --server target/release/ishigaki-server"
    )]
    Crash(Crash),
    /// Measures how much a server bears, beside what bare gRPC bears on this machine in the same run.
    #[command(
        after_help = "Examples:\n  lab load --games 100 --seconds 10\n  lab load --parts submits,openings,takeover --servers 1,2,3 --journal postgres\n  lab load --parts soak --server target/release/ishigaki-server"
    )]
    Load(Load),
    /// Is the bare server of a measurement.
    #[command(hide = true)]
    BareChild(bare::Serve),
    /// Plays bots against each other over many seeds, by the rules alone, and prints how they compare, with confidence
    /// intervals. The adviser's bot is among them.
    #[command(
        after_help = "Examples:\n  lab arena --games 50 --threads 2\n  lab arena --against adviser --bots steady,patient\n  lab arena --scenario final-6 --bot \"python3 mine.py\" --bot steady --threads 2"
    )]
    Arena(ArenaArguments),
    /// Says whether a scenario makes a fair game, and whether another one is as good: what its file holds, against bands.
    #[command(
        after_help = "Exit codes: 1 if anything is outside its band, two scenarios are unlike, or seats are not symmetric; else 6 if anything is open; else 0.\n\nExamples:\n  lab fairness --scenario heat-7\n  lab fairness --scenario heat-7 --against heat-9 --json"
    )]
    Fairness(Fairness),
    /// Makes a scenario and its spare by a file of parameters and a seed, with a planted wall for every team, lists and golden
    /// results. The same parameters give the same files.
    #[command(after_help = "Examples:\n  lab generate heat-a.params.toml --out scenarios")]
    Generate(Generate),
    Completions(Completions),
    /// Is the server under test.
    #[cfg(feature = "server")]
    #[command(name = child::SERVE, hide = true)]
    ServeChild(child::Serve),
    /// Is the standby of the server under test.
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
    done.unwrap_or_else(|error| failed(&error)).into()
}

/// Tells why nothing came of the command, in the shape and language that is wished.
fn failed(error: &anyhow::Error) -> Exit {
    // A file that makes no sense is the same mistake as a command that makes none.
    let is_misuse = error.is::<OptionsError>()
        || error.is::<rehearsing::OptionsError>()
        || error.is::<ishigaki_scenarios::Error>();
    let shape = AnswerShape::of_process();
    let exit = if is_misuse { Exit::Misused } else { Exit::Failed };
    shape.fail(NAMED, &Words::new(shape.lang).catalogue().explain(error.chain()), exit)
}

/// Prints a shell's completions of this program.
fn completions(completions: Completions) -> anyhow::Result<Exit> {
    unless_closed(Output::new(false).text(&completions.of::<Cli>()))?;
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::Cli;

    #[test]
    fn the_command_line_has_examples_completions_and_known_exit_codes() {
        ishigaki_command::harness::check::<Cli>(ishigaki_words::help::LAB);
    }
}
