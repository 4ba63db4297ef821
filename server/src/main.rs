//! The `ishigaki-server` program: reads its command line and hands over to the task it names.

mod task;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;
use task::{adjudicate, init, key, lint, log, serve, standby, token, tokens, transcript, verify};

/// Every call takes and gives back many small pieces of memory, on threads that hand them to each other.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What stands below the help page.
const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  something is wrong, and said: a file, the journal, the key; from verify: not in order; from lint: cannot be played
  2  the command cannot be read";

/// The contest server.
#[derive(Debug, Parser)]
#[command(version, about, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Make a contest's folder: keys, certificates, tokens, and a sheet for every team. The server is then run with
    /// `serve --folder`.
    Init(init::Options),
    /// Serve a contest over gRPC until stopped. After a kill, start it again with the same files: every game
    /// goes on.
    Serve(serve::Options),
    /// Keep a copy of a running server's journal on this machine, ready to serve in its place. With the contest
    /// file, the token file and the key file beside it, `serve` goes on with every game where the copy ends.
    Standby(standby::Options),
    /// List, issue, revoke and replace tokens, also while a server runs by them.
    #[command(subcommand)]
    Token(token::Task),
    /// Make a token file for a contest that is served without a folder: for the organiser, the judge, the board and
    /// every team. They are shown this once; the file keeps only their hashes.
    Tokens(tokens::Options),
    /// Show the fingerprint of the server's key: whoever verifies a record compares it.
    Key(key::Options),
    /// Write the public record of a game from the journal of a server that is not running.
    Transcript(transcript::Options),
    /// Verify a game's public record: chain, signatures, openings, and everything again from the rules. Exits
    /// with 1 and says the first thing that is wrong, if anything is.
    Verify(verify::Options),
    /// Tell a whole game in sentences, from its public record: when, who, what and why, by which rule.
    Log(log::Options),
    /// Check scenario, contest and list files: what cannot be played, and what is suspicious, with line,
    /// column, rule and reason. Exits with 1 if anything cannot be played.
    Lint(lint::Options),
    /// Judge requests by the rule book: one JSON request a line on standard input, one JSON answer a line
    /// on standard output.
    Adjudicate,
    /// Print what makes a shell complete this program's commands and options, for the shell's own start-up file.
    Completions {
        /// The shell.
        #[arg(value_name = "SHELL", value_enum)]
        shell: Shell,
    },
}

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            // In one line, with all that stands behind it. Nobody is left to tell if it cannot be told.
            let _ = writeln!(io::stderr(), "Error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<ExitCode> {
    match Cli::parse().task {
        Task::Init(options) => init::run(options),
        Task::Serve(options) => serve::run(options),
        Task::Standby(options) => standby::run(&options),
        Task::Token(task) => token::run(task),
        Task::Tokens(options) => tokens::run(&options),
        Task::Key(options) => key::run(&options),
        Task::Transcript(options) => transcript::run(&options),
        Task::Verify(options) => verify::run(&options),
        Task::Log(options) => log::run(&options),
        Task::Lint(options) => lint::run(&options),
        Task::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "ishigaki-server", &mut text);
            task::say(&String::from_utf8_lossy(&text))?;
            Ok(ExitCode::SUCCESS)
        }
        Task::Adjudicate => adjudicate::run(),
    }
}
