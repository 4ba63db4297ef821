//! Questions: what a team asks the judge.

use alloc::sync::Arc;
use core::fmt;

use super::text::{TextError, checked};

/// The text of a question: one line, 1 to [`Question::LONGEST`] characters, one of them visible, without control characters,
/// separators of lines or paragraphs (U+2028, U+2029) and white space around it. Silent in debug output: it is the team's own until the judge quotes it.
#[derive(Clone, PartialEq, Eq)]
pub struct Question(Arc<str>);

impl Question {
    /// Most characters of a question.
    pub const LONGEST: usize = 400;

    /// The question with this text, without the white space around it.
    ///
    /// # Errors
    /// There is no text, or it is too long, has a character that no line has, or none that can be seen.
    pub fn new(text: &str) -> Result<Self, TextError> {
        checked(text, Self::LONGEST).map(|text| Self(text.into()))
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("question")
    }
}
