//! The chief judge's settings for the hall's boards: how far an opening is uncovered, how much of the ranking is
//! revealed.
//!
//! Only the running server keeps it. When another one takes the game over and says nothing, what was told last still holds,
//! and a judge's console tells the new server.

use ishigaki_proto::wire;

/// Value that the judge requests of boards, as a client knows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestedValue<T> {
    /// Last value that a server said.
    told: Option<T>,
    /// Value that was asked for from here, until the server says the same.
    asked: Option<T>,
    /// Number of the server's answers that are still to come.
    awaited: u32,
    /// Whether the server that spoke last said anything of it.
    is_known: bool,
    /// Whether this server has been told by this client.
    is_retold: bool,
}

impl<T> Default for RequestedValue<T> {
    fn default() -> Self {
        Self { told: None, asked: None, awaited: 0, is_known: false, is_retold: false }
    }
}

impl<T: Copy + PartialEq> RequestedValue<T> {
    /// Returns what holds now: what was asked for from here, else what was told last.
    pub(crate) fn current(&self) -> Option<T> {
        self.asked.or(self.told)
    }

    /// Takes in what a server says.
    pub(super) fn hear(&mut self, told: Option<T>) {
        self.is_known = told.is_some();
        self.is_retold &= !self.is_known;
        self.told = told.or(self.told);
        // Once all is answered, what else a server says is somebody else's wish.
        let is_answered = self.awaited == 0;
        self.asked.take_if(|asked| told.is_some_and(|told| is_answered || *asked == told));
    }

    /// Holds from now on, without waiting for the server to tell it to all. The server is asked, and answers once.
    pub(crate) fn ask(&mut self, asked: T) {
        self.asked = Some(asked);
        self.awaited += 1;
    }

    /// The server has granted what was asked for, or has not: then what was told last holds.
    pub(crate) fn answered(&mut self, is_granted: bool) {
        self.awaited = self.awaited.saturating_sub(1);
        if !is_granted {
            (self.asked, self.is_retold) = (None, false);
        }
    }

    /// The server may be another one from now on.
    pub(super) fn reconnect(&mut self) {
        self.is_retold = false;
    }

    /// Returns what this server does not know and has to be told, once.
    pub(crate) fn untold(&self) -> Option<T> {
        self.current().filter(|_| !self.is_known && !self.is_retold && self.awaited == 0)
    }

    /// This server is being told, and answers once.
    pub(crate) fn retell(&mut self) {
        self.is_retold = true;
        self.awaited += 1;
    }
}

impl RequestedValue<wire::Uncovering> {
    /// Returns the number of an opening's steps that the judge lets the hall see; `None` while boards uncover
    /// it by themselves.
    pub(super) fn steps_of(&self, opening: u32) -> Option<usize> {
        let uncovering = self.current().filter(|uncovering| uncovering.opening == opening)?;
        Some(usize::try_from(uncovering.steps).unwrap_or(usize::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::RequestedValue;

    #[test]
    fn what_was_told_last_holds_until_a_server_says_something_else() {
        let mut steering = RequestedValue::default();
        assert_eq!((steering.current(), steering.untold()), (None, None));
        steering.hear(Some(1));
        assert_eq!((steering.current(), steering.untold()), (Some(1), None));
        // Another server.
        steering.reconnect();
        steering.hear(None);
        assert_eq!((steering.current(), steering.untold()), (Some(1), Some(1)));
        steering.retell();
        steering.hear(None);
        assert_eq!(steering.untold(), None, "it is being told");
        // A third one.
        steering.answered(true);
        steering.reconnect();
        assert_eq!(steering.untold(), Some(1));
        steering.hear(Some(2));
        assert_eq!((steering.current(), steering.untold()), (Some(2), None));
    }

    #[test]
    fn what_is_asked_for_is_told_anew_only_once_it_was_granted() {
        let mut steering = RequestedValue::default();
        steering.hear(None);
        steering.ask(3);
        steering.hear(None);
        assert_eq!((steering.current(), steering.untold()), (Some(3), None), "it is on its way");
        steering.answered(true);
        assert_eq!(steering.untold(), Some(3), "the server that granted it may be gone");
        steering.hear(Some(3));
        steering.ask(4);
        steering.answered(false);
        assert_eq!(steering.current(), Some(3), "refused: boards stay where they are");
        steering.ask(5);
        steering.ask(6);
        steering.answered(true);
        steering.hear(Some(5));
        assert_eq!(steering.current(), Some(6), "the second one is on its way");
        steering.answered(true);
        steering.hear(Some(2));
        assert_eq!(steering.current(), Some(2), "somebody else was later");
    }
}
