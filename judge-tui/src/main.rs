//! The `judge-tui` program: reads its command line and hands over to the library.

use std::process::ExitCode;

use clap::Parser as _;
use judge_tui::{Options, launch};

fn main() -> ExitCode {
    launch(Options::parse())
}
