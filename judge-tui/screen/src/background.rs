//! Background of a screen: calls and feeds that go on while it is painted, and the events that they bring.

use ishigaki_client::{FeedSubject, Link};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use crate::watched::{FeedEvent, watch};

/// Number of events that wait to be taken in: more calls than anybody has on the way at once, and as much of the
/// feeds.
const READ_AHEAD: usize = 256;

/// Work of a screen whose events come back in the order in which they arrive.
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
    /// The next event; pending if there is none to come. Nothing is lost if the future is dropped.
    pub async fn next(&mut self) -> E {
        match self.arrivals.recv().await {
            Some(event) => event,
            // It ends only with the sender that stands beside it.
            None => std::future::pending().await,
        }
    }

    /// Sender of events.
    pub fn sender(&self) -> &mpsc::Sender<E> {
        &self.sender
    }

    /// Makes a call; its answer comes back as an event. Must be called within a tokio runtime.
    pub fn set_out(&self, call: impl Future<Output = E> + Send + 'static) {
        let sender = self.sender.clone();
        // Nobody waits for the answer any more if the screen has been left.
        tokio::spawn(async move { sender.send(call.await).await });
    }

    /// Watches the feed of a game or an event, from an item on; `told` makes events of its id and its news. Must be called
    /// within a tokio runtime.
    pub fn watch(
        &self,
        link: Link,
        subject: impl Into<FeedSubject>,
        from_sequence: u64,
        told: impl Fn(&str, FeedEvent) -> E + Send + Sync + 'static,
    ) -> WatchGuard {
        let watch = watch(link, subject.into(), from_sequence, self.sender.clone(), told);
        WatchGuard(tokio::spawn(watch).abort_handle())
    }
}

/// Guard of a feed that is read in the background; dropped, it ends the reading.
#[derive(Debug)]
#[must_use = "the feed is read as long as this is kept"]
pub struct WatchGuard(AbortHandle);

impl Drop for WatchGuard {
    fn drop(&mut self) {
        self.0.abort();
    }
}
