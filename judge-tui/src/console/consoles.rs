//! Consoles of all watched games, and the list over them.
//!
//! Each game has its own console: acts from the list run in that console, with the same questions. The front
//! console gets the keys while the list is closed.

mod answer;
mod list;
mod queue;
mod start;
mod update;

use std::collections::BTreeMap;

use ishigaki_client::judging::NextStep;
use ishigaki_rules::Game;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;

use crate::console::dialog::Dialog;
use crate::console::event::Event;
use crate::console::keymap::ActKind;
use crate::console::notice::Notice;
use crate::console::overview::Overview;
use crate::console::queue::Queue;
use crate::console::state::State;

/// Something for the console of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addressed<T> {
    /// `None` for the front console, or the contest.
    pub game: Option<String>,
    pub what: T,
}

impl<T> Addressed<T> {
    /// Addresses something to this game's console.
    pub fn to(game: impl Into<String>, what: T) -> Self {
        Self { game: Some(game.into()), what }
    }
}

impl<T> From<T> for Addressed<T> {
    fn from(what: T) -> Self {
        Self { game: None, what }
    }
}

impl From<Input> for Addressed<Event> {
    fn from(input: Input) -> Self {
        Event::Input(input).into()
    }
}

/// All consoles.
#[derive(Clone, Debug)]
pub struct Consoles {
    /// Console of the contest itself, for questions and notices that concern no running game.
    lobby: State,
    games: BTreeMap<String, State>,
    /// Id of the front game; empty until one is chosen, then the lobby is in front.
    front: String,
    overview: Overview,
    queue: Queue,
    /// Game with an open question over the list or queue.
    asking_game: Option<String>,
    /// True if all running games are watched: after the list was opened once.
    watches_all: bool,
    is_examining: bool,
    revision: u64,
}

impl Consoles {
    /// Makes a console without a known game. Without its id, signatures can't be checked.
    pub fn new(lang: Lang, server: String, columns: u16, lines: u16) -> Self {
        Self {
            lobby: State::new(lang, server, columns, lines),
            games: BTreeMap::new(),
            front: String::new(),
            overview: Overview::default(),
            queue: Queue::default(),
            asking_game: None,
            watches_all: false,
            is_examining: false,
            revision: 0,
        }
    }

    /// Makes a console for this game alone, and watches its feed from the start.
    pub fn judging(lang: Lang, server: String, game: String, columns: u16, lines: u16) -> Self {
        let console = State::judging(lang, server.clone(), game.clone(), columns, lines);
        let lobby = State::lobby(lang, server, columns, lines);
        let games = BTreeMap::from([(game.clone(), console)]);
        Self { lobby, games, front: game, ..Self::new(lang, String::new(), columns, lines) }
    }

    /// Makes a console that shows the list of games.
    pub fn choosing(lang: Lang, server: String, columns: u16, lines: u16) -> Self {
        let lobby = State { is_first: true, ..State::lobby(lang, server, columns, lines) };
        let overview = Overview::choosing();
        Self { lobby, overview, watches_all: true, ..Self::new(lang, String::new(), columns, lines) }
    }

    /// Returns the front console.
    pub fn front(&self) -> &State {
        self.games.get(&self.front).unwrap_or(&self.lobby)
    }

    /// Returns the console of a watched game.
    pub fn console(&self, game: &str) -> Option<&State> {
        self.games.get(game)
    }

    /// Returns the addressed console, or the front one.
    pub fn addressee(&self, game: Option<&str>) -> &State {
        game.and_then(|game| self.games.get(game)).unwrap_or_else(|| self.front())
    }

    pub(crate) fn lobby(&self) -> &State {
        &self.lobby
    }

    /// Returns the id of the front game; empty until one is chosen.
    pub fn game_id(&self) -> &str {
        self.front().game_id()
    }

    /// Returns the front game, once its feed has arrived.
    pub fn game(&self) -> Option<&Game> {
        self.front().game()
    }

    /// Returns the list of games.
    pub fn overview(&self) -> &Overview {
        &self.overview
    }

    /// Returns the queue of questions.
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    pub(crate) fn games(&self) -> impl Iterator<Item = (&State, &Game)> {
        self.games.values().filter_map(|console| Some((console, console.game()?)))
    }

    fn is_front_hidden(&self) -> bool {
        self.overview.is_open() || self.queue.is_open()
    }

    /// Returns the console that gets the keys: with the open question, or the front one; `None` while the
    /// list or queue has them.
    pub fn active_console(&self) -> Option<&State> {
        if !self.is_front_hidden() {
            return Some(self.front());
        }
        let asking = self.asking_game.as_ref().and_then(|game| self.games.get(game));
        std::iter::once(&self.lobby).chain(asking).find(|console| console.dialog.is_some())
    }

    /// Returns the open question, if any.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.active_console()?.dialog()
    }

    pub(crate) fn notice_with_console(&self) -> Option<(&State, &Notice)> {
        let has_notice = |console: &State| console.notice().is_some();
        let active_console = if self.is_front_hidden() {
            let selected = self.overview.selected().and_then(|game| self.games.get(&game.game));
            let is_bad = |console: &&State| console.notice().is_some_and(Notice::is_bad);
            // Bad news comes before good news.
            let bad = || selected.into_iter().chain(self.games.values()).find(is_bad);
            let lobby = Some(&self.lobby).filter(|lobby| has_notice(lobby));
            lobby.or_else(bad).or_else(|| {
                self.games
                    .values()
                    .filter(|console| has_notice(console))
                    .max_by_key(|console| console.notice_since)
            })
        } else {
            Some(self.front())
        };
        active_console.and_then(|console| Some((console, console.notice()?)))
    }

    fn dismiss_notice(&mut self) {
        let game = self.notice_with_console().map(|(console, _)| console.game_id.clone());
        self.lobby.notice = None;
        if let Some(console) = game.and_then(|game| self.games.get_mut(&game)) {
            (console.notice, console.notice_since) = (None, None);
        }
    }

    /// Returns the notice, if any.
    pub fn notice(&self) -> Option<&Notice> {
        self.notice_with_console().map(|(_, notice)| notice)
    }

    /// Changes whenever there is something new to show.
    pub fn revision(&self) -> u64 {
        let games = self.games.values().map(State::revision);
        games.fold(self.revision.wrapping_add(self.lobby.revision()), u64::wrapping_add)
    }

    pub(crate) fn is_alone(&self) -> bool {
        self.games.values().any(State::is_alone)
    }

    /// Returns the screen's columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.lobby.size()
    }

    /// Returns the act that a game waits for, unless it is pending or unknown.
    pub fn wanted_act(&self, game: &str) -> Option<ActKind> {
        let console = self.games.get(game).filter(|console| console.is_online())?;
        if console.pending().next().is_some() {
            return None;
        }
        match NextStep::of(console.game(), console.programme_entry.spare()) {
            // Another judge has done it; following the game is not an act.
            NextStep::Replace { started: true, .. } => None,
            step => ActKind::of(&step),
        }
    }

    /// Returns the number of games that wait for an act of the judge.
    pub fn waiting_game_count(&self) -> usize {
        self.games.keys().filter(|game| self.wanted_act(game).is_some()).count()
    }
}
