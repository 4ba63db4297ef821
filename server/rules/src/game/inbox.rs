//! The inbox of each team, and the judge's: the messages of a game as whoever holds it is told of them.

use alloc::sync::Arc;

use super::Game;
use super::messages::{AskedQuestion, Message};
use crate::{MessageNo, QuestionNo, TeamId};

impl Game {
    /// All questions that the reader is told of, in the order in which they were asked.
    pub fn questions(&self) -> impl DoubleEndedIterator<Item = &AskedQuestion> + '_ {
        self.messages.questions.iter().map(Arc::as_ref)
    }

    /// The questions that wait for an answer, the one that waits longest first.
    pub fn waiting_questions(&self) -> impl DoubleEndedIterator<Item = &AskedQuestion> + '_ {
        self.questions().filter(|question| question.is_waiting())
    }

    /// The questions of one team, in the order in which it asked them.
    pub fn asked(&self, team: TeamId) -> impl DoubleEndedIterator<Item = &AskedQuestion> + '_ {
        self.questions().filter(move |question| question.team == team)
    }

    /// One question of a team, if it has asked it and the reader is told of it.
    pub fn question(&self, team: TeamId, number: QuestionNo) -> Option<&AskedQuestion> {
        self.asked(team).find(|question| question.number == number)
    }

    /// What a team was told, in that order: announcements that are for it, and answers to it.
    ///
    /// Judge, organiser and the team itself number them alike; whoever is not told of all has other numbers.
    pub fn messages(&self, team: TeamId) -> impl Iterator<Item = Message<'_>> + '_ {
        let read = self.read_through(team);
        let told = self.messages.told.iter().filter(move |told| told.is_for(team));
        (1..).map(MessageNo).zip(told).map(move |(number, told)| Message {
            number,
            at: told.at,
            teams: &told.teams,
            text: &told.text,
            asked: told.asked.as_ref(),
            answers: told.answers,
            is_read: read.is_some_and(|read| number <= read),
        })
    }

    /// How many messages and marks there are that the reader is told of, each question, answer, announcement and mark one: at
    /// most [`AskedQuestion::MOST_MESSAGES`].
    pub fn messages_and_marks(&self) -> usize {
        self.messages.facts
    }

    /// How many messages a team was told.
    pub fn told(&self, team: TeamId) -> usize {
        self.messages.told.iter().filter(|told| told.is_for(team)).count()
    }

    /// How many of its messages a team has not read.
    pub fn unread(&self, team: TeamId) -> usize {
        self.told(team).saturating_sub(self.read_through(team).map_or(0, |read| read.0 as usize))
    }

    /// Up to which of its messages a team has read; `None`: none of them.
    pub fn read_through(&self, team: TeamId) -> Option<MessageNo> {
        let read = self.messages.read.get(team.index()).copied().unwrap_or(0);
        (read > 0).then_some(MessageNo(read))
    }
}
