//! `lint`: what is wrong with scenario, contest and list files.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The files. What each one is, its content says.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for file in &options.files {
        let report = ishigaki_scenarios::lint::file(file);
        super::say(&report.to_string())?;
        if !report.passes() {
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}
