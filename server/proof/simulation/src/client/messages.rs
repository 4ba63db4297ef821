//! Messages: questions and read marks of teams, answers of the judge.

use ishigaki_rules::{Act, Announcement, AskedQuestion, Game, MessageNo, Question, TeamId};

use crate::chance::Chance;

pub(super) fn of_team(chance: &mut Chance, game: &Game, team: TeamId) -> Option<Act> {
    let received = u64::try_from(game.message_count(team)).unwrap_or(u64::MAX);
    if received > 0 && chance.permille(500) {
        let through = MessageNo(u32::try_from(1 + chance.below(received)).unwrap_or(u32::MAX));
        return Some(Act::MarkRead { team, through });
    }
    let text = Question::new(&format!("may stone {} stick out?", chance.below(1_000))).ok()?;
    Some(Act::AskQuestion { team, text })
}

pub(super) fn answer(chance: &mut Chance, game: &Game) -> Option<Act> {
    let waiting = if chance.permille(800) { game.waiting_questions().next() } else { None };
    let target = waiting.or_else(|| game.questions().next_back())?;
    let text = Announcement::new("", &format!("回答{}", chance.below(1_000))).ok()?;
    let AskedQuestion { team, number: question, .. } = *target;
    let to_all = chance.permille(400);
    Some(Act::AnswerQuestion { team, question, replaces: target.answer_revision(), text, to_all })
}
