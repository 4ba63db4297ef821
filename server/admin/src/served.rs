//! The note beside a journal of what it held, so that one that is lost, emptied, shortened or another one is noticed.
//!
//! `contest.served` stands beside `contest.db`. It names the games and, of each, how many records it had and what the last of
//! them was, by its SHA-256. It is written when the games are open, from then on every few seconds, and when the server stops. While
//! something of a game is sealed, it names only the SHA-256 of the last record: how many records a round has would tell
//! whoever reads the note that a list was replaced (`A4`). Heartbeats are left out: nobody was answered for one.
//! The note says less than the journal has, never more, since it is written after the journal has it. So it shows a journal that
//! was rolled back, and does not show the loss of what came in the last seconds before a crash, nor a journal and a note that were
//! rolled back together.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ishigaki_catalogue::Message;
use ishigaki_cluster::journal;
use ishigaki_engine::clock::{Clock, Monotonic};
use ishigaki_engine::codec;
use ishigaki_engine::games::{Games, ListedGame};
use ishigaki_engine::private_file;
use ishigaki_journal::{Error as JournalError, Expected, Journal, Location, Sequence, StreamId};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Interval at which what the journal holds is noted, in milliseconds.
const EVERY: u64 = 5_000;

/// Number of records that are read at a time.
const READ_AHEAD: usize = 256;

const HEAD: &str = "\
# What the journal beside this file held when it was last noted, so that one that is lost or cut short is noticed.
# To begin a new contest here, delete both.
";

/// The note beside a journal.
#[derive(Clone, Debug)]
pub struct ServedBefore {
    journal: Location,
    note: PathBuf,
}

/// Contents of a note.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ServedGames {
    #[serde(default, rename = "game")]
    games: BTreeMap<String, GameExtent>,
}

/// The extent of one game in the journal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct GameExtent {
    records: u64,
    /// The SHA-256 of the last of them, in hexadecimal digits.
    last: String,
    /// The SHA-256 of the last record after them, while something is sealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sealed: Option<String>,
}

/// Error of a journal that is not served: it is not the one that was.
#[derive(Debug, thiserror::Error, Message)]
#[message("served")]
pub enum Error {
    /// The file is gone, or has nothing in it.
    Gone {
        journal: Location,
        /// Whether it is there, and empty.
        is_empty: bool,
        /// Paths that are left of what was there.
        left: Vec<PathBuf>,
    },
    /// The note cannot be read.
    Unread { note: PathBuf, what: String },
    /// The journal does not hold what the note says.
    CutShort {
        journal: Location,
        /// Losses, at least one.
        lost: Vec<LossError>,
        note: PathBuf,
    },
}

/// Loss of a game's records, which the journal held and does not hold.
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
    /// The last records of a window in which something is sealed. Their number is nobody's business (`A4`).
    Sealed {
        game: String,
    },
    /// A record is another one.
    Another {
        game: String,
        #[message(display)]
        record: u64,
    },
}

impl ServedBefore {
    /// The note of the journal at a location, by a server with this key file.
    pub fn of(journal: &Location, key: &Path) -> Self {
        Self { journal: journal.clone(), note: journal::companion(journal, key, "served") }
    }

    /// Returns what has to be found where the journal is: one that was served from here does not begin anew.
    pub fn expected(&self) -> Expected {
        if self.note.exists() { Expected::Journal } else { Expected::JournalOrNothing }
    }

    /// Returns the error of a journal that did not open: if it is gone, what there is here of it. Fails with what was
    /// wrong otherwise.
    pub fn gone(&self, error: JournalError) -> Result<Error, JournalError> {
        match error {
            JournalError::Gone { location, is_empty, mut left } => {
                left.extend(Some(self.note.clone()).filter(|note| note.exists()));
                Ok(Error::Gone { journal: location, is_empty, left })
            }
            other => Err(other),
        }
    }

