//! Ticks in the hand-out queue (`W4`).

use ishigaki_client::judging::JudgeAct;
use ishigaki_rules::{Act, StoneId};

use super::submission;
use crate::console::event::Effect;
use crate::console::handout::{HandedStone, queue};
use crate::console::notice::Notice;
use crate::console::panel::Panel;
use crate::console::state::State;

pub(super) fn select_waiting(state: &mut State) {
    if !state.selected_stone().is_some_and(HandedStone::waits) {
        state.select_stone(None);
    }
}

pub(super) fn tick(state: &mut State) -> Vec<Effect> {
    let Some(HandedStone { stone, carried, .. }) = state.selected_stone() else {
        return Vec::new();
    };
    let effects = send(state, vec![stone], !carried);
    if !carried && !effects.is_empty() {
        select_next(state);
    }
    effects
}

pub(super) fn tick_team(state: &mut State) -> Vec<Effect> {
    let Some(HandedStone { team, .. }) = state.selected_stone() else {
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
        select_next(state);
    }
    effects
}

fn send(state: &mut State, stones: Vec<StoneId>, carried: bool) -> Vec<Effect> {
    submission::send_if_possible(state, Act::TickStones { stones, carried }.into())
}

fn select_next(state: &mut State) {
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
