//! One game on the board: what has arrived, and how much of it the hall has been shown.

use std::time::Instant;

use ishigaki_client::{Connection, FeedError, Folded, Mirror, TimeLeft};
use ishigaki_proto::wire;
use ishigaki_record::signing::Fingerprint;
use ishigaki_rules::{Event, Game, Phase};

use super::announcement::is_for_all;
use super::bell::Bell;
use super::{Cover, HallView, standing};
use ishigaki_screen::{Contact, WatchedGame};

/// One game on the board.
#[derive(Clone, Debug)]
pub struct Show {
    game: String,
    /// The game as it is. Nothing is painted from it but its clock and its pause.
    watched: WatchedGame,
    /// The game as the hall has been shown it.
    pub(super) hall: HallView,
    /// Events that were announced to all.
    announced: Vec<Event>,
    /// Whether nothing in the game counts; `None` until the list has told.
    practice: Option<bool>,
    /// The abandoned game in whose place it is played (`G4`), as the list has told.
    stands_for: Option<String>,
    bell: Bell,
}

impl Show {
    /// A game of which nothing has arrived. The signatures of what its feed brings are checked.
    pub(crate) fn new(game: String) -> Self {
        Self {
            watched: WatchedGame::new(Mirror::of(game.clone())),
            game,
            hall: HallView::default(),
            announced: Vec::new(),
            practice: None,
            stands_for: None,
            bell: Bell::default(),
        }
    }

    /// The game's id.
    pub fn id(&self) -> &str {
        &self.game
    }

    /// The game as the hall may see it; `None` before its set-up has arrived.
    pub fn game(&self) -> Option<&Game> {
        self.hall.game()
    }

    /// The opening that is being uncovered, if any.
    pub fn cover(&self) -> Option<&Cover> {
        self.hall.cover()
    }

    /// Returns the number of the opening that the hall was shown last, or is being shown; from 1, and 0
    /// before the first.
    pub fn opening(&self) -> u32 {
        self.hall.opening()
    }

    /// Returns how the board stands with the game's feed.
    pub fn contact(&self) -> &Contact {
        self.watched.contact()
    }

    /// The announcements to all that stand, newest first. They follow from no list, so they are shown whatever is covered.
    pub(super) fn announcements(&self, now: Instant) -> Vec<&Event> {
        let at = self.watched.mirror().game_time(now).unwrap_or_default();
        standing(self.announced.iter(), at)
    }

    /// Returns the fingerprint by which people compare the server's key.
    pub(super) fn fingerprint(&self) -> Option<Fingerprint> {
        self.watched.mirror().fingerprint()
    }

    /// The last signed head of the record, as people note it, once the hall has seen the game to its end.
    pub(super) fn last_head(&self) -> Option<String> {
        let last = self.watched.mirror().heads().last().filter(|_| self.hall.is_over())?;
        Some(last.head.short())
    }

    /// Returns whether the clocks stand. That follows from no list, so it is shown whatever is covered.
    pub(super) fn is_paused(&self) -> bool {
        self.watched.game().is_some_and(|game| game.paused_since().is_some())
    }

    /// Returns whether nothing in the game counts, as far as that is known.
    pub fn is_practice(&self) -> bool {
        self.practice == Some(true)
    }

    /// Returns whether the list has still to say what the game is, and may.
    pub(super) fn wants_listing(&self) -> bool {
        self.practice.is_none() && !matches!(self.contact(), Contact::Closed(_))
    }

    /// The abandoned game in whose place this one is played (`G4`), once the list has told.
    pub(super) fn stands_for(&self) -> Option<&str> {
        self.stands_for.as_deref()
    }

    /// What the list says of the game, and of which one it is the spare; whether that is news.
    pub(super) fn take_listing(&mut self, practice: bool, stands_for: Option<&str>) -> bool {
        let is_new = self.practice != Some(practice) || self.stands_for.as_deref() != stands_for;
        if is_new {
            self.practice = Some(practice);
            self.stands_for = stands_for.map(str::to_owned);
        }
        is_new
    }

    /// Returns whether the hall's attention is the game's: a window or a countdown runs, an opening is uncovered, the judge
    /// confirms, has announced something or reveals the ranking, or the clocks stand.
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
            || self.hall.veil().is_some_and(|veil| veil.has_begun)
            || !self.announcements(now).is_empty()
    }

    /// Returns what is left of the running window by the server's clock; `None` if none runs, or if even that is covered:
    /// a window for re-bids tells that there is a tie. Without a connection it goes on as a guess (`T`).
    pub fn time_left(&self, now: Instant) -> Option<TimeLeft> {
        if self.hall.is_opening() {
            return None;
        }
        self.watched.time_left(Some(now))
    }

    /// Returns the seconds since the connection was lost; `None` if it is not.
    pub(super) fn lost_for(&self, now: Instant) -> Option<u64> {
        self.contact().lost_for(Some(now))
    }

    /// Returns whether the bell rings for what an item has just brought. Behind a cover it is silent: a wave that nobody
    /// knows of has no bell.
    pub(super) fn rings(&mut self, was_opening: bool) -> bool {
        let is_news = self.watched.game().is_some_and(|game| self.bell.hears(game));
        is_news && self.hall.has_caught_up() && !was_opening
    }

    /// Returns whether it rings because a window is about to close.
    pub(super) fn warns(&mut self, now: Instant) -> bool {
        let left = self.time_left(now).filter(|left| !self.is_paused() && !left.is_guess);
        self.bell.warns(left.map(|left| left.left))
    }

    /// Takes in what the feed brought; whether there is anything new to be seen.
    pub(super) fn take(&mut self, item: &wire::FeedItem, received: Instant) -> bool {
        let is_steered = self.hall.hear(item);
        match self.watched.fold(item, received) {
            Some(Ok(folded)) => {
                let is_new = self.hall.take(&folded, self.watched.mirror(), received);
                if let Folded::Event(event) = folded
                    && is_for_all(&event.fact)
                {
                    self.announced.push(event);
                }
                is_new || is_steered
            }
            Some(Err(_)) => true,
            None => false,
        }
    }

    pub(super) fn connect(&mut self, connection: Connection) {
        let is_astray = !self.watched.connect(connection);
        self.hall.connect(connection, is_astray);
    }

    pub(super) fn close(&mut self, error: FeedError) {
        self.watched.close(error);
    }
}
