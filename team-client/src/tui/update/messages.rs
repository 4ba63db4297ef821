//! Questions to the judge, and marks on messages. Text is kept until the feed or the server confirms the
//! question.

use ishigaki_client::{CallError, Ticket};
use ishigaki_rules::{Event, Fact, MessageNo, Question, QuestionNo, Secret};
use ishigaki_screen::Field;

use super::obstacle::obstacle;
use crate::tui::event::Effect;
use crate::tui::keymap::Intent;
use crate::tui::notice::Notice;
use crate::tui::panel::Panel;
use crate::tui::state::State;

pub(super) fn begin(state: &mut State) {
    state.panel = Panel::Messages;
    state.writing.is_typing = true;
}

pub(super) fn press(state: &mut State, intent: Intent) -> Vec<Effect> {
    let writing = &mut state.writing;
    match intent {
        Intent::Letter(char) => writing.field.write(char),
        Intent::Erase => writing.field.erase(),
        Intent::Cancel => writing.is_typing = false,
        Intent::Accept => return send(state),
        _ => {}
    }
    Vec::new()
}

pub(super) fn paste(state: &mut State, text: &str) {
    for char in text.chars() {
        state.writing.field.write(if char.is_control() { ' ' } else { char });
    }
}

pub(super) fn write(state: &mut State, text: &str) {
    state.writing.field = Field::default();
    paste(state, text);
}

pub(super) fn send(state: &mut State) -> Vec<Effect> {
    let text = state.writing.field.text();
    if let Err(error) = Question::new(&text) {
        state.notice = Some(Notice::NoQuestion(error));
        return Vec::new();
    }
    if !check_call(state, state.writing.sent.is_some()) {
        return Vec::new();
    }
    let ticket = state.next_ticket();
    (state.writing.sent, state.writing.seen) = (Some((ticket, text.clone())), None);
    state.notice = Some(Notice::Sent);
    vec![Effect::Ask { ticket, text: Secret(text) }]
}

/// A mark covers all earlier messages, so it ends before the first one that was not visible.
pub(super) fn mark_seen(state: &mut State) -> Vec<Effect> {
    let Some(through) = state.seen_through() else {
        state.notice = Some(match state.unread() {
            0 => Notice::NothingUnread,
            count => Notice::Unseen { count },
        });
        return Vec::new();
    };
    let effects = mark(state, Some(through));
    let last = state.last_message().map_or(0, |last| last.0);
    let count = usize::try_from(last.saturating_sub(through.0)).unwrap_or(usize::MAX);
    if !effects.is_empty() && count > 0 {
        state.notice = Some(Notice::Unseen { count });
    }
    effects
}

pub(super) fn mark(state: &mut State, through: Option<MessageNo>) -> Vec<Effect> {
    let Some(through) = through.filter(|_| state.unread() > 0) else {
        state.notice = Some(Notice::NothingUnread);
        return Vec::new();
    };
    if !check_call(state, state.writing.marking.is_some()) {
        return Vec::new();
    }
    let ticket = state.next_ticket();
    state.writing.marking = Some(ticket);
    vec![Effect::MarkRead { ticket, through }]
}

fn check_call(state: &mut State, is_on_its_way: bool) -> bool {
    let is_open = !(state.is_revoked() || state.is_over());
    let obstacle = obstacle(state, is_open, is_on_its_way);
    let is_free = obstacle.is_none();
    state.notice = obstacle.or(state.notice.take());
    is_free
}

/// Without an answer the text is kept, and the feed shows the outcome.
pub(super) fn take_answer(state: &mut State, ticket: Ticket, answer: Result<QuestionNo, CallError>) {
    let Some((_, text)) = state.writing.sent.take_if(|(sent, _)| *sent == ticket) else { return };
    match (answer, state.writing.seen.take()) {
        (Err(CallError::Refused(fault)), _) => state.notice = Some(Notice::Refused(fault)),
        (Ok(question), _) | (Err(_), Some(question)) => {
            state.writing.mark_asked(&text);
            state.notice = Some(Notice::Asked { question });
        }
        (Err(_), None) => {
            state.writing.unanswered = Some(text);
            state.notice = Some(Notice::AskedUnanswered);
        }
    }
}

pub(super) fn take_mark(state: &mut State, ticket: Ticket, answer: Result<(), CallError>) {
    if state.writing.marking.take_if(|marking| *marking == ticket).is_none() {
        return;
    }
    match answer {
        Ok(()) => {}
        Err(CallError::Refused(fault)) => state.notice = Some(Notice::Refused(fault)),
        Err(_) => state.notice = Some(Notice::NotMarked),
    }
}

pub(super) fn match_question(state: &mut State, event: &Event) {
    let Fact::QuestionAsked { team, question, text } = &event.fact else { return };
    if Some(*team) != state.me() {
        return;
    }
    let matches_text = |sent: &str| sent.trim() == text.text();
    if state.writing.sent.as_ref().is_some_and(|(_, sent)| matches_text(sent)) {
        state.writing.seen = Some(*question);
    }
    if let Some(sent) = state.writing.unanswered.take_if(|sent| matches_text(sent)) {
        state.writing.mark_asked(&sent);
        state.notice = Some(Notice::Asked { question: *question });
    }
}
