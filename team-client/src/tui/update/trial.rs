//! Keys of what-if prices in an opened round.

use ishigaki_rules::RoundState;

use crate::tui::keymap::Intent;
use crate::tui::notice::Notice;
use crate::tui::panel::Panel;
use crate::tui::state::State;
use crate::tui::trial::Trial;

const LARGE_STEP: i64 = 10;

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

pub(super) fn is_on(state: &State) -> bool {
    state.panel == Panel::Results && state.trial.is_some()
}

pub(super) fn press(state: &mut State, intent: Intent) {
    let Some(trial) = &mut state.trial else { return };
    match intent {
        Intent::Dearer => trial.turn(1),
        Intent::Cheaper => trial.turn(-1),
        Intent::MuchDearer => trial.turn(LARGE_STEP),
        Intent::MuchCheaper => trial.turn(-LARGE_STEP),
        Intent::Digit(digit) => trial.write(digit),
        Intent::NoDigit(character) if trial.is_typing() => trial.write(character),
        Intent::Erase => trial.erase(),
        Intent::Accept => trial.accept(),
        Intent::Cancel => state.trial = None,
        _ => {}
    }
    drop_void_trial(state);
}

pub(super) fn go(state: &mut State, down: isize) {
    if let Some(trial) = &mut state.trial {
        trial.go(down);
    }
    drop_void_trial(state);
}

/// A voided round is left.
pub(super) fn drop_void_trial(state: &mut State) {
    let Some((game, me)) = state.watched.session.game().zip(state.me()) else { return };
    state.trial.take_if(|trial| !trial.settle(game, me));
}
