//! Messages: what teams ask and have read, and what the judge answers.

use ishigaki_rules::{Act, Announcement, AskedQuestion, Game, MessageNo, Question, TeamId};

use crate::chance::Chance;

/// A team asks, or says how far it has read.
pub(super) fn of_team(chance: &mut Chance, game: &Game, team: TeamId) -> Option<Act> {
    let told = u64::try_from(game.told(team)).unwrap_or(u64::MAX);
    if told > 0 && chance.permille(500) {
        let through = MessageNo(u32::try_from(1 + chance.below(told)).unwrap_or(u32::MAX));
        return Some(Act::MarkRead { team, through });
    }
    let text = Question::new(&format!("may stone {} stick out?", chance.below(1_000))).ok()?;
    Some(Act::AskQuestion { team, text })
}

/// The judge answers what waits longest; now and then corrects an answer.
pub(super) fn answer(chance: &mut Chance, game: &Game) -> Option<Act> {
    let waiting = if chance.permille(800) { game.waiting_questions().next() } else { None };
    let asked = waiting.or_else(|| game.questions().next_back())?;
    let text = Announcement::new("", &format!("回答{}", chance.below(1_000))).ok()?;
    let AskedQuestion { team, number: question, .. } = *asked;
    let to_all = chance.permille(400);
    Some(Act::AnswerQuestion { team, question, replaces: asked.answer_revision(), text, to_all })
}
