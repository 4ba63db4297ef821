//! The checkup of a lost line: when it is looked at, and what is wrong with it. Pure: looking is its owner's.

use std::time::{Duration, Instant};

use crate::ConnectionError;

/// Interval at which a line is looked at as long as it is lost.
const EVERY: Duration = Duration::from_secs(2);

/// A lost line under observation, for a screen that stays open: a server in whose place another one answers looks like one
/// that is down, until somebody asks who is there.
#[derive(Clone, Debug, Default)]
pub struct Checkup {
    looked: Option<Instant>,
    is_looking: bool,
    trouble: Option<ConnectionError>,
}

impl Checkup {
    /// Returns whether the line is to be looked at now ([`examine`](crate::examine)); the finding goes to [`Checkup::found`], also
    /// if it is none. To be asked often: that there is a connection ends the trouble.
    pub fn take_due(&mut self, is_lost: bool, now: Instant) -> bool {
        if !is_lost {
            (self.looked, self.trouble) = (None, None);
            return false;
        }
        let has_rested = self.looked.is_none_or(|looked| now.saturating_duration_since(looked) >= EVERY);
        if self.is_looking || !has_rested {
            return false;
        }
        (self.looked, self.is_looking) = (Some(now), true);
        true
    }

    /// Returns what is wrong with the line; whether that is news. A finding that comes when the line is back is none.
    pub fn found(&mut self, trouble: Option<ConnectionError>) -> bool {
        self.is_looking = false;
        let trouble = trouble.filter(|_| self.looked.is_some());
        std::mem::replace(&mut self.trouble, trouble) != trouble
    }

    /// Returns what is wrong with the line, if it is more than that nobody answers.
    pub fn trouble(&self) -> Option<ConnectionError> {
        self.trouble
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_line_is_looked_at_again_and_again_and_never_twice_at_once() {
        let now = crate::now();
        let mut checkup = Checkup::default();
        assert!(!checkup.take_due(false, now));
        assert!(checkup.take_due(true, now));
        assert!(!checkup.take_due(true, now + 2 * EVERY), "one is still looking");
        assert!(!checkup.found(None));
        assert!(checkup.take_due(true, now + EVERY));
        assert!(checkup.found(Some(ConnectionError::WrongAuthority)));
        assert_eq!(checkup.trouble(), Some(ConnectionError::WrongAuthority));
        assert!(!checkup.take_due(true, now + EVERY), "it has rested too short");
        assert!(checkup.take_due(true, now + 2 * EVERY));
        assert!(!checkup.found(Some(ConnectionError::WrongAuthority)), "no news");
    }

    #[test]
    fn trouble_ends_with_the_connection_and_a_late_finding_is_none() {
        let now = crate::now();
        let mut checkup = Checkup::default();
        assert!(checkup.take_due(true, now));
        assert!(checkup.found(Some(ConnectionError::Expired)));
        assert!(checkup.take_due(true, now + EVERY));
        assert!(!checkup.take_due(false, now + EVERY));
        assert_eq!(checkup.trouble(), None);
        assert!(!checkup.found(Some(ConnectionError::Expired)));
        assert_eq!(checkup.trouble(), None);
        assert!(checkup.take_due(true, now + EVERY), "a new outage is looked at at once");
    }
}
