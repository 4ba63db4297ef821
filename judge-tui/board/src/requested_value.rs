//! The chief judge's settings for the hall's boards: progress of openings and of the ranking.
//!
//! Only the running server keeps them. After a takeover the last value stays valid, and a judge's console
//! repeats it to the new server.

use ishigaki_proto::wire;

/// A value of the server that this client may ask to change.
#[derive(Clone, Copy, Debug)]
pub struct RequestedValue<T> {
    reported: Option<T>,
    /// Requested here, until the server confirms it.
    requested: Option<T>,
    pending: u32,
    /// True if the current server has sent a value.
    is_reported: bool,
    is_resent: bool,
}

impl<T> Default for RequestedValue<T> {
    fn default() -> Self {
        Self { reported: None, requested: None, pending: 0, is_reported: false, is_resent: false }
    }
}

impl<T: Copy + PartialEq> RequestedValue<T> {
    pub fn current(&self) -> Option<T> {
        self.requested.or(self.reported)
    }

    pub(super) fn receive(&mut self, reported: Option<T>) {
        self.is_reported = reported.is_some();
        self.is_resent &= !self.is_reported;
        self.reported = reported.or(self.reported);
        // Once all requests are answered, another value is another person's request.
        let is_answered = self.pending == 0;
        self.requested
            .take_if(|requested| reported.is_some_and(|reported| is_answered || *requested == reported));
    }

    /// Notes a request for a new value.
    pub fn request(&mut self, requested: T) {
        self.requested = Some(requested);
        self.pending += 1;
    }

    /// Notes the answer to a request.
    pub fn finish_request(&mut self, is_granted: bool) {
        self.pending = self.pending.saturating_sub(1);
        if !is_granted {
            (self.requested, self.is_resent) = (None, false);
        }
    }

    pub(super) fn reconnect(&mut self) {
        self.is_resent = false;
    }

    pub fn unreported(&self) -> Option<T> {
        self.current().filter(|_| !self.is_reported && !self.is_resent && self.pending == 0)
    }

    /// Notes that the request was sent again.
    pub fn mark_resent(&mut self) {
        self.is_resent = true;
        self.pending += 1;
    }
}

impl RequestedValue<wire::Uncovering> {
    pub(super) fn steps_of(&self, opening: u32) -> Option<usize> {
        let uncovering = self.current().filter(|uncovering| uncovering.opening == opening)?;
        Some(usize::try_from(uncovering.steps).unwrap_or(usize::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::RequestedValue;

    #[test]
    fn last_value_holds_until_server_reports_another() {
        let mut steering = RequestedValue::default();
        assert_eq!((steering.current(), steering.unreported()), (None, None));
        steering.receive(Some(1));
        assert_eq!((steering.current(), steering.unreported()), (Some(1), None));
        // Another server.
        steering.reconnect();
        steering.receive(None);
        assert_eq!((steering.current(), steering.unreported()), (Some(1), Some(1)));
        steering.mark_resent();
        steering.receive(None);
        assert_eq!(steering.unreported(), None, "it is being told");
        // A third one.
        steering.finish_request(true);
        steering.reconnect();
        assert_eq!(steering.unreported(), Some(1));
        steering.receive(Some(2));
        assert_eq!((steering.current(), steering.unreported()), (Some(2), None));
    }

    #[test]
    fn requested_value_is_resent_only_after_grant() {
        let mut steering = RequestedValue::default();
        steering.receive(None);
        steering.request(3);
        steering.receive(None);
        assert_eq!((steering.current(), steering.unreported()), (Some(3), None), "it is on its way");
        steering.finish_request(true);
        assert_eq!(steering.unreported(), Some(3), "the server that granted it may be gone");
        steering.receive(Some(3));
        steering.request(4);
        steering.finish_request(false);
        assert_eq!(steering.current(), Some(3), "refused: boards stay where they are");
        steering.request(5);
        steering.request(6);
        steering.finish_request(true);
        steering.receive(Some(5));
        assert_eq!(steering.current(), Some(6), "the second one is on its way");
        steering.finish_request(true);
        steering.receive(Some(2));
        assert_eq!(steering.current(), Some(2), "somebody else was later");
    }
}
