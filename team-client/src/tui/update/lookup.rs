//! Search for a lot by its code, with an optional price: `T2`, or `T2 42`.

use ishigaki_rules::LotId;
use ishigaki_screen::terminal::narrow;

use super::edit;
use crate::tui::event::Effect;
use crate::tui::keymap::Intent;
use crate::tui::notice::Notice;
use crate::tui::panel::Panel;
use crate::tui::price::parse;
use crate::tui::state::State;

const MAX_CHARACTERS: usize = 32;

pub(super) fn begin(state: &mut State) -> Vec<Effect> {
    let effects = super::show(state, Panel::Lots);
    state.search = Some(String::new());
    effects
}

pub(super) fn press(state: &mut State, intent: Intent) {
    match intent {
        Intent::Letter(char) => {
            if let Some(text) = state.search.as_mut().filter(|text| text.len() < MAX_CHARACTERS) {
                text.push(char);
            }
            go(state, 0);
        }
        Intent::Erase => {
            if let Some(text) = &mut state.search {
                text.pop();
            }
            go(state, 0);
        }
        Intent::Down => go(state, 1),
        Intent::Up => go(state, -1),
        Intent::Accept => take(state),
        Intent::Cancel => state.search = None,
        _ => {}
    }
}

/// An exact match, else prefixes, else substrings.
fn matches(state: &State) -> Vec<LotId> {
    let Some(setup) = state.watched.session.setup() else { return Vec::new() };
    let Some(code) = state.search.as_deref().map(|text| plain(parts(text).0)) else {
        return Vec::new();
    };
    let lots = state.lots();
    let those = |is: &dyn Fn(&str) -> bool| -> Vec<LotId> {
        let code = |lot: &LotId| setup.lot(*lot).map(|spec| plain(&spec.code)).unwrap_or_default();
        lots.iter().copied().filter(|lot| is(&code(lot))).collect()
    };
    let ways: [&dyn Fn(&str) -> bool; 3] =
        [&|lot| lot == code, &|lot| lot.starts_with(&code), &|lot| lot.contains(&code)];
    ways.into_iter().map(those).find(|lots| !lots.is_empty()).unwrap_or_default()
}

fn parts(text: &str) -> (&str, &str) {
    // Also splits at a Japanese blank.
    let (code, price) = text.trim_start().split_once([' ', '\u{3000}']).unwrap_or((text.trim_start(), ""));
    (code, price.trim())
}

fn plain(code: &str) -> String {
    code.chars().map(narrow).collect::<String>().to_lowercase()
}

fn go(state: &mut State, down: isize) {
    let matches = matches(state);
    let selected = state.selected_lot();
    let at = matches.iter().position(|lot| Some(*lot) == selected);
    let at = if down == 0 {
        0
    } else {
        at.unwrap_or(0).saturating_add_signed(down).min(matches.len().saturating_sub(1))
    };
    let place = matches.get(at).and_then(|lot| state.lots().iter().position(|other| other == lot));
    if let Some(place) = place {
        state.set_place(Panel::Lots, place);
    }
}

fn take(state: &mut State) {
    let matches = matches(state);
    if state.selected_lot().is_none_or(|lot| !matches.contains(&lot)) {
        state.notice = Some(Notice::NoSuchLot);
        return;
    }
    let Some(text) = state.search.take() else { return };
    let (_, price) = parts(&text);
    if price.is_empty() {
        return;
    }
    if state.is_rebidding() {
        state.notice = Some(Notice::NotNow);
        return;
    }
    if parse(price).is_err() {
        state.search = Some(text);
        state.notice = Some(Notice::NoPrice);
        return;
    }
    if edit::begin_price(state) {
        price.chars().for_each(|character| state.sheet.write(character));
        edit::next_lot(state);
    }
}
