//! `standby`: copies a running server's journal to the machine that would take over.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use ishigaki_admin::command::{JournalFiles, object, say};
use ishigaki_admin::explanation::UnreadableFile;
use ishigaki_admin::folder::Folder;
use ishigaki_client::{Kit, ServerOptions, ServerUrl, Token, connect, read_text};
use ishigaki_cluster::journal;
use ishigaki_cluster::journal::OpenError;
use ishigaki_cluster::standby::{CopyProgress, JournalCopy, follow};
use ishigaki_command::{Exit, Language, Output};
use ishigaki_engine::clock::{Clock, SystemClock};
use ishigaki_engine::key::{self, ServerKey};
use ishigaki_journal::{Expected, Location};
use ishigaki_server::run::stop_signal;
use ishigaki_words::Words;
use ishigaki_words::columns::width;
use serde_json::{Value, json};

/// Width of the narrowest terminal: longer lines wrap and can't be overwritten.
const COLUMNS: usize = 80;

/// Number of failed attempts in a row after which a backup gives up, about ten seconds.
const MOST_LOSSES: u32 = 20;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Running server, such as 192.168.0.10:7150; without it, taken from the copy of the contest's folder
    #[arg(long, value_name = "URL", env = "ISHIGAKI_SERVER")]
    from: Option<ServerUrl>,
    /// CA certificate of the server; without it, ca.pem in the contest's folder
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CA")]
    ca: Option<PathBuf>,
    /// Allow an unencrypted connection
    #[arg(long, env = "ISHIGAKI_INSECURE_PLAINTEXT", value_parser = clap::builder::FalseyValueParser::new())]
    insecure_plaintext: bool,
    /// File with the standby's token; without it, standby.token in the contest's folder
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_STANDBY_TOKEN_FILE")]
    token_file: Option<PathBuf>,
    #[command(flatten)]
    files: JournalFiles,
    /// File for the hashes of valid tokens; without it, next to the copy: tokens.toml, or NAME.tokens.toml
    /// for NAME.db
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_TOKENS")]
    tokens: Option<PathBuf>,
    /// Stop when everything is copied (a backup). Fails after about ten seconds without a response
    #[arg(long)]
    once: bool,
    /// Print status as JSON, one object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: Language,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Exit> {
    let words = options.language.words();
    let key_file = options.files.key();
    match ServerKey::load(&key_file) {
        Ok(_) | Err(key::Error::NotYet(_)) => {}
        Err(error) => return Err(error.into()),
    }
    let required = RequiredFiles { folder: options.files.folder(), key: key_file };
    let lacks = required.lacks();
    if !lacks.is_empty() {
        Output::new(false).remark(&words.say("standby-lacks", &[("files", lacks.join(", ").into())]))?;
    }
    let folder = options.files.folder().unwrap_or_else(|| Folder::at(""));
    let primary = ServerOptions {
        server: options.from.clone().map(Into::into),
        authority: options.ca.clone(),
        plaintext: options.insecure_plaintext,
    };
    let address = Kit::at(folder.root()).address(primary)?;
    if address.is_exposed() {
        let text = words.say("line-exposed", &[("server", address.to_string().into())]);
        Output::new(false).remark(&text)?;
    }
    let file = &options.token_file.clone().unwrap_or_else(|| folder.token("standby"));
    let text = read_text(file).map_err(UnreadableFile::of(file))?;
    // The token alone, or after its name as `tokens` prints it.
    let token: Token = text.split_whitespace().last().unwrap_or_default().parse()?;
    let location = &options.files.journal();
    let journal = journal::open(location, Expected::JournalOrNothing)
        .map_err(|source| OpenError { location: location.clone(), source })?;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let link = connect(&address, &token);
        let usual = || default_token_path(location, &folder);
        let tokens = options.tokens.clone().unwrap_or_else(usual);
        let mut copy = JournalCopy::into_journal(Arc::clone(&journal), tokens);
        let (json, once) = (options.json, options.once);
        let mut teller =
            ProgressReporter { words, json, once, required, was: None, shown: String::new(), losses: 0 };
        let mut tell = |progress| teller.tell(&progress);
        let followed = tokio::select! {
            followed = follow(&link, &mut copy, &clock, !once, &mut tell) => followed,
            () = stop_signal() => Ok(()),
        };
        drop(copy);
        journal.close().await.context(words.label("fail-copy-closing"))?;
        followed.map_err(anyhow::Error::from)?;
        if once && teller.has_given_up() {
            anyhow::bail!(words.label("standby-given-up"));
        }
        Ok(if once && teller.is_partial() { Exit::Failed } else { Exit::Done })
    })
}

