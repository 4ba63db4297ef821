//! State of a judge's device: the contest's games, and one of them with its feed.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ishigaki_client::listing::{self, Listed, Programme, TokenRole};
use ishigaki_client::{
    CallError, Connection, FeedError, FeedSubject, JudgeSession, Link, Mirror, Update, now,
};
use ishigaki_screen::{ClosingMoment, Uptime};
use ishigaki_words::Words;
use tokio::sync::{Notify, watch};

use super::counts::Counts;
use super::picture::Picture;
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

/// The device's view of the contest.
#[derive(Default)]
pub(super) struct View {
    pub(super) programme: Programme,
    /// The followed game, and the judge's session in it.
    pub(super) game: Option<String>,
    pub(super) session: JudgeSession,
    pub(super) is_live: bool,
    pub(super) closing: ClosingMoment,
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

impl View {
    pub(super) fn is_organiser(&self) -> bool {
        self.programme.role == Some(TokenRole::Organiser)
    }

    /// Returns the games to choose from: those that have started and aren't over.
    pub(super) fn open_games(&self) -> impl Iterator<Item = &Listed> {
        let is_over = |listed: &Listed| {
            listed.standing.and_then(|standing| standing.phase).is_some_and(ishigaki_rules::Phase::is_over)
        };
        self.programme.games.iter().filter(move |listed| listed.has_started() && !is_over(listed))
    }

    pub(super) fn follow(&mut self, game: &str) {
        self.game = Some(game.to_owned());
        self.session = JudgeSession::new(Mirror::of(game));
        self.is_live = false;
    }

    /// Takes the news of the contest, and follows the only open game if none is followed.
    pub(super) fn take_programme(&mut self, programme: Programme) {
        self.programme = programme;
        let open: Vec<String> = self.open_games().map(|listed| listed.game.clone()).collect();
        if let (None, [only]) = (&self.game, open.as_slice()) {
            self.follow(only);
        }
    }

    /// Takes an update of the feed; `false` if the game must be followed again.
    pub(super) fn take_update(&mut self, update: Result<Update, FeedError>) -> bool {
        match update {
            Ok(Update::Item { item, received }) => return self.session.fold(&item, received).is_ok(),
            Ok(Update::Connection(Connection::CaughtUp)) => self.is_live = true,
            Ok(Update::Connection(Connection::Connected)) => {}
            Ok(Update::Connection(Connection::Lost { .. } | Connection::Stopped { .. })) | Err(_) => {
                self.is_live = false;
            }
        }
        true
    }
}
