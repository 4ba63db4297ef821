//! A game on the board: its state, and the part the hall has seen.

use std::time::Instant;

use ishigaki_client::{Connection, FeedError, Folded, Mirror, TimeLeft};
use ishigaki_proto::wire;
use ishigaki_record::signing::Fingerprint;
use ishigaki_rules::{Event, Fact, Game, Phase};

use super::announcement::{announced_time, is_for_all};
use super::bell::Bell;
use super::{Cover, HallView, current_announcements};
use ishigaki_screen::{Contact, WatchedGame};

/// A game on the board.
#[derive(Clone, Debug)]
pub struct Show {
    game: String,
    /// Only its clock and pause are painted.
    watched: WatchedGame,
    pub(super) hall: HallView,
    announced: Vec<Event>,
    next_part: Option<(Event, u32)>,
    /// `None` until listed.
    practice: Option<bool>,
    /// The abandoned game that it replaces (`G4`).
    stands_for: Option<String>,
    bell: Bell,
}

impl Show {
    pub(crate) fn new(game: String) -> Self {
        Self {
            watched: WatchedGame::new(Mirror::of(game.clone())),
            game,
            hall: HallView::default(),
            announced: Vec::new(),
            next_part: None,
            practice: None,
            stands_for: None,
            bell: Bell::default(),
        }
    }

    /// Returns the id of the game.
    pub fn id(&self) -> &str {
        &self.game
    }

    /// Returns the game as the hall may see it. `None` until all past events have arrived, because the standings
    /// before a declaration give covered places away.
    pub fn game(&self) -> Option<&Game> {
        self.hall.game().filter(|_| self.hall.has_caught_up())
    }

    /// Returns the opening that is being revealed.
    pub fn cover(&self) -> Option<&Cover> {
        self.hall.cover()
    }

    /// Returns the number of the last opening shown, from 1; 0 before the first.
    pub fn opening(&self) -> u32 {
        self.hall.opening()
    }

    /// Returns the connection of the game's feed.
    pub fn contact(&self) -> &Contact {
        self.watched.contact()
    }

    /// They follow from no list, so they are shown even during an opening.
    pub(super) fn announcements(&self, now: Instant) -> Vec<&Event> {
        let at = self.watched.mirror().game_time(now).unwrap_or_default();
        current_announcements(self.announced.iter(), at)
    }

    /// Returns the latest announcement with a time of day, and that time in minutes, unless a round has started
    /// since then.
    pub(super) fn next_part(&self) -> Option<(&Event, u32)> {
        self.next_part.as_ref().map(|(event, minutes)| (event, *minutes))
    }

    pub(super) fn fingerprint(&self) -> Option<Fingerprint> {
        self.watched.mirror().fingerprint()
    }

    pub(super) fn last_head(&self) -> Option<String> {
        let last = self.watched.mirror().heads().last().filter(|_| self.hall.is_over())?;
        Some(last.head.short())
    }

    /// Follows from no list, so it is shown even during an opening.
    pub(super) fn is_paused(&self) -> bool {
        self.watched.game().is_some_and(|game| game.paused_since().is_some())
    }

    /// Returns whether the game is for practice, as far as known.
    pub fn is_practice(&self) -> bool {
        self.practice == Some(true)
    }

    pub(super) fn wants_listing(&self) -> bool {
        self.practice.is_none() && !matches!(self.contact(), Contact::Closed(_))
    }

    pub(super) fn stands_for(&self) -> Option<&str> {
        self.stands_for.as_deref()
    }

    pub(super) fn take_listing(&mut self, practice: bool, stands_for: Option<&str>) -> bool {
        let is_new = self.practice != Some(practice) || self.stands_for.as_deref() != stands_for;
        if is_new {
            self.practice = Some(practice);
            self.stands_for = stands_for.map(str::to_owned);
        }
        is_new
    }

    pub(super) fn has_attention(&self, now: Instant) -> bool {
        let runs = |game: &Game| {
            matches!(
                game.phase(),
                Phase::Bidding { .. } | Phase::Rebidding { .. } | Phase::Confirming | Phase::Countdown { .. }
            )
        };
        self.hall.is_uncovering()
            || self.hall.is_opening()
            || self.is_paused()
            || self.game().is_some_and(runs)
            || self.hall.hidden_places().is_some_and(|hidden_places| hidden_places.has_begun)
            || !self.announcements(now).is_empty()
    }

    /// Returns the time left of the running window by the server's clock; `None` if none is running, or if it
    /// must stay hidden: a re-bid window reveals a tie. Without a connection it continues as a guess (`T`).
    pub fn time_left(&self, now: Instant) -> Option<TimeLeft> {
        if self.hall.is_opening() {
            return None;
        }
        self.watched.time_left(Some(now))
    }

    pub(super) fn lost_for(&self, now: Instant) -> Option<u64> {
        self.contact().lost_for(Some(now))
    }

    /// Silent during an opening, because a wave must stay hidden.
    pub(super) fn update_bell(&mut self, was_opening: bool) -> bool {
        let is_news = self.watched.game().is_some_and(|game| self.bell.update_window(game));
        is_news && self.hall.has_caught_up() && !was_opening
    }

    pub(super) fn update_warning(&mut self, now: Instant) -> bool {
        let left = self.time_left(now).filter(|left| !self.is_paused() && !left.is_guess);
        self.bell.update_warning(left.map(|left| left.left))
    }

    pub(super) fn take(&mut self, item: &wire::FeedItem, received: Instant) -> bool {
        let is_steered = self.hall.receive_clock(item);
        match self.watched.fold(item, received) {
            Some(Ok(folded)) => {
                let is_new = self.hall.take(&folded, self.watched.mirror(), received);
                if let Folded::Event(event) = folded {
                    self.take_announcement(event);
                }
                is_new || is_steered
            }
            Some(Err(_)) => true,
            None => false,
        }
    }

    fn take_announcement(&mut self, event: Event) {
        if matches!(event.fact, Fact::RoundOpened { .. } | Fact::GameEnded | Fact::GameAbandoned { .. }) {
            self.next_part = None;
        }
        if is_for_all(&event.fact) {
            if let Some(minutes) = announced_time(&event.fact) {
                self.next_part = Some((event.clone(), minutes));
            }
            self.announced.push(event);
        }
    }

    pub(super) fn connect(&mut self, connection: Connection) {
        let is_inconsistent = !self.watched.connect(connection);
        self.hall.connect(connection, is_inconsistent);
    }

    pub(super) fn close(&mut self, error: FeedError) {
        self.watched.close(error);
    }
}
