//! `standby`: keeps a copy of a running server's journal, on the machine that takes over if that one fails.

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

/// As wide as every terminal is: a longer line may wrap, and cannot be written over.
const COLUMNS: usize = 80;

/// How many times in a row a backup asks a server that gives no copy: for some ten seconds, where it is not there at all.
const MOST_LOSSES: u32 = 20;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The running server, such as 192.168.0.10:7150; without it, what the copy of the contest's folder says.
    #[arg(long, value_name = "URL", env = "ISHIGAKI_SERVER")]
    from: Option<ServerUrl>,
    /// The certificate of the authority by which the server is known; without it, ca.pem in the contest's folder.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_CA")]
    ca: Option<PathBuf>,
    /// Let the journal go over the network without encryption, if the address does not say https://.
    #[arg(long, env = "ISHIGAKI_INSECURE_PLAINTEXT", value_parser = clap::builder::FalseyValueParser::new())]
    insecure_plaintext: bool,
    /// A file with the standby's token; without it, standby.token in the contest's folder.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_STANDBY_TOKEN_FILE")]
    token_file: Option<PathBuf>,
    #[command(flatten)]
    files: JournalFiles,
    /// Where to write which tokens are good, as hashes. Without it beside the copy of the journal: tokens.toml, or
    /// NAME.tokens.toml for a copy NAME.db.
    #[arg(long, value_name = "FILE", env = "ISHIGAKI_TOKENS")]
    tokens: Option<PathBuf>,
    /// Stop as soon as everything is copied: a backup instead of a standby. Without an answer for some ten seconds it fails.
    #[arg(long)]
    once: bool,
    /// Say how it goes as lines of JSON.
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
    // Alone, or behind its name as `tokens` prints it.
    let token: Token = text.split_whitespace().last().unwrap_or_default().parse()?;
    let location = &options.files.journal();
    let journal = journal::open(location, Expected::JournalOrNothing)
        .map_err(|source| OpenError { location: location.clone(), source })?;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let link = connect(&address, &token);
        let usual = || tokens_beside(location, &folder);
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

/// The token file that goes with a copy of a journal. A copy with a name of its own, such as a backup, has one with that
/// name: it may stand in the folder of a server that runs.
fn tokens_beside(journal: &Location, folder: &Folder) -> PathBuf {
    let Some(journal) = journal.file() else { return folder.tokens() };
    let is_usual = journal.file_name().is_some_and(|name| name == "contest.db");
    if is_usual { journal.with_file_name("tokens.toml") } else { journal.with_extension("tokens.toml") }
}

/// Files that have to be brought over by hand.
struct RequiredFiles {
    folder: Option<Folder>,
    key: PathBuf,
}

impl RequiredFiles {
    /// Returns what is not here yet, by name. Without a folder nobody can know what the copy will be served from, but
    /// the key.
    fn lacks(&self) -> Vec<String> {
        let key = Some(self.key.clone()).filter(|key| !key.exists());
        let files = key.into_iter().chain(self.folder.iter().flat_map(Folder::lacks));
        self.names(files)
    }

    /// Returns what is not here that no game needs, but whoever is to get a sheet again. Without a folder none is
    /// handed out.
    fn lacks_to_hand_out(&self) -> Vec<String> {
        self.names(self.folder.iter().flat_map(Folder::lacks_to_hand_out))
    }

    fn names(&self, files: impl Iterator<Item = PathBuf>) -> Vec<String> {
        let root = self.folder.as_ref().map_or(Path::new(""), Folder::root);
        files.map(|file| file.strip_prefix(root).unwrap_or(&file).display().to_string()).collect()
    }
}

/// Files that are not here.
#[derive(PartialEq, Eq)]
struct MissingFiles {
    /// To serve the copy.
    serve: Vec<String>,
    /// To hand out sheets again.
    hand_out: Vec<String>,
}

/// Status of the copying as it is shown.
#[derive(PartialEq, Eq)]
struct ShownStatus {
    is_abreast: bool,
    /// Games that are copied, and lines of their records that everybody may read.
    figures: (u64, u64),
    /// Names of what is damaged on the server, and not copied.
    left_out: Vec<String>,
    missing: MissingFiles,
}

/// Says how the copying goes: each time that it changes. Of what is copied it tells what everybody may know, and when
/// it tells it follows from that or from the clock: how many records there are, and when one came, would tell whoever
/// sees this machine that a list was replaced (`A4`).
struct ProgressReporter {
    words: Words,
    json: bool,
    once: bool,
    required: RequiredFiles,
    /// Status that was told last, as far as it does not follow from the clock.
    was: Option<ShownStatus>,
    /// Text that was said last.
    shown: String,
    /// Number of times in a row that the server gave no copy.
    losses: u32,
}

