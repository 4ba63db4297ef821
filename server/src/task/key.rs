//! `key`: whose records they are.

use std::process::ExitCode;

use clap::Args;
use ishigaki_server::key::ServerKey;

use super::Files;

#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(flatten)]
    files: Files,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let key = ServerKey::load(&options.files.key())?;
    super::say(&format!("{}\n", key.fingerprint()))?;
    Ok(ExitCode::SUCCESS)
}
