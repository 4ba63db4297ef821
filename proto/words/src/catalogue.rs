//! The catalogue itself: keys and gaps in, text out. Knows nothing of what a key is about.

use std::fmt;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::separators::with_separators;
use crate::{Lang, Value};

pub(crate) type Bundle = FluentBundle<FluentResource>;

static ENGLISH: LazyLock<Bundle> = LazyLock::new(|| bundle(Lang::En));
static JAPANESE: LazyLock<Bundle> = LazyLock::new(|| bundle(Lang::Ja));

/// The words of one language. Small and cheap to copy; the catalogue is read once in a program.
#[derive(Clone, Copy)]
pub struct Words {
    lang: Lang,
    practice: bool,
    bundle: &'static Bundle,
}

impl Words {
    /// The words of a language.
    pub fn new(lang: Lang) -> Self {
        let bundle = match lang {
            Lang::En => &ENGLISH,
            Lang::Ja => &JAPANESE,
        };
        Self { lang, practice: false, bundle }
    }

    /// The same for a game that is played for practice, or for one that is not: a practice ends, it is not abandoned.
    #[must_use]
    pub fn of_practice(self, practice: bool) -> Self {
        Self { practice, ..self }
    }

    /// Returns whether the game is played for practice.
    pub(crate) fn is_practice(&self) -> bool {
        self.practice
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// The text of a key with its gaps filled. A key that the catalogue does not have is shown itself.
    ///
    /// Text that fills a gap is made harmless for a terminal ([`crate::columns::clean`]).
    pub fn say(&self, key: &str, gaps: &[(&str, Value)]) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            return key.to_owned();
        };
        let args: FluentArgs<'_> = gaps
            .iter()
            .map(|(name, value)| {
                (*name, value.clone().into_fluent(|kind, code, text| self.system_error_of(kind, code, text)))
            })
            .collect();
        // What goes wrong here is an unfilled gap, which the text then shows by its name.
        let mut unfilled = Vec::new();
        self.bundle.format_pattern(pattern, Some(&args), &mut unfilled).into_owned()
    }

    /// The text of a key without gaps.
    pub fn label(&self, key: &str) -> String {
        self.say(key, &[])
    }

    /// Several things as one: `A, B, C`.
    pub fn list(&self, things: impl IntoIterator<Item = String>) -> String {
        let things: Vec<String> = things.into_iter().collect();
        things.join(match self.lang {
            Lang::En => ", ",
            Lang::Ja => "、",
        })
    }

    /// Sentences one after the other.
    pub(crate) fn together(&self, sentences: &[String]) -> String {
        sentences.join(match self.lang {
            Lang::En => " ",
            Lang::Ja => "",
        })
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words").field("lang", &self.lang).finish_non_exhaustive()
    }
}

fn bundle(lang: Lang) -> Bundle {
    let text = match lang {
        Lang::En => include_str!("../catalogue/en.ftl"),
        Lang::Ja => include_str!("../catalogue/ja.ftl"),
    };
    read(lang, text)
}

/// A catalogue's text as it is asked for keys.
pub(crate) fn read(lang: Lang, text: &str) -> Bundle {
    // It only chooses the plurals; the tests hold both languages' sentences.
    let id: LanguageIdentifier = lang.code().parse().unwrap_or_default();
    // A catalogue with faults still says what it can; the tests see to it that there are none.
    let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(resource, _)| resource);
    let mut bundle = Bundle::new_concurrent(vec![id]);
    // Isolation marks are for browsers; terminals show them as holes.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(|value, _| match value {
        FluentValue::Number(number) => Some(with_separators(&number.as_string())),
        _ => None,
    }));
    bundle.add_resource_overriding(resource);
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_is_shown_itself() {
        assert_eq!(Words::new(Lang::En).label("no-such-key"), "no-such-key");
    }

    #[test]
    fn text_in_a_gap_is_made_harmless() {
        let gaps = [("reason", Value::from("wind\n\u{1b}[31mrain")), ("rule", "T".into())];
        assert_eq!(Words::new(Lang::En).say("event-paused", &gaps), "The clocks stand: wind␊␛[31mrain (T).");
    }
}