/// Returns the token file of a journal copy. A backup with its own name has its own token file, because it
/// may be in a running server's directory.
fn default_token_path(journal: &Location, folder: &Folder) -> PathBuf {
    let Some(journal) = journal.file() else { return folder.tokens() };
    let is_usual = journal.file_name().is_some_and(|name| name == "contest.db");
    if is_usual { journal.with_file_name("tokens.toml") } else { journal.with_extension("tokens.toml") }
}

/// Files that must be copied by hand.
struct RequiredFiles {
    folder: Option<Folder>,
    key: PathBuf,
}

impl RequiredFiles {
    /// Returns the names of missing files. Without a directory only the key is known to be needed.
    fn lacks(&self) -> Vec<String> {
        let key = Some(self.key.clone()).filter(|key| !key.exists());
        let files = key.into_iter().chain(self.folder.iter().flat_map(Folder::lacks));
        self.names(files)
    }

    /// Returns the names of missing files that only handing out sheets needs.
    fn lacks_to_hand_out(&self) -> Vec<String> {
        self.names(self.folder.iter().flat_map(Folder::lacks_to_hand_out))
    }

    fn names(&self, files: impl Iterator<Item = PathBuf>) -> Vec<String> {
        let root = self.folder.as_ref().map_or(Path::new(""), Folder::root);
        files.map(|file| file.strip_prefix(root).unwrap_or(&file).display().to_string()).collect()
    }
}

/// Missing files.
#[derive(PartialEq, Eq)]
struct MissingFiles {
    /// Needed to serve the copy.
    serve: Vec<String>,
    /// Needed to hand out sheets.
    hand_out: Vec<String>,
}

/// Status of the copy as shown.
#[derive(PartialEq, Eq)]
struct ShownStatus {
    is_caught_up: bool,
    /// Copied games, and public lines of their records.
    figures: (u64, u64),
    /// Names of damaged games that are not copied.
    left_out: Vec<String>,
    missing: MissingFiles,
}

/// Reports the progress of the copy. It reports only public facts, when they or the clock change: counts or
/// times of records would reveal that a list was replaced (`A4`).
struct ProgressReporter {
    words: Words,
    json: bool,
    once: bool,
    required: RequiredFiles,
    /// Last reported status that does not depend on the clock.
    was: Option<ShownStatus>,
    /// Last reported text.
    shown: String,
    /// Number of failed attempts in a row.
    losses: u32,
}

impl ProgressReporter {
    /// Reports progress, and returns whether to continue.
    fn tell(&mut self, progress: &CopyProgress) -> bool {
        self.losses = match progress {
            CopyProgress::Lost { .. } | CopyProgress::Denied { .. } => self.losses + 1,
            CopyProgress::Copied { .. } | CopyProgress::Tokens | CopyProgress::CaughtUp { .. } => 0,
        };
        let (is_caught_up, figures, left_out, pulse) = match progress {
            CopyProgress::Copied { .. } | CopyProgress::Tokens => return true,
            CopyProgress::CaughtUp { games, events, lines, left_out, pulse, .. } => {
                (true, (games + events, *lines), left_out.clone(), *pulse)
            }
            CopyProgress::Lost { .. } | CopyProgress::Denied { .. } => (false, (0, 0), Vec::new(), true),
        };
        let missing =
            MissingFiles { serve: self.required.lacks(), hand_out: self.required.lacks_to_hand_out() };
        let (text, value) = self.report(progress, &missing);
        let now = ShownStatus { is_caught_up, figures, left_out, missing };
        let (has_changed, is_other_line) = match &self.was {
            None => (true, true),
            Some(was) => {
                let is_alike = (was.is_caught_up, &was.left_out, &was.missing)
                    == (now.is_caught_up, &now.left_out, &now.missing);
                (*was != now, !is_alike)
            }
        };
        self.was = Some(now);
        if has_changed || pulse {
            // Continues without a reader.
            let _ = if self.json { object(&value) } else { self.line(text, is_other_line) };
        }
        !(self.once && (is_caught_up || self.has_given_up()))
    }

    /// Returns whether a backup gives up waiting for the server.
    fn has_given_up(&self) -> bool {
        self.losses >= MOST_LOSSES
    }

    /// Returns whether damaged games are missing from the copy.
    fn is_partial(&self) -> bool {
        self.was.as_ref().is_some_and(|was| !was.left_out.is_empty())
    }

