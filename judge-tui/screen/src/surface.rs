//! The surface of a screen: its size, its moment, and whether there is anything new to be painted.

use std::time::{Duration, Instant};

use crate::terminal::Input;

/// Time after a change of size in which a terminal may still lose what was painted, and does not tell.
const SETTLES: Duration = Duration::from_secs(1);

/// Size, moment and revision of the screen that a state is painted on.
#[derive(Clone, Debug)]
pub struct Surface {
    size: (u16, u16),
    now: Option<Instant>,
    /// Moment at which everything is to be painted once more, after the terminal has settled.
    settled: Option<Instant>,
    revision: u64,
}

impl Surface {
    /// A surface of so many columns and lines, before the first tick.
    pub fn new(columns: u16, lines: u16) -> Self {
        Self { size: (columns, lines), now: None, settled: None, revision: 0 }
    }

    /// Its columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.size
    }

    /// The moment of the last tick or news; `None` before the first.
    pub fn now(&self) -> Option<Instant> {
        self.now
    }

    /// Counts what is new to be seen: another figure, another picture.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Notes that there is something new to be seen.
    pub fn touch(&mut self) {
        self.revision = self.revision.wrapping_add(1);
    }

    /// The same if `is_new`.
    pub fn touch_if(&mut self, is_new: bool) {
        self.revision = self.revision.wrapping_add(u64::from(is_new));
    }

    /// It is this late at least.
    pub fn pass_to(&mut self, now: Instant) {
        self.now = self.now.max(Some(now));
    }

    /// Takes in an input as far as it concerns every screen alike; whether everything is to be painted afresh.
    #[must_use]
    pub fn take(&mut self, input: &Input) -> bool {
        match *input {
            Input::Tick { now } => {
                self.pass_to(now);
                self.settled.take_if(|settled| now >= *settled).is_some()
            }
            Input::Resize { columns, lines } => {
                self.touch();
                self.size = (columns, lines);
                // Before the first tick nobody knows when that is.
                self.settled = self.now.map(|now| now + SETTLES);
                true
            }
            Input::Key(_) | Input::Paste(_) | Input::Mouse { .. } => {
                self.touch();
                false
            }
        }
    }
}
