//! Keys that change the draft. Nothing is submitted.

use ishigaki_rules::Tsuyama;

use crate::tui::dialog::Dialog;
use crate::tui::keymap::Intent;
use crate::tui::market::last_paid;
use crate::tui::notice::{Notice, WallNotice};
use crate::tui::panel::Panel;
use crate::tui::state::State;

const LARGE_STEP: i64 = 10;

pub(super) fn press(state: &mut State, intent: Intent) {
    if state.is_rebidding() {
        press_raises(state, intent);
    } else if state.panel == Panel::Lots {
        press_lots(state, intent);
    } else {
        press_sheet(state, intent);
    }
}

/// Lists are written from top to bottom: digits write the price of the selected lot, Enter selects the next.
fn press_lots(state: &mut State, intent: Intent) {
    match intent {
        Intent::Digit(digit) => {
            if state.sheet.is_typing() || begin_price(state) {
                state.sheet.write(digit);
            }
        }
        Intent::Price => {
            begin_price(state);
        }
        Intent::Accept => next_lot(state),
        intent => press_sheet(state, intent),
    }
}

pub(super) fn begin_price(state: &mut State) -> bool {
    let lot = state.selected_lot().filter(|_| state.can_draft());
    if lot.is_none_or(|lot| !state.sheet.reprice(lot)) {
        add(state);
    }
    state.sheet.is_typing()
}

pub(super) fn next_lot(state: &mut State) {
    state.sheet.accept();
    state.set_place(Panel::Lots, state.place(Panel::Lots).saturating_add(1));
}

fn press_sheet(state: &mut State, intent: Intent) {
    let sheet = &mut state.sheet;
    match intent {
        Intent::Add => add(state),
        Intent::Remove => sheet.remove(),
        Intent::Dearer => sheet.turn(1),
        Intent::Cheaper => sheet.turn(-1),
        Intent::MuchDearer => sheet.turn(LARGE_STEP),
        Intent::MuchCheaper => sheet.turn(-LARGE_STEP),
        Intent::Sooner => sheet.shift(-1),
        Intent::Later => sheet.shift(1),
        Intent::Undo | Intent::Redo => {
            let is_changed = if intent == Intent::Undo { sheet.undo() } else { sheet.redo() };
            if !is_changed {
                state.notice = Some(Notice::Wall(WallNotice::NoChange));
            }
        }
        Intent::Digit(digit) => sheet.write(digit),
        Intent::NoDigit(character) if sheet.is_typing() => sheet.write(character),
        Intent::Erase => sheet.erase(),
        Intent::Accept => sheet.accept(),
        Intent::Cancel => sheet.cancel(),
        _ => {}
    }
}

fn press_raises(state: &mut State, intent: Intent) {
    state.panel = Panel::Sheet;
    let raises = &mut state.raises;
    match intent {
        Intent::Remove => raises.give_up(),
        Intent::Dearer => raises.turn(1),
        Intent::Cheaper => raises.turn(-1),
        Intent::MuchDearer => raises.turn(LARGE_STEP),
        Intent::MuchCheaper => raises.turn(-LARGE_STEP),
        Intent::Digit(digit) => raises.write(digit),
        Intent::NoDigit(character) if raises.is_typing() => raises.write(character),
        Intent::Erase => raises.erase(),
        Intent::Accept => raises.accept(),
        Intent::Cancel => raises.cancel(),
        // Its lines are the tied ones in their order.
        Intent::Add | Intent::Price | Intent::Sooner | Intent::Later | Intent::Undo | Intent::Redo => {
            state.notice = Some(Notice::NotNow);
        }
        _ => {}
    }
}

/// Adds a line at the last or minimum price, ready to be overwritten.
fn add(state: &mut State) {
    let (Some((_, offer, _)), true) = (state.terms(), state.can_draft()) else {
        state.notice = Some(Notice::NotNow);
        return;
    };
    let Some((lot, game)) = state.selected_lot().zip(state.game()) else {
        return;
    };
    let least = offer.lots.get(lot.index()).map_or(Tsuyama::ZERO, |lot| lot.min_price);
    let price = last_paid(game, lot).unwrap_or_default().max(least);
    state.sheet.add(lot, price);
    if state.panel != Panel::Lots {
        state.panel = Panel::Sheet;
    }
}

pub(super) fn take_sealed(state: &mut State) {
    if state.revisions().0.is_none() {
        state.notice = Some(Notice::NothingSealed);
    } else if state.differs() {
        state.dialog = Some(Dialog::TakeSealed);
    } else {
        state.notice = Some(Notice::Same);
    }
}

pub(super) fn take_sealed_now(state: &mut State) {
    if let (true, Some(sealed)) = (state.is_rebidding(), state.sealed_raises().cloned()) {
        state.raises.take(&sealed.lines, sealed.revision);
    } else if let Some(sealed) = state.sealed_bids().cloned() {
        state.sheet.take(&sealed.lines, sealed.revision);
    }
}
