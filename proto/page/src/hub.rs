//! The hub: one state for all readers of a page, or one for each language, serialised once.

use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame};
use ishigaki_words::Lang;
use serde_json::{Map, Value as Json};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tokio_stream::Stream as _;
use tokio_stream::wrappers::WatchStream;

use crate::gzip::{self, GzipPart};

const LANGS: usize = Lang::ALL.len();
/// Time to wait for the first state in a language.
const FIRST_STATE_TIMEOUT: Duration = Duration::from_secs(2);
/// Checks for readers in a period without any.
const UNREAD_CHECKS: u32 = 20;

/// Languages with readers.
pub type WantedLangs = [bool; LANGS];

/// Hub of a page: keeps one state with a version for each language and sends it to all readers. A clone is the
/// same hub.
#[derive(Clone, Debug)]
pub struct Hub {
    channels: Arc<Channels>,
    lang: Lang,
}

#[derive(Debug)]
struct Channels {
    senders: [watch::Sender<LatestState>; LANGS],
    wanted: watch::Sender<WantedLangs>,
}

/// `Debug` omits the state, which may be secret.
#[derive(Clone, Default)]
struct LatestState {
    version: u64,
    state: GzipPart,
    /// Changed parts since the version before; empty if the whole state is to be sent.
    patch: GzipPart,
    beat: GzipPart,
    text: Bytes,
}

impl Hub {
    /// Returns a hub with an empty state, version 0.
    pub fn new() -> Self {
        let empty =
            || watch::Sender::new(LatestState { text: Bytes::from_static(b"{}"), ..LatestState::default() });
        let channels =
            Channels { senders: Lang::ALL.map(|_| empty()), wanted: watch::Sender::new([false; LANGS]) };
        Self { channels: Arc::new(channels), lang: Lang::ALL[0] }
    }

    /// Returns the same hub for readers in a language.
    #[must_use]
    pub fn in_language(&self, lang: Lang) -> Self {
        Self { channels: Arc::clone(&self.channels), lang }
    }

    /// Returns the same hub for readers in the language of a query such as `lang=ja`.
    #[must_use]
    pub fn in_asked_language(&self, query: Option<&str>) -> Self {
        let code = query.unwrap_or_default().split('&').find_map(|part| part.strip_prefix("lang="));
        let asked = Lang::ALL.into_iter().find(|lang| Some(lang.code()) == code);
        self.in_language(asked.unwrap_or(self.lang))
    }

    /// Sends a state to all readers of all languages unless it is unchanged. It is a JSON value in one line. Its
    /// times refer to `now`, the program's time in milliseconds.
    pub fn publish(&self, state: &str, now: u64) {
        for lang in Lang::ALL {
            if lang == self.lang || self.wants(lang) {
                self.sender(lang).send_if_modified(|news| news.replace(state, now, false));
            }
        }
    }

    /// Sends a state to the readers of one language unless it is unchanged. Readers of the version before get
    /// only the changed parts.
    pub fn publish_in(&self, lang: Lang, state: &str, now: u64) {
        self.sender(lang).send_if_modified(|news| news.replace(state, now, true));
    }

    /// Sends the program's time to all readers; the state hasn't changed.
    pub fn beat(&self, now: u64) {
        for sender in &self.channels.senders {
            sender.send_modify(|news| news.beat = beat(news.version, now));
        }
    }

    /// Returns the version of the last sent state; 0 before the first.
    pub fn version(&self) -> u64 {
        self.sender(self.lang).borrow().version
    }

    /// Returns the number of readers.
    pub fn readers(&self) -> usize {
        self.channels.senders.iter().map(watch::Sender::receiver_count).sum()
    }

    /// Waits until there has been no reader for a period.
    pub async fn wait_unread(&self, period: Duration) {
        let mut unread = 0;
        while unread < UNREAD_CHECKS {
            sleep(period / UNREAD_CHECKS).await;
            unread = if self.readers() > 0 { 0 } else { unread + 1 };
        }
    }

    /// Returns whether a reader has asked for this language.
    pub fn wants(&self, lang: Lang) -> bool {
        self.channels.wanted.borrow()[index(lang)]
    }

    /// Returns a receiver that changes whenever a language is asked for the first time.
    pub fn wanted_langs(&self) -> watch::Receiver<WantedLangs> {
        self.channels.wanted.subscribe()
    }

    /// Waits for the first state in this language, for a short time.
    pub(crate) async fn wait_for_state(&self) {
        self.want();
        let mut news = self.sender(self.lang).subscribe();
        // Without a state in time, the empty one is the answer.
        let _ = timeout(FIRST_STATE_TIMEOUT, news.wait_for(|news| news.version > 0)).await;
    }

