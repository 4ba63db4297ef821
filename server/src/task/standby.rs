//! `standby`: keeps a copy of a running server's journal, on the machine that takes over if that one fails.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use ishigaki_journal::{Journal, SqliteJournal};
use ishigaki_link::{Kit, ServerUrl, Token, Told, connect};
use ishigaki_server::clock::{Clock, SystemClock};
use ishigaki_server::folder::Folder;
use ishigaki_server::key::{self, ServerKey};
use ishigaki_server::run::stop_signal;
use ishigaki_server::standby::{Copy, Progress, follow};
use ishigaki_words::Words;
use serde_json::json;

use super::{Files, Speech};

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The running server, such as 192.168.0.10:7150; without it, what the copy of the contest's folder says.
    #[arg(long, value_name = "ADDRESS", env = "ISHIGAKI_SERVER")]
    from: Option<ServerUrl>,
    /// The certificate of the authority by which the server is known; without it, ca.pem in the contest's folder.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CA")]
    ca: Option<PathBuf>,
    /// Let the journal go over the network without encryption, if the address does not say https://.
    #[arg(long, env = "ISHIGAKI_INSECURE_PLAINTEXT", value_parser = clap::builder::FalseyValueParser::new())]
    insecure_plaintext: bool,
    /// A file with the standby's token; without it, standby.token in the contest's folder.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_TOKEN_FILE")]
    token_file: Option<PathBuf>,
    #[command(flatten)]
    files: Files,
    /// Stop as soon as everything is copied: a backup instead of a standby.
    #[arg(long)]
    once: bool,
    /// Say how it goes as lines of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    speech: Speech,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let words = options.speech.words();
    let key_file = options.files.key();
    match ServerKey::load(&key_file) {
        Ok(_) => {}
        Err(key::Error::NotYet(_)) => {
            let text = words.say("standby-no-key", &[("file", key_file.display().to_string().into())]);
            writeln!(io::stderr(), "{text}")?;
        }
        Err(error) => return Err(error.into()),
    }
    let folder = options.files.folder().unwrap_or_else(|| Folder::at(""));
    let told = Told {
        server: options.from.clone(),
        authority: options.ca.clone(),
        plaintext: options.insecure_plaintext,
    };
    let address = Kit::at(folder.root()).address(told)?;
    if address.is_exposed() {
        let text = words.say("line-exposed", &[("server", address.to_string().into())]);
        writeln!(io::stderr(), "{text}")?;
    }
    let file = &options.token_file.clone().unwrap_or_else(|| folder.token("standby"));
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    // Alone, or behind its name as `tokens` prints it.
    let token: Token = text.split_whitespace().last().unwrap_or_default().parse()?;
    let path = &options.files.journal();
    let journal =
        SqliteJournal::open(path).with_context(|| format!("cannot use the journal {}", path.display()))?;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let link = connect(&address, &token);
        let shared: Arc<dyn Journal> = Arc::new(journal.clone());
        let mut copy = Copy::into_journal(shared);
        let mut teller = Teller { words, json: options.json, once: options.once, was: None };
        let mut tell = |progress| teller.tell(&progress);
        let followed = tokio::select! {
            followed = follow(&link, &mut copy, &clock, &mut tell) => followed,
            () = stop_signal() => Ok(()),
        };
        drop(copy);
        journal.close().await.context("the copy failed while closing")?;
        followed.map_err(anyhow::Error::from)
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Says how the copying goes: each time that it changes.
struct Teller {
    words: Words,
    json: bool,
    once: bool,
    was: Option<bool>,
}

impl Teller {
    /// Whether to go on.
    fn tell(&mut self, progress: &Progress) -> bool {
        let is_abreast = match progress {
            Progress::Copied { .. } => return true,
            Progress::Abreast { .. } => true,
            Progress::Lost { .. } => false,
        };
        let has_changed = self.was.replace(is_abreast) != Some(is_abreast);
        // Nobody who listens is a reason to end.
        let _ = match progress {
            Progress::Abreast { games, records, at } if self.json => {
                let line =
                    json!({"state": "abreast", "games": games, "records": records, "at_unix_ms": at.0});
                writeln!(io::stdout(), "{line}")
            }
            Progress::Lost { reason } if self.json => {
                writeln!(io::stdout(), "{}", json!({"state": "lost", "reason": reason}))
            }
            Progress::Abreast { games, records, .. } => {
                let count = |figure: &u64| usize::try_from(*figure).unwrap_or(usize::MAX).into();
                let figures = [("games", count(games)), ("records", count(records))];
                line(&self.words.say("standby-abreast", &figures), has_changed)
            }
            Progress::Lost { reason } => {
                let text = self.words.say("standby-lost", &[("reason", reason.as_str().into())]);
                line(&text, has_changed)
            }
            Progress::Copied { .. } => Ok(()),
        };
        !(self.once && is_abreast)
    }
}

/// On a terminal one line that stays where it is; elsewhere a line for each change.
fn line(text: &str, has_changed: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        let start = if has_changed { "" } else { "\u{1b}[1A\u{1b}[2K" };
        writeln!(out, "{start}{text}")?;
    } else if has_changed {
        writeln!(out, "{text}")?;
    }
    out.flush()
}
