//! What the staff's devices share, and no record has: who was seen at reception, and reported results that wait for
//! the desk or a second person. They are kept on disk.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ishigaki_client::WriteError;
use ishigaki_private_file as private_file;
use ishigaki_proto::event::Slip;
use ishigaki_record::branch::Instance;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::session::SessionHash;

/// Games with their round and both players, the lower line of the roster first.
pub(super) type OpenGames = BTreeSet<(u32, (u32, u32))>;

/// A result that was reported and not entered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Report {
    pub(super) round: u32,
    pub(super) slip: Slip,
    pub(super) device: SessionHash,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventNotes {
    /// The event, which differs from one of the same name in another contest.
    event: Instance,
    /// Roster ids of players who came to reception.
    seen: BTreeSet<String>,
    /// At most one for each game.
    reports: Vec<Report>,
}

/// The notes of all events.
#[derive(Debug)]
pub(crate) struct StaffNotes {
    file: PathBuf,
    events: Mutex<Vec<EventNotes>>,
    changed: watch::Sender<()>,
}

impl StaffNotes {
    /// Reads the notes of a file. It may be missing; if it is unreadable, the staff starts again.
    pub(crate) fn open(file: PathBuf) -> Self {
        let read = std::fs::read(&file).and_then(|bytes| Ok(serde_json::from_slice(&bytes)?));
        let events = read.unwrap_or_else(|error: io::Error| {
            if error.kind() != io::ErrorKind::NotFound {
                tracing::warn!(%error, file = %file.display(), "can't read the staff's notes");
            }
            Vec::new()
        });
        Self { file, events: Mutex::new(events), changed: watch::Sender::new(()) }
    }

    /// Returns a receiver that changes with every note.
    pub(super) fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    pub(super) fn seen(&self, event: Instance) -> BTreeSet<String> {
        let events = self.lock();
        events.iter().find(|notes| notes.event == event).map(|notes| notes.seen.clone()).unwrap_or_default()
    }

    pub(super) fn reports(&self, event: Instance) -> Vec<Report> {
        let events = self.lock();
        events
            .iter()
            .find(|notes| notes.event == event)
            .map(|notes| notes.reports.clone())
            .unwrap_or_default()
    }

    pub(super) fn report(&self, event: Instance, round: u32, pair: (u32, u32)) -> Option<Report> {
        self.reports(event).into_iter().find(|report| report.is_of(round, pair))
    }

    /// Notes that a player came to reception, or that this was a mistake. On return it is on disk.
    pub(super) fn mark_seen(&self, event: Instance, id: &str, is_seen: bool) -> Result<(), WriteError> {
        self.change(event, |notes| {
            if is_seen {
                notes.seen.insert(id.to_owned());
            } else {
                notes.seen.remove(id);
            }
        })
    }

    /// Keeps a reported result, in place of an earlier one of its game. On return it is on disk.
    pub(super) fn add_report(&self, event: Instance, report: Report) -> Result<(), WriteError> {
        self.change(event, |notes| {
            notes.reports.retain(|other| !other.is_of(report.round, report.pair()));
            notes.reports.push(report);
        })
    }

    /// Removes the reported result of a game.
    pub(super) fn remove_report(
        &self,
        event: Instance,
        round: u32,
        pair: (u32, u32),
    ) -> Result<(), WriteError> {
        self.change(event, |notes| notes.reports.retain(|report| !report.is_of(round, pair)))
    }

    /// Removes reports of games that were open `before` and aren't now, or of all that aren't open now.
    pub(super) fn forget_closed(&self, event: Instance, open: &OpenGames, before: Option<&OpenGames>) {
        let is_closed = |report: &Report| {
            let game = (report.round, report.pair());
            !open.contains(&game) && before.is_none_or(|before| before.contains(&game))
        };
        if !self.reports(event).iter().any(is_closed) {
            return;
        }
        if let Err(error) = self.change(event, |notes| notes.reports.retain(|report| !is_closed(report))) {
            tracing::warn!(%error, "can't remove reports of closed games");
        }
    }

    fn change(&self, event: Instance, change: impl FnOnce(&mut EventNotes)) -> Result<(), WriteError> {
        let mut events = self.lock();
        let mut changed = events.clone();
        let at = changed.iter().position(|notes| notes.event == event).unwrap_or_else(|| {
            changed.push(EventNotes { event, seen: BTreeSet::new(), reports: Vec::new() });
            changed.len() - 1
        });
        if let Some(notes) = changed.get_mut(at) {
            change(notes);
        }
        let written = serde_json::to_vec(&changed)
            .map_err(io::Error::from)
            .and_then(|bytes| private_file::write(&self.file, &bytes));
        written.map_err(|error| WriteError::new(self.file.clone(), &error))?;
        *events = changed;
        drop(events);
        self.changed.send_replace(());
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<EventNotes>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Report {
    /// Returns both players, the lower line first.
    pub(super) fn pair(&self) -> (u32, u32) {
        pair(self.slip.winner, self.slip.loser)
    }

    fn is_of(&self, round: u32, of: (u32, u32)) -> bool {
        self.round == round && self.pair() == of
    }
}

/// Returns both lines of the roster, the lower one first.
pub(super) fn pair(one: u32, other: u32) -> (u32, u32) {
    (one.min(other), one.max(other))
}
