//! The queue of questions of all games that are watched, and what was announced in them. Knows what is selected; how it is
//! painted and what is sent, others do.

use ishigaki_rules::{AskedQuestion, Broadcast, Game, Millis, QuestionNo, TeamId};

use crate::console::state::State;

/// A question among those of all games: its game's id, its team, its number there.
pub(crate) type QuestionKey = (String, TeamId, QuestionNo);
/// An announcement among those of all games: its game's id, its place in the game, from 0.
pub(crate) type MessageKey = (String, usize);

/// State of the queue: whether it is open, what of it is shown and what is selected in it.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    is_open: bool,
    view: QueueView,
    question: Option<QuestionKey>,
    announcement: Option<MessageKey>,
    /// Number of lines of the selected text that are scrolled away.
    top: usize,
}

/// Selection of messages that the queue shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueueView {
    /// Questions of the teams.
    #[default]
    Questions,
    /// Messages that were announced, with who has read them.
    Told,
}

/// A question with the console of its game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueuedQuestion<'a> {
    pub(crate) console: &'a State,
    pub(crate) game: &'a Game,
    pub(crate) asked: &'a AskedQuestion,
}

/// An announcement with the console of its game.
#[derive(Clone, Debug)]
pub(crate) struct QueuedMessage<'a> {
    pub(crate) console: &'a State,
    pub(crate) game: &'a Game,
    /// Its place among those of its game, from 0.
    pub(crate) place: usize,
    pub(crate) told: Broadcast<'a>,
}

impl Queue {
    /// Returns whether it is on the screen.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Returns the selection of messages that is shown.
    pub fn view(&self) -> QueueView {
        self.view
    }

    /// Returns the number of lines of the selected text that are scrolled away.
    pub(crate) fn top(&self) -> usize {
        self.top
    }

    /// It is on the screen from now on, with the questions and this one selected.
    pub(crate) fn open(&mut self, first: Option<QuestionKey>) {
        *self = Self { is_open: true, question: first, ..Self::default() };
    }

    pub(crate) fn close(&mut self) {
        self.is_open = false;
    }

    /// Shows the other kind of messages.
    pub(crate) fn turn(&mut self) {
        self.top = 0;
        self.view = match self.view {
            QueueView::Questions => QueueView::Told,
            QueueView::Told => QueueView::Questions,
        };
    }

    pub(crate) fn select_question(&mut self, question: Option<QuestionKey>) {
        (self.question, self.top) = (question, 0);
    }

    pub(crate) fn select_announcement(&mut self, announcement: Option<MessageKey>) {
        (self.announcement, self.top) = (announcement, 0);
    }

    /// The place of the selected question among these, the first if it is not there.
    pub(crate) fn question_at(&self, questions: &[QueuedQuestion<'_>]) -> usize {
        let is_it = |queued: &QueuedQuestion<'_>| self.question.as_ref() == Some(&queued.key());
        questions.iter().position(is_it).unwrap_or(0)
    }

    /// The place of the selected announcement among these, the first if it is not there.
    pub(crate) fn announcement_at(&self, told: &[QueuedMessage<'_>]) -> usize {
        let is_it = |one: &QueuedMessage<'_>| self.announcement.as_ref() == Some(&one.key());
        told.iter().position(is_it).unwrap_or(0)
    }

    /// Scrolls the selected text down, or up where negative; its last lines stay in sight.
    pub(crate) fn scroll(&mut self, down: isize, most: usize) {
        self.top = self.top.saturating_add_signed(down).min(most);
    }
}

impl QueuedQuestion<'_> {
    pub(crate) fn key(&self) -> QuestionKey {
        (self.console.game_id().to_owned(), self.asked.team, self.asked.number)
    }

    /// Returns whether it waits for an answer.
    pub(crate) fn awaits_answer(&self) -> bool {
        self.game.awaits_answer(self.asked)
    }

    /// Returns the time since it was asked, or answered, in game time.
    pub(crate) fn age(&self) -> Millis {
        let since = self.asked.answer().map_or(self.asked.at, |answer| answer.at);
        self.console.since(since).unwrap_or_default()
    }
}

impl QueuedMessage<'_> {
    pub(crate) fn key(&self) -> MessageKey {
        (self.console.game_id().to_owned(), self.place)
    }
}
