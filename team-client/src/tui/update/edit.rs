//! Keys that change the draft. Nothing here is sent anywhere.

use ishigaki_rules::Tsuyama;

use crate::tui::dialog::Dialog;
use crate::tui::keymap::Intent;
use crate::tui::notice::Notice;
use crate::tui::panel::Panel;
use crate::tui::state::State;

/// How much "much" is.
const MUCH: i64 = 10;

pub(super) fn press(state: &mut State, intent: Intent) {
    if state.is_rebidding() { press_raises(state, intent) } else { press_sheet(state, intent) }
}

fn press_sheet(state: &mut State, intent: Intent) {
    let sheet = &mut state.sheet;
    match intent {
        Intent::Add => add(state),
        Intent::Remove => sheet.remove(),
        Intent::Dearer => sheet.turn(1),
        Intent::Cheaper => sheet.turn(-1),
        Intent::MuchDearer => sheet.turn(MUCH),
        Intent::MuchCheaper => sheet.turn(-MUCH),
        Intent::Sooner => sheet.shift(-1),
        Intent::Later => sheet.shift(1),
        Intent::Figure(figure) => sheet.write(figure),
        Intent::Erase => sheet.erase(),
        Intent::Accept => sheet.accept(),
        Intent::Cancel => sheet.cancel(),
        _ => {}
    }
}

fn press_raises(state: &mut State, intent: Intent) {
    let raises = &mut state.raises;
    match intent {
        Intent::Remove => raises.give_up(),
        Intent::Dearer => raises.turn(1),
        Intent::Cheaper => raises.turn(-1),
        Intent::MuchDearer => raises.turn(MUCH),
        Intent::MuchCheaper => raises.turn(-MUCH),
        Intent::Figure(figure) => raises.write(figure),
        Intent::Erase => raises.erase(),
        Intent::Accept => raises.accept(),
        Intent::Cancel => raises.cancel(),
        // Its lines are those that are tied, in the order they have.
        Intent::Add | Intent::Sooner | Intent::Later => state.notice = Some(Notice::NotNow),
        _ => {}
    }
}

/// A line for the selected lot at its minimum price, ready for another to be typed.
fn add(state: &mut State) {
    let Some((_, offer, _)) = state.terms() else {
        state.notice = Some(Notice::NotNow);
        return;
    };
    let Some(lot) = state.selected_lot() else {
        return;
    };
    let price = offer.lots.get(lot.index()).map_or(Tsuyama::ZERO, |lot| lot.min_price);
    state.sheet.add(lot, price);
    state.panel = Panel::Sheet;
}

/// Takes what is sealed into the draft; asks first if the draft says something else.
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
