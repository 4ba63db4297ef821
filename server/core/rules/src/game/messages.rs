//! The messages of a game: what teams ask, what the judge answers and announces, and what each team has read.
//!
//! Nothing of the game follows from any of it. Whoever is not told of a fact folds without it, and sees the rest.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Announcement, Fact, Question};
use crate::{GameTime, MessageNo, QuestionNo, Revision, TeamId};

/// Messages of a game, as far as the reader is told of them.
///
/// Entries are shared, so that a copy of the game is cheap however much is said in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Messages {
    pub(super) questions: Vec<Arc<AskedQuestion>>,
    pub(super) told: Vec<Arc<ToldMessage>>,
    /// Number of messages that each team has read, in team order.
    pub(super) read: Vec<u32>,
    /// Number of facts that made all this.
    pub(super) facts: usize,
}

/// A question that a team has asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedQuestion {
    /// The team that asked.
    pub team: TeamId,
    /// Number of the question among the team's.
    pub number: QuestionNo,
    /// Time at which it was asked.
    pub at: GameTime,
    pub text: Question,
    /// The answers, first to last: the last one counts, those before it were corrected. None: it waits, or stayed without one.
    pub answers: Vec<Answer>,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Time at which it was given.
    pub at: GameTime,
    /// Text of the answer.
    pub text: Announcement,
    /// Whether question and answer were announced to all teams; otherwise the asker alone was told.
    pub to_all: bool,
}

/// Something that was told to teams: an announcement, or an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ToldMessage {
    pub(super) at: GameTime,
    /// The teams that it is for; none: all of them.
    pub(super) teams: Vec<TeamId>,
    pub(super) text: Announcement,
    pub(super) asked: Option<Question>,
    pub(super) answers: Option<QuestionNo>,
    /// Whether it corrects what all that it is for were told before.
    pub(super) corrects: bool,
    /// The team whose question it answers anew, as far as the reader is told of that.
    pub(super) corrects_for: Option<TeamId>,
}

/// One message as a team has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message<'a> {
    /// Number of the message among the team's.
    pub number: MessageNo,
    /// Time at which it was told.
    pub at: GameTime,
    /// The teams that it is for, in the order of the set-up; none: all of them.
    pub teams: &'a [TeamId],
    /// Text of the message.
    pub text: &'a Announcement,
    /// The question that it quotes, if it answers one.
    pub asked: Option<&'a Question>,
    /// Of a private answer: which of the team's questions it answers.
    pub answers: Option<QuestionNo>,
    /// Whether it corrects what the team was told before: an earlier answer to its question, or an announcement.
    pub is_correction: bool,
    /// Whether the team has read it.
    pub is_read: bool,
}

/// An announcement, and who of those it is for has read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broadcast<'a> {
    /// Time at which it was told.
    pub at: GameTime,
    /// The teams that it is for, in the order of the set-up; none: all of them.
    pub teams: &'a [TeamId],
    pub text: &'a Announcement,
    /// The question that it quotes, if it answers one to all.
    pub asked: Option<&'a Question>,
    /// Whether it corrects what was announced before.
    pub is_correction: bool,
    /// The teams that have read it, in the order of the set-up.
    pub read_by: Vec<TeamId>,
    /// The teams that have not, in the order of the set-up.
    pub unread_by: Vec<TeamId>,
}

impl AskedQuestion {
    /// Most questions of one team that may wait for an answer at a time.
    pub const MOST_WAITING: usize = 5;

    /// Most messages and marks of a game: questions, answers, announcements, and how far teams have read, one each; an answer
    /// to all is two. Whoever verifies a record keeps all of them until its end.
    pub const MOST_MESSAGES: usize = 4_096;

    /// As soon as a game has so many messages and marks, half of what it may have, no team marks anything as read: so marks
    /// never keep a question, an answer or an announcement from being made.
    pub const MOST_BEFORE_MARK: usize = Self::MOST_MESSAGES / 2;

    /// The answer that counts; `None` while it waits, and where it stayed without one.
    pub fn answer(&self) -> Option<&Answer> {
        self.answers.last()
    }

    /// The answer that counts, by its number from 1: the next answer names it as the one it corrects. `None` without
    /// one.
    pub fn answer_revision(&self) -> Option<Revision> {
        let answers = u32::try_from(self.answers.len()).unwrap_or(u32::MAX);
        (answers > 0).then_some(Revision(answers))
    }
}

impl ToldMessage {
    pub(super) fn is_for(&self, team: TeamId) -> bool {
        self.teams.is_empty() || self.teams.contains(&team)
    }

    pub(super) fn is_correction_for(&self, team: TeamId) -> bool {
        self.corrects || self.corrects_for == Some(team)
    }
}

impl Messages {
    pub(super) fn new(teams: usize) -> Self {
        Self { questions: Vec::new(), told: Vec::new(), read: alloc::vec![0; teams], facts: 0 }
    }

    /// Folds a fact in; one that is no message changes nothing.
    pub(super) fn fold(&mut self, at: GameTime, fact: &Fact) {
        self.facts = self.facts.saturating_add(1);
        match fact.clone() {
            Fact::QuestionAsked { team, question: number, text } => {
                self.questions.push(Arc::new(AskedQuestion { team, number, at, text, answers: Vec::new() }));
            }
            Fact::QuestionAnswered { team, question, text, to_all } => {
                let asked = |asked: &&mut Arc<AskedQuestion>| (asked.team, asked.number) == (team, question);
                let Some(known) = self.questions.iter_mut().find(asked).map(Arc::make_mut) else {
                    return;
                };
                known.answers.push(Answer { at, text: text.clone(), to_all });
                // To all it is told by the announcement behind it, to the asker as well.
                if !to_all {
                    let (asked, answers) = (Some(known.text.clone()), Some(question));
                    let (corrects, teams) = (known.answers.len() > 1, alloc::vec![team]);
                    self.tell(ToldMessage { at, teams, text, asked, answers, corrects, corrects_for: None });
                }
            }
            Fact::Announced { teams, text, asked, corrects } => {
                let corrects_for = self.answered_anew(at, &text);
                self.tell(ToldMessage { at, teams, text, asked, answers: None, corrects, corrects_for });
            }
            Fact::MessagesRead { team, through } => {
                if let Some(read) = self.read.get_mut(team.index()) {
                    *read = through.0.max(*read);
                }
            }
            _ => {}
        }
    }

    /// The team whose question was answered once more, to all, at this moment and with this text.
    fn answered_anew(&self, at: GameTime, text: &Announcement) -> Option<TeamId> {
        let is_it = |answer: &Answer| answer.to_all && answer.at == at && answer.text == *text;
        let anew = |asked: &&Arc<AskedQuestion>| asked.answers.len() > 1 && asked.answer().is_some_and(is_it);
        self.questions.iter().find(anew).map(|asked| asked.team)
    }

    fn tell(&mut self, message: ToldMessage) {
        self.told.push(Arc::new(message));
    }
}
