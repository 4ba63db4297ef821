//! The timetable (時間割) of a day's rounds (`TT`).

use crate::id::Round;

/// Timetable of rounds: one slot each, and a longer one for lunch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timetable {
    pub start: u32,
    pub slot: u32,
    pub lunch_before: Round,
    pub lunch: u32,
}

impl Timetable {
    /// Returns a round's start in minutes from midnight.
    pub fn starts(&self, round: Round) -> u32 {
        let lunch = if round >= self.lunch_before { self.lunch } else { 0 };
        self.start.saturating_add(self.slot.saturating_mul(round.0.saturating_sub(1))).saturating_add(lunch)
    }
}
