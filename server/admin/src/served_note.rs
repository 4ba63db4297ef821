//! A note next to a journal about its contents, which reveals a lost, emptied, truncated or replaced journal.
//!
//! `contest.served` is next to `contest.db`. It has for each game the number of records and the SHA-256 of
//! the last one. It is written when the games are open, then every few seconds, and at shutdown. While
//! something of a game is sealed, it has only the SHA-256 of the last record, because the number of records
//! would reveal replaced lists (`A4`). Heartbeats are excluded, because they answer no one. The note is
//! written after the journal, so it never claims more. It detects a rollback of the journal, but not the loss
//! of the last seconds before a crash, or a rollback of both.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ishigaki_catalogue::Message;
use ishigaki_cluster::journal;
use ishigaki_engine::clock::{Clock, Monotonic};
use ishigaki_engine::codec;
use ishigaki_engine::games::Games;
use ishigaki_journal::{Error as JournalError, Expected, Journal, Location, Sequence, StreamId};
use ishigaki_private_file as private_file;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Interval of writing the note, in milliseconds.
const WRITE_INTERVAL: u64 = 5_000;

const READ_AHEAD: usize = 256;

const HEAD: &str = "\
# What the journal beside this file held when it was last noted, so that one that is lost or cut short is noticed.
# To begin a new contest here, delete both.
";

/// The note next to a journal.
#[derive(Clone, Debug)]
pub struct ServedNote {
    journal: Location,
    note: PathBuf,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ServedGames {
    #[serde(default, rename = "game")]
    games: BTreeMap<String, GameExtent>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct GameExtent {
    records: u64,
    /// SHA-256 of the last of them, in hexadecimal.
    last: String,
    /// SHA-256 of the last record, while something is sealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sealed: Option<String>,
}

/// Error of a journal that isn't the one served before.
#[derive(Debug, thiserror::Error, Message)]
#[message("served")]
pub enum Error {
    Gone {
        journal: Location,
        is_empty: bool,
        left: Vec<PathBuf>,
    },
    Unread {
        note: PathBuf,
        what: String,
    },
    /// The journal lacks what the note has.
    CutShort {
        journal: Location,
        /// At least one loss.
        lost: Vec<LossError>,
        note: PathBuf,
    },
}

/// Loss of a game's records that were in the journal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("lost")]
pub enum LossError {
    Game {
        game: String,
        had: u64,
    },
    Records {
        game: String,
        has: u64,
        had: u64,
    },
    /// Records of a window with sealed contents. Their number is secret (`A4`).
    Sealed {
        game: String,
    },
    Another {
        game: String,
        #[message(display)]
        record: u64,
    },
}

impl ServedNote {
    /// Returns the note of a journal for a server with this key file.
    pub fn of(journal: &Location, key: &Path) -> Self {
        Self { journal: journal.clone(), note: journal::companion(journal, key, "served") }
    }

    /// Returns the expected state of the journal: one served from here must exist.
    pub fn expected(&self) -> Expected {
        if self.note.exists() { Expected::Journal } else { Expected::JournalOrNothing }
    }

    /// Returns the error of a missing journal, which includes this note's path if it exists. Fails with other
    /// errors.
    pub fn missing_records(&self, error: JournalError) -> Result<Error, JournalError> {
        match error {
            JournalError::Gone { location, is_empty, mut left } => {
                left.extend(Some(self.note.clone()).filter(|note| note.exists()));
                Ok(Error::Gone { journal: location, is_empty, left })
            }
            other => Err(other),
        }
    }

    /// Returns the note's contents; empty without a note. Fails if it can't be read.
    fn noted(&self) -> Result<ServedGames, Error> {
        let unread = |what| Error::Unread { note: self.note.clone(), what };
        match fs::read_to_string(&self.note) {
            Ok(text) => toml::from_str(&text).map_err(|error| unread(error.message().to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(ServedGames::default()),
            Err(error) => Err(unread(error.to_string())),
        }
    }

    /// The ids of the games in the note; empty if it can't be read.
    pub(crate) fn games(&self) -> BTreeSet<String> {
        self.noted().map(|noted| noted.games.into_keys().collect()).unwrap_or_default()
    }

    /// Fails if the journal lacks what the note has, listing the games. Damaged games are reported when they
    /// are served.
    pub async fn refuse_if_shortened(&self, journal: &dyn Journal) -> anyhow::Result<()> {
        let noted = self.noted()?;
        let streams: BTreeMap<String, u64> =
            journal.streams().await?.into_iter().map(|(stream, head)| (stream.to_string(), head.0)).collect();
        let mut lost = Vec::new();
        for (game, held) in &noted.games {
            let records = streams.get(game).copied().unwrap_or(0);
            if records == 0 {
                lost.push(LossError::Game { game: game.clone(), had: held.records });
            } else if records < held.records {
                lost.push(LossError::Records { game: game.clone(), has: records, had: held.records });
            } else if digest(journal, game, held.records).await.is_some_and(|last| last != held.last) {
                lost.push(LossError::Another { game: game.clone(), record: held.records });
            } else if let Some(sealed) = &held.sealed
                && !holds(journal, game, held.records, sealed).await
            {
                lost.push(LossError::Sealed { game: game.clone() });
            }
        }
        if lost.is_empty() {
            return Ok(());
        }
        Err(Error::CutShort { journal: self.journal.clone(), lost, note: self.note.clone() }.into())
    }

    /// Returns the writer of the note. Games missing in the journal keep their entries.
    pub fn keeper(&self) -> NoteWriter<'_> {
        // A note without games still shows that a journal was served.
        let written = self.noted().ok().filter(|_| self.note.exists());
        NoteWriter { note: self, written, tails: BTreeMap::new() }
    }

    fn write(&self, noted: &ServedGames) -> anyhow::Result<()> {
        let text = format!("{HEAD}\n{}", toml::to_string(noted)?);
        Ok(private_file::write(&self.note, text.as_bytes())?)
    }
}

/// Keeps the note next to a journal up to date.
pub struct NoteWriter<'a> {
    note: &'a ServedNote,
    /// Contents of the note.
    written: Option<ServedGames>,
    /// Last read position in each game's journal, and the last record that isn't a heartbeat.
    tails: BTreeMap<StreamId, Tail>,
}

#[derive(Clone, Debug, Default)]
struct Tail {
    head: u64,
    record: u64,
    digest: String,
}

impl NoteWriter<'_> {
    /// Writes the note if the journal has changed.
    pub async fn look(&mut self, games: &Games) {
        let now = self.survey(games).await;
        if self.written.as_ref() == Some(&now) {
            return;
        }
        // In a blocking task, because a stalled disk must not delay others.
        let (note, text) = (self.note.clone(), now.clone());
        let written = tokio::task::spawn_blocking(move || note.write(&text)).await;
        match written.map_err(anyhow::Error::from).and_then(std::convert::identity) {
            Ok(()) => self.written = Some(now),
            Err(error) => {
                tracing::warn!(%error, note = %self.note.note.display(), "can't update `contest.served`");
            }
        }
    }

    /// Updates the note every few seconds while polled.
    pub async fn keep(&mut self, games: &Games, clock: &dyn Clock) -> Infallible {
        loop {
            clock.reach(Monotonic(clock.now().0.saturating_add(WRITE_INTERVAL))).await;
            self.look(games).await;
        }
    }
}

impl NoteWriter<'_> {
    /// Returns the journal's contents; for unreadable games, the previous entries.
    async fn survey(&mut self, games: &Games) -> ServedGames {
        let mut noted = self.written.clone().unwrap_or_default();
        let journal = &games.context().journal;
        // Writers report a failed journal.
        let Ok(streams) = journal.streams().await else { return noted };
        for (stream, Sequence(head)) in streams {
            // Another server's games may be sealed, which isn't known here.
            let game = games.find(stream.as_str());
            let is_elsewhere = games.directory().is_shared() && game.is_none();
            let is_unread = game.as_ref().is_some_and(|game| game.is_unread());
            let is_held = game.is_some_and(|game| game.is_held());
            let before = noted.games.get(stream.as_str());
            let is_known = before.is_some_and(|held| held.sealed.is_none() && held.records >= head);
            if head == 0 || is_known || is_elsewhere || is_unread {
                continue;
            }
            let from = before.map_or(0, |held| held.records);
            let tail =
                self.tails.entry(stream.clone()).or_insert_with(|| Tail { head: from, ..Tail::default() });
            if !tail.follow(&**journal, &stream, head).await || tail.record == 0 {
                continue;
            }
            let Tail { record: records, digest: last, .. } = tail.clone();
            let extent = noted.games.entry(stream.to_string()).or_default();
            *extent = match is_held {
                // Its first entry is from its setup, when nothing is sealed.
                true if extent.records > 0 => GameExtent { sealed: Some(last), ..extent.clone() },
                true => continue,
                false => GameExtent { records, last, sealed: None },
            };
        }
        noted.games.retain(|_, extent| extent.records > 0);
        noted
    }
}

