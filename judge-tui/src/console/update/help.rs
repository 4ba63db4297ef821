//! Help: possible acts, then all keys by subject and context.

use ishigaki_screen::{Help, Section, rule_sections};
use ishigaki_words::rules;

use crate::console::keymap::{Binding, Context, Group, Intent};
use crate::console::state::State;

use super::offer;

pub(crate) const LINES_ABOVE: u16 = 3;
const FRAME_LINES: u16 = 2;
const COLUMNS_AROUND: u16 = 4;

pub(crate) fn of(state: &State, place: Context, here: &[Intent]) -> Help {
    let (columns, lines) = state.size();
    let note = u16::from(state.watched.mirror().fingerprint().is_some());
    let lines = lines.saturating_sub(LINES_ABOVE + FRAME_LINES + note);
    Help::new(
        &sections(state, place, here),
        usize::from(columns.saturating_sub(COLUMNS_AROUND)),
        usize::from(lines),
    )
}

fn sections(state: &State, place: Context, here: &[Intent]) -> Vec<Section> {
    let now = place.bindings().filter(|binding| here.contains(&binding.intent));
    let by_subject = Group::ALL.into_iter().map(|group| {
        let of_group = Context::Main.bindings().filter(|binding| Group::of(binding.intent) == group);
        (group.heading(), of_group.collect::<Vec<_>>())
    });
    // Bindings shared with the screen itself are listed there.
    let belongs_here = |binding: &&Binding| binding.context == place || !is_of_screen(binding);
    let elsewhere = Context::ALL
        .into_iter()
        .map(|(context, heading)| (heading, context.bindings().filter(belongs_here).collect()));
    // In the list, its keys come first.
    let (own_context, others): (Vec<_>, Vec<_>) =
        elsewhere.partition(|(_, keys): &(_, Vec<&Binding>)| keys.iter().any(|key| key.context == place));
    let all = std::iter::once(("shared-help-here", now.collect()))
        .chain(own_context)
        .chain(by_subject)
        .chain(others);
    let keys = all.map(|(heading, bindings)| section(state, heading, &bindings));
    keys.chain(rule_sections(rules::of_game(state.words.lang()))).collect()
}

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
    fn help_page_count_is_limited_at_each_size() {
        for lang in Lang::ALL {
            let pages = |columns, lines| {
                let state = State::new(lang, String::new(), columns, lines);
                of(&state, Context::Main, &[]).pages()
            };
            assert!(pages(80, 24) <= 14, "{} pages", pages(80, 24));
            assert!(pages(200, 50) <= 3, "{} pages", pages(200, 50));
        }
    }
}
