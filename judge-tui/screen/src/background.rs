//! Background work of a screen: calls, feeds and their events.

use ishigaki_client::{FeedSubject, Link};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use crate::watched_feed::{FeedEvent, watch};

const READ_AHEAD: usize = 256;

/// Background work of a screen. Events come back in the order of arrival.
#[derive(Debug)]
pub struct Background<E> {
    sender: mpsc::Sender<E>,
    arrivals: mpsc::Receiver<E>,
}

impl<E: Send + 'static> Default for Background<E> {
    fn default() -> Self {
        let (sender, arrivals) = mpsc::channel(READ_AHEAD);
        Self { sender, arrivals }
    }
}

impl<E: Send + 'static> Background<E> {
    /// Returns the next event; waits forever if none can come. Cancel-safe.
    pub async fn next(&mut self) -> E {
        match self.arrivals.recv().await {
            Some(event) => event,
            // The channel can't end, because `self` holds a sender.
            None => std::future::pending().await,
        }
    }

    /// Returns a sender of events.
    pub fn sender(&self) -> &mpsc::Sender<E> {
        &self.sender
    }

    /// Makes a call and converts its answer to an event. Must be called within a tokio runtime.
    pub fn spawn(&self, call: impl Future<Output = E> + Send + 'static) {
        let sender = self.sender.clone();
        // The receiver is gone if the screen was left.
        tokio::spawn(async move { sender.send(call.await).await });
    }

    /// Watches the feed of a game or event from an item on; `to_event` turns its id and news into events. Must
    /// be called within a tokio runtime.
    pub fn watch(
        &self,
        link: Link,
        subject: impl Into<FeedSubject>,
        from_sequence: u64,
        to_event: impl Fn(&str, FeedEvent) -> E + Send + Sync + 'static,
    ) -> WatchGuard {
        let watch = watch(link, subject.into(), from_sequence, self.sender.clone(), to_event);
        WatchGuard(tokio::spawn(watch).abort_handle())
    }
}

/// Guard of a feed that is read in the background. Dropping it stops the reading.
#[derive(Debug)]
#[must_use = "the feed is read as long as this is kept"]
pub struct WatchGuard(AbortHandle);

impl Drop for WatchGuard {
    fn drop(&mut self) {
        self.0.abort();
    }
}
