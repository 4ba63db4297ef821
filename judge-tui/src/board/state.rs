//! The board's state: the games it shows, and how the hall looks at them. No drawing library, no styles.

use std::time::{Duration, Instant};

use ishigaki_client::{Checkup, TimeLeft};
use ishigaki_words::{Lang, Words};

use super::{Show, Veil, View};
use ishigaki_screen::Contact;
use ishigaki_screen::Surface;

/// The least columns and lines of one game where several stand side by side.
const LEAST: (u16, u16) = (60, 20);
/// How long a page of games, walls or lots stands where there are more than the screen holds.
const TURN: Duration = Duration::from_secs(8);

/// Where the board has its games from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// It was told which; it asks until it knows what the list says of them.
    Named,
    /// It shows all that run, and asks from time to time which do.
    Running,
}

/// How the board stands with the list of games.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asking {
    /// When it asked last.
    pub(super) asked: Option<Instant>,
    /// Whether the answer is still to come.
    pub(super) awaiting: bool,
    /// Whether the server refuses to tell.
    pub(super) refused: bool,
}

/// What changes on the screen while time goes by and nothing happens: whose turn it is; of each game the seconds left,
/// those since its connection was lost, what of its ranking may be seen, and how many announcements stand.
pub(super) type Moving = (usize, Vec<(Option<(u64, bool)>, Option<u64>, Option<Veil>, usize)>);

/// The whole state of the board.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) words: Words,
    /// The server's address, as people write it.
    pub(super) server: String,
    pub(super) source: Source,
    pub(super) asking: Asking,
    pub(super) shows: Vec<Show>,
    /// How the board stands with the server's list of games.
    pub(super) contact: Contact,
    /// What is wrong with the line while it is lost.
    pub(super) checkup: Checkup,
    pub(super) started: Option<Instant>,
    pub(super) surface: Surface,
    pub(super) view: Option<View>,
    /// Whether openings are uncovered by themselves.
    pub(super) auto: bool,
    /// Whether the bell is wished.
    pub(super) bell: bool,
    /// How many pages of games the keys have gone on.
    pub(super) pages_on: usize,
    pub(super) helps: bool,
}

impl State {
    /// A board that knows nothing yet but its server's address and the games it was told to show; none: all that
    /// run.
    pub fn new(lang: Lang, server: String, games: Vec<String>, columns: u16, lines: u16) -> Self {
        Self {
            words: Words::new(lang),
            server,
            source: if games.is_empty() { Source::Running } else { Source::Named },
            asking: Asking::default(),
            shows: games.into_iter().map(Show::new).collect(),
            contact: Contact::Connecting,
            checkup: Checkup::default(),
            started: None,
            surface: Surface::new(columns, lines),
            view: None,
            auto: true,
            bell: false,
            pages_on: 0,
            helps: false,
        }
    }

    /// The same with a bell, or without.
    #[must_use]
    pub fn with_bell(self, bell: bool) -> Self {
        Self { bell, ..self }
    }

    /// Whether the bell is wished.
    pub fn has_bell(&self) -> bool {
        self.bell
    }

    /// Changes whenever there is something new to be seen.
    pub fn revision(&self) -> u64 {
        self.surface.revision()
    }

    /// The screen's columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.surface.size()
    }

    /// Whether the connection is lost: the list's as long as there is no game, then any game's.
    pub(super) fn is_lost(&self) -> bool {
        if self.shows.is_empty() {
            self.contact.is_lost()
        } else {
            self.shows.iter().any(|show| show.contact().is_lost())
        }
    }

    /// The games, in the order they are shown.
    pub fn shows(&self) -> &[Show] {
        &self.shows
    }

    /// Whether openings are uncovered by themselves.
    pub fn is_auto(&self) -> bool {
        self.auto
    }

    /// How many games stand side by side at most.
    pub(super) fn room(&self) -> usize {
        let (columns, lines) = self.size();
        usize::from((columns / LEAST.0).max(1)) * usize::from((lines / LEAST.1).max(1))
    }

    /// How many columns of games stand beside each other.
    pub(super) fn abreast(&self) -> usize {
        usize::from((self.size().0 / LEAST.0).max(1)).min(self.on_screen().len().max(1))
    }

    /// The pages that the games take, at least one.
    pub(super) fn pages(&self) -> usize {
        self.shows.len().div_ceil(self.room()).max(1)
    }

    /// The page that is on the screen. Where openings go on by themselves, so do the pages; but not while an
    /// opening is being uncovered.
    pub(super) fn page(&self) -> usize {
        self.pages_on % self.pages()
    }

    /// The places of the games that are on the screen.
    pub(super) fn on_screen(&self) -> std::ops::Range<usize> {
        let first = self.page() * self.room();
        first..(first + self.room()).min(self.shows.len())
    }

    /// Counts up while time goes by: what does not fit on the screen takes turns.
    pub(super) fn turn(&self) -> usize {
        let (Some(started), Some(now)) = (self.started, self.surface.now()) else {
            return 0;
        };
        let turns = now.saturating_duration_since(started).as_secs() / TURN.as_secs();
        usize::try_from(turns).unwrap_or(0)
    }

    /// What of a game's ranking the hall may see; whoever asks for the standings by key sees all.
    pub(super) fn veil(&self, show: &Show) -> Option<Veil> {
        let now = self.surface.now().filter(|_| self.view != Some(View::Standings))?;
        show.veil(now)
    }

    /// What changes on the screen by itself.
    pub(super) fn moving(&self) -> Moving {
        let of = |show: &Show| {
            let left = self.surface.now().and_then(|now| show.time_left(now)).map(TimeLeft::seconds);
            let (lost, veil) = (self.surface.now().and_then(|now| show.lost_for(now)), self.veil(show));
            let standing = self.surface.now().map_or(0, |now| show.announcements(now).len());
            (left, lost, veil, standing)
        };
        (self.turn(), self.shows.iter().map(of).collect())
    }
}
