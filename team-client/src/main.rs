//! The `team-client` program: reads its command line and hands over.

mod cli;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    cli::run(cli::Args::parse())
}
