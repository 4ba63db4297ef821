//! Help: possible acts, then all keys by context.

use ishigaki_screen::{Help, Section, rule_sections};
use ishigaki_words::rules;

use super::{context_below, offer};
use crate::tui::keymap::{Binding, Context, FIGURED};
use crate::tui::state::State;

const AROUND_LINES: u16 = 4;
const COLUMNS_AROUND: u16 = 4;

pub(crate) fn of(state: &State) -> Help {
    let (columns, lines) = state.size();
    let note = u16::from(state.game().and(state.watched.session.mirror().fingerprint()).is_some());
    let lines = lines.saturating_sub(AROUND_LINES + note);
    Help::new(&sections(state), usize::from(columns.saturating_sub(COLUMNS_AROUND)), usize::from(lines))
}

fn sections(state: &State) -> Vec<Section> {
    let below = context_below(state);
    let now = section(state, "shared-help-here", below, &offer::hints(state, below));
    let is_on = |binding: &&Binding| !offer::is_switched_off(state, binding.intent);
    let all = Context::ALL.into_iter().map(|(context, heading)| {
        section(state, heading, context, &context.bindings().filter(is_on).collect::<Vec<_>>())
    });
    std::iter::once(now).chain(all).chain(rule_sections(rules::of_game(state.words.lang()))).collect()
}

fn section(state: &State, heading: &str, context: Context, bindings: &[&Binding]) -> Section {
    let bindings = bindings.iter().copied();
    let mut section =
        Section::new(state.words.label(heading), bindings, |binding| offer::meaning(state, binding));
    if FIGURED.contains(&context) {
        section.keys.push(("0-9".to_owned(), state.words.label("team-key-figures")));
    }
    section
}
