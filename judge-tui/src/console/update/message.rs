//! Keys in a text from the judge to teams.

use super::submission;
use crate::console::act::{MAX_ANNOUNCEMENT_LENGTH, to_other_games, to_teams};
use crate::console::dialog::Dialog;
use crate::console::event::Effect;
use crate::console::keymap::Intent;
use crate::console::message::{MessageStage, MessageText};
use crate::console::notice::Notice;
use crate::console::state::State;

pub(super) fn press(state: &mut State, mut message: Box<MessageText>, intent: Intent) -> Vec<Effect> {
    match intent {
        Intent::Accept => return advance(state, message),
        Intent::Cancel if !message.go_back() => {
            submission::keep_draft(state, *message);
            return Vec::new();
        }
        _ if message.stage == MessageStage::Whom => choose(&mut message, intent),
        Intent::Up | Intent::Down if message.answering().is_some() => {
            message.fill_in(&state.prepared_answers, intent.step().unwrap_or_default());
        }
        _ => {
            if let Some(field) = message.field() {
                intent.edit(field);
            }
        }
    }
    state.dialog = Some(Dialog::Message(message));
    Vec::new()
}

fn choose(message: &mut MessageText, intent: Intent) {
    if let Some(down) = intent.step() {
        return message.step(down);
    }
    match intent {
        Intent::Tick => message.tick(),
        Intent::Erase => message.untick_last(),
        _ => {}
    }
}

fn advance(state: &mut State, mut message: Box<MessageText>) -> Vec<Effect> {
    let is_too_long =
        matches!(message.stage, MessageStage::Text(lang) if message.length(lang) > MAX_ANNOUNCEMENT_LENGTH);
    if is_too_long || message.go_forward() {
        state.dialog = Some(Dialog::Message(message));
        return Vec::new();
    }
    match to_teams(&message) {
        None => state.notice = Some(Notice::NoText),
        Some(_) if !state.is_online() => state.notice = Some(Notice::Offline),
        Some(act) => {
            let mut effects = submission::send_if_possible(state, act);
            if !matches!(state.notice, Some(Notice::Refused(_))) {
                let games = message.other_games();
                let act = to_other_games(&message).filter(|_| !games.is_empty());
                effects.extend(act.map(|act| Effect::SendToOtherGames { games, act }));
                return effects;
            }
            // The judge sees the other answer, so the next attempt corrects that one.
            let seen = submission::seen_answer_revision(state, &message);
            message.correct(seen);
        }
    }
    state.dialog = Some(Dialog::Message(message));
    Vec::new()
}
