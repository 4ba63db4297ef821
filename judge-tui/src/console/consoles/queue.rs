//! Keys in the queue of questions: looking, and the way to an answer or an announcement, which the game's own console writes.

use std::cmp::Reverse;

use super::Consoles;
use super::update::Effects;
use crate::console::act;
use crate::console::dialog::Dialog;
use crate::console::keymap::{ActKind, Context, Intent};
use crate::console::queue::{QueueView, QueuedMessage, QueuedQuestion};
use crate::console::state::State;
use crate::console::update::look::speak_otherwise;
use crate::console::update::submission;
use ishigaki_client::judging::JudgeAct;
use ishigaki_rules::Millis;
use ishigaki_screen::terminal::Key;

/// Number of lines of a text that one key goes on.
const LINES: isize = 3;
/// No text with what was said to it has more lines than this.
const MOST_LINES: usize = 1_000;

impl Consoles {
    /// The questions of all games that are watched: those that wait first, the longest waiting on top; then those that are
    /// answered or stayed without an answer, what happened last on top.
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

    /// Returns the announcements in all games that are watched, the last on top.
    pub(crate) fn announcements(&self) -> Vec<QueuedMessage<'_>> {
        let mut all: Vec<_> = self
            .games()
            .flat_map(|(console, game)| {
                let told = game.broadcasts().enumerate();
                told.map(move |(place, told)| QueuedMessage { console, game, place, told })
            })
            .collect();
        all.sort_by_cached_key(|one| {
            let ago = one.console.since(one.told.at).unwrap_or_default();
            (ago, one.console.game_id().to_owned(), Reverse(one.place))
        });
        all
    }

    /// Returns the number of questions that wait in all games that are watched.
    pub(crate) fn waiting_questions(&self) -> usize {
        self.games().map(|(console, _)| console.waiting_questions()).sum()
    }

    /// Opens the queue on the question that waits longest.
    pub(super) fn open_queue(&mut self) -> Effects {
        let watched = self.watch_all_from_now();
        let first = self.questions().first().map(QueuedQuestion::key);
        self.queue.open(first);
        watched
    }

    pub(super) fn press_in_queue(&mut self, key: Key) -> Effects {
        self.end_notice();
        let Some(intent) = Context::Queue.intent(key) else {
            return Vec::new();
        };
        match intent {
            Intent::FarUp => self.queue.scroll(-LINES, MOST_LINES),
            Intent::FarDown => self.queue.scroll(LINES, MOST_LINES),
            Intent::NextPanel => self.queue.turn(),
            Intent::Accept => self.begin_answer(),
            Intent::Begin(kind) => self.begin_from_queue(kind),
            Intent::OtherLanguage => {
                self.games.values_mut().chain([&mut self.lobby]).for_each(speak_otherwise);
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

    /// Returns the acts that are possible in the queue.
    pub(super) fn queue_offers(&self) -> Vec<Intent> {
        let useful = Context::Queue.bindings().filter(|binding| self.is_offered_in_queue(binding.intent));
        useful.map(|binding| binding.intent).collect()
    }

    /// Returns whether a key of the queue can do anything now.
    pub(crate) fn is_offered_in_queue(&self, intent: Intent) -> bool {
        let is_empty = match self.queue.view() {
            QueueView::Questions => self.questions().is_empty(),
            QueueView::Told => self.announcements().is_empty(),
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

    /// Selects what stands at this place of the queue.
    pub(super) fn select_in_queue(&mut self, place: usize) {
        match self.queue.view() {
            QueueView::Questions => {
                let selected = self.questions().get(place).map(QueuedQuestion::key);
                self.queue.select_question(selected);
            }
            QueueView::Told => {
                let selected = self.announcements().get(place).map(QueuedMessage::key);
                self.queue.select_announcement(selected);
            }
        }
    }

    /// Moves the selection down, or up where negative.
    pub(super) fn step_in_queue(&mut self, down: isize) {
        let moved = |at: usize, all: usize| at.saturating_add_signed(down).min(all.saturating_sub(1));
        match self.queue.view() {
            QueueView::Questions => {
                let all = self.questions();
                let next = all.get(moved(self.queue.question_at(&all), all.len())).map(QueuedQuestion::key);
                self.queue.select_question(next);
            }
            QueueView::Told => {
                let all = self.announcements();
                let next = all.get(moved(self.queue.announcement_at(&all), all.len()));
                let next = next.map(QueuedMessage::key);
                self.queue.select_announcement(next);
            }
        }
    }

    /// Opens the answer to the selected question, in the console of its game.
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

    /// Returns whether the selected question can still be answered, or its answer corrected: its game goes on
    /// (`E4`).
    fn is_answerable(&self) -> bool {
        let all = self.questions();
        let selected = all.get(self.queue.question_at(&all));
        self.queue.view() == QueueView::Questions
            && selected.is_some_and(|selected| !selected.game.phase().is_over())
    }

    /// Sets about an act in the game of what is selected, or in the one in front.
    fn begin_from_queue(&mut self, kind: ActKind) {
        let Some(game) = self.queue_game() else { return };
        self.name_fellows(&game);
        self.begin_in(&game, |console| drop(submission::begin(console, kind)));
    }

    /// Opens a question of a game's console over the queue.
    fn begin_in(&mut self, game: &str, begin: impl FnOnce(&mut State)) {
        let Some(console) = self.games.get_mut(game) else { return };
        (console.notice, console.noticed) = (None, None);
        // What was typed for an act that was refused meanwhile is not lost.
        if console.dialog.is_none() {
            begin(console);
        }
        if console.dialog.is_some() {
            self.asking = Some(game.to_owned());
        }
    }

    /// The game of what is selected; the one in front if nothing is.
    fn queue_game(&self) -> Option<String> {
        let selected = match self.queue.view() {
            QueueView::Questions => {
                let all = self.questions();
                all.get(self.queue.question_at(&all)).map(|queued| queued.key().0)
            }
            QueueView::Told => {
                let all = self.announcements();
                all.get(self.queue.announcement_at(&all)).map(|told| told.key().0)
            }
        };
        selected.or_else(|| Some(self.front.clone())).filter(|game| self.games.contains_key(game))
    }

    /// After a key in the answer to a question: if it was sent, the next question that waits is selected.
    pub(super) fn go_on_in_queue(&mut self) {
        let all = self.questions();
        let at = self.queue.question_at(&all);
        let is_sent = |queued: &QueuedQuestion<'_>| queued.console.is_answering(queued.asked);
        if self.speaker().is_some() || !all.get(at).is_some_and(is_sent) {
            return;
        }
        let mut after = all.iter().skip(at + 1).chain(all.iter().take(at));
        let next = after.find(|queued| queued.awaits_answer() && !is_sent(queued));
        if let Some(next) = next.map(QueuedQuestion::key) {
            self.queue.select_question(Some(next));
        }
    }

    /// Tells the console of a game in which other games something can be said to teams as well.
    pub(super) fn name_fellows(&mut self, game: &str) {
        let said = act::something_said();
        let mut fellows = said.map(|said| self.where_possible(&said)).unwrap_or_default();
        fellows.retain(|fellow| fellow != game);
        if let Some(console) = self.games.get_mut(game) {
            console.fellows = fellows;
        }
    }

    /// Does the same in other games, each by its own console.
    pub(super) fn do_elsewhere(&mut self, games: &[String], act: &JudgeAct) -> Effects {
        let effects = self.do_all(games, act);
        for game in games {
            self.tell_of(game);
        }
        effects
    }
}
