//! The help: what can be done here and now, then all keys by subject and place. Knows the keymap and the catalogue, not how
//! anything is painted.

use ishigaki_screen::{Help, Section};

use crate::console::keymap::{Binding, Context, Group, Intent};
use crate::console::state::State;

use super::offer;

/// The lines that stay free above it: the game, its clock, and what is to be done next.
pub(crate) const ABOVE: u16 = 3;
/// The lines of its frame.
const FRAME: u16 = 2;
/// The columns around its text: frame and margin.
const AROUND: u16 = 4;

/// The help on the state's screen, with what can be done here and now.
pub(crate) fn of(state: &State, place: Context, here: &[Intent]) -> Help {
    let (columns, lines) = state.size();
    let note = u16::from(state.watched.mirror().fingerprint().is_some());
    let lines = lines.saturating_sub(ABOVE + FRAME + note);
    Help::new(&sections(state, place, here), usize::from(columns.saturating_sub(AROUND)), usize::from(lines))
}

/// Returns the help's sections: what can be done here and now comes first; then what can be done on the screen by subject,
/// then the other places where keys mean something.
fn sections(state: &State, place: Context, here: &[Intent]) -> Vec<Section> {
    let now = place.bindings().filter(|binding| here.contains(&binding.intent));
    let by_subject = Group::ALL.into_iter().map(|group| {
        let of_group = Context::Main.bindings().filter(|binding| Group::of(binding.intent) == group);
        (group.heading(), of_group.collect::<Vec<_>>())
    });
    // What means the same as on the screen itself is said there.
    let is_own = |binding: &&Binding| binding.context == place || !is_of_screen(binding);
    let elsewhere = Context::ALL
        .into_iter()
        .map(|(context, heading)| (heading, context.bindings().filter(is_own).collect()));
    // Who is in the list looks for its keys first.
    let (own, others): (Vec<_>, Vec<_>) =
        elsewhere.partition(|(_, keys): &(_, Vec<&Binding>)| keys.iter().any(|key| key.context == place));
    let all = std::iter::once(("shared-help-here", now.collect())).chain(own).chain(by_subject).chain(others);
    all.map(|(heading, bindings)| section(state, heading, &bindings)).collect()
}

/// Returns whether keys of another place mean on the screen itself what they mean there.
fn is_of_screen(binding: &Binding) -> bool {
    let means =
        |own: &Binding| (own.keys, own.intent, own.label) == (binding.keys, binding.intent, binding.label);
    Context::Main.bindings().any(means)
}

fn section(state: &State, heading: &str, bindings: &[&Binding]) -> Section {
    let bindings = bindings.iter().copied();
    Section::new(state.words.label(heading), bindings, |binding| offer::meaning(state, binding))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ishigaki_words::Lang;

    #[test]
    fn at_eighty_columns_it_has_few_pages_and_on_a_large_screen_one() {
        for lang in Lang::ALL {
            let pages = |columns, lines| {
                let state = State::new(lang, String::new(), columns, lines);
                of(&state, Context::Main, &[]).pages()
            };
            assert!(pages(80, 24) <= 5, "{} pages", pages(80, 24));
            assert_eq!(pages(200, 50), 1);
        }
    }
}
