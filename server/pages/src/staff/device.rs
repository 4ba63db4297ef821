//! State of a staff device: the contest's events, and one of them with its feed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishigaki_board::NamedMirror;
use ishigaki_client::{CallError, Connection, FeedError, FeedSubject, Fold as _, Link, Update, listing};
use ishigaki_proto::watch::{Audience, EventEntry, ListEventsResponse};
use ishigaki_screen::Uptime;
use ishigaki_tournament::Actor;
use ishigaki_words::Words;
use tokio::sync::{Notify, watch};

use super::notes::StaffNotes;
use super::picture::Picture;
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

/// The device's view of the contest.
#[derive(Default)]
pub(super) struct StaffView {
    pub(super) events: Vec<EventEntry>,
    pub(super) audience: Option<Audience>,
    /// The followed event, and its feed so far.
    pub(super) event: Option<String>,
    pub(super) mirror: NamedMirror,
    pub(super) is_live: bool,
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
        self.view().take_update(update)
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

impl StaffView {
    /// Returns whether the token may make acts of this role.
    pub(super) fn has_office(&self, office: Actor) -> bool {
        match self.audience {
            Some(Audience::Organiser) => matches!(office, Actor::Organiser | Actor::Desk),
            Some(Audience::Desk) => office == Actor::Desk,
            Some(Audience::Referee | Audience::Judge) => office == Actor::Referee,
            _ => false,
        }
    }

    pub(super) fn follow(&mut self, event: &str) {
        self.event = Some(event.to_owned());
        self.mirror = NamedMirror::default();
        self.is_live = false;
    }

    /// Takes the list of events, and follows the only one if none is followed.
    pub(super) fn take_list(&mut self, list: ListEventsResponse) {
        self.audience = Some(list.audience());
        self.events = list.events;
        if let (None, [only]) = (&self.event, self.events.as_slice()) {
            let event = only.event.clone();
            self.follow(&event);
        }
    }

    /// Takes an update of the feed; `false` if the event must be followed again.
    pub(super) fn take_update(&mut self, update: Result<Update, FeedError>) -> bool {
        match update {
            Ok(Update::Item { item, received }) => return self.mirror.fold(&item, received).is_ok(),
            Ok(Update::Connection(Connection::CaughtUp)) => self.is_live = true,
            Ok(Update::Connection(Connection::Connected)) => {}
            Ok(Update::Connection(Connection::Lost { .. } | Connection::Stopped { .. })) | Err(_) => {
                self.is_live = false;
            }
        }
        true
    }
}
