//! Going into one of several games that are on.

use crate::tui::dialog::Dialog;
use crate::tui::event::{Effect, GameChoice};
use crate::tui::notice::Notice;
use crate::tui::state::State;

/// Asks which of these games; the one that is shown is not among them. What is chosen already stays so.
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
        // Another question is answered first; this one is asked again.
        Some(_) => return,
        None => 0,
    };
    state.dialog = Some(Dialog::Games { games, at });
}

/// Stays in the game that is shown; without one there is nothing to stay in.
pub(super) fn leave(state: &mut State, games: Vec<GameChoice>, at: usize) {
    if state.watched.session.game_id().is_empty() {
        state.dialog = Some(Dialog::Games { games, at });
    }
}

pub(super) fn enter(games: Vec<GameChoice>, at: usize) -> Vec<Effect> {
    games.into_iter().nth(at).map(|choice| Effect::Enter { game: choice.game }).into_iter().collect()
}
