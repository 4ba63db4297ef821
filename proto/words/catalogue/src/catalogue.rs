//! The catalogue: keys and arguments in, text out.

use std::cell::Cell;
use std::error::Error;
use std::fmt;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::columns::clean;
use crate::separators::{grouped, with_separators};
use crate::{Lang, Value};

type Bundle = FluentBundle<FluentResource>;

static ENGLISH: LazyLock<Bundle> = LazyLock::new(|| bundle(Lang::En));
static JAPANESE: LazyLock<Bundle> = LazyLock::new(|| bundle(Lang::Ja));

thread_local! {
    static CURRENT: Cell<Lang> = const { Cell::new(Lang::En) };
}

/// The catalogue of one language. Cheap to copy; a program reads each language once.
#[derive(Clone, Copy)]
pub struct Catalogue {
    lang: Lang,
    bundle: &'static Bundle,
}

impl Catalogue {
    /// Returns the catalogue of a language.
    pub fn new(lang: Lang) -> Self {
        let bundle = match lang {
            Lang::En => &ENGLISH,
            Lang::Ja => &JAPANESE,
        };
        Self { lang, bundle }
    }

    /// Returns the catalogue in which messages print: English outside of [`Self::in_language`].
    pub fn current() -> Self {
        Self::new(CURRENT.get())
    }

    /// Runs `print` with every message printing in this language, on this thread.
    pub fn in_language<T>(&self, print: impl FnOnce() -> T) -> T {
        struct Restore(Lang);
        impl Drop for Restore {
            fn drop(&mut self) {
                CURRENT.set(self.0);
            }
        }
        let _restore = Restore(CURRENT.replace(self.lang));
        print()
    }

    /// Returns an error and its sources as one text, in this language.
    ///
    /// A source that only repeats the error is left out.
    pub fn explain<'a>(&self, chain: impl IntoIterator<Item = &'a (dyn Error + 'static)>) -> String {
        self.in_language(|| {
            let text = |link: &(dyn Error + 'static)| {
                let system_error = link.downcast_ref().and_then(|error| self.system_error(error));
                system_error.unwrap_or_else(|| link.to_string())
            };
            let mut texts: Vec<String> = chain.into_iter().map(text).collect();
            texts.dedup();
            texts.join(&self.label("fail-because"))
        })
    }

    /// Returns the language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Returns the text of a key with its gaps filled. An unknown key is returned as text.
    ///
    /// Text that fills a gap is made harmless for a terminal ([`crate::columns::clean`]).
    pub fn say(&self, key: &str, gaps: &[(&str, Value)]) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            return key.to_owned();
        };
        let args: FluentArgs<'_> = gaps.iter().map(|(name, value)| (*name, self.fluent_of(value))).collect();
        // The only error here is a missing argument, which the text shows by its name.
        let mut unfilled = Vec::new();
        self.bundle.format_pattern(pattern, Some(&args), &mut unfilled).into_owned()
    }

    fn fluent_of(&self, value: &Value) -> FluentValue<'static> {
        match value {
            Value::Count(count) => FluentValue::from(*count),
            other => FluentValue::from(self.text_of(other)),
        }
    }

    pub(crate) fn text_of(&self, value: &Value) -> String {
        match value {
            Value::Text(text) => clean(text).into_owned(),
            Value::Count(count) => grouped((*count).into()),
            Value::SystemError { kind, code, text } => {
                self.system_error_of(*kind, *code, text).unwrap_or_else(|| text.clone())
            }
            Value::Phrase(phrase) => self.say(phrase.key(), phrase.arguments()),
            Value::List(values) => self.list(values.iter().map(|value| self.text_of(value))),
        }
    }

    /// Returns the text of a composed key, such as a family's prefix and a name on the wire; `None` if it
    /// isn't in the catalogue, for example for a name of a newer schema.
    pub fn say_if_known(&self, key: &str, gaps: &[(&str, Value)]) -> Option<String> {
        self.bundle.has_message(key).then(|| self.say(key, gaps))
    }

    /// Returns the text of a key without gaps.
    pub fn label(&self, key: &str) -> String {
        self.say(key, &[])
    }

    /// Joins several things: `A, B, C`.
    pub fn list(&self, things: impl IntoIterator<Item = String>) -> String {
        let things: Vec<String> = things.into_iter().collect();
        things.join(match self.lang {
            Lang::En => ", ",
            Lang::Ja => "、",
        })
    }

    /// Joins sentences.
    pub fn together(&self, sentences: &[String]) -> String {
        sentences.join(match self.lang {
            Lang::En => " ",
            Lang::Ja => "",
        })
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalogue").field("lang", &self.lang).finish_non_exhaustive()
    }
}

fn bundle(lang: Lang) -> Bundle {
    let text = match lang {
        Lang::En => include_str!("../en.ftl"),
        Lang::Ja => include_str!("../ja.ftl"),
    };
    // The id only selects plural rules.
    let id: LanguageIdentifier = lang.code().parse().unwrap_or_default();
    // A faulty catalogue returns its valid entries; tests check that no entry is faulty.
    let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(resource, _)| resource);
    let mut bundle = Bundle::new_concurrent(vec![id]);
    // Isolation marks are for browsers; terminals show them as blanks.
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
    fn unknown_key_is_shown_verbatim() {
        assert_eq!(Catalogue::new(Lang::En).label("no-such-key"), "no-such-key");
    }

    #[test]
    fn text_in_a_gap_is_made_harmless() {
        let gaps = [("reason", Value::from("wind\n\u{1b}[31mrain")), ("rule", "T".into())];
        assert_eq!(Catalogue::new(Lang::En).say("event-paused", &gaps), "Clocks paused: wind␊␛[31mrain (T).");
    }
}
