//! The words of one language: the catalogue, and the word for a game's end.

use std::fmt;

use crate::{Catalogue, Lang, Value};

/// The words of one language. Small and cheap to copy.
#[derive(Clone, Copy)]
pub struct Words {
    catalogue: Catalogue,
    practice: bool,
}

impl Words {
    /// Returns the words of a language.
    pub fn new(lang: Lang) -> Self {
        Self { catalogue: Catalogue::new(lang), practice: false }
    }

    /// Returns the words of the current language of messages.
    pub fn current() -> Self {
        Self::new(Catalogue::current().lang())
    }

    /// Sets whether the game is for practice, because a practice ends and isn't abandoned.
    #[must_use]
    pub fn of_practice(self, practice: bool) -> Self {
        Self { practice, ..self }
    }

    pub(crate) fn is_practice(&self) -> bool {
        self.practice
    }

    pub fn catalogue(&self) -> Catalogue {
        self.catalogue
    }

    /// Returns the language.
    pub fn lang(&self) -> Lang {
        self.catalogue.lang()
    }

    /// Returns the text of a key with its gaps filled, like [`Catalogue::say`].
    pub fn say(&self, key: &str, gaps: &[(&str, Value)]) -> String {
        self.catalogue.say(key, gaps)
    }

    /// Returns the text of a key without gaps.
    pub fn label(&self, key: &str) -> String {
        self.catalogue.label(key)
    }

    /// Returns the text of a message, or of anything that prints messages.
    pub fn message(&self, message: &(impl fmt::Display + ?Sized)) -> String {
        self.catalogue.in_language(|| message.to_string())
    }

    /// Joins several things: `A, B, C`.
    pub fn list(&self, things: impl IntoIterator<Item = String>) -> String {
        self.catalogue.list(things)
    }

    pub(crate) fn together(&self, sentences: &[String]) -> String {
        self.catalogue.together(sentences)
    }

    /// Returns an error of the operating system, if the catalogue has a sentence for it.
    pub fn system_error(&self, error: &std::io::Error) -> Option<String> {
        self.catalogue.system_error(error)
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words").field("lang", &self.lang()).finish_non_exhaustive()
    }
}
