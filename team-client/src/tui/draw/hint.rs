//! The name of what does something: a key on the terminal, a button on the page.

use ishigaki_words::Value;

use super::Painter;
use crate::tui::keymap::{Binding, Intent, KEYMAP};
use crate::tui::panel::Panel;
use crate::tui::work::Work;

/// Way in which sentences name controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hints {
    Keys,
    /// By what stands on its button.
    Buttons,
}

impl Painter<'_> {
    /// Returns what does this, as its reader finds it.
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
        self.words.say("team-button", &[("name", self.words.label(label).into())])
    }

    /// A sentence that names one thing that does something.
    pub(crate) fn hinted(&self, key: &str, gap: &'static str, intent: Intent) -> String {
        self.words.say(key, &[self.hint_gap(gap, intent)])
    }

    /// The same as a gap of a longer sentence.
    pub(crate) fn hint_gap(&self, gap: &'static str, intent: Intent) -> (&'static str, Value) {
        (gap, self.hint(intent).into())
    }
}
