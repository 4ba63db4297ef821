//! The `judge-tui` program.

use std::process::ExitCode;

use ishigaki_words::help;
use judge_tui::{Options, launch};

fn main() -> ExitCode {
    ishigaki_command::parse::<Options>(help::JUDGE_TUI).map_or_else(|code| code, launch)
}
