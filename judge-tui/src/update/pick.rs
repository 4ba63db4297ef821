//! The games of the contest: asking which there are, choosing the one to judge, starting one, going over to another.

use std::time::Instant;

use ishigaki_link::FeedError;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Phase;

use super::look::{PAGE, speak_otherwise};
use crate::dialog::Dialog;
use crate::event::Effect;
use crate::keymap::Intent;
use crate::listing::{Listed, Trouble};
use crate::notice::Notice;
use crate::picker::Picker;
use crate::state::{Contact, State};

/// Asks which games there are, if it is time to: while one is chosen, and until what is needed of the one that is
/// judged is known.
pub(super) fn ask(state: &mut State, now: Instant) -> Vec<Effect> {
    let is_abandoned = state.game().is_some_and(|game| game.phase() == Phase::Abandoned);
    let is_judging = !state.game_id.is_empty() && state.is_online();
    let due = match &mut state.picker {
        Some(picker) => picker.poll.is_due(now),
        None if !is_judging => false,
        None => state.billing.is_wanted(is_abandoned) && state.billing.poll.is_due(now),
    };
    if due { vec![Effect::ListGames] } else { Vec::new() }
}

/// The server's answer. The only game there is needs no choosing.
pub(super) fn take(state: &mut State, games: Result<Vec<Listed>, Trouble>) -> Vec<Effect> {
    match games {
        Ok(games) => take_games(state, games),
        Err(trouble) => {
            let for_good = !trouble.is_passing();
            state.billing.poll.failed(for_good);
            let Some(picker) = &mut state.picker else {
                return Vec::new();
            };
            picker.poll.failed(for_good);
            // How the console stands with a game that is watched, its feed says.
            if state.game_id.is_empty() {
                state.contact = lost(state, trouble);
            } else if for_good {
                state.notice = Some(Notice::NoList(trouble));
            }
            Vec::new()
        }
    }
}

fn take_games(state: &mut State, games: Vec<Listed>) -> Vec<Effect> {
    if !state.game_id.is_empty() {
        state.billing.take(&games, &state.game_id);
    }
    let Some(picker) = &mut state.picker else {
        return Vec::new();
    };
    picker.take(games, &state.game_id);
    if state.game_id.is_empty() {
        state.contact = Contact::Live;
    }
    // Somebody else was faster: what would be answered is not what was asked.
    if let Some(Dialog::Start { game, .. }) = &state.dialog
        && !picker
            .games()
            .is_some_and(|games| games.iter().any(|listed| listed.game == *game && listed.is_waiting()))
    {
        state.dialog = None;
        state.notice = Some(Notice::MovedOn);
    }
    match picker.only().cloned() {
        Some(only) => watch(state, &only),
        None => Vec::new(),
    }
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

/// Shows the list of games. The one that is judged goes on, and so does its feed.
pub(super) fn open(state: &mut State) {
    if !state.game_id.is_empty() {
        state.picker = Some(Picker::asked_for());
    }
}

/// A key in the list of games.
pub(super) fn press(state: &mut State, intent: Intent) -> Vec<Effect> {
    let Some(picker) = &mut state.picker else {
        return Vec::new();
    };
    picker.take_in_hand();
    match intent {
        Intent::Up => picker.step(-1),
        Intent::Down => picker.step(1),
        Intent::FarUp => picker.step(-PAGE),
        Intent::FarDown => picker.step(PAGE),
        Intent::First => picker.step(isize::MIN),
        Intent::Last => picker.step(isize::MAX),
        Intent::Accept => {
            let selected = picker.selected().cloned();
            return match selected {
                Some(game) if game.has_started() => watch(state, &game),
                Some(_) => {
                    ask_to_start(state);
                    Vec::new()
                }
                None => Vec::new(),
            };
        }
        Intent::StartGame => ask_to_start(state),
        Intent::OtherLanguage => speak_otherwise(state),
        Intent::Cancel if state.game_id.is_empty() => return vec![Effect::Quit],
        Intent::Cancel => state.picker = None,
        _ => {}
    }
    Vec::new()
}

/// Opens the question whether the selected game is to be started, or says why it cannot be.
fn ask_to_start(state: &mut State) {
    let Some(game) = state.picker.as_ref().and_then(Picker::selected) else {
        return;
    };
    if game.is_damaged {
        let fault = Fault::new(ErrorReason::GameDamaged).with("game", &game.game);
        state.notice = Some(Notice::Refused(fault));
    } else if !game.is_waiting() {
        let fault = Fault::new(ErrorReason::AlreadyStarted).with("game", &game.game);
        state.notice = Some(Notice::Refused(fault));
    } else if game.teams.is_empty() {
        state.notice = Some(Notice::NoSeats { game: game.game.clone(), seats: game.seats });
    } else {
        state.dialog = Some(Dialog::Start { game: game.game.clone(), teams: game.teams.clone() });
    }
}

/// Starts a game, unless one is being started already.
pub(super) fn start(state: &mut State, game: String) -> Vec<Effect> {
    let Some(picker) = &mut state.picker else {
        return Vec::new();
    };
    if picker.starting().is_some() {
        return Vec::new();
    }
    picker.set_starting(Some(game.clone()));
    state.notice = Some(Notice::Starting { game: game.clone() });
    vec![Effect::StartGame { game }]
}

/// The answer to a start: the console goes over to the game, unless the judge has gone elsewhere meanwhile.
pub(super) fn take_started(
    state: &mut State,
    game: String,
    outcome: Result<Box<Listed>, Trouble>,
) -> Vec<Effect> {
    let is_awaited = state.picker.as_ref().is_some_and(|picker| picker.starting() == Some(game.as_str()));
    if let Some(picker) = &mut state.picker {
        picker.set_starting(None);
    }
    match outcome {
        Ok(listed) => {
            let effects = if is_awaited { watch(state, &listed) } else { Vec::new() };
            state.notice = Some(Notice::Started(listed));
            effects
        }
        Err(trouble) => {
            state.notice = Some(Notice::NotStarted { game, trouble });
            Vec::new()
        }
    }
}

/// Goes over to a game, or back to it if it is the one that is judged.
pub(super) fn watch(state: &mut State, game: &Listed) -> Vec<Effect> {
    if state.game_id == game.game {
        state.picker = None;
        return Vec::new();
    }
    let games = state.picker.take().and_then(|picker| picker.games().map(<[_]>::to_vec)).unwrap_or_default();
    state.turn_to(game, &games);
    vec![Effect::Watch { game: game.game.clone() }]
}
