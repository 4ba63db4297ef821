//! Keys in the queue of questions. The game's own console writes answers and announcements.

use std::cmp::Reverse;

use super::Consoles;
use super::update::Effects;
use crate::console::act;
use crate::console::dialog::Dialog;
use crate::console::keymap::{ActKind, Context, Intent};
use crate::console::queue::{QueueView, QueuedMessage, QueuedQuestion};
use crate::console::state::State;
use crate::console::update::submission;
use crate::console::update::view::switch_language;
use ishigaki_client::judging::JudgeAct;
use ishigaki_rules::Millis;
use ishigaki_screen::terminal::Key;

const SCROLL_LINES: isize = 3;
const MAX_LINES: usize = 1_000;

impl Consoles {
    /// Open questions first, longest waiting first; then the others, latest first.
    pub(crate) fn questions(&self) -> Vec<QueuedQuestion<'_>> {
        let mut questions: Vec<_> = self
            .games()
            .flat_map(|(console, game)| {
                game.questions().map(move |asked| QueuedQuestion { console, game, asked })
            })
            .collect();
        questions.sort_by_cached_key(|queued| {
            let waits = queued.awaits_answer();
            let (waited, ago) = if waits { (queued.age(), Millis(0)) } else { (Millis(0), queued.age()) };
            (!waits, Reverse(waited), ago, queued.key())
        });
        questions
    }

    pub(crate) fn announcements(&self) -> Vec<QueuedMessage<'_>> {
        let mut all: Vec<_> = self
            .games()
            .flat_map(|(console, game)| {
                let broadcasts = game.broadcasts().enumerate();
                broadcasts.map(move |(place, broadcast)| QueuedMessage { console, game, place, broadcast })
            })
            .collect();
        all.sort_by_cached_key(|queued| {
            let ago = queued.console.since(queued.broadcast.at).unwrap_or_default();
            (ago, queued.console.game_id().to_owned(), Reverse(queued.place))
        });
        all
    }

    pub(crate) fn waiting_questions(&self) -> usize {
        self.games().map(|(console, _)| console.waiting_questions()).sum()
    }

    pub(super) fn open_queue(&mut self) -> Effects {
        let watched = self.watch_all_from_now();
        let first = self.questions().first().map(QueuedQuestion::key);
        self.queue.open(first);
        watched
    }

    pub(super) fn press_in_queue(&mut self, key: Key) -> Effects {
        self.dismiss_notice();
        let Some(intent) = Context::Queue.intent(key) else {
            return Vec::new();
        };
        match intent {
            Intent::FarUp => self.queue.scroll(-SCROLL_LINES, MAX_LINES),
            Intent::FarDown => self.queue.scroll(SCROLL_LINES, MAX_LINES),
            Intent::NextPanel => self.queue.turn(),
            Intent::Accept => self.begin_answer(),
            Intent::Begin(kind) => self.begin_from_queue(kind),
            Intent::OtherLanguage => {
                self.games.values_mut().chain([&mut self.lobby]).for_each(switch_language);
            }
            Intent::Help => {
                let here = self.queue_offers();
                self.lobby.dialog = Some(Dialog::Help { place: Context::Queue, here, page: 0 });
            }
            Intent::Cancel => self.queue.close(),
            _ => {
                if let Some(down) = intent.step() {
                    self.step_in_queue(down);
                }
            }
        }
        Vec::new()
    }

    pub(super) fn queue_offers(&self) -> Vec<Intent> {
        let useful = Context::Queue.bindings().filter(|binding| self.is_offered_in_queue(binding.intent));
        useful.map(|binding| binding.intent).collect()
    }

    pub(crate) fn is_offered_in_queue(&self, intent: Intent) -> bool {
        let is_empty = match self.queue.view() {
            QueueView::Questions => self.questions().is_empty(),
            QueueView::Broadcasts => self.announcements().is_empty(),
        };
        match intent {
            Intent::Accept => self.is_answerable(),
            Intent::Begin(kind) => {
                let console = self.queue_game().and_then(|game| self.console(&game));
                console.is_some_and(|console| console.is_online() && submission::is_possible(console, kind))
            }
            Intent::FarDown => !is_empty,
            Intent::NextPanel | Intent::Help | Intent::Cancel => true,
            _ => false,
        }
    }

    pub(super) fn select_in_queue(&mut self, place: usize) {
        match self.queue.view() {
            QueueView::Questions => {
                let selected = self.questions().get(place).map(QueuedQuestion::key);
                self.queue.select_question(selected);
            }
            QueueView::Broadcasts => {
                let selected = self.announcements().get(place).map(QueuedMessage::key);
                self.queue.select_announcement(selected);
            }
        }
    }

    pub(super) fn step_in_queue(&mut self, down: isize) {
        let moved = |at: usize, all: usize| at.saturating_add_signed(down).min(all.saturating_sub(1));
        match self.queue.view() {
            QueueView::Questions => {
                let all = self.questions();
                let next = all.get(moved(self.queue.question_at(&all), all.len())).map(QueuedQuestion::key);
                self.queue.select_question(next);
            }
            QueueView::Broadcasts => {
                let all = self.announcements();
                let next = all.get(moved(self.queue.announcement_at(&all), all.len()));
                let next = next.map(QueuedMessage::key);
                self.queue.select_announcement(next);
            }
        }
    }

    fn begin_answer(&mut self) {
        if self.queue.view() != QueueView::Questions {
            return;
        }
        let all = self.questions();
        let selected = all.get(self.queue.question_at(&all)).map(QueuedQuestion::key);
        if let Some((game, team, question)) = selected {
            self.begin_in(&game, |console| submission::begin_answer(console, team, question));
        }
    }

    /// Its game must be running (`E4`).
    fn is_answerable(&self) -> bool {
        let all = self.questions();
        let selected = all.get(self.queue.question_at(&all));
        self.queue.view() == QueueView::Questions
            && selected.is_some_and(|selected| !selected.game.phase().is_over())
    }

    fn begin_from_queue(&mut self, kind: ActKind) {
        let Some(game) = self.queue_game() else { return };
        self.set_other_games(&game);
        self.begin_in(&game, |console| drop(submission::begin(console, kind)));
    }

    fn begin_in(&mut self, game: &str, begin: impl FnOnce(&mut State)) {
        let Some(console) = self.games.get_mut(game) else { return };
        (console.notice, console.notice_since) = (None, None);
        // Text of a rejected act is kept.
        if console.dialog.is_none() {
            begin(console);
        }
        if console.dialog.is_some() {
            self.asking_game = Some(game.to_owned());
        }
    }

    fn queue_game(&self) -> Option<String> {
        let selected = match self.queue.view() {
            QueueView::Questions => {
                let all = self.questions();
                all.get(self.queue.question_at(&all)).map(|queued| queued.key().0)
            }
            QueueView::Broadcasts => {
                let all = self.announcements();
                all.get(self.queue.announcement_at(&all)).map(|queued| queued.key().0)
            }
        };
        selected.or_else(|| Some(self.front.clone())).filter(|game| self.games.contains_key(game))
    }

    pub(super) fn select_next_question(&mut self) {
        let all = self.questions();
        let at = self.queue.question_at(&all);
        let is_sent = |queued: &QueuedQuestion<'_>| queued.console.is_answering(queued.asked);
        if self.active_console().is_some() || !all.get(at).is_some_and(is_sent) {
            return;
        }
        let mut after = all.iter().skip(at + 1).chain(all.iter().take(at));
        let next = after.find(|queued| queued.awaits_answer() && !is_sent(queued));
        if let Some(next) = next.map(QueuedQuestion::key) {
            self.queue.select_question(Some(next));
        }
    }

    pub(super) fn set_other_games(&mut self, game: &str) {
        let sample = act::sample_announcement();
        let mut other_games = sample.map(|sample| self.games_allowing(&sample)).unwrap_or_default();
        other_games.retain(|other_game| other_game != game);
        if let Some(console) = self.games.get_mut(game) {
            console.other_games = other_games;
        }
    }

    pub(super) fn send_to_other_games(&mut self, games: &[String], act: &JudgeAct) -> Effects {
        let effects = self.send_to_games(games, act);
        for game in games {
            self.show_notice_of(game);
        }
        effects
    }
}
