//! The records of a whole contest, verified: of a stopped server's journal, or of files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use ishigaki_client_command::ProofArgs;
use ishigaki_cluster::journal::{self, OpenError};
use ishigaki_command::{Exit, write_file};
use ishigaki_engine::archive::Archive;
use ishigaki_engine::checkpoint::Checkpoint;
use ishigaki_engine::key::{self, ServerKey};
use ishigaki_journal::{Expected as ExpectedJournal, Location};
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::tournament::Stop;
use ishigaki_record::transcript::read_text;
use ishigaki_record::verify::Expected;
use ishigaki_report::{Error as GameError, EventError, OutputFile, Publication, RecordError, VerifiedRecord};
use ishigaki_scenarios::Contest;
use ishigaki_words::Words;
use ishigaki_words::columns::clean;

use crate::explanation::{UnreadableFile, UnwritableFile};
use clap::Args;

use super::{JournalLocation, say};

/// The records of a contest, and the proof that they need.
#[derive(Debug, Args)]
pub(super) struct ContestRecords {
    /// Records, as written by `transcript`; without them, all games and events of the stopped server's journal
    #[arg(value_name = "RECORD")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    location: JournalLocation,
    /// Fingerprint of the server's key [default: that of the key file, if the folder has one]
    #[arg(long, value_name = "FINGERPRINT")]
    key: Option<Fingerprint>,
    /// Accept records that are only partly checked: without a key, or with an unsigned end
    #[arg(long)]
    partial: bool,
}

/// A verified record, with what of it is public.
pub(super) struct ContestRecord {
    pub(super) record: VerifiedRecord,
    pub(super) publication: Publication,
    /// Practice doesn't count for the contest.
    pub(super) is_practice: bool,
}

/// A record as read, and the number of revealed places.
struct SourceRecord {
    /// Its file or id, for messages.
    name: String,
    text: String,
    revealed_places: Option<u32>,
}

impl ContestRecords {
    /// Reads and verifies all records. `is_revealed` says that all declared rankings are revealed. Returns an
    /// exit code with the problems printed, if a record is invalid or given twice.
    pub(super) fn read(
        &self,
        is_revealed: bool,
        words: Words,
    ) -> anyhow::Result<Result<Vec<ContestRecord>, Exit>> {
        let server_key = self.server_key()?;
        let sources = if self.files.is_empty() {
            of_journal(&self.location.journal(), server_key.as_ref(), words)?
        } else {
            self.files.iter().map(|file| of_file(file)).collect::<anyhow::Result<_>>()?
        };
        let expected = Expected { key: self.key.or(server_key.map(|key| key.fingerprint())), head: None };
        let contest = self.contest()?;
        let (mut records, mut problems) = (Vec::new(), Vec::new());
        let mut ids = BTreeSet::new();
        for SourceRecord { name, text, revealed_places } in sources {
            match VerifiedRecord::of(text, &expected) {
                Ok(record) if !ids.insert(record.id().to_owned()) => {
                    problems.push(words.say("records-repeated", &[("id", record.id().into())]));
                }
                Ok(record) => {
                    let is_seen =
                        |game: &ishigaki_rules::Game| is_revealed || game.covered_rows(revealed_places) == 0;
                    let publication = record.publication(is_seen);
                    let game = contest.as_ref().and_then(|contest| contest.game(record.id()));
                    let is_practice = game.is_some_and(|game| game.practice);
                    records.push(ContestRecord { record, publication, is_practice });
                }
                Err(error) => problems.push(problem(&name, &error, words)),
            }
        }
        if !problems.is_empty() {
            say(&(problems.join("\n") + "\n"))?;
            return Ok(Err(Exit::Failed));
        }
        records.sort_by_key(|entry| (place(contest.as_ref(), entry.record.id()), entry.record.unix_ms()));
        Ok(Ok(records))
    }