    /// Returns what the note says; nothing if there is none. Fails if it cannot be read.
    fn noted(&self) -> Result<ServedGames, Error> {
        let unread = |what| Error::Unread { note: self.note.clone(), what };
        match fs::read_to_string(&self.note) {
            Ok(text) => toml::from_str(&text).map_err(|error| unread(error.message().to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(ServedGames::default()),
            Err(error) => Err(unread(error.to_string())),
        }
    }

    /// The ids of the games that the note names; none if it cannot be read.
    pub(crate) fn games(&self) -> BTreeSet<String> {
        self.noted().map(|noted| noted.games.into_keys().collect()).unwrap_or_default()
    }

    /// Fails if the journal holds less than the note says, or something else; says of which games. What the journal cannot
    /// give of a game because it is damaged is told by whoever serves it.
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

    /// Returns the writer that keeps the note from now on. What it says of games that the journal does not
    /// name any more stays.
    pub fn keeper(&self) -> NoteWriter<'_> {
        // One that names no game is still the sign that a journal was served.
        let written = self.noted().ok().filter(|_| self.note.exists());
        NoteWriter { note: self, written, tails: BTreeMap::new() }
    }

    fn write(&self, noted: &ServedGames) -> anyhow::Result<()> {
        let text = format!("{HEAD}\n{}", toml::to_string(noted)?);
        Ok(private_file::write(&self.note, text.as_bytes())?)
    }
}

/// Writes the note beside a journal, and keeps it current.
pub struct NoteWriter<'a> {
    note: &'a ServedBefore,
    /// Contents of the note, if there is one.
    written: Option<ServedGames>,
    /// How far each game's journal was read, and the last record there that is no heartbeat.
    tails: BTreeMap<StreamId, Tail>,
}

/// End of a stream.
#[derive(Clone, Debug, Default)]
struct Tail {
    head: u64,
    /// The last record that is no heartbeat.
    record: u64,
    /// Its SHA-256, in hexadecimal digits.
    digest: String,
}

impl NoteWriter<'_> {
    /// Notes what the journal holds now.
    pub async fn look(&mut self, games: &Games) {
        let now = self.survey(games).await;
        if self.written.as_ref() == Some(&now) {
            return;
        }
        // A disk that stands still holds up nobody else's turn on the processor.
        let (note, text) = (self.note.clone(), now.clone());
        let written = tokio::task::spawn_blocking(move || note.write(&text)).await;
        match written.map_err(anyhow::Error::from).and_then(std::convert::identity) {
            Ok(()) => self.written = Some(now),
            Err(error) => {
                tracing::warn!(%error, note = %self.note.note.display(), "cannot note what the journal holds");
            }
        }
    }

    /// Does so every few seconds, for as long as this is polled.
    pub async fn keep(&mut self, games: &Games, clock: &dyn Clock) -> Infallible {
        loop {
            clock.reach(Monotonic(clock.now().0.saturating_add(EVERY))).await;
            self.look(games).await;
        }
    }
}

impl NoteWriter<'_> {
    /// Returns what the journal holds now; of games whose journal cannot be read, what was noted before.
    async fn survey(&mut self, games: &Games) -> ServedGames {
        let mut noted = self.written.clone().unwrap_or_default();
        let journal = &games.context().journal;
        // A journal that fails is told by those who write to it.
        let Ok(streams) = journal.streams().await else { return noted };
        for (stream, Sequence(head)) in streams {
            // What another server serves may be sealed: that is not known here.
            let is_elsewhere = games.directory().is_shared() && games.find(stream.as_str()).is_none();
            let is_held = match games.find(stream.as_str()) {
                Some(ListedGame::Awake(game)) => game.record().is_held(),
                Some(ListedGame::Dormant(_)) | None => false,
                // It may be.
                Some(ListedGame::Returning(_)) => continue,
            };
            let before = noted.games.get(stream.as_str());
            let is_known = before.is_some_and(|held| held.sealed.is_none() && held.records >= head);
            if head == 0 || is_known || is_elsewhere {
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
                // Its first note is of its set-up, under which nothing is sealed.
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
    /// Reads on to the stream's head. Returns whether the journal has given all of it.
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

/// Returns whether a record with this SHA-256 is in the journal after so many. One that cannot be read is told by whoever serves
/// the game.
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

/// The SHA-256 of a record, in hexadecimal digits; `None` if the journal does not give it.
async fn digest(journal: &dyn Journal, game: &str, record: u64) -> Option<String> {
    let read = journal.read(StreamId::new(game).ok()?, Sequence(record), 1).await.ok()?;
    let found = read.first().filter(|found| found.sequence == Sequence(record))?;
    Some(hex::encode(Sha256::digest(&found.bytes)))
}
