//! The departure of a game or event to another server: how an engine is asked to let it go.

use std::pin::Pin;

use tokio::sync::watch;

use super::subject::Subject;
use super::{Handle, StopReason};

/// Departure of a game or event to another server, as its engine is asked for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Departure {
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
    pub fn shut_out(&self, stop_reason: StopReason) {
        self.depart(Departure::Now);
        self.inbox.close(stop_reason);
        self.feeds.close(stop_reason, self.now());
    }

    /// Returns whether another server serves it from now on, or will.
    pub fn is_elsewhere(&self) -> bool {
        self.feeds.stop_reason() == Some(StopReason::Elsewhere)
    }
}

/// The wait for being asked to let a game go, kept from one look to the next.
pub(super) struct DepartureWatch {
    departure: watch::Receiver<Departure>,
    /// Ends when something else has been said.
    change: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl DepartureWatch {
    pub(super) fn new(departure: watch::Receiver<Departure>) -> Self {
        let change = Box::pin(change(departure.clone()));
        Self { departure, change }
    }

    /// Ends when the game is to be let go; `is_calm` says whether this is a moment for it.
    pub(super) async fn asked(&mut self, is_calm: bool) {
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

/// Ends when something else is said than was seen last.
async fn change(mut departure: watch::Receiver<Departure>) {
    if departure.changed().await.is_err() {
        // Nobody can ask for it any more.
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_said_counts_at_the_next_look_and_a_calm_moment_as_well() {
        let (said, heard) = watch::channel(Departure::Stays);
        let mut watch = DepartureWatch::new(heard);
        for (say, is_calm, is_asked) in [
            (None, true, false),
            (Some(Departure::WhenCalm), false, false),
            (None, false, false),
            (None, true, true),
            (Some(Departure::Stays), true, false),
            (Some(Departure::Now), false, true),
            (None, false, true),
        ] {
            if let Some(departure) = say {
                said.send_replace(departure);
            }
            let asked = tokio::select! {
                biased;
                () = watch.asked(is_calm) => true,
                () = std::future::ready(()) => false,
            };
            assert_eq!(asked, is_asked, "{say:?}, calm: {is_calm}");
        }
    }

    #[tokio::test]
    async fn who_waits_hears_of_it() {
        let (said, heard) = watch::channel(Departure::Stays);
        let mut watch = DepartureWatch::new(heard);
        tokio::join!(watch.asked(false), async { said.send_replace(Departure::Now) });
    }
}
