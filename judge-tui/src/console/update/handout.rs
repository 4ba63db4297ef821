//! Ticking stones off the hand-out queue (`W4`).

use ishigaki_client::judging::JudgeAct;
use ishigaki_rules::{Act, StoneId};

use super::submission;
use crate::console::event::Effect;
use crate::console::handout::{Handed, queue};
use crate::console::notice::Notice;
use crate::console::panel::Panel;
use crate::console::state::State;

/// Selects the first stone that waits, if the selected one does not.
pub(super) fn look(state: &mut State) {
    if !state.selected_stone().is_some_and(Handed::waits) {
        state.select_stone(None);
    }
}

/// Ticks the selected stone and goes on to the next one that waits, or takes its tick back and stays.
pub(super) fn tick(state: &mut State) -> Vec<Effect> {
    let Some(Handed { stone, carried, .. }) = state.selected_stone() else {
        return Vec::new();
    };
    let effects = send(state, vec![stone], !carried);
    if !carried && !effects.is_empty() {
        go_on(state);
    }
    effects
}

/// Ticks all stones of the selected team that are not ticked.
pub(super) fn tick_team(state: &mut State) -> Vec<Effect> {
    let Some(Handed { team, .. }) = state.selected_stone() else {
        return Vec::new();
    };
    let stones = |game| queue(game).filter(|handed| handed.team == team && !handed.carried);
    let stones: Vec<StoneId> = state.game().into_iter().flat_map(stones).map(|handed| handed.stone).collect();
    if stones.is_empty() {
        state.notice = Some(Notice::AllCarried(team));
        return Vec::new();
    }
    let effects = send(state, stones, true);
    if !effects.is_empty() {
        go_on(state);
    }
    effects
}

fn send(state: &mut State, stones: Vec<StoneId>, carried: bool) -> Vec<Effect> {
    submission::send_if_possible(state, Act::TickStones { stones, carried }.into())
}

/// Selects the next stone that waits and that no tick is on its way for, round and round; stays if there is none.
fn go_on(state: &mut State) {
    let Some(game) = state.game() else {
        return;
    };
    let is_sent = |stone: &StoneId| {
        state.pending().any(
            |act| matches!(act, JudgeAct::InGame(Act::TickStones { stones, carried: true }) if stones.contains(stone)),
        )
    };
    let at = state.place(Panel::HandOut);
    let mut places: Vec<usize> = queue(game)
        .enumerate()
        .filter(|(_, handed)| handed.waits() && !is_sent(&handed.stone))
        .map(|(place, _)| place)
        .collect();
    let after = places.iter().position(|&place| place > at).unwrap_or(0);
    places.rotate_left(after);
    if let Some(&next) = places.first() {
        state.set_place(Panel::HandOut, next);
    }
}
