//! The consoles of all games that are watched, and the list over them.
//!
//! Each game has a console of its own, which knows nothing of the others: what is done from the list is done in the
//! game's own console, with the same questions. One of them is in front and has the keys while the list is closed.

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

/// Something, and the game whose console it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addressed<T> {
    /// The game's id; `None`: whichever console is in front, or the contest.
    pub game: Option<String>,
    /// Contents that are addressed to it.
    pub what: T,
}

impl<T> Addressed<T> {
    /// To this game's console.
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
    /// The console of the contest itself: it has the questions and notices that concern no game that has started.
    lobby: State,
    games: BTreeMap<String, State>,
    /// The id of the game in front; empty until that is clear: then it is the lobby.
    front: String,
    overview: Overview,
    queue: Queue,
    /// The game whose question is open over the list, or over the queue.
    asking: Option<String>,
    /// Whether all games that go on are watched: once somebody has looked at the list.
    watches_all: bool,
    /// Whether the line is being looked at.
    is_examining: bool,
    revision: u64,
}

impl Consoles {
    /// A console that was not told which game it is before, nor asks: it looks at no signature.
    pub fn new(lang: Lang, server: String, columns: u16, lines: u16) -> Self {
        Self {
            lobby: State::new(lang, server, columns, lines),
            games: BTreeMap::new(),
            front: String::new(),
            overview: Overview::default(),
            queue: Queue::default(),
            asking: None,
            watches_all: false,
            is_examining: false,
            revision: 0,
        }
    }

    /// A console before the game with this id, and none other yet. Its feed is to be watched from the start.
    pub fn judging(lang: Lang, server: String, game: String, columns: u16, lines: u16) -> Self {
        let console = State::judging(lang, server.clone(), game.clone(), columns, lines);
        let lobby = State::lobby(lang, server, columns, lines);
        let games = BTreeMap::from([(game.clone(), console)]);
        Self { lobby, games, front: game, ..Self::new(lang, String::new(), columns, lines) }
    }

    /// Before the list of games.
    pub fn choosing(lang: Lang, server: String, columns: u16, lines: u16) -> Self {
        let lobby = State { is_first: true, ..State::lobby(lang, server, columns, lines) };
        let overview = Overview::choosing();
        Self { lobby, overview, watches_all: true, ..Self::new(lang, String::new(), columns, lines) }
    }

    /// The console in front.
    pub fn front(&self) -> &State {
        self.games.get(&self.front).unwrap_or(&self.lobby)
    }

    /// A game's console, if it is watched.
    pub fn console(&self, game: &str) -> Option<&State> {
        self.games.get(game)
    }

    /// The console that something is addressed to; the one in front if that is none.
    pub fn addressee(&self, game: Option<&str>) -> &State {
        game.and_then(|game| self.games.get(game)).unwrap_or_else(|| self.front())
    }

    /// The console of the contest itself.
    pub(crate) fn lobby(&self) -> &State {
        &self.lobby
    }

    /// The id of the game in front; empty until that is clear.
    pub fn game_id(&self) -> &str {
        self.front().game_id()
    }

    /// The game in front, once its feed has brought it.
    pub fn game(&self) -> Option<&Game> {
        self.front().game()
    }

    /// The list of games.
    pub fn overview(&self) -> &Overview {
        &self.overview
    }

    /// The queue of questions.
    pub fn queue(&self) -> &Queue {
        &self.queue
    }

    /// The consoles of the games whose feeds have brought them, with these.
    pub(crate) fn games(&self) -> impl Iterator<Item = (&State, &Game)> {
        self.games.values().filter_map(|console| Some((console, console.game()?)))
    }

    /// Returns whether the list of games or the queue of questions stands before the console in front.
    fn is_covered(&self) -> bool {
        self.overview.is_open() || self.queue.is_open()
    }

    /// The console that has the keys: that of the open question, or the one in front; `None` while the list or the queue has
    /// them.
    pub fn speaker(&self) -> Option<&State> {
        if !self.is_covered() {
            return Some(self.front());
        }
        let asking = self.asking.as_ref().and_then(|game| self.games.get(game));
        std::iter::once(&self.lobby).chain(asking).find(|console| console.dialog.is_some())
    }

    /// The open question, if any.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.speaker()?.dialog()
    }

    /// The notice that is shown, if any, and of which game; of none if it concerns the contest.
    pub(crate) fn told(&self) -> Option<(&State, &Notice)> {
        let told = |console: &State| console.notice().is_some();
        let speaker = if self.is_covered() {
            let selected = self.overview.selected().and_then(|game| self.games.get(&game.game));
            let is_bad = |console: &&State| console.notice().is_some_and(Notice::is_bad);
            // What somebody has to know stands before what went well.
            let bad = || selected.into_iter().chain(self.games.values()).find(is_bad);
            let lobby = Some(&self.lobby).filter(|lobby| told(lobby));
            lobby.or_else(bad).or_else(|| {
                self.games.values().filter(|console| told(console)).max_by_key(|console| console.noticed)
            })
        } else {
            Some(self.front())
        };
        speaker.and_then(|console| Some((console, console.notice()?)))
    }

    /// Ends the notice that is shown, of whichever game: the next one takes its place.
    fn end_notice(&mut self) {
        let game = self.told().map(|(console, _)| console.game_id.clone());
        self.lobby.notice = None;
        if let Some(console) = game.and_then(|game| self.games.get_mut(&game)) {
            (console.notice, console.noticed) = (None, None);
        }
    }

    /// The notice that is shown, if any.
    pub fn notice(&self) -> Option<&Notice> {
        self.told().map(|(_, notice)| notice)
    }

    /// Changes whenever there is something new to be seen.
    pub fn revision(&self) -> u64 {
        let games = self.games.values().map(State::revision);
        games.fold(self.revision.wrapping_add(self.lobby.revision()), u64::wrapping_add)
    }

    /// Returns whether a server that serves a game is alone, and should not be.
    pub(crate) fn is_alone(&self) -> bool {
        self.games.values().any(State::is_alone)
    }

    /// The screen's columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.lobby.size()
    }

    /// The act that a game waits for, unless it is on its way; `None` too while nothing of it is known.
    pub fn wanted(&self, game: &str) -> Option<ActKind> {
        let console = self.games.get(game).filter(|console| console.is_online())?;
        if console.pending().next().is_some() {
            return None;
        }
        match NextStep::of(console.game(), console.programme_entry.spare()) {
            // Somebody has done it: to go there is no act.
            NextStep::Replace { started: true, .. } => None,
            step => ActKind::of(&step),
        }
    }

    /// Returns how many games wait for an act of the judge.
    pub fn how_many_want(&self) -> usize {
        self.games.keys().filter(|game| self.wanted(game).is_some()).count()
    }
}
