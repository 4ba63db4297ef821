//! The words of one language: the catalogue, and which name a game's end has.

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

    /// Returns the same for a game that is played for practice, or for one that is not: a practice ends, it is not abandoned.
    #[must_use]
    pub fn of_practice(self, practice: bool) -> Self {
        Self { practice, ..self }
    }

    /// Returns whether the game is played for practice.
    pub(crate) fn is_practice(&self) -> bool {
        self.practice
    }

    /// The catalogue.
    pub fn catalogue(&self) -> Catalogue {
        self.catalogue
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.catalogue.lang()
    }

    /// Returns the text of a key with its gaps filled, as [`Catalogue::say`].
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

    /// Returns several things as one: `A, B, C`.
    pub fn list(&self, things: impl IntoIterator<Item = String>) -> String {
        self.catalogue.list(things)
    }

    /// Returns sentences one after the other.
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
