//! The messages of a game: questions, answers, announcements and read marks.
//!
//! The game doesn't depend on them. A reader who may not see one folds without it.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Announcement, Fact, Question};
use crate::{GameTime, MessageNo, QuestionNo, Revision, TeamId};

/// Messages of a game, as far as the reader may see them.
///
/// Entries are shared, so that copies of the game stay cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Messages {
    pub(super) questions: Vec<Arc<AskedQuestion>>,
    pub(super) sent: Vec<Arc<SentMessage>>,
    /// Number of messages read, by team.
    pub(super) read: Vec<u32>,
    pub(super) facts: usize,
}

/// A question that a team has asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedQuestion {
    pub team: TeamId,
    pub number: QuestionNo,
    pub at: GameTime,
    pub text: Question,
    /// The answers, oldest first. The last one counts; it corrects those before it.
    pub answers: Vec<Answer>,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub at: GameTime,
    pub text: Announcement,
    /// True if question and answer were announced to all teams. Otherwise only the author got the answer.
    pub to_all: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SentMessage {
    pub(super) at: GameTime,
    pub(super) teams: Vec<TeamId>,
    pub(super) text: Announcement,
    pub(super) asked: Option<Question>,
    pub(super) answers: Option<QuestionNo>,
    /// True if it corrects a message to all its addressees.
    pub(super) corrects: bool,
    /// Author of the question that it answers again, if the reader may see that.
    pub(super) corrects_for: Option<TeamId>,
}

/// One message as a team sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message<'a> {
    pub number: MessageNo,
    pub at: GameTime,
    /// The addressed teams in the order of the setup; empty means all.
    pub teams: &'a [TeamId],
    pub text: &'a Announcement,
    /// The question that it quotes, if it answers one.
    pub asked: Option<&'a Question>,
    pub answers: Option<QuestionNo>,
    /// True if it corrects an earlier answer or announcement to the team.
    pub is_correction: bool,
    pub is_read: bool,
}

/// An announcement, and which of its addressees have read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broadcast<'a> {
    pub at: GameTime,
    /// The addressed teams in the order of the setup; empty means all.
    pub teams: &'a [TeamId],
    pub text: &'a Announcement,
    /// The question that it quotes, if it answers one to all.
    pub asked: Option<&'a Question>,
    pub is_correction: bool,
    /// The teams that have read it, in the order of the setup.
    pub read_by: Vec<TeamId>,
    /// The teams that have not, in the order of the setup.
    pub unread_by: Vec<TeamId>,
}

impl AskedQuestion {
    /// Maximum number of unanswered questions of one team.
    pub const MOST_WAITING: usize = 5;

    /// Maximum number of messages and marks of a game: each question, answer, announcement and read mark
    /// counts once, an answer to all twice. A verifier of a record keeps all of them until its end.
    pub const MOST_MESSAGES: usize = 4_096;

    /// Once a game has this many messages and marks, teams can't mark messages as read. It is half of the maximum,
    /// so that marks never use up the space for questions, answers and announcements.
    pub const MOST_BEFORE_MARK: usize = Self::MOST_MESSAGES / 2;

    /// Returns the current answer, if any.
    pub fn answer(&self) -> Option<&Answer> {
        self.answers.last()
    }

    /// Returns the number of the current answer, from 1. The next answer names it as the one it corrects.
    pub fn answer_revision(&self) -> Option<Revision> {
        let answers = u32::try_from(self.answers.len()).unwrap_or(u32::MAX);
        (answers > 0).then_some(Revision(answers))
    }
}

impl SentMessage {
    pub(super) fn is_for(&self, team: TeamId) -> bool {
        self.teams.is_empty() || self.teams.contains(&team)
    }

    pub(super) fn is_correction_for(&self, team: TeamId) -> bool {
        self.corrects || self.corrects_for == Some(team)
    }
}

impl Messages {
    pub(super) fn new(teams: usize) -> Self {
        Self { questions: Vec::new(), sent: Vec::new(), read: alloc::vec![0; teams], facts: 0 }
    }

    /// Folds a fact. Only messages have an effect.
    pub(super) fn fold(&mut self, at: GameTime, fact: &Fact) {
        self.facts = self.facts.saturating_add(1);
        match fact.clone() {
            Fact::QuestionAsked { team, question: number, text } => {
                self.questions.push(Arc::new(AskedQuestion { team, number, at, text, answers: Vec::new() }));
            }
            Fact::QuestionAnswered { team, question, text, to_all } => {
                let is_meant =
                    |asked: &&mut Arc<AskedQuestion>| (asked.team, asked.number) == (team, question);
                let Some(known) = self.questions.iter_mut().find(is_meant).map(Arc::make_mut) else {
                    return;
                };
                known.answers.push(Answer { at, text: text.clone(), to_all });
                // An answer to all reaches the teams, including the author, by the announcement after it.
                if !to_all {
                    let (asked, answers) = (Some(known.text.clone()), Some(question));
                    let (corrects, teams) = (known.answers.len() > 1, alloc::vec![team]);
                    self.tell(SentMessage { at, teams, text, asked, answers, corrects, corrects_for: None });
                }
            }
            Fact::Announced { teams, text, asked, corrects } => {
                let corrects_for = self.answered_again(at, &text);
                self.tell(SentMessage { at, teams, text, asked, answers: None, corrects, corrects_for });
            }
            Fact::MessagesRead { team, through } => {
                if let Some(read) = self.read.get_mut(team.index()) {
                    *read = through.0.max(*read);
                }
            }
            _ => {}
        }
    }

    /// Returns the author of a question that was answered again, to all, at this time and with this text.
    fn answered_again(&self, at: GameTime, text: &Announcement) -> Option<TeamId> {
        let is_it = |answer: &Answer| answer.to_all && answer.at == at && answer.text == *text;
        let has_new_answer =
            |asked: &&Arc<AskedQuestion>| asked.answers.len() > 1 && asked.answer().is_some_and(is_it);
        self.questions.iter().find(has_new_answer).map(|question| question.team)
    }

    fn tell(&mut self, message: SentMessage) {
        self.sent.push(Arc::new(message));
    }
}
