//! The inbox of each team, and the judge's: the messages of a game as whoever holds it is told of them.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::Game;
use super::messages::{AskedQuestion, Broadcast, Message};
use crate::{MessageNo, QuestionNo, TeamId};

impl Game {
    /// All questions that the reader is told of, in the order in which they were asked.
    pub fn questions(&self) -> impl DoubleEndedIterator<Item = &AskedQuestion> + '_ {
        self.messages.questions.iter().map(Arc::as_ref)
    }

    /// The questions that wait for an answer, the one that waits longest first. None once the game is over: what has no answer
    /// by then stays without one (`E4`, `G4`).
    pub fn waiting_questions(&self) -> impl DoubleEndedIterator<Item = &AskedQuestion> + '_ {
        self.questions().filter(|question| self.awaits_answer(question))
    }

    /// Returns whether a question of this game waits for an answer: it has none, and the game goes on.
    pub fn awaits_answer(&self, asked: &AskedQuestion) -> bool {
        asked.answer().is_none() && !self.phase().is_over()
    }

    /// The questions of one team, in the order in which it asked them.
    pub fn asked(&self, team: TeamId) -> impl DoubleEndedIterator<Item = &AskedQuestion> + '_ {
        self.questions().filter(move |question| question.team == team)
    }

    /// One question of a team, if it has asked it and the reader is told of it.
    pub fn question(&self, team: TeamId, number: QuestionNo) -> Option<&AskedQuestion> {
        self.asked(team).find(|question| question.number == number)
    }

    /// Returns the messages to a team, in that order: announcements that are for it, and answers to it.
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
            is_correction: told.is_correction_for(team),
            is_read: read.is_some_and(|read| number <= read),
        })
    }

    /// Returns the number of messages and marks that the reader is told of, each question, answer, announcement and mark one:
    /// at most [`AskedQuestion::MOST_MESSAGES`].
    pub fn messages_and_marks(&self) -> usize {
        self.messages.facts
    }

    /// Returns the number of messages to a team.
    pub fn told(&self, team: TeamId) -> usize {
        self.messages.told.iter().filter(|told| told.is_for(team)).count()
    }

    /// Returns the number of its messages that a team has not read.
    pub fn unread(&self, team: TeamId) -> usize {
        self.told(team).saturating_sub(self.read_through(team).map_or(0, |read| read.0 as usize))
    }

    /// Up to which of its messages a team has read; `None`: none of them.
    pub fn read_through(&self, team: TeamId) -> Option<MessageNo> {
        let read = self.messages.read.get(team.index()).copied().unwrap_or(0);
        (read > 0).then_some(MessageNo(read))
    }

    /// Returns whether the asker has read the answer that counts; `None` if the question has none.
    pub fn has_read_answer(&self, asked: &AskedQuestion) -> Option<bool> {
        let answer = asked.answer()?;
        let is_it = |message: &Message<'_>| message.at == answer.at && message.text == &answer.text;
        Some(self.messages(asked.team).find(is_it).is_some_and(|message| message.is_read))
    }

    /// Returns what was announced, first to last, answers to all among it, each with the teams that have read it. Private
    /// answers are none of these.
    pub fn broadcasts(&self) -> impl Iterator<Item = Broadcast<'_>> {
        let mut told: Vec<u32> = self.messages.read.iter().map(|_| 0).collect();
        self.messages.told.iter().filter_map(move |message| {
            let mut read_by = Vec::new();
            let mut unread_by = Vec::new();
            for team in self.setup().team_ids().filter(|team| message.is_for(*team)) {
                let Some(told) = told.get_mut(team.index()) else { continue };
                *told += 1;
                let has_read = self.read_through(team) >= Some(MessageNo(*told));
                if has_read { &mut read_by } else { &mut unread_by }.push(team);
            }
            let is_announced = message.answers.is_none();
            is_announced.then(|| Broadcast {
                at: message.at,
                teams: &message.teams,
                text: &message.text,
                asked: message.asked.as_ref(),
                is_correction: message.corrects,
                read_by,
                unread_by,
            })
        })
    }
}
