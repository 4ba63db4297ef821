//! Counts of all judges' devices that wait for a second person. They are kept on disk.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ishigaki_client::WriteError;
use ishigaki_private_file as private_file;
use ishigaki_record::branch::Instance;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::session::SessionHash;

/// The figures of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Figures {
    pub(super) empty: u32,
    pub(super) top_gaps: u32,
    pub(super) used: u32,
}

/// A count of one person, and the device that it is from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeviceCount {
    pub(super) figures: Figures,
    pub(super) device: SessionHash,
}

/// The counts of a wall that were entered and not recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EnteredCount {
    /// The game, which differs from one of the same name in another contest.
    game: Instance,
    team: String,
    pub(super) first: DeviceCount,
    /// The count on another device.
    pub(super) second: Option<DeviceCount>,
}

/// Entered counts, at most one entry for each wall, and the devices with an open page.
#[derive(Debug)]
pub(crate) struct Counts {
    file: PathBuf,
    table: Mutex<Table>,
    changed: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct Table {
    entered: Vec<EnteredCount>,
    devices: BTreeSet<SessionHash>,
}

impl Counts {
    /// Reads the counts of a file. It may be missing; if it is unreadable, the walls are counted again.
    pub(crate) fn open(file: PathBuf) -> Self {
        let read = std::fs::read(&file).and_then(|bytes| Ok(serde_json::from_slice(&bytes)?));
        let entered = read.unwrap_or_else(|error: io::Error| {
            if error.kind() != io::ErrorKind::NotFound {
                tracing::warn!(%error, file = %file.display(), "can't read the entered counts");
            }
            Vec::new()
        });
        let table = Table { entered, devices: BTreeSet::new() };
        Self { file, table: Mutex::new(table), changed: watch::Sender::new(()) }
    }

    /// Returns a receiver that changes with every entry and every device.
    pub(super) fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    pub(super) fn get(&self, game: Instance, team: &str) -> Option<EnteredCount> {
        self.lock().entered.iter().find(|entered| entered.is_of(game, team)).cloned()
    }

    /// Enters the count of a device: the second one if another device has entered the first. On return it is on disk.
    pub(super) fn enter(&self, game: Instance, team: &str, count: DeviceCount) -> Result<(), WriteError> {
        let mut table = self.lock();
        let mut entered = table.entered.clone();
        match entered.iter_mut().find(|entered| entered.is_of(game, team)) {
            Some(entered) if entered.first.device == count.device => {
                entered.first = count;
                entered.second = None;
            }
            Some(entered) => entered.second = Some(count),
            None => {
                entered.push(EnteredCount { game, team: team.to_owned(), first: count, second: None });
            }
        }
        self.write(&entered)?;
        table.entered = entered;
        drop(table);
        self.changed.send_replace(());
        Ok(())
    }

    /// Removes these counts.
    pub(super) fn remove(&self, is_removed: impl Fn(&EnteredCount) -> bool) {
        let mut table = self.lock();
        table.entered.retain(|entered| !is_removed(entered));
        if let Err(error) = self.write(&table.entered) {
            // It is back after a restart, and can be removed again.
            tracing::warn!(error = &error as &dyn std::error::Error, "can't remove an entered count");
        }
        drop(table);
        self.changed.send_replace(());
    }

    pub(super) fn open_device(&self, device: &SessionHash) {
        self.lock().devices.insert(device.clone());
        self.changed.send_replace(());
    }

    pub(super) fn close_device(&self, device: &SessionHash) {
        self.lock().devices.remove(device);
        self.changed.send_replace(());
    }

    /// Returns whether no other device has an open page.
    pub(super) fn is_alone(&self, device: &SessionHash) -> bool {
        self.lock().devices.iter().all(|other| other == device)
    }

    fn write(&self, entered: &[EnteredCount]) -> Result<(), WriteError> {
        let written = serde_json::to_vec(entered)
            .map_err(io::Error::from)
            .and_then(|bytes| private_file::write(&self.file, &bytes));
        written.map_err(|error| WriteError::new(self.file.clone(), &error))
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EnteredCount {
    /// Returns whether two persons have counted the same.
    pub(super) fn is_agreed(&self) -> bool {
        self.second.as_ref().is_some_and(|second| second.figures == self.first.figures)
    }

    pub(super) fn is_of(&self, game: Instance, team: &str) -> bool {
        self.game == game && self.team == team
    }
}
