//! `tokens`: creates a token file.

use std::path::PathBuf;

use clap::Args;
use ishigaki_command::{Exit, Language};
use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_engine::key::{self, ServerKey};
use ishigaki_engine::planned_config;
use ishigaki_engine::token::{Principal, Role, Token, TokenStore};

use serde_json::json;

use super::{JournalFiles, object, say};

#[derive(Debug, Args)]
pub struct Options {
    /// Contest file
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CONTEST")]
    contest: PathBuf,
    /// File to write
    #[arg(long, value_name = "FILE", default_value = "tokens.toml")]
    out: PathBuf,
    /// Replace an existing file, which invalidates its tokens
    #[arg(long)]
    force: bool,
    /// Print one JSON object with the tokens
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    files: JournalFiles,
    #[command(flatten)]
    language: Language,
}

pub fn run(options: &Options) -> anyhow::Result<Exit> {
    let words = options.language.words();
    let contest = ishigaki_scenarios::Contest::load(&options.contest)?;
    anyhow::ensure!(
        options.force || !options.out.exists(),
        "{}",
        words.say("tokens-exist", &[("path", options.out.display().to_string().into())])
    );
    // Checked first, so that a broken key file is reported before anything is written.
    let key = match ServerKey::load(&options.files.key()) {
        Ok(key) => Some(key),
        Err(key::Error::NotYet(_)) => None,
        Err(error) => return Err(error.into()),
    };
    let principal = |name: &str, role| Principal { name: name.into(), role };
    let mut principals = vec![
        principal("organiser", Role::Organiser),
        principal("judge", Role::Judge),
        principal("board", Role::Board),
        principal("standby", Role::Standby),
    ];
    principals.extend(contest.judges.iter().map(Principal::judge));
    let team = |code: &String| principal(code, Role::Team { team: code.clone() });
    principals.extend(planned_config::playing_teams(&contest).into_iter().map(|spec| team(&spec.code)));
    let mut store = TokenStore::new();
    let mut lines = Vec::new();
    for principal in principals {
        let name = principal.name.clone();
        lines.push((name, store.issue(principal, &SystemEntropy)?));
    }
    store.save(&options.out)?;
    if options.json {
        let token = |(name, token): &(String, Token)| json!({ "name": name, "token": token.reveal() });
        let tokens: Vec<_> = lines.iter().map(token).collect();
        object(&json!({ "ok": true, "tokens": tokens, "fingerprint": key.map(|key| key.fingerprint()) }))?;
        return Ok(Exit::Done);
    }
    let mut lines: Vec<_> =
        lines.iter().map(|(name, token)| format!("{name:<12} {}", token.reveal())).collect();
    // Teams compare it with their records.
    lines.extend(key.map(|key| format!("{:<12} {}", "fingerprint", key.fingerprint())));
    say(&lines.join("\n"))?;
    Ok(Exit::Done)
}