    /// Returns the status as text and as JSON.
    fn report(&self, progress: &CopyProgress, missing: &MissingFiles) -> (String, Value) {
        match progress {
            CopyProgress::CaughtUp { games, waiting, events, lines, left_out, at, .. } => {
                let MissingFiles { serve, hand_out } = missing;
                let count = |figure: &u64| usize::try_from(*figure).unwrap_or(usize::MAX).into();
                let figures = [
                    ("games", count(games)),
                    ("waiting", count(waiting)),
                    ("events", count(events)),
                    ("lines", count(lines)),
                    ("files", if serve.is_empty() { hand_out } else { serve }.join(", ").into()),
                ];
                let key = match (&serve[..], &hand_out[..]) {
                    ([], []) => "standby-caught-up",
                    ([], _) => "standby-caught-up-no-sheets",
                    _ => "standby-caught-up-lacks",
                };
                let value = json!({
                    "state": "caught_up", "games": games, "waiting": waiting, "events": events, "lines": lines,
                    "lacks": serve, "lacks_to_hand_out": hand_out, "left_out": left_out, "at_unix_ms": at.0,
                });
                let mut text = self.words.say(key, &figures);
                if !left_out.is_empty() {
                    let names = left_out.join(", ");
                    text =
                        format!("{text} {}", self.words.say("standby-left-out", &[("games", names.into())]));
                }
                (text, value)
            }
            CopyProgress::Lost { cause } => {
                let text = self.words.say("standby-lost", &[("reason", self.words.message(cause).into())]);
                (text, json!({"state": "lost", "reason": cause.to_string()}))
            }
            CopyProgress::Denied { fault } => {
                let reason = self.words.fault(fault);
                let text = self.words.say("standby-denied", &[("reason", reason.clone().into())]);
                (text, json!({"state": "lost", "reason": reason}))
            }
            // Not reported.
            CopyProgress::Copied { .. } | CopyProgress::Tokens => (String::new(), Value::Null),
        }
    }

    /// Overwrites one line on a terminal; elsewhere, or if it is too long, prints a line per change.
    fn line(&mut self, text: String, has_changed: bool) -> io::Result<()> {
        let fits = |text: &str| width(text) < COLUMNS;
        if Output::new(false).is_terminal() && fits(&text) && fits(&self.shown) {
            let start = if has_changed { "" } else { "\u{1b}[1A\u{1b}[2K" };
            say(&format!("{start}{text}"))?;
        } else if has_changed {
            say(&text)?;
        }
        self.shown = text;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_cluster::standby::LostCause;
    use ishigaki_proto::fault::{ErrorReason, Fault};
    use ishigaki_words::Lang;

    use super::*;

    fn reporter(words: Words, once: bool) -> ProgressReporter {
        let required = RequiredFiles { folder: None, key: "contest.key".into() };
        let shown = String::new();
        ProgressReporter { words, json: false, once, required, was: None, shown, losses: 0 }
    }

    #[test]
    fn backup_gives_up_on_a_silent_server_and_standby_retries() {
        let lost = CopyProgress::Lost { cause: LostCause::Ended };
        let retries = |once| {
            let mut teller = reporter(Words::new(Lang::En), once);
            (0..MOST_LOSSES - 1).for_each(|_| assert!(teller.tell(&lost)));
            assert!(teller.tell(&CopyProgress::Copied { records: 1 }), "it is back");
            (0..3 * MOST_LOSSES).take_while(|_| teller.tell(&lost)).count()
        };
        assert_eq!((retries(true), retries(false)), (MOST_LOSSES as usize - 1, 3 * MOST_LOSSES as usize));
    }

    #[test]
    fn failed_journal_is_translated_and_not_reported_as_lost() {
        let report = |lang| {
            let teller = reporter(Words::new(lang), false);
            let fault = Box::new(Fault::new(ErrorReason::JournalFailed));
            let missing = MissingFiles { serve: Vec::new(), hand_out: Vec::new() };
            teller.report(&CopyProgress::Denied { fault }, &missing).0
        };
        let english = report(Lang::En);
        assert!(english.starts_with("The server won't send a copy, retrying."), "{english}");
        assert!(english.contains("journal failed"), "{english}");
        let japanese = report(Lang::Ja);
        assert!(japanese.contains("ディスクがいっぱい") && !japanese.contains("journal"), "{japanese}");
    }

    #[test]
    fn backup_in_the_servers_directory_has_its_own_tokens() {
        let token_path = |journal: &str| {
            let (journal, folder) = (journal.parse().unwrap(), Folder::at("day"));
            default_token_path(&journal, &folder).display().to_string()
        };
        assert_eq!(token_path("day/contest.db"), "day/tokens.toml");
        assert_eq!(token_path("day/noon.db"), "day/noon.tokens.toml");
        assert_eq!(token_path("postgres://hall/contest"), "day/tokens.toml");
    }
}
