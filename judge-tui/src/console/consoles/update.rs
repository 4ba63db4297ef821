//! Routing of events to consoles. Pure: no clock, no terminal, no connection.

use crate::console::dialog::Dialog;
use crate::console::event::{Effect, Event};
use crate::console::keymap::{Context, Intent};
use crate::console::notice::Notice;
use crate::console::pointer::Aim;
use crate::console::state::State;
use crate::console::update::update;
use crate::console::update::view::switch_language;
use crate::judge::ActOutcome;
use ishigaki_client::listing::Listed;
use ishigaki_screen::terminal::{Input, Key, Pointer};
use ishigaki_words::Lang;

use super::{Addressed, Consoles};

pub(super) type Effects = Vec<Addressed<Effect>>;

impl Consoles {
    /// Applies an event to the addressed console, and returns the wanted effects.
    ///
    /// [`Consoles::revision`] changes if there is something new to show.
    pub fn update(&mut self, event: impl Into<Addressed<Event>>) -> Effects {
        let Addressed { game, what: event } = event.into();
        let is_tick = matches!(event, Event::Input(Input::Tick { .. }));
        let lang = self.front().words.lang();
        let effects = match event {
            Event::Input(input) => self.take_input(input),
            Event::Examined(trouble) => {
                self.is_examining = false;
                self.update_all(&Event::Examined(trouble))
            }
            Event::Games(programme) => self.take_programme(programme),
            Event::Started { game, outcome } => self.take_started(&game, outcome),
            Event::Presence { game, presence } => {
                self.update_console(&game.clone(), Event::Presence { game, presence })
            }
            Event::Pointer { pointer, aim } => self.point(pointer, aim),
            Event::Feed(_) | Event::Revealed(_) | Event::Uncovered(_) | Event::Answer { .. } => {
                if let Event::Answer { answer: ActOutcome::Replaced(spare), .. } = &event {
                    self.enter(spare);
                }
                let game = game.unwrap_or_else(|| self.front.clone());
                let is_answer = matches!(event, Event::Answer { .. });
                let effects = self.update_console(&game, event);
                if is_answer {
                    self.show_notice_of(&game);
                }
                effects
            }
        };
        if !is_tick {
            self.sync_languages(lang);
            self.count_other_games();
            self.renew_help();
            self.renew_seating();
        }
        effects
    }

    fn take_input(&mut self, input: Input) -> Effects {
        match input {
            Input::Tick { now } => {
                let mut effects = self.update_all(&Event::Input(input));
                effects.extend(self.ask(now));
                effects
            }
            Input::Resize { .. } => {
                // One repaint is enough.
                self.games.values_mut().for_each(|console| drop(update(console, input.clone().into())));
                self.update_lobby(input.into())
            }
            Input::Key(key) => self.press(key),
            Input::Paste(_) => match self.active_console().map(|console| console.game_id().to_owned()) {
                Some(game) => self.update_console(&game, input.into()),
                None => Vec::new(),
            },
            Input::Mouse { .. } => Vec::new(),
        }
    }

    pub(super) fn enter(&mut self, listed: &Listed) {
        self.overview.enter(listed);
        if let Some(programme) = self.overview.programme() {
            self.games.values_mut().chain([&mut self.lobby]).for_each(|console| console.learn(programme));
        }
    }

    fn sync_languages(&mut self, before: Lang) {
        let lang = self.front().words.lang();
        if lang != before {
            let all = self.games.values_mut().chain([&mut self.lobby]);
            all.filter(|console| console.words.lang() != lang).for_each(switch_language);
        }
    }

    fn renew_help(&mut self) {
        let now = match self.lobby.dialog {
            Some(Dialog::Help { place: Context::Queue, .. }) => self.queue_offers(),
            Some(Dialog::Help { place: Context::Pick, .. }) => self.offers(),
            _ => return,
        };
        if let Some(Dialog::Help { here, .. }) = &mut self.lobby.dialog {
            *here = now;
        }
    }

    fn count_other_games(&mut self) {
        let others = self.games.keys().filter(|game| **game != self.front && self.wanted_act(game).is_some());
        let count = others.count();
        let others = self.games.iter().filter(|(game, _)| **game != self.front);
        let questions = others.map(|(_, console)| console.waiting_questions()).sum();
        if let Some(front) = self.games.get_mut(&self.front)
            && (front.elsewhere, front.questions_elsewhere) != (count, questions)
        {
            (front.elsewhere, front.questions_elsewhere) = (count, questions);
            self.revision += 1;
        }
    }

    pub(super) fn show_notice_of(&mut self, game: &str) {
        let notice = self.games.get(game).and_then(State::notice).filter(|notice| notice.is_bad()).cloned();
        if game == self.front || self.is_front_hidden() {
            return;
        }
        if let (Some(notice), Some(front)) = (notice, self.games.get_mut(&self.front))
            && !front.notice.as_ref().is_some_and(Notice::is_bad)
        {
            front.notice = Some(Notice::Elsewhere { game: game.to_owned(), notice: Box::new(notice) });
            self.revision += 1;
        }
    }

