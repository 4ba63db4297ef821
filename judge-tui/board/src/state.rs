//! State of the board: its games, and how the hall sees them.

use std::time::{Duration, Instant};

use ishigaki_client::{Checkup, NextPart, Schedule, TimeLeft};
use ishigaki_words::{Lang, Words};

use super::{GamePart, HiddenPlaces, Show, TournamentShow};
use ishigaki_screen::Contact;
use ishigaki_screen::Surface;

const MIN_GAME_SIZE: (u16, u16) = (60, 20);
pub(super) const LARGE: (u16, u16) = (110, 38);
const PAGE_DURATION: Duration = Duration::from_secs(8);
/// Maximum time until the next part of the day at which it is counted down, and at which it is shown.
pub(super) const COUNTDOWN_S: u64 = 60 * 60;
const MAX_NEXT_PART_S: u64 = 12 * 60 * 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameSource {
    Named,
    Running,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventSource {
    Named,
    Running,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RequestedView {
    Fitting,
    Games(GamePart),
    Event,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ListRequest {
    pub(super) sent_at: Option<Instant>,
    pub(super) is_pending: bool,
    pub(super) answered: bool,
    pub(super) refused: bool,
}

/// Digest of all content that changes with time alone: the current page; the start of the next part of the day, and
/// its countdown; per game the seconds left and since
/// the loss of its connection, visible places and announcements; per event the seconds since the loss of its
/// connection, and the visible announcements and calls.
pub(super) type TimedContent = (
    usize,
    Option<(u32, u64)>,
    Vec<(Option<u64>, Option<(usize, usize)>)>,
    Vec<(Option<(u64, bool)>, Option<u64>, Option<HiddenPlaces>, usize)>,
);

/// The whole state of the board.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) words: Words,
    pub(super) server: String,
    pub(super) source: GameSource,
    pub(super) game_list_request: ListRequest,
    pub(super) shows: Vec<Show>,
    pub(super) schedule: Schedule,
    pub(super) event_source: EventSource,
    pub(super) event_list_request: ListRequest,
    pub(super) tournaments: Vec<TournamentShow>,
    pub(super) contact: Contact,
    pub(super) checkup: Checkup,
    pub(super) started: Option<Instant>,
    pub(super) surface: Surface,
    pub(super) requested_view: RequestedView,
    pub(super) auto: bool,
    pub(super) bell: bool,
    pub(super) pages_on: usize,
    pub(super) shows_help: bool,
}

impl State {
    /// Returns a board with only its server's address and the games to show; without games, all running ones.
    pub fn new(lang: Lang, server: String, games: Vec<String>, columns: u16, lines: u16) -> Self {
        let runs = games.is_empty();
        Self {
            words: Words::new(lang),
            server,
            source: if runs { GameSource::Running } else { GameSource::Named },
            event_source: if runs { EventSource::Running } else { EventSource::Named },
            event_list_request: ListRequest::default(),
            tournaments: Vec::new(),
            game_list_request: ListRequest::default(),
            shows: games.into_iter().map(Show::new).collect(),
            schedule: Schedule::default(),
            contact: Contact::Connecting,
            checkup: Checkup::default(),
            started: None,
            surface: Surface::new(columns, lines),
            requested_view: RequestedView::Fitting,
            auto: true,
            bell: false,
            pages_on: 0,
            shows_help: false,
        }
    }

    /// Sets the event to show with the named games, or alone.
    #[must_use]
    pub fn with_event(self, event: Option<String>) -> Self {
        let Some(event) = event else { return self };
        let tournaments = vec![TournamentShow::new(event)];
        Self { source: GameSource::Named, event_source: EventSource::Named, tournaments, ..self }
    }

    /// Enables or disables the bell.
    #[must_use]
    pub fn with_bell(self, bell: bool) -> Self {
        Self { bell, ..self }
    }

    /// Changes whenever there is something new to show.
    pub fn revision(&self) -> u64 {
        self.surface.revision()
    }

    /// Returns the screen's columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.surface.size()
    }

    pub(super) fn is_lost(&self) -> bool {
        if self.shows.is_empty() && self.tournaments.is_empty() {
            return self.contact.is_lost();
        }
        let games = self.shows.iter().map(Show::contact);
        games.chain(self.tournaments.iter().map(TournamentShow::contact)).any(Contact::is_lost)
    }

    /// Returns the events in the order of display.
    pub fn tournaments(&self) -> &[TournamentShow] {
        &self.tournaments
    }

    /// Returns the games in the order of display.
    pub fn shows(&self) -> &[Show] {
        &self.shows
    }

    /// Returns whether openings are revealed automatically.
    pub fn is_auto(&self) -> bool {
        self.auto
    }

    pub(super) fn page_capacity(&self) -> usize {
        let (columns, lines) = self.size();
        usize::from((columns / MIN_GAME_SIZE.0).max(1)) * usize::from((lines / MIN_GAME_SIZE.1).max(1))
    }

    fn per_page(&self) -> usize {
        let games = self.shows.len();
        games.div_ceil(games.div_ceil(self.page_capacity()).max(1)).max(1)
    }

    pub(super) fn per_row(&self) -> usize {
        let games = self.visible_games().len().max(1);
        let most = usize::from((self.size().0 / MIN_GAME_SIZE.0).max(1));
        games.div_ceil(games.div_ceil(most))
    }

    /// Returns the numbers of pages of games and of sheets of the events. While a game needs attention or a
    /// view is selected, there are no sheets.
    fn programme(&self) -> (usize, usize) {
        let games = self.shows.len().div_ceil(self.page_capacity());
        let sheets = self.tournaments.iter().map(TournamentShow::screens).sum();
        let has_attention =
            |now: Instant| self.view().is_some() || self.shows.iter().any(|show| show.has_attention(now));
        match (games, sheets) {
            (_, 0) => (games.max(1), 0),
            (_, 1..) if self.requested_view == RequestedView::Event || games == 0 => (0, sheets),
            _ if self.surface.now().is_some_and(has_attention) => (games, 0),
            _ => (games, sheets),
        }
    }

    pub(super) fn view(&self) -> Option<GamePart> {
        match self.requested_view {
            RequestedView::Games(view) => Some(view),
            RequestedView::Fitting | RequestedView::Event => None,
        }
    }

    pub(super) fn pages(&self) -> usize {
        let (games, sheets) = self.programme();
        games + sheets
    }

    /// Pages advance automatically if openings do, but not during an opening.
    pub(super) fn page(&self) -> usize {
        self.pages_on % self.pages()
    }

    pub(super) fn visible_games(&self) -> std::ops::Range<usize> {
        if self.sheet().is_some() {
            return 0..0;
        }
        let first = self.page() * self.per_page();
        first..(first + self.per_page()).min(self.shows.len())
    }

    /// Returns the event of the current page, and which of its sheets; `None` on a page of games.
    pub(super) fn sheet(&self) -> Option<(&TournamentShow, usize)> {
        let (games, _) = self.programme();
        let mut at = self.page().checked_sub(games)?;
        for show in &self.tournaments {
            match at.checked_sub(show.screens()) {
                Some(rest) => at = rest,
                None => return Some((show, at)),
            }
        }
        None
    }

    pub(super) fn event_scale(&self) -> u16 {
        let (columns, lines) = self.size();
        if columns >= LARGE.0 && lines >= LARGE.1 { 2 } else { 1 }
    }

    pub(super) fn paginate_sheets(&mut self) -> bool {
        let (size, scale, words, now) = (self.size(), self.event_scale(), self.words, self.surface.now());
        let mut is_new = false;
        for tournament in &mut self.tournaments {
            let messages = tournament.message_lines(now, words, size.0).len();
            let messages = u16::try_from(messages).unwrap_or(u16::MAX);
            let sheet_size = tournament.sheet_size(size, scale, messages);
            is_new |= tournament.paginate(words, sheet_size);
        }
        is_new
    }

    pub(super) fn next_part(&self) -> Option<NextPart<'_>> {
        self.schedule.next(self.surface.now()?).filter(|next| next.left_s <= MAX_NEXT_PART_S)
    }

    pub(super) fn turn(&self) -> usize {
        let (Some(started), Some(now)) = (self.started, self.surface.now()) else {
            return 0;
        };
        let turns = now.saturating_duration_since(started).as_secs() / PAGE_DURATION.as_secs();
        usize::try_from(turns).unwrap_or(0)
    }

    pub(super) fn timed_content(&self) -> TimedContent {
        let of = |show: &Show| {
            let left = self.surface.now().and_then(|now| show.time_left(now)).map(TimeLeft::seconds);
            let (lost, hidden_places) =
                (self.surface.now().and_then(|now| show.lost_for(now)), show.hall.hidden_places());
            let announcement_count = self.surface.now().map_or(0, |now| show.announcements(now).len());
            (left, lost, hidden_places, announcement_count)
        };
        let now = self.surface.now();
        let events = self.tournaments.iter().map(|event| {
            let messages = now.map(|now| event.message_counts(now));
            (event.contact().lost_for(now), messages)
        });
        let next = self.next_part().map(|next| (next.entry.start, next.left_s.min(COUNTDOWN_S + 1)));
        (self.turn(), next, events.collect(), self.shows.iter().map(of).collect())
    }
}
