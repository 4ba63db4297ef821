//! Counts that wait for a second person, of all judges' devices.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ishigaki_rules::WallCount;
use tokio::sync::watch;

use crate::session::SessionHash;

/// A count that was entered, and the device that it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EnteredCount {
    pub(super) count: WallCount,
    pub(super) device: SessionHash,
}

/// Entered counts by game and team, and the devices with an open page.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    table: Mutex<Table>,
    changed: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct Table {
    entered: BTreeMap<(String, String), EnteredCount>,
    devices: BTreeSet<SessionHash>,
}

impl Counts {
    /// Returns a receiver that changes with every entry and every device.
    pub(super) fn changes(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    pub(super) fn get(&self, game: &str, team: &str) -> Option<EnteredCount> {
        self.lock().entered.get(&(game.to_owned(), team.to_owned())).cloned()
    }

    pub(super) fn enter(&self, game: &str, team: &str, entered: EnteredCount) {
        self.lock().entered.insert((game.to_owned(), team.to_owned()), entered);
        self.changed.send_replace(());
    }

    pub(super) fn remove(&self, game: &str, team: &str) {
        self.lock().entered.remove(&(game.to_owned(), team.to_owned()));
        self.changed.send_replace(());
    }

    /// Removes a count unless it has been entered again.
    pub(super) fn remove_same(&self, game: &str, team: &str, entered: &EnteredCount) {
        if self.get(game, team).as_ref() == Some(entered) {
            self.remove(game, team);
        }
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

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
