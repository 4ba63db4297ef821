//! Keys in the list of games, and what the server says of the contest.

use std::time::Instant;

use ishigaki_client::CallError;
use ishigaki_client::listing::{Listed, Programme};
use ishigaki_rules::Phase;

use super::Consoles;
use super::update::Effects;
use crate::console::act::is_done_by;
use crate::console::dialog::Dialog;
use crate::console::event::Effect;
use crate::console::keymap::{ActKind, Context, Intent};
use crate::console::notice::Notice;
use crate::console::update::look::speak_otherwise;
use crate::console::update::submission;
use ishigaki_screen::Contact;
use ishigaki_screen::terminal::{Input, Key};

impl Consoles {
    /// Asks which games there are, if it is time to: while the list is open, and until what is needed of the game in
    /// front is known.
    pub(super) fn ask(&mut self, now: Instant) -> Effects {
        let front = self.front();
        let is_abandoned = front.game().is_some_and(|game| game.phase() == Phase::Abandoned);
        let is_wanted =
            !self.front.is_empty() && front.is_online() && front.programme_entry.is_wanted(is_abandoned);
        let is_due = (self.is_covered() || is_wanted) && self.overview.poll.take_due(now);
        if is_due { vec![Effect::ListGames.into()] } else { Vec::new() }
    }

    /// The server's answer. The only game there is needs no choosing.
    pub(super) fn take_programme(&mut self, programme: Result<Programme, CallError>) -> Effects {
        self.revision += 1;
        let programme = match programme {
            Ok(programme) => programme,
            Err(trouble) => {
                let for_good = !trouble.is_passing();
                self.overview.poll.failed(for_good);
                if self.overview.is_open() {
                    // How the console stands with a game that is watched, its feed says.
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
        self.drop_what_others_did();
        let only = self.overview.only().map(|only| only.game.clone());
        match only {
            Some(only) if self.front.is_empty() => self.go_to(&only),
            _ => self.watch_all(),
        }
    }

    /// Watches all games that go on, once somebody has looked at the list.
    fn watch_all(&mut self) -> Effects {
        if !self.watches_all {
            return Vec::new();
        }
        let games = self.overview.games().unwrap_or_default();
        let goes_on = |game: &&Listed| game.goes_on(games);
        let wanted: Vec<String> = games.iter().filter(goes_on).map(|game| game.game.clone()).collect();
        wanted.iter().flat_map(|game| self.watch(game)).collect()
    }

    /// Shows the list of games. The one in front goes on, and so do all others.
    pub(super) fn open_list(&mut self) -> Effects {
        self.overview.open(&self.front);
        self.watch_all_from_now()
    }

    /// From now on all games that go on are watched.
    pub(super) fn watch_all_from_now(&mut self) -> Effects {
        self.watches_all = true;
        self.watch_all()
    }

    pub(super) fn press_in_list(&mut self, key: Key) -> Effects {
        self.end_notice();
        let Some(intent) = Context::Pick.intent(key) else {
            return Vec::new();
        };
        let overview = &mut self.overview;
        overview.take_in_hand();
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
            Intent::NextGame => match self.next_that_wants(None) {
                Some(game) => self.overview.select_game(&game),
                None => self.lobby.notice = Some(Notice::NothingWanted),
            },
            Intent::Questions => return self.open_queue(),
            Intent::PauseAll => self.ask_to_pause_all(),
            Intent::ResumeAll => self.ask_to_resume_all(),
            Intent::OtherLanguage => {
                self.games.values_mut().chain([&mut self.lobby]).for_each(speak_otherwise);
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

    /// Returns the acts that are possible in the list.
    pub(super) fn offers(&self) -> Vec<Intent> {
        let useful = Context::Pick.bindings().filter(|binding| self.is_offered(binding.intent));
        useful.map(|binding| binding.intent).collect()
    }

    /// Returns whether a key of the list can do anything now.
    pub(crate) fn is_offered(&self, intent: Intent) -> bool {
        let selected = self.overview.selected();
        let console = selected.and_then(|game| self.console(&game.game));
        match intent {
            Intent::Accept => selected.is_some(),
            Intent::StartGame => selected.is_some_and(Listed::is_waiting),
            Intent::NextGame => self.how_many_want() > 0,
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

    /// Goes straight to the next game that waits for the judge.
    pub(super) fn go_to_next(&mut self) -> Effects {
        if !self.watches_all {
            // Nothing is known of the others yet: the list tells.
            return self.open_list();
        }
        self.overview.select_game(&self.front);
        if let Some(game) = self.next_that_wants(None).filter(|game| *game != self.front) {
            return self.go_to(&game);
        }
        if let Some(front) = self.games.get_mut(&self.front) {
            front.notice = Some(Notice::NothingWanted);
        }
        Vec::new()
    }

    /// The next game after the selected one that waits for the judge: for this act if there is one, else for any.
    fn next_that_wants(&self, kind: Option<ActKind>) -> Option<String> {
        let wants = |kind: Option<ActKind>| {
            let is_it = |game: &&Listed| {
                let wanted = self.wanted(&game.game);
                wanted.is_some() && (kind.is_none() || wanted == kind)
            };
            self.overview.onwards().find(is_it).map(|game| game.game.clone())
        };
        wants(kind).or_else(|| wants(None))
    }

    /// Sets about an act in the selected game, as its own console would.
    fn begin(&mut self, kind: ActKind) -> Effects {
        let Some(listed) = self.overview.selected().cloned() else {
            return Vec::new();
        };
        let game = listed.game;
        let wanted = self.wanted(&game);
        if kind.is_for_games() {
            self.name_fellows(&game);
        }
        let Some(console) = self.games.get_mut(&game) else {
            if listed.standing.is_some() {
                return self.watch(&game);
            }
            self.lobby.notice = Some(Notice::NotStartedYet { game });
            return Vec::new();
        };
        (console.notice, console.noticed) = (None, None);
        // What was typed for an act that was refused meanwhile is not lost.
        let effects = if console.dialog.is_some() { Vec::new() } else { submission::begin(console, kind) };
        if console.dialog.is_some() {
            self.asking = Some(game);
            return Vec::new();
        }
        let effects: Effects =
            effects.into_iter().flat_map(|effect| self.pass_on(Some(&game), effect)).collect();
        self.go_on_from(&game, wanted);
        effects
    }

    /// A key in the open question of a game.
    pub(super) fn answer_in(&mut self, game: &str, key: Key) -> Effects {
        let wanted = self.wanted(game);
        let effects = self.at(game, Input::Key(key).into());
        if self.queue.is_open() {
            self.go_on_in_queue();
        } else {
            self.go_on_from(game, wanted);
        }
        effects
    }

    /// Goes on from a game whose judge has just done what it waited for, to the next one that waits for the same.
    fn go_on_from(&mut self, game: &str, wanted: Option<ActKind>) {
        let is_done = wanted
            .zip(self.games.get(game))
            .is_some_and(|(kind, console)| console.pending().any(|act| is_done_by(kind, act)));
        let is_selected = self.overview.selected().is_some_and(|selected| selected.game == game);
        if is_done
            && is_selected
            && let Some(next) = self.next_that_wants(wanted)
        {
            self.overview.select_game(&next);
        }
    }
}
