//! A staff device, as the task of its page sees it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishigaki_client::{CallError, FeedError, FeedSubject, Link, Update, listing};
use ishigaki_proto::watch::ListEventsResponse;
use ishigaki_screen::Uptime;
use ishigaki_words::Words;
use tokio::sync::{Notify, watch};

use super::notes::StaffNotes;
use super::picture::Picture;
use super::view::StaffView;
use crate::followed::FollowingDevice;
use crate::session::SessionHash;

pub(crate) struct StaffDevice {
    pub(super) link: Link,
    pub(super) session: SessionHash,
    pub(super) notes: Arc<StaffNotes>,
    /// Notified when the page chooses an event.
    pub(super) chosen: Notify,
    view: Mutex<StaffView>,
}

impl StaffDevice {
    pub(super) fn new(link: Link, session: SessionHash, notes: Arc<StaffNotes>) -> Self {
        Self { link, session, notes, chosen: Notify::new(), view: Mutex::default() }
    }

    pub(super) fn view(&self) -> MutexGuard<'_, StaffView> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FollowingDevice for StaffDevice {
    type List = ListEventsResponse;
    type Picture = Picture;

    fn link(&self) -> &Link {
        &self.link
    }

    async fn list(&self) -> Result<ListEventsResponse, CallError> {
        listing::list_events(&self.link).await
    }

    fn take_list(&self, list: ListEventsResponse) {
        self.view().take_list(list);
    }

    fn take_update(&self, update: Result<Update, FeedError>) -> bool {
        let mut view = self.view();
        let (before, was_live) = (view.open_games(), view.is_live);
        let is_consistent = view.take_update(update);
        let (open, instance) = (view.open_games(), view.mirror.instance());
        // Until the feed has caught up, its games are older than the reports.
        let is_current = view.is_live && is_consistent;
        drop(view);
        if let Some(instance) = instance.filter(|_| is_current) {
            self.notes.forget_closed(instance, &open, was_live.then_some(&before));
        }
        is_consistent
    }

    fn wanted(&self) -> Option<String> {
        self.view().event.clone()
    }

    fn subject(id: String) -> FeedSubject {
        FeedSubject::Event(id)
    }

    fn restart(&self, id: &str) {
        self.view().follow(id);
    }

    fn chosen(&self) -> &Notify {
        &self.chosen
    }

    fn changes(&self) -> watch::Receiver<()> {
        self.notes.changes()
    }

    fn picture(&self, words: Words, _: Uptime) -> Picture {
        Picture::of(&self.view(), &self.notes, &self.session, words)
    }
}
