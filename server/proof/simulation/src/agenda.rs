//! An agenda: the moment it is, and what is due when.

use std::collections::BTreeMap;

/// Queue of what is due, in the order of its moments, and of one moment in the order in which it was
/// scheduled.
pub(crate) struct Agenda<D> {
    /// The moment it is, in milliseconds.
    pub(crate) now: u64,
    due: BTreeMap<(u64, u64), D>,
    scheduled: u64,
}

impl<D> Agenda<D> {
    pub(crate) fn new() -> Self {
        Self { now: 0, due: BTreeMap::new(), scheduled: 0 }
    }

    /// Puts something down, so many milliseconds from now.
    pub(crate) fn schedule(&mut self, after: u64, due: D) {
        self.scheduled += 1;
        self.due.insert((self.now.saturating_add(after), self.scheduled), due);
    }

    /// Takes what is due by now, the first of it.
    pub(crate) fn take(&mut self) -> Option<D> {
        let first = self.due.first_entry().filter(|first| first.key().0 <= self.now)?;
        Some(first.remove())
    }

    /// The next moment at which something is due.
    pub(crate) fn next(&self) -> Option<u64> {
        self.due.first_key_value().map(|((moment, _), _)| *moment)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.due.is_empty()
    }

    /// Strikes out what is not to be kept.
    pub(crate) fn retain(&mut self, keeps: impl Fn(&D) -> bool) {
        self.due.retain(|_, due| keeps(due));
    }
}