impl ProgressReporter {
    /// Returns whether to go on.
    fn tell(&mut self, progress: &CopyProgress) -> bool {
        self.losses = match progress {
            CopyProgress::Lost { .. } | CopyProgress::Denied { .. } => self.losses + 1,
            CopyProgress::Copied { .. } | CopyProgress::Tokens | CopyProgress::Abreast { .. } => 0,
        };
        let (is_abreast, figures, left_out, pulse) = match progress {
            CopyProgress::Copied { .. } | CopyProgress::Tokens => return true,
            CopyProgress::Abreast { games, events, lines, left_out, pulse, .. } => {
                (true, (games + events, *lines), left_out.clone(), *pulse)
            }
            CopyProgress::Lost { .. } | CopyProgress::Denied { .. } => (false, (0, 0), Vec::new(), true),
        };
        let missing =
            MissingFiles { serve: self.required.lacks(), hand_out: self.required.lacks_to_hand_out() };
        let (text, value) = self.report(progress, &missing);
        let now = ShownStatus { is_abreast, figures, left_out, missing };
        let (has_changed, is_other_line) = match &self.was {
            None => (true, true),
            Some(was) => {
                let is_alike = (was.is_abreast, &was.left_out, &was.missing)
                    == (now.is_abreast, &now.left_out, &now.missing);
                (*was != now, !is_alike)
            }
        };
        self.was = Some(now);
        if has_changed || pulse {
            // Nobody who listens is a reason to end.
            let _ = if self.json { object(&value) } else { self.line(text, is_other_line) };
        }
        !(self.once && (is_abreast || self.has_given_up()))
    }

    /// Returns whether a backup waits no longer for a server that gives no copy.
    fn has_given_up(&self) -> bool {
        self.losses >= MOST_LOSSES
    }

    /// Returns whether something is damaged on the server, and not in the copy as a whole.
    fn is_partial(&self) -> bool {
        self.was.as_ref().is_some_and(|was| !was.left_out.is_empty())
    }

    /// Returns how it goes, as a line of text and as one of JSON.
    fn report(&self, progress: &CopyProgress, missing: &MissingFiles) -> (String, Value) {
        match progress {
            CopyProgress::Abreast { games, waiting, events, lines, left_out, at, .. } => {
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
                    ([], []) => "standby-abreast",
                    ([], _) => "standby-abreast-no-sheets",
                    _ => "standby-abreast-lacks",
                };
                let value = json!({
                    "state": "abreast", "games": games, "waiting": waiting, "events": events, "lines": lines,
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
            // Not told.
            CopyProgress::Copied { .. } | CopyProgress::Tokens => (String::new(), Value::Null),
        }
    }

    /// On a terminal one line that stays where it is; elsewhere, and where it is too long for that, a line for each change.
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
    fn a_backup_gives_a_server_up_that_gives_no_copy_for_long_and_a_standby_never() {
        let lost = CopyProgress::Lost { cause: LostCause::Ended };
        let asked = |once| {
            let mut teller = reporter(Words::new(Lang::En), once);
            (0..MOST_LOSSES - 1).for_each(|_| assert!(teller.tell(&lost)));
            assert!(teller.tell(&CopyProgress::Copied { records: 1 }), "it is back");
            (0..3 * MOST_LOSSES).take_while(|_| teller.tell(&lost)).count()
        };
        assert_eq!((asked(true), asked(false)), (MOST_LOSSES as usize - 1, 3 * MOST_LOSSES as usize));
    }

    #[test]
    fn a_failed_journal_is_told_in_the_readers_language_and_as_no_lost_connection() {
        let report = |lang| {
            let teller = reporter(Words::new(lang), false);
            let fault = Box::new(Fault::new(ErrorReason::JournalFailed));
            let missing = MissingFiles { serve: Vec::new(), hand_out: Vec::new() };
            teller.report(&CopyProgress::Denied { fault }, &missing).0
        };
        let english = report(Lang::En);
        assert!(english.starts_with("The server answers, but gives no copy; trying again."), "{english}");
        assert!(english.contains("journal failed"), "{english}");
        let japanese = report(Lang::Ja);
        assert!(japanese.contains("ディスクがいっぱい") && !japanese.contains("journal"), "{japanese}");
    }

    #[test]
    fn a_backup_in_the_servers_own_folder_does_not_touch_the_servers_tokens() {
        let beside = |journal: &str| {
            let (journal, folder) = (journal.parse().unwrap(), Folder::at("day"));
            tokens_beside(&journal, &folder).display().to_string()
        };
        assert_eq!(beside("day/contest.db"), "day/tokens.toml");
        assert_eq!(beside("day/noon.db"), "day/noon.tokens.toml");
        assert_eq!(beside("postgres://hall/contest"), "day/tokens.toml");
    }
}
