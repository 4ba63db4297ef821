//! The timetable (時間割) of a day's rounds (`TT`).

use crate::id::Round;

/// Timetable of rounds: a slot each, and a longer one for lunch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timetable {
    /// Minutes from midnight to the first round.
    pub start: u32,
    /// Minutes from one round to the next.
    pub slot: u32,
    /// The round before which there is lunch.
    pub lunch_before: Round,
    pub lunch: u32,
}

impl Timetable {
    /// Minutes from midnight to a round's start.
    pub fn starts(&self, round: Round) -> u32 {
        let lunch = if round >= self.lunch_before { self.lunch } else { 0 };
        self.start.saturating_add(self.slot.saturating_mul(round.0.saturating_sub(1))).saturating_add(lunch)
    }
}