    pub(crate) fn state(&self) -> Bytes {
        self.want();
        self.sender(self.lang).borrow().text.clone()
    }

    /// Returns the events for a new reader, beginning with the latest state, as gzip if the reader accepts it.
    pub(crate) fn events(&self, is_compressed: bool) -> StateEvents {
        self.want();
        let news = WatchStream::new(self.sender(self.lang).subscribe());
        StateEvents {
            news,
            is_compressed,
            head: is_compressed.then_some(gzip::HEAD),
            waiting: None,
            version: 0,
        }
    }

    fn sender(&self, lang: Lang) -> &watch::Sender<LatestState> {
        &self.channels.senders[index(lang)]
    }

    fn want(&self) {
        self.channels
            .wanted
            .send_if_modified(|wanted| !std::mem::replace(&mut wanted[index(self.lang)], true));
    }
}

impl fmt::Debug for LatestState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LatestState").field("version", &self.version).finish_non_exhaustive()
    }
}

impl Default for Hub {
    fn default() -> Self {
        Self::new()
    }
}

impl LatestState {
    fn replace(&mut self, state: &str, now: u64, is_patched: bool) -> bool {
        if self.text == state.as_bytes() {
            return false;
        }
        self.version += 1;
        let patch = if is_patched { changed_parts(&self.text, state) } else { None };
        self.patch = patch.map_or_else(GzipPart::default, |patch| event("patch", self.version, &patch));
        self.state = event("state", self.version, state);
        self.text = Bytes::copy_from_slice(state.as_bytes());
        self.beat = beat(self.version, now);
        true
    }
}

const fn index(lang: Lang) -> usize {
    lang as usize
}

fn event(kind: &str, version: u64, data: &str) -> GzipPart {
    GzipPart::from(format!("id: {version}\nevent: {kind}\ndata: {data}\n\n"))
}

/// Returns the members of an object that have changed, as an object; `None` if there are other members.
fn changed_parts(before: &[u8], now: &str) -> Option<String> {
    let before: Map<String, Json> = serde_json::from_slice(before).ok()?;
    let now: Map<String, Json> = serde_json::from_str(now).ok()?;
    if before.len() != now.len() || now.keys().any(|key| !before.contains_key(key)) {
        return None;
    }
    let changed = now.into_iter().filter(|(key, value)| before.get(key) != Some(value));
    Some(Json::Object(changed.collect()).to_string())
}

fn beat(version: u64, now: u64) -> GzipPart {
    GzipPart::from(format!("event: beat\ndata: {{\"now\":{now},\"version\":{version}}}\n\n"))
}

#[derive(Debug)]
pub(crate) struct StateEvents {
    news: WatchStream<LatestState>,
    is_compressed: bool,
    head: Option<Bytes>,
    waiting: Option<GzipPart>,
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
        let is_next = self.version > 0 && news.version == self.version + 1 && !news.patch.is_empty();
        self.version = news.version;
        // The beat is sent first, because the times in a state refer to it.
        self.waiting = Some(if is_next { news.patch } else { news.state });
        let beat =
            if news.beat.is_empty() { GzipPart::from(String::from(": no state yet\n\n")) } else { news.beat };
        data(beat.bytes(is_compressed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patch_has_changed_members_and_none_if_members_differ() {
        let patch = |before: &str, now: &str| changed_parts(before.as_bytes(), now);
        assert_eq!(patch(r#"{"a":1,"b":[2]}"#, r#"{"a":1,"b":[3]}"#).as_deref(), Some(r#"{"b":[3]}"#));
        assert_eq!(patch(r#"{"a":1}"#, r#"{"b":1}"#), None);
        assert_eq!(patch("{}", r#"{"a":1}"#), None);
    }

    #[test]
    fn debug_output_omits_states() {
        let hub = Hub::new();
        let events = hub.events(false);
        hub.publish_in(Lang::En, "{\"price\":4711}", 1);
        hub.publish_in(Lang::En, "{\"price\":4712}", 2);
        let text = format!("{hub:?} {events:?}");
        assert!(text.contains("version: 2") && !text.contains("471"), "{text}");
    }

    #[test]
    fn languages_have_states_of_their_own_once_wanted() {
        let hub = Hub::new();
        let japanese = hub.in_language(Lang::Ja);
        assert!(!hub.wants(Lang::Ja));
        let _ = japanese.state();
        assert!(hub.wants(Lang::Ja) && !hub.wants(Lang::En));
        hub.publish_in(Lang::Ja, "{\"at\":1}", 1);
        assert_eq!((hub.state(), japanese.state()), (Bytes::from("{}"), Bytes::from("{\"at\":1}")));
        hub.publish("{\"ended\":1}", 2);
        assert_eq!(hub.state(), japanese.state());
    }
}
