//! The `ishigaki-server` program: reads its command line and hands over to the task it names.

mod task;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use ishigaki_admin::command::{
    adjudicate, doctor, export, init, journal, key, lint, log, report, say, token, tokens, transcript, verify,
};
use ishigaki_admin::explanation::explain;
use ishigaki_command::{AnswerShape, Completions, Exit};
use ishigaki_server::child;
use ishigaki_words::{Words, help};
use task::{serve, standby};

/// Every call takes and gives back many small pieces of memory, on threads that hand them to each other.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Text below the help page.
const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  something is wrong, and said: a file, the journal, the key; from verify: not in order; from lint: cannot be played;
     from doctor: in the contest's way
  2  the command cannot be read
  6  from a record: in order as far as it could be checked; --key is missing, or the end of the record is not signed";

/// The contest server.
#[derive(Debug, Parser)]
#[command(name = "ishigaki-server", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Make a contest's folder: keys, certificates, tokens, and a sheet for every team. The server is then run with
    /// `serve --folder`.
    #[command(
        after_help = "Examples:\n  ishigaki-server init --out contest --contest contest.toml --address 192.168.0.10:7150"
    )]
    Init(init::Options),
    /// Look a contest's folder over, before the day and when something is strange: contest file, certificate, tokens, key,
    /// journal, disk, clock, addresses, the server that answers. Says what to do, and exits with 1 if anything is in the
    /// contest's way. Changes nothing.
    #[command(
        after_help = "Examples:\n  ishigaki-server doctor --folder contest\n  ishigaki-server doctor --folder contest --json"
    )]
    Doctor(doctor::Options),
    /// Serve a contest over gRPC until stopped. After a kill, start it again with the same files: every game
    /// goes on.
    #[command(
        after_help = "Examples:\n  ishigaki-server serve --folder contest\n  ishigaki-server serve --folder contest --metrics 127.0.0.1:9150"
    )]
    Serve(serve::Options),
    /// Keep a copy of a running server's journal on this machine, ready to serve in its place. With the contest
    /// file, the token file and the key file beside it, `serve` goes on with every game where the copy ends.
    #[command(
        after_help = "Examples:\n  ishigaki-server standby --folder contest-copy\n  ishigaki-server standby --folder backup --once"
    )]
    Standby(standby::Options),
    /// Move a contest's journal to another place, as from a file to a database and back.
    #[command(subcommand)]
    Journal(journal::Task),
    /// List, issue, revoke and replace tokens, also while a server runs by them.
    #[command(subcommand)]
    Token(token::Task),
    /// Make a token file for a contest that is served without a folder: for the organiser, the judge, the board and
    /// every team. They are shown this once; the file keeps only their hashes.
    #[command(after_help = "Examples:\n  ishigaki-server tokens --contest contest.toml --out tokens.toml")]
    Tokens(tokens::Options),
    /// Show the fingerprint of the server's key: whoever verifies a record compares it.
    #[command(after_help = "Examples:\n  ishigaki-server key --folder contest")]
    Key(key::Options),
    /// Write the public record of a game from the journal of a server that is not running.
    #[command(
        after_help = "Examples:\n  ishigaki-server transcript heat-1 --folder contest --out heat-1.jsonl"
    )]
    Transcript(transcript::Options),
    /// Verify a game's public record: chain, signatures, openings, and everything again from the rules. Exits
    /// with 1 and says the first thing that is wrong, if anything is.
    #[command(
        after_help = "Examples:\n  ishigaki-server verify heat-1.jsonl --key 0123-4567-89ab-cdef-0123-4567-89ab-cdef"
    )]
    Verify(verify::Options),
    /// Make one page of a game's public record, to be opened as a file: every moment with all walls, every list that was
    /// opened, awards with their rules, prices, money, the ranking. It checks the record's proofs by itself.
    #[command(after_help = "Examples:\n  ishigaki-server report heat-1.jsonl --out heat-1.html")]
    Report(report::Options),
    /// Print a game's tables for spreadsheets and other programs, from its public record: results, standings, awards, lists, money,
    /// walls, certificates; and its sheets for paper: the result to hang up, certificates, a team's own game.
    #[command(
        after_help = "Examples:\n  ishigaki-server export heat-1.jsonl results\n  ishigaki-server export heat-1.jsonl lists --format json\n  ishigaki-server export heat-1.jsonl team --team oak --format html > oak.html\n  ishigaki-server export heat-1.jsonl --out heat-1 --format csv,json,html"
    )]
    Export(export::Options),
    /// Tell a whole game in sentences, from its public record: when, who, what and why, by which rule.
    #[command(
        after_help = "Examples:\n  ishigaki-server log heat-1 --folder contest\n  ishigaki-server log --transcript heat-1.jsonl --json"
    )]
    Log(log::Options),
    /// Check scenario, contest and list files: what cannot be played, and what is suspicious, with line,
    /// column, rule and reason. Exits with 1 if anything cannot be played.
    #[command(after_help = "Examples:\n  ishigaki-server lint contest.toml scenarios/tiny-2.toml")]
    Lint(lint::Options),
    /// Judge requests by the rule book: one JSON request a line on standard input, one JSON answer a line
    /// on standard output.
    #[command(after_help = "Examples:\n  ishigaki-server adjudicate < requests.jsonl > answers.jsonl")]
    Adjudicate,
    Completions(Completions),
    /// Is the server of a rehearsal.
    #[command(name = child::SERVE, hide = true)]
    ServeChild(child::Serve),
    /// Is the standby of a rehearsal.
    #[command(name = child::STANDBY, hide = true)]
    StandbyChild(child::Standby),
}

fn main() -> ExitCode {
    let cli = match ishigaki_command::parse(help::ISHIGAKI_SERVER) {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let exit = run(cli).unwrap_or_else(|error| {
        let shape = AnswerShape::of_process();
        let words = Words::new(shape.lang);
        // In one line, with all that stands behind it.
        shape.fail(&words.label("fail-error"), &explain(&error, &words), Exit::Failed)
    });
    exit.into()
}

fn run(Cli { task }: Cli) -> anyhow::Result<Exit> {
    ishigaki_server::core_dump::forbid();
    ishigaki_server::file_mode::protect();
    match task {
        Task::Init(options) => init::run(options),
        Task::Doctor(options) => doctor::run(&options),
        Task::Serve(options) => serve::run(options),
        Task::Standby(options) => standby::run(&options),
        Task::Journal(task) => journal::run(&task),
        Task::Token(task) => token::run(task),
        Task::Tokens(options) => tokens::run(&options),
        Task::Key(options) => key::run(&options),
        Task::Transcript(options) => transcript::run(&options),
        Task::Verify(options) => verify::run(&options),
        Task::Report(options) => report::run(&options),
        Task::Export(options) => export::run(&options),
        Task::Log(options) => log::run(&options),
        Task::Lint(options) => lint::run(&options),
        Task::Completions(completions) => {
            say(&completions.of::<Cli>())?;
            Ok(Exit::Done)
        }
        Task::Adjudicate => adjudicate::run(),
        Task::ServeChild(asked) => child::serve(asked).map(|()| Exit::Done),
        Task::StandbyChild(asked) => child::keep(asked).map(|()| Exit::Done),
    }
}

#[cfg(test)]
mod tests {
    use super::Cli;

    #[test]
    fn the_command_line_has_examples_completions_and_known_exit_codes() {
        ishigaki_command::harness::check::<Cli>(ishigaki_words::help::ISHIGAKI_SERVER);
    }
}
