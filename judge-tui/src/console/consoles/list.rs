//! Keys in the list of games, and the server's list.

use std::time::Instant;

use ishigaki_client::CallError;
use ishigaki_client::listing::{Listed, Programme};
use ishigaki_rules::Phase;

use super::Consoles;
use super::update::Effects;
use crate::console::act::is_of_kind;
use crate::console::dialog::Dialog;
use crate::console::event::Effect;
use crate::console::keymap::{ActKind, Context, Intent};
use crate::console::notice::Notice;
use crate::console::update::submission;
use crate::console::update::view::switch_language;
use ishigaki_screen::Contact;
use ishigaki_screen::terminal::{Input, Key};

impl Consoles {
    pub(super) fn ask(&mut self, now: Instant) -> Effects {
        let front = self.front();
        let is_abandoned = front.game().is_some_and(|game| game.phase() == Phase::Abandoned);
        let is_wanted =
            !self.front.is_empty() && front.is_online() && front.programme_entry.is_wanted(is_abandoned);
        let is_due = (self.is_front_hidden() || is_wanted) && self.overview.poll.take_due(now);
        if is_due { vec![Effect::ListGames.into()] } else { Vec::new() }
    }

    pub(super) fn take_programme(&mut self, programme: Result<Programme, CallError>) -> Effects {
        self.revision += 1;
        let programme = match programme {
            Ok(programme) => programme,
            Err(trouble) => {
                let for_good = !trouble.is_passing();
                self.overview.poll.fail(for_good);
                if self.overview.is_open() {
                    // For a watched game, its feed reports the connection.
                    if self.front.is_empty() || !for_good {
                        let now = self.lobby.surface.now();
                        let contact = self.lobby.watched.contact().after(trouble, now);
                        self.lobby.watched.set_contact(contact);
                    } else {
                        self.lobby.notice = Some(Notice::NoList(trouble));
                    }
                }
                return Vec::new();
            }
        };
        for console in self.games.values_mut().chain([&mut self.lobby]) {
            console.learn(&programme);
        }
        self.overview.take(programme, &self.front);
        self.lobby.watched.set_contact(Contact::Live);
        self.close_outdated_start();
        let only = self.overview.only().map(|only| only.game.clone());
        match only {
            Some(only) if self.front.is_empty() => self.go_to(&only),
            _ => self.watch_all(),
        }
    }

    fn watch_all(&mut self) -> Effects {
        if !self.watches_all {
            return Vec::new();
        }
        let games = self.overview.games().unwrap_or_default();
        let goes_on = |game: &&Listed| game.goes_on(games);
        let to_watch: Vec<String> = games.iter().filter(goes_on).map(|game| game.game.clone()).collect();
        to_watch.iter().flat_map(|game| self.watch(game)).collect()
    }

    pub(super) fn open_list(&mut self) -> Effects {
        self.overview.open(&self.front);
        self.watch_all_from_now()
    }

    pub(super) fn watch_all_from_now(&mut self) -> Effects {
        self.watches_all = true;
        self.watch_all()
    }

    pub(super) fn press_in_list(&mut self, key: Key) -> Effects {
        self.dismiss_notice();
        let Some(intent) = Context::Pick.intent(key) else {
            return Vec::new();
        };
        let overview = &mut self.overview;
        overview.disable_autoselect();
        if let Some(down) = intent.step() {
            overview.step(down);
            return Vec::new();
        }
        match intent {
            Intent::Accept => {
                let selected = overview.selected().cloned();
                return match selected {
                    Some(game) if game.has_started() => self.go_to(&game.game),
                    _ => self.ask_to_start(true),
                };
            }
            Intent::StartGame => return self.ask_to_start(false),
            Intent::Begin(kind) => return self.begin(kind),
            Intent::NextGame => match self.next_waiting_game(None) {
                Some(game) => self.overview.select_game(&game),
                None => self.lobby.notice = Some(Notice::NothingWanted),
            },
            Intent::Questions => return self.open_queue(),
            Intent::PauseAll => self.ask_to_pause_all(),
            Intent::ResumeAll => self.ask_to_resume_all(),
            Intent::OtherLanguage => {
                self.games.values_mut().chain([&mut self.lobby]).for_each(switch_language);
            }
            Intent::Help => {
                let here = self.offers();
                self.lobby.dialog = Some(Dialog::Help { place: Context::Pick, here, page: 0 });
            }
            Intent::Cancel if self.lobby.is_first => return vec![Effect::Quit.into()],
            Intent::Cancel => overview.close(),
            _ => {}
        }
        Vec::new()
    }

