//! The pace of a question that is asked of the server again and again, one at a time. Knows when, not what.

use std::time::{Duration, Instant};

/// Rest between two questions.
const EVERY: Duration = Duration::from_secs(2);

/// A question that is asked from time to time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Poll {
    asked: Option<Instant>,
    awaiting: bool,
    /// Whether the server refuses to tell, so that asking again is no use.
    closed: bool,
}

impl Poll {
    /// Returns whether it is to be asked now. If so, it counts as asked.
    pub(crate) fn take_due(&mut self, now: Instant) -> bool {
        let rested = self.asked.is_none_or(|asked| now.saturating_duration_since(asked) >= EVERY);
        let due = rested && !self.awaiting && !self.closed;
        if due {
            self.asked = Some(now);
            self.awaiting = true;
        }
        due
    }

    /// The answer has come.
    pub(crate) fn answered(&mut self) {
        self.awaiting = false;
    }

    /// No answer came. `for_good`: none will.
    pub(crate) fn failed(&mut self, for_good: bool) {
        self.awaiting = false;
        self.closed = for_good;
    }
}