    pub(super) fn update_console(&mut self, game: &str, event: Event) -> Effects {
        let Some(console) = self.games.get_mut(game) else {
            return self.update_lobby(event);
        };
        let effects = update(console, event);
        effects.into_iter().flat_map(|effect| self.forward(Some(game), effect)).collect()
    }

    pub(super) fn update_lobby(&mut self, event: Event) -> Effects {
        let effects = update(&mut self.lobby, event);
        effects.into_iter().flat_map(|effect| self.forward(None, effect)).collect()
    }

    fn update_all(&mut self, event: &Event) -> Effects {
        let mut effects = self.update_lobby(event.clone());
        let games: Vec<String> = self.games.keys().cloned().collect();
        for game in games {
            effects.extend(self.update_console(&game, event.clone()));
        }
        effects
    }

    pub(super) fn forward(&mut self, from: Option<&str>, effect: Effect) -> Effects {
        match effect {
            Effect::Watch { game } => self.follow(from.unwrap_or_default(), &game),
            Effect::SendToOtherGames { games, act } => self.send_to_other_games(&games, &act),
            // All consoles share one connection.
            Effect::Examine if std::mem::replace(&mut self.is_examining, true) => Vec::new(),
            Effect::Examine | Effect::Repaint | Effect::Quit | Effect::ListGames => vec![effect.into()],
            what => vec![Addressed { game: from.map(str::to_owned), what }],
        }
    }

    fn follow(&mut self, from: &str, to: &str) -> Effects {
        let effects = self.watch(to);
        let replaced = |notice: &mut Notice| matches!(notice, Notice::Replaced { .. });
        if self.overview.is_open() {
            self.overview.select_game(to);
        } else if self.front == from {
            let notice = self.games.get_mut(from).and_then(|console| console.notice.take_if(replaced));
            to.clone_into(&mut self.front);
            if let Some(console) = self.games.get_mut(to) {
                console.notice = notice.or_else(|| console.notice.take());
            }
        }
        effects
    }

    pub(super) fn watch(&mut self, game: &str) -> Effects {
        if self.games.contains_key(game) {
            return Vec::new();
        }
        let (columns, lines) = self.lobby.size();
        let (lang, server) = (self.lobby.words.lang(), self.lobby.server.clone());
        let mut console = State::judging(lang, server, game.to_owned(), columns, lines);
        console.surface = self.lobby.surface.clone();
        if let Some(programme) = self.overview.programme() {
            console.learn(programme);
        }
        self.games.insert(game.to_owned(), console);
        self.revision += 1;
        vec![Effect::Watch { game: game.to_owned() }.into()]
    }

    pub(super) fn go_to(&mut self, game: &str) -> Effects {
        let effects = self.watch(game);
        self.overview.close();
        self.queue.close();
        (self.asking_game, self.front) = (None, game.to_owned());
        self.lobby.is_first = false;
        self.revision += 1;
        effects
    }

    fn press(&mut self, key: Key) -> Effects {
        self.revision += 1;
        // A repaint repaints everything.
        match Context::Main.intent(key) {
            Some(Intent::Repaint) => return vec![Effect::Repaint.into()],
            Some(Intent::QuitNow) => return vec![Effect::Quit.into()],
            _ => {}
        }
        if self.is_front_hidden() {
            return match self.active_console().map(|console| console.game_id().to_owned()) {
                Some(game) if game.is_empty() => self.answer_in_lobby(key),
                Some(game) => self.answer_in(&game, key),
                None if self.queue.is_open() => self.press_in_queue(key),
                None => self.press_in_list(key),
            };
        }
        let intent = Context::Main.intent(key).filter(|_| self.front().dialog.is_none());
        match intent {
            Some(Intent::Games) if !self.front.is_empty() => self.open_list(),
            Some(Intent::NextGame) if !self.front.is_empty() => self.go_to_next(),
            Some(Intent::Questions) if !self.front.is_empty() => self.open_queue(),
            _ => {
                let front = self.front.clone();
                if let Some(Intent::Begin(kind)) = intent
                    && kind.is_for_games()
                {
                    self.set_other_games(&front);
                }
                self.update_console(&front, Input::Key(key).into())
            }
        }
    }

    /// The mouse only looks and selects. It never starts or answers an act.
    fn point(&mut self, pointer: Pointer, aim: Aim) -> Effects {
        let active_game = self.active_console().map(|console| console.game_id().to_owned());
        match (active_game, aim, pointer) {
            (Some(game), ..) => return self.update_console(&game, Event::Pointer { pointer, aim }),
            (None, _, Pointer::Wheel(down)) if self.queue.is_open() => self.step_in_queue(down),
            (None, Aim::Queued(place), Pointer::Click) => self.select_in_queue(place),
            (None, _, Pointer::Click) if self.queue.is_open() => {}
            (None, Aim::Game(place), Pointer::Click) => self.overview.select(place),
            (None, Aim::Game(_) | Aim::Question, Pointer::Wheel(down)) => self.overview.step(down),
            (None, ..) => {}
        }
        self.revision += 1;
        Vec::new()
    }
}