    /// Prints the records that are only partly checked, and returns the exit code unless they are accepted.
    pub(super) fn refused<'r>(
        &self,
        records: impl IntoIterator<Item = &'r VerifiedRecord>,
        words: Words,
    ) -> anyhow::Result<Option<Exit>> {
        let proof = ProofArgs { key: self.key, head: None, partial: self.partial };
        let refusals = records.into_iter().filter_map(|record| {
            let what = proof.refusal(&record.gaps(), &words)?;
            Some(
                words.say("records-problem", &[("record", record.id().into()), ("what", what.into())]) + "\n",
            )
        });
        let refusals: String = refusals.collect();
        if refusals.is_empty() {
            return Ok(None);
        }
        say(&refusals)?;
        Ok(Some(Exit::Partial))
    }

    /// The key file of the folder, or next to the journal; `None` if there is none.
    fn server_key(&self) -> anyhow::Result<Option<ServerKey>> {
        let folder = self.location.folder();
        let journal = self.location.journal();
        let path = match (folder, journal.file()) {
            (Some(folder), _) => folder.key(),
            (None, Some(file)) if self.files.is_empty() => key::default_path(file),
            (None, _) => return Ok(None),
        };
        Ok(if path.exists() { Some(ServerKey::load(&path)?) } else { None })
    }

    /// The contest file of the folder, for the order of the games and practice.
    fn contest(&self) -> anyhow::Result<Option<Contest>> {
        let file = self.location.folder().map(|folder| folder.contest()).filter(|file| file.exists());
        Ok(file.map(|file| Contest::load(&file)).transpose()?)
    }
}

/// The place of a game in the contest file; others follow in the order of their creation.
fn place(contest: Option<&Contest>, id: &str) -> usize {
    let at = contest.and_then(|contest| contest.games().iter().position(|game| game.id == id));
    at.unwrap_or(usize::MAX)
}

fn problem(name: &str, error: &RecordError, words: Words) -> String {
    let what = match error {
        RecordError::Game(GameError::NotInOrder(violation)) => words.record_violation(violation),
        RecordError::Event(EventError::NotInOrder(Stop::Violation(violation))) => {
            words.event_record_violation(violation)
        }
        error => words.with_sources(error),
    };
    let what = words.not_in_order(&what);
    words.say("records-problem", &[("record", clean(name).into_owned().into()), ("what", what.into())])
}

fn of_file(file: &Path) -> anyhow::Result<SourceRecord> {
    let text = fs::File::open(file).and_then(read_text).map_err(UnreadableFile::of(file))?;
    Ok(SourceRecord { name: file.display().to_string(), text, revealed_places: None })
}

/// Reads all records of a journal that no server uses.
fn of_journal(
    location: &Location,
    key: Option<&ServerKey>,
    words: Words,
) -> anyhow::Result<Vec<SourceRecord>> {
    let journal = match journal::open(location, ExpectedJournal::JournalAsItIs) {
        Err(ishigaki_journal::Error::InUse { .. }) => anyhow::bail!(words.label("records-in-use")),
        opened => opened.map_err(|source| OpenError { location: location.clone(), source })?,
    };
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let streams: BTreeMap<_, _> = journal.streams().await?.into_iter().collect();
        let mut records = Vec::new();
        for (id, last) in streams.into_iter().filter(|(_, last)| last.0 > 0) {
            let archive = Archive::of_journal(journal.clone(), id.clone()).await?;
            let revealed_places = match key {
                Some(key) => Checkpoint::revealed_places(&*journal, key.journal(), (&id, last)).await?,
                None => None,
            };
            let text = archive.transcript().await?;
            records.push(SourceRecord { name: id.to_string(), text, revealed_places });
        }
        Ok(records)
    })
}

/// Writes files into a new folder: all of them or none. An existing folder must be empty, so that it keeps
/// nothing of an earlier state.
pub(super) fn write_folder(folder: &Path, files: &[OutputFile], words: Words) -> anyhow::Result<()> {
    let is_taken = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => folder.exists(),
    };
    anyhow::ensure!(!is_taken, words.say("records-folder-taken", &[("folder", shown(folder).into())]));
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(UnwritableFile::of(parent))?;
    let draft = tempfile::tempdir_in(parent).map_err(UnwritableFile::of(parent))?;
    let root = draft.path().join("new");
    for file in files {
        let path = root.join(&file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(UnwritableFile::of(parent))?;
        }
        write_file(&path, &file.bytes).map_err(UnwritableFile::of(&path))?;
    }
    if folder.exists() {
        fs::remove_dir(folder).map_err(UnwritableFile::of(folder))?;
    }
    Ok(fs::rename(&root, folder).map_err(UnwritableFile::of(folder))?)
}

pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}
