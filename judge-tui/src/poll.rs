//! Schedule of a request that is repeated, one at a time.

use std::time::{Duration, Instant};

const POLL_INTERVAL: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Poll {
    sent_at: Option<Instant>,
    is_pending: bool,
    /// True if the server rejects it, so it is not repeated.
    is_stopped: bool,
}

impl Poll {
    pub(crate) fn take_due(&mut self, now: Instant) -> bool {
        let rested =
            self.sent_at.is_none_or(|sent_at| now.saturating_duration_since(sent_at) >= POLL_INTERVAL);
        let due = rested && !self.is_pending && !self.is_stopped;
        if due {
            self.sent_at = Some(now);
            self.is_pending = true;
        }
        due
    }

    pub(crate) fn finish(&mut self) {
        self.is_pending = false;
    }

    pub(crate) fn fail(&mut self, for_good: bool) {
        self.is_pending = false;
        self.is_stopped = for_good;
    }
}
