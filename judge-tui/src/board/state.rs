//! The board's state: the games it shows, and how the hall looks at them. No drawing library, no styles.

use std::time::{Duration, Instant};

use ishigaki_client::{Checkup, TimeLeft};
use ishigaki_words::{Lang, Words};

use super::{GamePart, HiddenPlaces, Show, TournamentShow};
use ishigaki_screen::Contact;
use ishigaki_screen::Surface;

/// The least columns and lines of one game where several stand side by side.
const LEAST: (u16, u16) = (60, 20);
/// From so many columns and lines on, figures are twice as large.
pub(super) const LARGE: (u16, u16) = (110, 38);
/// Time for which a page of games, walls or lots stands where there are more than the screen holds.
const TURN: Duration = Duration::from_secs(8);

/// Source of the board's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameSource {
    /// It was told which; it asks until it knows what the list says of them.
    Named,
    /// It shows all that run, and asks from time to time which do.
    Running,
}

/// Source of the board's event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventSource {
    /// It was told which; or it was told games, and shows none.
    Named,
    /// It shows the one that is not over, and asks from time to time which that is.
    Running,
}

/// View that the screen was told to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RequestedView {
    /// View that fits the moment.
    Fitting,
    /// One view of the games.
    Games(GamePart),
    Event,
}

/// State of the request for the list of games.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asking {
    /// Moment of the last request.
    pub(super) asked: Option<Instant>,
    /// Whether the answer is still to come.
    pub(super) awaiting: bool,
    /// Whether it was ever told: then the token is a board's.
    pub(super) answered: bool,
    /// Whether the server refuses to tell.
    pub(super) refused: bool,
}

/// Digest of what changes on the screen while time goes by and nothing happens: whose turn it is; of each game the seconds
/// left, those since its connection was lost, what of its ranking may be seen, and how many announcements stand; of the
/// event the seconds since its connection was lost.
pub(super) type Moving =
    (usize, Option<u64>, Vec<(Option<(u64, bool)>, Option<u64>, Option<HiddenPlaces>, usize)>);

/// The whole state of the board.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) words: Words,
    /// The server's address, as people write it.
    pub(super) server: String,
    pub(super) source: GameSource,
    pub(super) asking: Asking,
    pub(super) shows: Vec<Show>,
    pub(super) event_source: EventSource,
    pub(super) asking_events: Asking,
    pub(super) tournament: Option<TournamentShow>,
    /// State of the board's connection for the server's list of games.
    pub(super) contact: Contact,
    /// Trouble with the line while it is lost.
    pub(super) checkup: Checkup,
    pub(super) started: Option<Instant>,
    pub(super) surface: Surface,
    pub(super) look: RequestedView,
    /// Whether openings are uncovered by themselves.
    pub(super) auto: bool,
    /// Whether the bell is wished.
    pub(super) bell: bool,
    /// Number of pages of games and sheets of the event that the screen has gone on.
    pub(super) pages_on: usize,
    pub(super) helps: bool,
}

impl State {
    /// A board that knows nothing yet but its server's address and the games it was told to show; none: all that
    /// run.
    pub fn new(lang: Lang, server: String, games: Vec<String>, columns: u16, lines: u16) -> Self {
        let runs = games.is_empty();
        Self {
            words: Words::new(lang),
            server,
            source: if runs { GameSource::Running } else { GameSource::Named },
            event_source: if runs { EventSource::Running } else { EventSource::Named },
            asking_events: Asking::default(),
            tournament: None,
            asking: Asking::default(),
            shows: games.into_iter().map(Show::new).collect(),
            contact: Contact::Connecting,
            checkup: Checkup::default(),
            started: None,
            surface: Surface::new(columns, lines),
            look: RequestedView::Fitting,
            auto: true,
            bell: false,
            pages_on: 0,
            helps: false,
        }
    }

    /// The same with this event, beside the games that were named; without any game if none was.
    #[must_use]
    pub fn with_event(self, event: Option<String>) -> Self {
        let Some(event) = event else { return self };
        let tournament = Some(TournamentShow::new(event));
        Self { source: GameSource::Named, event_source: EventSource::Named, tournament, ..self }
    }

    /// The same with a bell, or without.
    #[must_use]
    pub fn with_bell(self, bell: bool) -> Self {
        Self { bell, ..self }
    }

    /// Changes whenever there is something new to be seen.
    pub fn revision(&self) -> u64 {
        self.surface.revision()
    }

