//! The checkup of a lost connection: when to examine it, and the result. Pure: the owner does the
//! examination.

use std::time::{Duration, Instant};

use crate::ConnectionError;

const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// A lost connection under observation by a screen that stays open, because a different server at the address
/// looks like one that is down until it is examined.
#[derive(Clone, Debug, Default)]
pub struct Checkup {
    last_check: Option<Instant>,
    is_checking: bool,
    trouble: Option<ConnectionError>,
}

impl Checkup {
    /// Returns whether to examine the connection now ([`examine`](crate::examine)); pass the result, even
    /// `None`, to [`Checkup::found`]. Call it often: a restored connection ends the trouble.
    pub fn take_due(&mut self, is_lost: bool, now: Instant) -> bool {
        if !is_lost {
            (self.last_check, self.trouble) = (None, None);
            return false;
        }
        let has_rested = self
            .last_check
            .is_none_or(|last_check| now.saturating_duration_since(last_check) >= CHECK_INTERVAL);
        if self.is_checking || !has_rested {
            return false;
        }
        (self.last_check, self.is_checking) = (Some(now), true);
        true
    }

    /// Sets the problem and returns whether it is new. Ignored once the connection is back.
    pub fn found(&mut self, trouble: Option<ConnectionError>) -> bool {
        self.is_checking = false;
        let trouble = trouble.filter(|_| self.last_check.is_some());
        std::mem::replace(&mut self.trouble, trouble) != trouble
    }

    /// Returns the connection problem, if it is not just a timeout.
    pub fn trouble(&self) -> Option<ConnectionError> {
        self.trouble
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_line_is_examined_again_but_never_twice_at_once() {
        let now = crate::now();
        let mut checkup = Checkup::default();
        assert!(!checkup.take_due(false, now));
        assert!(checkup.take_due(true, now));
        assert!(!checkup.take_due(true, now + 2 * CHECK_INTERVAL), "one is still looking");
        assert!(!checkup.found(None));
        assert!(checkup.take_due(true, now + CHECK_INTERVAL));
        assert!(checkup.found(Some(ConnectionError::WrongAuthority)));
        assert_eq!(checkup.trouble(), Some(ConnectionError::WrongAuthority));
        assert!(!checkup.take_due(true, now + CHECK_INTERVAL), "it has rested too short");
        assert!(checkup.take_due(true, now + 2 * CHECK_INTERVAL));
        assert!(!checkup.found(Some(ConnectionError::WrongAuthority)), "no news");
    }

    #[test]
    fn trouble_ends_with_the_connection_and_a_late_finding_is_none() {
        let now = crate::now();
        let mut checkup = Checkup::default();
        assert!(checkup.take_due(true, now));
        assert!(checkup.found(Some(ConnectionError::Expired)));
        assert!(checkup.take_due(true, now + CHECK_INTERVAL));
        assert!(!checkup.take_due(false, now + CHECK_INTERVAL));
        assert_eq!(checkup.trouble(), None);
        assert!(!checkup.found(Some(ConnectionError::Expired)));
        assert_eq!(checkup.trouble(), None);
        assert!(checkup.take_due(true, now + CHECK_INTERVAL), "a new outage is looked at at once");
    }
}
