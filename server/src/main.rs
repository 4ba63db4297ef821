//! The `ishigaki-server` program.

mod task;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use ishigaki_admin::command::{
    adjudicate, archive, doctor, export, init, journal, key, lint, log, report, say, site, token, tokens,
    transcript, verify,
};
use ishigaki_admin::explanation::explain;
use ishigaki_command::{AnswerShape, Completions, Exit};
use ishigaki_server::child;
use ishigaki_words::{Words, help};
use task::{serve, standby};

/// Calls allocate and free many small blocks across threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  failure, described in the message; verify: invalid; lint: can't be played; doctor: something must be fixed
  2  invalid command
  6  record only partly checked, because --key is missing or the end is not signed";

/// The contest server
#[derive(Debug, Parser)]
#[command(name = "ishigaki-server", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Create a contest's folder: keys, certificates, tokens, and a sheet for every team
    #[command(
        after_help = "Examples:\n  ishigaki-server init --out contest --contest contest.toml --address 192.168.0.10:7150"
    )]
    Init(init::Options),
    /// Check a contest's folder for problems: contest file, certificate, tokens, key, journal, disk, clock,
    /// addresses, and the running server. Changes nothing, and exits with 1 if something must be fixed
    #[command(
        after_help = "Examples:\n  ishigaki-server doctor --folder contest\n  ishigaki-server doctor --folder contest --json"
    )]
    Doctor(doctor::Options),
    /// Serve a contest until stopped. After a crash, start it again with the same files: every game continues
    #[command(
        after_help = "Examples:\n  ishigaki-server serve --folder contest\n  ishigaki-server serve --folder contest --metrics 127.0.0.1:9150"
    )]
    Serve(serve::Options),
    /// Keep a copy of a running server's journal on this machine, ready to take over with `serve`
    #[command(
        after_help = "Examples:\n  ishigaki-server standby --folder contest-copy\n  ishigaki-server standby --folder backup --once"
    )]
    Standby(standby::Options),
    /// Copy a contest's journal to another place, such as a database
    #[command(subcommand)]
    Journal(journal::Task),
    /// List, issue, revoke and reissue tokens, also while a server is running
    #[command(subcommand)]
    Token(token::Task),
    /// Create a token file for a contest without a folder. Tokens are printed only once; the file keeps their
    /// hashes
    #[command(after_help = "Examples:\n  ishigaki-server tokens --contest contest.toml --out tokens.toml")]
    Tokens(tokens::Options),
    /// Print the fingerprint of the server's key
    #[command(after_help = "Examples:\n  ishigaki-server key --folder contest")]
    Key(key::Options),
    /// Save the public record of a game from a stopped server's journal
    #[command(
        after_help = "Examples:\n  ishigaki-server transcript heat-1 --folder contest --out heat-1.jsonl"
    )]
    Transcript(transcript::Options),
    /// Verify a public record: chain, signatures, openings, and the rules. If it is invalid, prints the first
    /// error and exits with 1
    #[command(
        after_help = "Examples:\n  ishigaki-server verify heat-1.jsonl --key 0123-4567-89ab-cdef-0123-4567-89ab-cdef"
    )]
    Verify(verify::Options),
    /// Write a game as one web page that checks its own proofs: all walls, opened lists, awards, prices,
    /// money and the ranking
    #[command(after_help = "Examples:\n  ishigaki-server report heat-1.jsonl --out heat-1.html")]
    Report(report::Options),
    /// Write tables and sheets of a game: results, standings, awards, lists, money, walls, certificates, a
    /// team's own game. Of an event: results and certificates
    #[command(
        after_help = "Examples:\n  ishigaki-server export heat-1.jsonl results\n  ishigaki-server export heat-1.jsonl lists --format json\n  ishigaki-server export heat-1.jsonl team --team oak --format html > oak.html\n  ishigaki-server export heat-1.jsonl --out heat-1 --format csv,json,html"
    )]
    Export(export::Options),
    /// Write a whole contest as static web pages in English and Japanese, readable without a server: results,
    /// walls, reports, records and instructions for verifiers. Running games and covered rankings are left
    /// out
    #[command(
        after_help = "Examples:\n  ishigaki-server site --folder contest --out site\n  ishigaki-server site --journal backup/noon.db --folder contest --revealed --out noon"
    )]
    Site(site::Options),
    /// Print the results of a contest as a text for the press, from the same records as `site`
    #[command(
        after_help = "Examples:\n  ishigaki-server press --folder contest --contest \"18th Kosen Contest\"\n  ishigaki-server press --folder contest --lang ja --out press.ja.txt"
    )]
    Press(site::PressOptions),
    /// Save all records of a stopped server in one folder, with the server's public key, checksums,
    /// independent verifiers and instructions
    #[command(after_help = "Examples:\n  ishigaki-server archive --folder contest --out archive")]
    Archive(archive::Options),
    /// Print a game or event in sentences: when, who, what, why, and the rule
    #[command(
        after_help = "Examples:\n  ishigaki-server log heat-1 --folder contest\n  ishigaki-server log --transcript heat-1.jsonl --json"
    )]
    Log(log::Options),
    /// Check scenario, contest and list files. Exits with 1 if something can't be played
    #[command(after_help = "Examples:\n  ishigaki-server lint contest.toml scenarios/tiny-2.toml")]
    Lint(lint::Options),
    /// Apply the rules to requests: one JSON request per line on standard input, one JSON response per line
    /// on standard output
    #[command(after_help = "Examples:\n  ishigaki-server adjudicate < requests.jsonl > answers.jsonl")]
    Adjudicate,
    Completions(Completions),
    /// Run the server of a rehearsal
    #[command(name = child::SERVE, hide = true)]
    ServeChild(child::Serve),
    /// Run the standby of a rehearsal
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
        // One line with all sources of the error.
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
        Task::Site(options) => site::run(&options),
        Task::Press(options) => site::press(&options),
        Task::Archive(options) => archive::run(&options),
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
    fn command_line_has_examples_completions_and_exit_codes() {
        ishigaki_command::harness::check::<Cli>(ishigaki_words::help::ISHIGAKI_SERVER);
    }
}
