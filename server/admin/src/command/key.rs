//! `key`: prints the fingerprint of the server's key.

use clap::Args;
use ishigaki_command::{Exit, Language};
use ishigaki_engine::key::ServerKey;

use super::JournalFiles;

#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    files: JournalFiles,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    // Only for errors, because the fingerprint has no language.
    #[command(flatten)]
    language: Language,
}

pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let key = ServerKey::load(&options.files.key())?;
    let fingerprint = key.fingerprint().to_string();
    if options.json {
        super::object(&serde_json::json!({ "fingerprint": fingerprint }))?;
    } else {
        super::say(&format!("{fingerprint}\n"))?;
    }
    Ok(Exit::Done)
}