    pub(super) fn offers(&self) -> Vec<Intent> {
        let useful = Context::Pick.bindings().filter(|binding| self.is_offered(binding.intent));
        useful.map(|binding| binding.intent).collect()
    }

    pub(crate) fn is_offered(&self, intent: Intent) -> bool {
        let selected = self.overview.selected();
        let console = selected.and_then(|game| self.console(&game.game));
        match intent {
            Intent::Accept => selected.is_some(),
            Intent::StartGame => selected.is_some_and(Listed::is_waiting),
            Intent::NextGame => self.waiting_game_count() > 0,
            Intent::Begin(kind) => {
                console.is_some_and(|console| console.is_online() && submission::is_possible(console, kind))
            }
            Intent::Questions => self.waiting_questions() > 0,
            Intent::PauseAll => self.pausable().len() > 1,
            Intent::ResumeAll => self.paused().len() > 1,
            Intent::Help | Intent::Cancel => true,
            _ => false,
        }
    }

    pub(super) fn go_to_next(&mut self) -> Effects {
        if !self.watches_all {
            // The other games are still unknown, so the list opens.
            return self.open_list();
        }
        self.overview.select_game(&self.front);
        if let Some(game) = self.next_waiting_game(None).filter(|game| *game != self.front) {
            return self.go_to(&game);
        }
        if let Some(front) = self.games.get_mut(&self.front) {
            front.notice = Some(Notice::NothingWanted);
        }
        Vec::new()
    }

    fn next_waiting_game(&self, kind: Option<ActKind>) -> Option<String> {
        let wants = |kind: Option<ActKind>| {
            let is_it = |game: &&Listed| {
                let wanted = self.wanted_act(&game.game);
                wanted.is_some() && (kind.is_none() || wanted == kind)
            };
            self.overview.onwards().find(is_it).map(|game| game.game.clone())
        };
        wants(kind).or_else(|| wants(None))
    }

    fn begin(&mut self, kind: ActKind) -> Effects {
        let Some(listed) = self.overview.selected().cloned() else {
            return Vec::new();
        };
        let game = listed.game;
        let wanted = self.wanted_act(&game);
        if kind.is_for_games() {
            self.set_other_games(&game);
        }
        let Some(console) = self.games.get_mut(&game) else {
            if listed.standing.is_some() {
                return self.watch(&game);
            }
            self.lobby.notice = Some(Notice::NotStartedYet { game });
            return Vec::new();
        };
        (console.notice, console.notice_since) = (None, None);
        // Text of a rejected act is kept.
        let effects = if console.dialog.is_some() { Vec::new() } else { submission::begin(console, kind) };
        if console.dialog.is_some() {
            self.asking_game = Some(game);
            return Vec::new();
        }
        let effects: Effects =
            effects.into_iter().flat_map(|effect| self.forward(Some(&game), effect)).collect();
        self.select_next_waiting(&game, wanted);
        effects
    }

    pub(super) fn answer_in(&mut self, game: &str, key: Key) -> Effects {
        let wanted = self.wanted_act(game);
        let effects = self.update_console(game, Input::Key(key).into());
        if self.queue.is_open() {
            self.select_next_question();
        } else {
            self.select_next_waiting(game, wanted);
        }
        effects
    }

    fn select_next_waiting(&mut self, game: &str, wanted: Option<ActKind>) {
        let is_done = wanted
            .zip(self.games.get(game))
            .is_some_and(|(kind, console)| console.pending().any(|act| is_of_kind(kind, act)));
        let is_selected = self.overview.selected().is_some_and(|selected| selected.game == game);
        if is_done
            && is_selected
            && let Some(next) = self.next_waiting_game(wanted)
        {
            self.overview.select_game(&next);
        }
    }
}
