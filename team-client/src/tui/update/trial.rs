//! Keys while another price is tried for a line of an opened round.

use ishigaki_rules::RoundState;

use crate::tui::keymap::Intent;
use crate::tui::notice::Notice;
use crate::tui::panel::Panel;
use crate::tui::state::State;
use crate::tui::trial::Trial;

/// Amount of a large step.
const MUCH: i64 = 10;

/// Begins with the first line of the team's own list in the round that the results show first, or an earlier one.
pub(super) fn begin(state: &mut State) {
    let place = state.place(Panel::Results);
    let trial = state.view().and_then(|view| {
        let opened = view.game.rounds().iter().rev().filter(|record| record.settlement.is_some());
        let stands = opened.skip(place).filter(|record| !matches!(record.state, RoundState::Void { .. }));
        stands.into_iter().find_map(|record| Trial::new(view.game, record.round, view.me))
    });
    if trial.is_none() {
        state.notice = Some(Notice::NothingToTry);
    } else {
        state.looked_at = None;
    }
    state.trial = trial;
}

/// Returns whether keys try prices.
pub(super) fn is_on(state: &State) -> bool {
    state.panel == Panel::Results && state.trial.is_some()
}

pub(super) fn press(state: &mut State, intent: Intent) {
    let Some(trial) = &mut state.trial else { return };
    match intent {
        Intent::Dearer => trial.turn(1),
        Intent::Cheaper => trial.turn(-1),
        Intent::MuchDearer => trial.turn(MUCH),
        Intent::MuchCheaper => trial.turn(-MUCH),
        Intent::Digit(sign) => trial.write(sign),
        Intent::NoDigit(sign) if trial.is_typing() => trial.write(sign),
        Intent::Erase => trial.erase(),
        Intent::Accept => trial.accept(),
        Intent::Cancel => state.trial = None,
        _ => {}
    }
    attend(state);
}

/// Tries another line.
pub(super) fn go(state: &mut State, down: isize) {
    if let Some(trial) = &mut state.trial {
        trial.go(down);
    }
    attend(state);
}

/// Asks the rules again; a round that has been voided since is left.
pub(super) fn attend(state: &mut State) {
    let Some((game, me)) = state.watched.session.game().zip(state.me()) else { return };
    state.trial.take_if(|trial| !trial.settle(game, me));
}
