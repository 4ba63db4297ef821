//! Acts on the team's page. They use the intents of keys; an open question must be answered first.

use ishigaki_rules::{LotId, MessageNo};

use super::{act, answer, build, edit, messages, trial};
use crate::tui::act::{self as acts, Act, Button, PriceField};
use crate::tui::dialog::Dialog;
use crate::tui::event::Effect;
use crate::tui::keymap::{Context, Intent, KEYMAP};
use crate::tui::notice::{Notice, WallNotice};
use crate::tui::panel::Panel;
use crate::tui::state::State;
use crate::tui::work::Work;

pub(super) fn take(state: &mut State, asked: Act) -> Vec<Effect> {
    if let Act::Answer { yes, choice } = asked {
        return answer_question(state, yes, choice);
    }
    if state.dialog.is_some() {
        return Vec::new();
    }
    // The position of a stone shows by itself whether it fits, so earlier notices stay.
    if !matches!(asked, Act::Hold { .. } | Act::Point { .. }) {
        state.notice = None;
    }
    match asked {
        Act::Press { button } => press(state, button),
        Act::Key { key, wall } => press_key(state, &key, wall),
        Act::Answer { .. } => Vec::new(),
        Act::Write { text } => {
            messages::write(state, &text);
            Vec::new()
        }
        Act::Ask => messages::send(state),
        Act::Read { through } => messages::mark(state, Some(MessageNo(through))),
        Act::Work { work } => on_wall(state, |state| build::press(state, work)),
        Act::Hold { piece } => on_wall(state, |state| hold(state, piece).unwrap_or_default()),
        Act::Point { at } => on_wall(state, |state| {
            if let Some((workshop, spot)) = state.workshop.as_mut().zip(at.spot()) {
                workshop.put(spot);
            }
            Vec::new()
        }),
        Act::Lay { piece, at } => on_wall(state, |state| {
            let mut effects = hold(state, piece).unwrap_or_default();
            if let Some((workshop, spot)) = state.workshop.as_mut().zip(at.spot())
                && workshop.held() == Some(piece.into())
            {
                workshop.put(spot);
                effects.extend(build::press(state, Work::Lay));
            }
            effects
        }),
        Act::TakeOut { piece, all } => on_wall(state, |state| {
            let mut effects = hold(state, piece).unwrap_or_default();
            effects.extend(build::press(state, if all { Work::TakeOutAll } else { Work::TakeOut }));
            effects
        }),
        asked => {
            write(state, &asked);
            Vec::new()
        }
    }
}

fn on_wall(state: &mut State, work: impl FnOnce(&mut State) -> Vec<Effect>) -> Vec<Effect> {
    state.panel = Panel::Wall;
    work(state)
}

fn hold(state: &mut State, piece: acts::PieceName) -> Option<Vec<Effect>> {
    if state.is_over_for_walls() {
        state.notice = Some(Notice::NotNow);
        return None;
    }
    let is_there = state.workshop.as_mut()?.hold(piece.into());
    if !is_there {
        state.notice = Some(Notice::Wall(WallNotice::NothingThere));
    }
    is_there.then(Vec::new)
}

fn press(state: &mut State, button: Button) -> Vec<Effect> {
    match button {
        Button::Leave => {
            state.trial = None;
            Vec::new()
        }
        Button::WhatIf => {
            state.panel = Panel::Results;
            trial::begin(state);
            Vec::new()
        }
        button => act(state, button.intent()),
    }
}

/// On the wall a key has its meaning there, elsewhere only a global one, because fields and buttons use the
/// others. Each window of the page has its own panel, language and help.
fn press_key(state: &mut State, key: &str, wall: bool) -> Vec<Effect> {
    let Some(key) = acts::key(key) else { return Vec::new() };
    let is_for_window = |intent: Intent| {
        matches!(
            intent,
            Intent::Show(_)
                | Intent::NextPanel
                | Intent::PreviousPanel
                | Intent::Help
                | Intent::OtherLanguage
        )
    };
    let goes = |intent: Intent| intent.step().is_some() || matches!(intent, Intent::Search | Intent::Add);
    let meant = if wall {
        state.panel = Panel::Wall;
        Context::Wall.intent(key)
    } else {
        KEYMAP.intent(Context::Main, key).filter(|intent| !goes(*intent))
    };
    let meant = meant.filter(|intent| !is_for_window(*intent));
    meant.map(|intent| act(state, intent)).unwrap_or_default()
}

fn answer_question(state: &mut State, yes: bool, choice: usize) -> Vec<Effect> {
    state.notice = None;
    if let Some(Dialog::Games { games, at }) = &mut state.dialog {
        *at = choice.min(games.len().saturating_sub(1));
    }
    if state.dialog.is_none() {
        return Vec::new();
    }
    answer(state, if yes { Intent::Accept } else { Intent::Cancel })
}

fn turn(state: &mut State, field: PriceField, by: i64) {
    match field {
        PriceField::Line(at) => {
            if state.sheet.select(at) {
                state.sheet.turn(by);
            }
        }
        PriceField::Tied(line) => {
            if state.raises.select(acts::priority(line)) {
                state.raises.turn(by);
            }
        }
        PriceField::Tried => {
            if let Some(trial) = &mut state.trial {
                trial.turn(by);
            }
            trial::drop_void_trial(state);
        }
    }
}

fn write(state: &mut State, asked: &Act) {
    match *asked {
        Act::Try { line, ref text } => {
            if let Some(trial) = &mut state.trial {
                trial.set(line, text.as_deref());
            }
            trial::drop_void_trial(state);
        }
        Act::Offer { line, ref text } if state.is_rebidding() => {
            state.raises.set(acts::priority(line), text);
        }
        Act::Turn { field, by } => turn(state, field, by),
        Act::Add { lot } if !state.is_rebidding() => {
            // On the page both are visible together, and the panel next to them stays.
            let shown = std::mem::replace(&mut state.panel, Panel::Lots);
            if let Some(place) = state.lots().iter().position(|other| *other == LotId(lot)) {
                state.set_place(Panel::Lots, place);
                edit::press(state, Intent::Add);
                state.sheet.accept();
            }
            state.panel = shown;
        }
        Act::Price { line, lot, ref text } => {
            state.sheet.set(line, LotId(lot), text);
        }
        Act::Move { line, to } => state.sheet.put(line, to),
        Act::Remove { line } => {
            if state.sheet.select(line) {
                state.sheet.remove();
            }
        }
        _ => state.notice = Some(Notice::NotNow),
    }
}
