//! Shifts: moves to another league or group by a ruling on the draw.

use alloc::vec::Vec;

use crate::id::PlayerId;

/// An entrant who moved to another league or group by a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    pub line: PlayerId,
    pub from: usize,
    /// Index of the league or group after it, from 0.
    pub to: usize,
}

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

/// Returns the entrants that moved between leagues or groups. Entrants without one before or after are left out.
pub(crate) fn shifts(before: &[Option<usize>], after: &[Option<usize>]) -> Vec<Shift> {
    let lines = before.iter().zip(after).enumerate();
    lines
        .filter_map(|(line, (from, to))| Some((line, (*from)?, (*to)?)))
        .filter(|(_, from, to)| from != to)
        .map(|(line, from, to)| Shift { line: PlayerId::at(line), from, to })
        .collect()
}
