//! When the whole screen is to be painted afresh: a terminal that is resized may lose what was painted, and does not
//! tell.

use std::time::{Duration, Instant};

/// How long after a change of size a terminal may still lose what was painted.
const SETTLES: Duration = Duration::from_secs(1);

/// Whether the screen has to be painted once more, after the terminal has settled.
#[derive(Clone, Copy, Debug, Default)]
pub struct Afresh {
    due: Option<Instant>,
}

impl Afresh {
    /// The terminal has another size since about now; before the first tick nobody knows when that is.
    pub fn resized(&mut self, now: Option<Instant>) {
        self.due = now.map(|now| now + SETTLES);
    }

    /// Whether it is time to paint everything again; `true` once only.
    pub fn is_due(&mut self, now: Instant) -> bool {
        self.due.take_if(|due| now >= *due).is_some()
    }
}
