//! `adjudicate`: single questions by the rule book.

use std::io;
use std::process::ExitCode;

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    ishigaki_adjudicate::run(io::stdin().lock(), io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}
