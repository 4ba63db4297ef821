//! The help: what can be done here and now, then all keys by where they are pressed. Knows the keymap and the catalogue, not how
//! anything is painted.

use ishigaki_screen::{Help, Section};

use super::{context_below, offer};
use crate::tui::keymap::{Binding, Context, FIGURED};
use crate::tui::state::State;

/// The lines around it: its frame, and one of the screen above and below.
const AROUND_LINES: u16 = 4;
/// The columns around its text: frame and margin.
const AROUND: u16 = 4;

/// The help on the state's screen.
pub(crate) fn of(state: &State) -> Help {
    let (columns, lines) = state.size();
    let note = u16::from(state.game().and(state.watched.session.mirror().fingerprint()).is_some());
    let lines = lines.saturating_sub(AROUND_LINES + note);
    Help::new(&sections(state), usize::from(columns.saturating_sub(AROUND)), usize::from(lines))
}

fn sections(state: &State) -> Vec<Section> {
    let below = context_below(state);
    let now = section(state, "shared-help-here", below, &offer::here(state, below));
    let all = Context::ALL
        .into_iter()
        .map(|(context, heading)| section(state, heading, context, &context.bindings().collect::<Vec<_>>()));
    std::iter::once(now).chain(all).collect()
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
