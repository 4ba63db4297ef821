//! Messages: questions, answers, announcements and read marks (`T`). The game doesn't depend on them; they
//! are possible until the result is declared.

use alloc::vec::Vec;

use super::Transition;
use crate::game::{Announcement, AskedQuestion, Fact, Question, Rejection};
use crate::{MessageNo, QuestionNo, Revision, TeamId};

impl Transition {
    /// Announces something to these teams or to all, as long as remarks are possible (`T`).
    pub(super) fn announce(
        &mut self,
        teams: &[TeamId],
        text: &Announcement,
        asked: Option<&Question>,
        corrects: bool,
    ) -> Result<(), Rejection> {
        self.not_closed()?;
        teams.iter().try_for_each(|&team| self.known(team))?;
        self.room_for(1)?;
        let mut teams = teams.to_vec();
        teams.sort_unstable();
        teams.dedup();
        self.happen(Fact::Announced { teams, text: text.clone(), asked: asked.cloned(), corrects });
        Ok(())
    }

    pub(super) fn ask(&mut self, team: TeamId, text: &Question) -> Result<(), Rejection> {
        self.not_closed()?;
        self.known(team)?;
        let waiting = self.game.waiting_questions().filter(|question| question.team == team).count();
        if waiting >= AskedQuestion::MOST_WAITING {
            return Err(Rejection::TooManyQuestions { team, waiting, most: AskedQuestion::MOST_WAITING });
        }
        self.room_for(1)?;
        let question =
            self.game.questions_of(team).last().map_or(QuestionNo::FIRST, |last| last.number.next());
        self.happen(Fact::QuestionAsked { team, question, text: text.clone() });
        Ok(())
    }

    /// Answers a question, to its author or to all, or corrects the given answer.
    pub(super) fn answer(
        &mut self,
        (team, question): (TeamId, QuestionNo),
        replaces: Option<Revision>,
        text: &Announcement,
        to_all: bool,
    ) -> Result<(), Rejection> {
        self.not_closed()?;
        self.known(team)?;
        let known = self.game.question(team, question);
        let known = known.ok_or(Rejection::UnknownQuestion { team, question })?;
        let current = known.answer_revision();
        if replaces != current {
            return Err(Rejection::AlreadyAnswered { team, question, named: replaces, current });
        }
        self.room_for(1 + usize::from(to_all))?;
        let asked = Some(known.text.clone());
        // Teams that didn't get an earlier answer have nothing to correct.
        let corrects = known.answers.iter().any(|answer| answer.to_all);
        self.happen(Fact::QuestionAnswered { team, question, text: text.clone(), to_all });
        if to_all {
            let teams = Vec::new();
            self.happen(Fact::Announced { teams, text: text.clone(), asked, corrects });
        }
        Ok(())
    }

    pub(super) fn mark_read(&mut self, team: TeamId, through: MessageNo) -> Result<(), Rejection> {
        self.not_closed()?;
        self.known(team)?;
        let count = self.game.message_count(team);
        if through.0 == 0 || through.0 as usize > count {
            return Err(Rejection::UnknownMessage { team, through, told: count });
        }
        // Marking a read message again changes nothing.
        if self.game.read_through(team) < Some(through) {
            self.up_to(AskedQuestion::MOST_BEFORE_MARK, 1)?;
            self.happen(Fact::MessagesRead { team, through });
        }
        Ok(())
    }

    fn room_for(&self, more: usize) -> Result<(), Rejection> {
        self.up_to(AskedQuestion::MOST_MESSAGES, more)
    }

    fn up_to(&self, most: usize, more: usize) -> Result<(), Rejection> {
        let has_room = self.game.messages_and_marks().saturating_add(more) <= most;
        if has_room { Ok(()) } else { Err(Rejection::TooManyMessages { most }) }
    }

    fn known(&self, team: TeamId) -> Result<(), Rejection> {
        self.game.team(team).map(drop).ok_or(Rejection::UnknownTeam { team })
    }
}
