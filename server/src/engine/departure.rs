//! The departure of a game or event to another server: how an engine is asked to let it go.

use tokio::sync::watch;

use super::subject::Subject;
use super::{Handle, StopReason};

/// Whether an engine is to let its game or event go to another server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Departure {
    /// It stays.
    #[default]
    Stays,
    /// As soon as nobody's time runs and everything decided is durable.
    WhenCalm,
    /// At once. What is on its way to the journal is waited for.
    Now,
}

impl<S: Subject> Handle<S> {
    /// Says when the game is to be let go. That it is, shows in its feeds.
    pub fn depart(&self, departure: Departure) {
        self.departure.send_replace(departure);
    }

    /// Lets nobody see or do anything here any more, at this moment, and the game go.
    pub(crate) fn shut_out(&self, stop_reason: StopReason) {
        self.depart(Departure::Now);
        self.inbox.close(stop_reason);
        self.feeds.close(stop_reason, self.now());
    }

    /// Returns whether another server serves it from now on, or will.
    pub fn is_elsewhere(&self) -> bool {
        self.feeds.stop_reason() == Some(StopReason::Elsewhere)
    }
}

/// Ends when the game is to be let go; `is_calm` says whether this is a moment for it.
pub(super) async fn asked(departure: &mut watch::Receiver<Departure>, is_calm: bool) {
    let is_due = |departure: &Departure| match departure {
        Departure::Stays => false,
        Departure::WhenCalm => is_calm,
        Departure::Now => true,
    };
    if departure.wait_for(is_due).await.is_err() {
        // Nobody can ask for it any more.
        std::future::pending::<()>().await;
    }
}
