//! The surface of a screen: its size, its time, and whether a repaint is due.

use std::time::{Duration, Instant};

use crate::terminal::Input;

/// Time after a resize in which a terminal may still lose output without notice.
const RESIZE_SETTLE_TIME: Duration = Duration::from_secs(1);

/// Size, time and revision of the screen that a state is painted on.
#[derive(Clone, Debug)]
pub struct Surface {
    size: (u16, u16),
    now: Option<Instant>,
    /// When to repaint everything after a resize.
    settled: Option<Instant>,
    revision: u64,
}

impl Surface {
    /// Returns a surface of this size, before the first tick.
    pub fn new(columns: u16, lines: u16) -> Self {
        Self { size: (columns, lines), now: None, settled: None, revision: 0 }
    }

    /// Returns its columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.size
    }

    /// Returns the time of the last tick or news; `None` before the first.
    pub fn now(&self) -> Option<Instant> {
        self.now
    }

    /// Returns a number that changes with each visible change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Notes a visible change.
    pub fn touch(&mut self) {
        self.revision = self.revision.wrapping_add(1);
    }

    /// Notes a visible change if `is_new`.
    pub fn touch_if(&mut self, is_new: bool) {
        self.revision = self.revision.wrapping_add(u64::from(is_new));
    }

    /// Advances the time to at least `now`.
    pub fn advance_to(&mut self, now: Instant) {
        self.now = self.now.max(Some(now));
    }

    /// Handles an input that concerns every screen alike, and returns whether to repaint everything.
    #[must_use]
    pub fn take(&mut self, input: &Input) -> bool {
        match *input {
            Input::Tick { now } => {
                self.advance_to(now);
                self.settled.take_if(|settled| now >= *settled).is_some()
            }
            Input::Resize { columns, lines } => {
                self.touch();
                self.size = (columns, lines);
                // Before the first tick the time is unknown.
                self.settled = self.now.map(|now| now + RESIZE_SETTLE_TIME);
                true
            }
            Input::Key(_) | Input::Paste(_) | Input::Mouse { .. } => {
                self.touch();
                false
            }
        }
    }
}
