//! An agenda: the current time and the scheduled items.

use std::collections::BTreeMap;

pub(crate) struct Agenda<D> {
    /// The current time in milliseconds.
    pub(crate) now: u64,
    due: BTreeMap<(u64, u64), D>,
    scheduled: u64,
}

impl<D> Agenda<D> {
    pub(crate) fn new() -> Self {
        Self { now: 0, due: BTreeMap::new(), scheduled: 0 }
    }

    pub(crate) fn schedule(&mut self, after: u64, due: D) {
        self.scheduled += 1;
        self.due.insert((self.now.saturating_add(after), self.scheduled), due);
    }

    pub(crate) fn take(&mut self) -> Option<D> {
        let first = self.due.first_entry().filter(|first| first.key().0 <= self.now)?;
        Some(first.remove())
    }

    pub(crate) fn next(&self) -> Option<u64> {
        self.due.first_key_value().map(|((moment, _), _)| *moment)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.due.is_empty()
    }

    /// Removes items that `keeps` rejects.
    pub(crate) fn retain(&mut self, keeps: impl Fn(&D) -> bool) {
        self.due.retain(|_, due| keeps(due));
    }
}
