//! Names of controls: keys in the terminal, buttons on the page.

use ishigaki_words::Value;

use super::Painter;
use crate::tui::keymap::{Binding, Intent, KEYMAP};
use crate::tui::panel::Panel;
use crate::tui::work::Work;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hints {
    Keys,
    Buttons,
}

impl Painter<'_> {
    pub(crate) fn hint(&self, intent: Intent) -> String {
        let binding = KEYMAP.iter().find(|binding| binding.intent == intent);
        if self.hints == Hints::Keys {
            return binding.map(Binding::key).unwrap_or_default();
        }
        let label = match intent {
            Intent::Show(Panel::Lots | Panel::Sheet) => "page-desk-bids",
            Intent::Work(Work::OtherTray) => "page-desk-plan",
            Intent::Work(Work::Fill) if self.state.is_searching() => "page-desk-stop-search",
            _ => binding.map_or("", |binding| binding.label),
        };
        // As the page's stylesheet shows the label.
        let label = self.words.label(label);
        let mut characters = label.chars();
        let name: String =
            characters.next().into_iter().flat_map(char::to_uppercase).chain(characters).collect();
        self.words.say("team-button", &[("name", name.into())])
    }

    pub(crate) fn hinted(&self, key: &str, gap: &'static str, intent: Intent) -> String {
        self.words.say(key, &[self.hint_gap(gap, intent)])
    }

    pub(crate) fn hint_gap(&self, gap: &'static str, intent: Intent) -> (&'static str, Value) {
        (gap, self.hint(intent).into())
    }
}
