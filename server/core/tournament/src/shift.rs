//! Shifts: whom a ruling on the draw puts into another league or group.

use alloc::vec::Vec;

use crate::id::PlayerId;

/// Entrant whom a ruling put into another league or group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The line of the roster.
    pub line: PlayerId,
    /// Index of the league or group before the ruling, from 0.
    pub from: usize,
    /// Index of the league or group after it, from 0.
    pub to: usize,
}

/// Returns the league or group of each line of a roster.
pub(crate) fn places(lines: usize, groups: impl Iterator<Item = Vec<usize>>) -> Vec<Option<usize>> {
    let mut places = alloc::vec![None; lines];
    for (at, group) in groups.enumerate() {
        for line in group {
            if let Some(place) = places.get_mut(line) {
                *place = Some(at);
            }
        }
    }
    places
}

/// Returns who is elsewhere after a ruling. Whoever is in no league or group before or after it is not among them.
pub(crate) fn shifts(before: &[Option<usize>], after: &[Option<usize>]) -> Vec<Shift> {
    let lines = before.iter().zip(after).enumerate();
    lines
        .filter_map(|(line, (from, to))| Some((line, (*from)?, (*to)?)))
        .filter(|(_, from, to)| from != to)
        .map(|(line, from, to)| Shift { line: PlayerId::at(line), from, to })
        .collect()
}
