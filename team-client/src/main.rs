//! The `team-client` program.

mod cli;

use std::process::ExitCode;

use ishigaki_words::help;

fn main() -> ExitCode {
    ishigaki_command::parse(help::TEAM_CLIENT).map_or_else(|code| code, cli::run)
}
