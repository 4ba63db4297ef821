//! The `ishigaki-server` program: reads its command line and hands over to the library.

use std::io;

use clap::{Parser, Subcommand};

/// The contest server.
#[derive(Debug, Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Judge requests by the rule book: one JSON request a line on standard input, one JSON answer a line
    /// on standard output.
    Adjudicate,
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().task {
        Task::Adjudicate => ishigaki_server::adjudicate::run(io::stdin().lock(), io::stdout().lock())?,
    }
    Ok(())
}
