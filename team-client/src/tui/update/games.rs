//! Choice among several running games.

use crate::tui::dialog::Dialog;
use crate::tui::event::{Effect, GameChoice};
use crate::tui::notice::Notice;
use crate::tui::state::State;

pub(super) fn offer(state: &mut State, games: Vec<GameChoice>) {
    let shown = state.watched.session.game_id().to_owned();
    let games: Vec<GameChoice> = games.into_iter().filter(|choice| choice.game != shown).collect();
    if games.is_empty() {
        state.notice = Some(Notice::NoOtherGame);
        return;
    }
    let at = match &state.dialog {
        Some(Dialog::Games { games: before, at }) => {
            let chosen = before.get(*at).map(|choice| &choice.game);
            games.iter().position(|choice| Some(&choice.game) == chosen).unwrap_or(0)
        }
        // Another question comes first; this one is repeated.
        Some(_) => return,
        None => 0,
    };
    state.dialog = Some(Dialog::Games { games, at });
}

pub(super) fn play_again(state: &mut State) -> Vec<Effect> {
    if !state.can_play_again() {
        state.notice = Some(Notice::NotNow);
        return Vec::new();
    }
    state.notice = Some(Notice::Again);
    vec![Effect::PlayAgain { game: state.watched.session.game_id().to_owned() }]
}

pub(super) fn leave(state: &mut State, games: Vec<GameChoice>, at: usize) {
    if state.watched.session.game_id().is_empty() {
        state.dialog = Some(Dialog::Games { games, at });
    }
}

pub(super) fn enter(games: Vec<GameChoice>, at: usize) -> Vec<Effect> {
    games.into_iter().nth(at).map(|choice| Effect::Enter { game: choice.game }).into_iter().collect()
}
