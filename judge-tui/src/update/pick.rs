//! Choosing the game to judge: asking which there are, keys, answers.

use std::time::Instant;

use ishigaki_link::FeedError;

use super::look::{PAGE, speak_otherwise};
use crate::event::Effect;
use crate::keymap::Intent;
use crate::listing::{Listed, Trouble};
use crate::state::{Contact, State};

/// Asks which games there are, if it is time to.
pub(super) fn ask(state: &mut State, now: Instant) -> Vec<Effect> {
    let due = state.picker.as_mut().is_some_and(|picker| picker.is_due(now));
    if due { vec![Effect::ListGames] } else { Vec::new() }
}

/// The server's answer. The only game there is needs no choosing.
pub(super) fn take(state: &mut State, games: Result<Vec<Listed>, Trouble>) -> Vec<Effect> {
    let Some(picker) = &mut state.picker else {
        return Vec::new();
    };
    match games {
        Ok(games) => {
            state.contact = Contact::Live;
            picker.take(games);
            if let Some([_]) = picker.games() {
                return watch(state);
            }
        }
        Err(trouble) => {
            picker.fail(!trouble.is_passing());
            state.contact = lost(state, trouble);
        }
    }
    Vec::new()
}

/// How the console stands with a server that does not tell.
fn lost(state: &State, trouble: Trouble) -> Contact {
    match (trouble, &state.contact, state.now) {
        (trouble, Contact::Lost { since }, _) if trouble.is_passing() => Contact::Lost { since: *since },
        (trouble, _, Some(since)) if trouble.is_passing() => Contact::Lost { since },
        (Trouble::Refused(fault), ..) => Contact::Closed(FeedError::Refused(fault)),
        (Trouble::Unanswered { code } | Trouble::Unknown { code }, ..) => {
            Contact::Closed(FeedError::Unknown { code })
        }
    }
}

/// A key in the list of games.
pub(super) fn press(state: &mut State, intent: Intent) -> Vec<Effect> {
    let Some(picker) = &mut state.picker else {
        return Vec::new();
    };
    match intent {
        Intent::Up => picker.step(-1),
        Intent::Down => picker.step(1),
        Intent::FarUp => picker.step(-PAGE),
        Intent::FarDown => picker.step(PAGE),
        Intent::First => picker.step(isize::MIN),
        Intent::Last => picker.step(isize::MAX),
        Intent::Accept => return watch(state),
        Intent::OtherLanguage => speak_otherwise(state),
        Intent::Cancel => return vec![Effect::Quit],
        _ => {}
    }
    Vec::new()
}

/// Goes over to the selected game, if there is one.
fn watch(state: &mut State) -> Vec<Effect> {
    let Some(game) = state.picker.as_ref().and_then(|picker| picker.selected()).map(|game| game.game.clone())
    else {
        return Vec::new();
    };
    state.picker = None;
    state.contact = Contact::Connecting;
    vec![Effect::Watch { game }]
}
