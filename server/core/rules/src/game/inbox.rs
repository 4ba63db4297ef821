//! The inboxes of the teams and the judge, as far as the reader may see their messages.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::Game;
use super::messages::{AskedQuestion, Broadcast, Message};
use crate::{MessageNo, QuestionNo, TeamId};

impl Game {
    /// Returns all questions that the reader may see, oldest first.
    pub fn questions(&self) -> impl DoubleEndedIterator<Item = &AskedQuestion> + '_ {
        self.messages.questions.iter().map(Arc::as_ref)
    }

    /// Returns the unanswered questions, oldest first. Empty once the game is over, because they then stay
    /// unanswered (`E4`, `G4`).
    pub fn waiting_questions(&self) -> impl DoubleEndedIterator<Item = &AskedQuestion> + '_ {
        self.questions().filter(|question| self.awaits_answer(question))
    }

    /// Returns whether a question is unanswered and the game isn't over.
    pub fn awaits_answer(&self, question: &AskedQuestion) -> bool {
        question.answer().is_none() && !self.phase().is_over()
    }

    /// Returns the questions of one team, oldest first.
    pub fn questions_of(&self, team: TeamId) -> impl DoubleEndedIterator<Item = &AskedQuestion> + '_ {
        self.questions().filter(move |question| question.team == team)
    }

    /// Returns a team's question if the reader may see it.
    pub fn question(&self, team: TeamId, number: QuestionNo) -> Option<&AskedQuestion> {
        self.questions_of(team).find(|question| question.number == number)
    }

    /// Returns a team's messages, oldest first: announcements to it, and answers to its questions.
    ///
    /// Judge, organiser and the team number them alike. Other readers, who don't see all, have other numbers.
    pub fn messages(&self, team: TeamId) -> impl Iterator<Item = Message<'_>> + '_ {
        let read = self.read_through(team);
        let messages = self.messages.sent.iter().filter(move |sent| sent.is_for(team));
        (1..).map(MessageNo).zip(messages).map(move |(number, entry)| Message {
            number,
            at: entry.at,
            teams: &entry.teams,
            text: &entry.text,
            asked: entry.asked.as_ref(),
            answers: entry.answers,
            is_correction: entry.is_correction_for(team),
            is_read: read.is_some_and(|read| number <= read),
        })
    }

    /// Returns the number of questions, answers, announcements and read marks that the reader may see: at
    /// most [`AskedQuestion::MOST_MESSAGES`].
    pub fn messages_and_marks(&self) -> usize {
        self.messages.facts
    }

    /// Returns the number of messages to a team.
    pub fn message_count(&self, team: TeamId) -> usize {
        self.messages.sent.iter().filter(|sent| sent.is_for(team)).count()
    }

    /// Returns the number of unread messages of a team.
    pub fn unread(&self, team: TeamId) -> usize {
        self.message_count(team).saturating_sub(self.read_through(team).map_or(0, |read| read.0 as usize))
    }

    /// Returns the last message that a team has read.
    pub fn read_through(&self, team: TeamId) -> Option<MessageNo> {
        let read = self.messages.read.get(team.index()).copied().unwrap_or(0);
        (read > 0).then_some(MessageNo(read))
    }

    /// Returns whether the author has read the current answer; `None` without an answer.
    pub fn answer_read_by_asker(&self, question: &AskedQuestion) -> Option<bool> {
        let answer = question.answer()?;
        let is_it = |message: &Message<'_>| message.at == answer.at && message.text == &answer.text;
        Some(self.messages(question.team).find(is_it).is_some_and(|message| message.is_read))
    }

    /// Returns the announcements, oldest first, including answers to all but no private answers, each with
    /// the teams that have read it.
    pub fn broadcasts(&self) -> impl Iterator<Item = Broadcast<'_>> {
        let mut counts: Vec<u32> = self.messages.read.iter().map(|_| 0).collect();
        self.messages.sent.iter().filter_map(move |message| {
            let mut read_by = Vec::new();
            let mut unread_by = Vec::new();
            for team in self.setup().team_ids().filter(|team| message.is_for(*team)) {
                let Some(count) = counts.get_mut(team.index()) else { continue };
                *count += 1;
                let has_read = self.read_through(team) >= Some(MessageNo(*count));
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
