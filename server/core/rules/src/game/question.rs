//! Questions of teams to the judge.

use alloc::sync::Arc;
use core::fmt;

use super::text::{TextError, check_line};

/// The text of a question: one line of 1 to [`Question::LONGEST`] characters, with at least one visible
/// character, and without control characters, line or paragraph separators (U+2028, U+2029) or surrounding
/// white space. Debug output omits it, because it is private to the team until the judge quotes it.
#[derive(Clone, PartialEq, Eq)]
pub struct Question(Arc<str>);

impl Question {
    /// Maximum number of characters of a question.
    pub const LONGEST: usize = 400;

    /// Returns the question with this text, trimmed.
    ///
    /// # Errors
    ///
    /// Fails if the text is empty or too long, contains a forbidden character, or has no visible character.
    pub fn new(text: &str) -> Result<Self, TextError> {
        check_line(text, Self::LONGEST).map(|text| Self(text.into()))
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("question")
    }
}
