//! The release of a game or event to another server.

use std::pin::Pin;

use tokio::sync::watch;

use super::subject::Subject;
use super::{Handle, StopReason};

/// Request to release a game or event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Departure {
    #[default]
    Stays,
    WhenCalm,
    /// At once, after pending writes.
    Now,
}

impl<S: Subject> Handle<S> {
    /// Requests the release. The feeds show when it has happened.
    pub fn depart(&self, departure: Departure) {
        self.departure.send_replace(departure);
    }

    /// Stops service here at once and releases the game.
    pub fn shut_out(&self, stop_reason: StopReason) {
        self.depart(Departure::Now);
        self.inbox.close(stop_reason);
        self.feeds.close(stop_reason, self.now());
    }

    /// Returns whether another server serves it, or will.
    pub fn is_elsewhere(&self) -> bool {
        self.feeds.stop_reason() == Some(StopReason::Elsewhere)
    }
}

/// The wait for a release request, kept between polls.
pub(super) struct DepartureWatch {
    departure: watch::Receiver<Departure>,
    change: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl DepartureWatch {
    pub(super) fn new(departure: watch::Receiver<Departure>) -> Self {
        let change = Box::pin(change(departure.clone()));
        Self { departure, change }
    }

    /// Ends when the game is to be released. `is_calm` is set in a quiet moment.
    pub(super) async fn requested(&mut self, is_calm: bool) {
        loop {
            let departure = *self.departure.borrow_and_update();
            match departure {
                Departure::WhenCalm if is_calm => return,
                Departure::Now => return,
                Departure::Stays | Departure::WhenCalm => {}
            }
            self.change.as_mut().await;
            self.change = Box::pin(change(self.departure.clone()));
        }
    }
}

async fn change(mut departure: watch::Receiver<Departure>) {
    if departure.changed().await.is_err() {
        // The sender is gone, so no more requests can arrive.
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn departure_requests_count_at_the_next_poll() {
        let (sender, receiver) = watch::channel(Departure::Stays);
        let mut watch = DepartureWatch::new(receiver);
        for (announced, is_calm, is_requested) in [
            (None, true, false),
            (Some(Departure::WhenCalm), false, false),
            (None, false, false),
            (None, true, true),
            (Some(Departure::Stays), true, false),
            (Some(Departure::Now), false, true),
            (None, false, true),
        ] {
            if let Some(departure) = announced {
                sender.send_replace(departure);
            }
            let requested = tokio::select! {
                biased;
                () = watch.requested(is_calm) => true,
                () = std::future::ready(()) => false,
            };
            assert_eq!(requested, is_requested, "{announced:?}, calm: {is_calm}");
        }
    }

    #[tokio::test]
    async fn waiting_task_is_woken_by_departure() {
        let (sender, receiver) = watch::channel(Departure::Stays);
        let mut watch = DepartureWatch::new(receiver);
        tokio::join!(watch.requested(false), async { sender.send_replace(Departure::Now) });
    }
}