impl Tail {
    async fn follow(&mut self, journal: &dyn Journal, stream: &StreamId, head: u64) -> bool {
        while self.head < head {
            let next = Sequence(self.head + 1);
            let Ok(records) = journal.read(stream.clone(), next, READ_AHEAD).await else { return false };
            if records.is_empty() {
                return false;
            }
            for record in records {
                self.head = record.sequence.0;
                if !codec::is_heartbeat(&record.bytes) {
                    self.record = record.sequence.0;
                    self.digest = hex::encode(Sha256::digest(&record.bytes));
                }
            }
        }
        true
    }
}

/// Returns whether the journal has a record with this SHA-256 after this number. Unreadable ones are reported
/// when the game is served.
async fn holds(journal: &dyn Journal, game: &str, after: u64, digest: &str) -> bool {
    let Ok(stream) = StreamId::new(game) else { return true };
    let mut next = Sequence(after.max(1));
    loop {
        let Ok(records) = journal.read(stream.clone(), next, READ_AHEAD).await else { return true };
        let Some(last) = records.last() else { return false };
        next = last.sequence.next();
        if records.iter().any(|record| hex::encode(Sha256::digest(&record.bytes)) == digest) {
            return true;
        }
    }
}

/// The SHA-256 of a record in hexadecimal.
async fn digest(journal: &dyn Journal, game: &str, record: u64) -> Option<String> {
    let read = journal.read(StreamId::new(game).ok()?, Sequence(record), 1).await.ok()?;
    let found = read.first().filter(|found| found.sequence == Sequence(record))?;
    Some(hex::encode(Sha256::digest(&found.bytes)))
}
