//! A judge's device, as the task of its page sees it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishigaki_client::listing::{self, Programme};
use ishigaki_client::{CallError, FeedError, FeedSubject, Link, Update, now};
use ishigaki_screen::Uptime;
use ishigaki_words::Words;
use tokio::sync::{Notify, watch};

use super::counts::Counts;
use super::picture::Picture;
use super::view::View;
use crate::followed::FollowingDevice;
use crate::session::SessionHash;

pub(super) struct JudgeDevice {
    pub(super) link: Link,
    pub(super) session: SessionHash,
    pub(super) counts: Arc<Counts>,
    /// Notified when the page chooses a game.
    pub(super) chosen: Notify,
    view: Mutex<View>,
}

impl JudgeDevice {
    pub(super) fn new(link: Link, session: SessionHash, counts: Arc<Counts>) -> Self {
        counts.open_device(&session);
        Self { link, session, counts, chosen: Notify::new(), view: Mutex::default() }
    }

    pub(super) fn view(&self) -> MutexGuard<'_, View> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FollowingDevice for JudgeDevice {
    type List = Programme;
    type Picture = Picture;

    fn link(&self) -> &Link {
        &self.link
    }

    async fn list(&self) -> Result<Programme, CallError> {
        listing::all(&self.link).await
    }

    fn take_list(&self, list: Programme) {
        self.view().take_programme(list);
    }

    fn take_update(&self, update: Result<Update, FeedError>) -> bool {
        self.view().take_update(update)
    }

    fn wanted(&self) -> Option<String> {
        self.view().game.clone()
    }

    fn subject(id: String) -> FeedSubject {
        id.into()
    }

    fn restart(&self, id: &str) {
        self.view().follow(id);
    }

    fn chosen(&self) -> &Notify {
        &self.chosen
    }

    fn changes(&self) -> watch::Receiver<()> {
        self.counts.changes()
    }

    fn picture(&self, words: Words, uptime: Uptime) -> Picture {
        let (now, mut view) = (now(), self.view());
        let is_paused = view.session.game().is_some_and(|game| game.paused_since().is_some());
        let left = view.session.mirror().time_left(now, view.is_live);
        let clock = view.closing.clock(left, is_paused, uptime, now);
        Picture::of(&view, &self.counts, &self.session, words, clock)
    }
}

impl Drop for JudgeDevice {
    fn drop(&mut self) {
        self.counts.close_device(&self.session);
    }
}
