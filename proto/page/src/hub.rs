//! The hub: one state for all readers of a page, serialised once.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame};
use tokio::sync::watch;
use tokio_stream::Stream as _;
use tokio_stream::wrappers::WatchStream;

use crate::gzip::{self, GzipPart};

/// Hub of a page: keeps one state with a version and sends it to all readers. A clone is the same hub.
#[derive(Clone, Debug)]
pub struct Hub {
    sender: Arc<watch::Sender<LatestState>>,
}

/// Latest state that there is. Who reads slowly misses what was between.
#[derive(Clone, Debug, Default)]
struct LatestState {
    version: u64,
    state: GzipPart,
    beat: GzipPart,
    text: Bytes,
}

impl Hub {
    /// A hub whose state has nothing in it, in version 0.
    pub fn new() -> Self {
        let news = LatestState { text: Bytes::from_static(b"{}"), ..LatestState::default() };
        Self { sender: Arc::new(watch::Sender::new(news)) }
    }

    /// Sends a state to all, unless it is the one that they have. It is a JSON value in one line; `now` is the program's
    /// time in milliseconds, by which it names moments.
    pub fn publish(&self, state: &str, now: u64) {
        self.sender.send_if_modified(|news| {
            if news.text == state.as_bytes() {
                return false;
            }
            news.version += 1;
            news.text = Bytes::copy_from_slice(state.as_bytes());
            news.state = GzipPart::from(format!("id: {}\nevent: state\ndata: {state}\n\n", news.version));
            news.beat = beat(news.version, now);
            true
        });
    }

    /// Tells all what time it is, and that nothing has changed.
    pub fn beat(&self, now: u64) {
        self.sender.send_modify(|news| news.beat = beat(news.version, now));
    }

    /// The version of the state that was sent last; 0 before the first.
    pub fn version(&self) -> u64 {
        self.sender.borrow().version
    }

    /// How many read it.
    pub fn readers(&self) -> usize {
        self.sender.receiver_count()
    }

    /// The state alone.
    pub(crate) fn state(&self) -> Bytes {
        self.sender.borrow().text.clone()
    }

    /// The events for one more reader, from the newest state on; as gzip, if he takes that.
    pub(crate) fn events(&self, is_compressed: bool) -> StateEvents {
        let news = WatchStream::new(self.sender.subscribe());
        StateEvents {
            news,
            is_compressed,
            head: is_compressed.then_some(gzip::HEAD),
            waiting: None,
            version: 0,
        }
    }
}

impl Default for Hub {
    fn default() -> Self {
        Self::new()
    }
}

fn beat(version: u64, now: u64) -> GzipPart {
    GzipPart::from(format!("event: beat\ndata: {{\"now\":{now},\"version\":{version}}}\n\n"))
}

/// What one reader gets.
#[derive(Debug)]
pub(crate) struct StateEvents {
    news: WatchStream<LatestState>,
    is_compressed: bool,
    /// What goes before everything.
    head: Option<Bytes>,
    /// A state that follows the beat that was sent.
    waiting: Option<GzipPart>,
    /// The version that was sent last.
    version: u64,
}

impl Body for StateEvents {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let is_compressed = self.is_compressed;
        let data = |bytes| Poll::Ready(Some(Ok(Frame::data(bytes))));
        if let Some(head) = self.head.take() {
            return data(head);
        }
        if let Some(state) = self.waiting.take() {
            return data(state.bytes(is_compressed));
        }
        let Some(news) = ready!(Pin::new(&mut self.news).poll_next(context)) else {
            return Poll::Ready(None);
        };
        if news.version == self.version && !news.beat.is_empty() {
            return data(news.beat.bytes(is_compressed));
        }
        self.version = news.version;
        // The beat goes first: a state names moments, and whoever reads it has to know what time it is.
        self.waiting = Some(news.state);
        let beat =
            if news.beat.is_empty() { GzipPart::from(String::from(": no state yet\n\n")) } else { news.beat };
        data(beat.bytes(is_compressed))
    }
}