    /// The screen's columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.surface.size()
    }

    /// Returns whether the connection is lost: the list's as long as there is neither game nor event, then that
    /// of any.
    pub(super) fn is_lost(&self) -> bool {
        if self.shows.is_empty() && self.tournament.is_none() {
            return self.contact.is_lost();
        }
        let games = self.shows.iter().map(Show::contact);
        games.chain(self.tournament.iter().map(TournamentShow::contact)).any(Contact::is_lost)
    }

    /// The event, if one is shown.
    pub fn tournament(&self) -> Option<&TournamentShow> {
        self.tournament.as_ref()
    }

    /// The games, in the order they are shown.
    pub fn shows(&self) -> &[Show] {
        &self.shows
    }

    /// Returns whether openings are uncovered by themselves.
    pub fn is_auto(&self) -> bool {
        self.auto
    }

    /// Returns the greatest number of games side by side.
    pub(super) fn room(&self) -> usize {
        let (columns, lines) = self.size();
        usize::from((columns / LEAST.0).max(1)) * usize::from((lines / LEAST.1).max(1))
    }

    /// Returns the number of games on a page: pages are about equally full.
    fn per_page(&self) -> usize {
        let games = self.shows.len();
        games.div_ceil(games.div_ceil(self.room()).max(1)).max(1)
    }

    /// Returns the number of games beside each other: rows are about equally full.
    pub(super) fn abreast(&self) -> usize {
        let games = self.on_screen().len().max(1);
        let most = usize::from((self.size().0 / LEAST.0).max(1));
        games.div_ceil(games.div_ceil(most))
    }

    /// Returns what takes turns: pages of games, then sheets of the event. While a game has the hall's attention, and while
    /// one view of the games is held, the event has no turn.
    fn programme(&self) -> (usize, usize) {
        let games = self.shows.len().div_ceil(self.room());
        let sheets = self.tournament.as_ref().map_or(0, |tournament| tournament.sheets().len().max(1));
        let has_attention =
            |now: Instant| self.view().is_some() || self.shows.iter().any(|show| show.has_attention(now));
        match (games, sheets) {
            (_, 0) => (games.max(1), 0),
            (_, 1..) if self.look == RequestedView::Event || games == 0 => (0, sheets),
            _ if self.surface.now().is_some_and(has_attention) => (games, 0),
            _ => (games, sheets),
        }
    }

    /// The view of the games that was asked for; `None`: the one that fits the moment.
    pub(super) fn view(&self) -> Option<GamePart> {
        match self.look {
            RequestedView::Games(view) => Some(view),
            RequestedView::Fitting | RequestedView::Event => None,
        }
    }

    /// The pages and sheets that take turns, at least one.
    pub(super) fn pages(&self) -> usize {
        let (games, sheets) = self.programme();
        games + sheets
    }

    /// The page that is on the screen. Where openings go on by themselves, so do the pages; but not while an
    /// opening is being uncovered.
    pub(super) fn page(&self) -> usize {
        self.pages_on % self.pages()
    }

    /// The places of the games that are on the screen; none while the event is.
    pub(super) fn on_screen(&self) -> std::ops::Range<usize> {
        if self.sheet().is_some() {
            return 0..0;
        }
        let first = self.page() * self.per_page();
        first..(first + self.per_page()).min(self.shows.len())
    }

    /// The place of the event's sheet that is on the screen; `None` while games are.
    pub(super) fn sheet(&self) -> Option<usize> {
        let (games, sheets) = self.programme();
        (sheets > 0).then(|| self.page().checked_sub(games)).flatten()
    }

    /// Returns the scale of the figures in the event's head.
    pub(super) fn event_scale(&self) -> u16 {
        let (columns, lines) = self.size();
        if columns >= LARGE.0 && lines >= LARGE.1 { 2 } else { 1 }
    }

    /// Cuts the event's sheets to the screen, if anything of either has changed; whether it had.
    pub(super) fn cut_sheets(&mut self) -> bool {
        let (size, scale, words) = (self.size(), self.event_scale(), self.words);
        let Some(tournament) = &mut self.tournament else { return false };
        let room = tournament.room(size, scale);
        tournament.cut(words, room)
    }

    /// Counts up while time goes by: what does not fit on the screen takes turns.
    pub(super) fn turn(&self) -> usize {
        let (Some(started), Some(now)) = (self.started, self.surface.now()) else {
            return 0;
        };
        let turns = now.saturating_duration_since(started).as_secs() / TURN.as_secs();
        usize::try_from(turns).unwrap_or(0)
    }

    /// Returns what changes on the screen by itself.
    pub(super) fn moving(&self) -> Moving {
        let of = |show: &Show| {
            let left = self.surface.now().and_then(|now| show.time_left(now)).map(TimeLeft::seconds);
            let (lost, veil) = (self.surface.now().and_then(|now| show.lost_for(now)), show.hall.veil());
            let standing = self.surface.now().map_or(0, |now| show.announcements(now).len());
            (left, lost, veil, standing)
        };
        let lost = self.tournament.as_ref().and_then(|event| event.contact().lost_for(self.surface.now()));
        (self.turn(), lost, self.shows.iter().map(of).collect())
    }
}
