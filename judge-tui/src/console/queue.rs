//! Queue of questions of all watched games, and their announcements.

use ishigaki_rules::{AskedQuestion, Broadcast, Game, Millis, QuestionNo, TeamId};

use crate::console::state::State;

pub(crate) type QuestionKey = (String, TeamId, QuestionNo);
pub(crate) type MessageKey = (String, usize);

/// State of the queue.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    is_open: bool,
    view: QueueView,
    question: Option<QuestionKey>,
    announcement: Option<MessageKey>,
    top: usize,
}

/// Messages that the queue shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueueView {
    #[default]
    Questions,
    Broadcasts,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct QueuedQuestion<'a> {
    pub(crate) console: &'a State,
    pub(crate) game: &'a Game,
    pub(crate) asked: &'a AskedQuestion,
}

#[derive(Clone, Debug)]
pub(crate) struct QueuedMessage<'a> {
    pub(crate) console: &'a State,
    pub(crate) game: &'a Game,
    pub(crate) place: usize,
    pub(crate) broadcast: Broadcast<'a>,
}

impl Queue {
    /// Returns whether it is on the screen.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Returns the shown kind of messages.
    pub fn view(&self) -> QueueView {
        self.view
    }

    pub(crate) fn top(&self) -> usize {
        self.top
    }

    pub(crate) fn open(&mut self, first: Option<QuestionKey>) {
        *self = Self { is_open: true, question: first, ..Self::default() };
    }

    pub(crate) fn close(&mut self) {
        self.is_open = false;
    }

    pub(crate) fn turn(&mut self) {
        self.top = 0;
        self.view = match self.view {
            QueueView::Questions => QueueView::Broadcasts,
            QueueView::Broadcasts => QueueView::Questions,
        };
    }

    pub(crate) fn select_question(&mut self, question: Option<QuestionKey>) {
        (self.question, self.top) = (question, 0);
    }

    pub(crate) fn select_announcement(&mut self, announcement: Option<MessageKey>) {
        (self.announcement, self.top) = (announcement, 0);
    }

    pub(crate) fn question_at(&self, questions: &[QueuedQuestion<'_>]) -> usize {
        let is_selected = |queued: &QueuedQuestion<'_>| self.question.as_ref() == Some(&queued.key());
        questions.iter().position(is_selected).unwrap_or(0)
    }

    pub(crate) fn announcement_at(&self, announcements: &[QueuedMessage<'_>]) -> usize {
        let is_selected = |queued: &QueuedMessage<'_>| self.announcement.as_ref() == Some(&queued.key());
        announcements.iter().position(is_selected).unwrap_or(0)
    }

    pub(crate) fn scroll(&mut self, down: isize, most: usize) {
        self.top = self.top.saturating_add_signed(down).min(most);
    }
}

impl QueuedQuestion<'_> {
    pub(crate) fn key(&self) -> QuestionKey {
        (self.console.game_id().to_owned(), self.asked.team, self.asked.number)
    }

    pub(crate) fn awaits_answer(&self) -> bool {
        self.game.awaits_answer(self.asked)
    }

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
