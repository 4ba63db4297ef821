//! The `team-client` program: reads its command line and hands over.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    ishigaki_command::parse().map_or_else(|code| code, cli::run)
}
