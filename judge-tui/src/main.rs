//! The `judge-tui` program: reads its command line and hands over to the library.

use std::process::ExitCode;

use judge_tui::{Options, launch};

fn main() -> ExitCode {
    ishigaki_command::parse::<Options>().map_or_else(|code| code, launch)
}
