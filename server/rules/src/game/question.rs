//! Questions: what a team asks the judge.

use alloc::sync::Arc;
use core::fmt;

/// The text of a question: one line, 1 to [`Question::LONGEST`] characters, without control characters and without white
/// space around it. Silent in debug output: it is the team's own until the judge quotes it.
#[derive(Clone, PartialEq, Eq)]
pub struct Question(Arc<str>);

/// Why something is no text of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionError {
    /// There is no text.
    Empty,
    /// The text has more than [`Question::LONGEST`] characters.
    TooLong {
        /// How many it has.
        characters: usize,
    },
    /// The text has a control character, a line break among them.
    NotAText,
}

impl Question {
    /// Most characters of a question.
    pub const LONGEST: usize = 400;

    /// The question with this text, without the white space around it.
    ///
    /// # Errors
    /// There is no text, or it is too long or has a control character.
    pub fn new(text: &str) -> Result<Self, QuestionError> {
        let text = text.trim();
        let characters = text.chars().count();
        if characters == 0 {
            Err(QuestionError::Empty)
        } else if characters > Self::LONGEST {
            Err(QuestionError::TooLong { characters })
        } else if text.contains(char::is_control) {
            Err(QuestionError::NotAText)
        } else {
            Ok(Self(text.into()))
        }
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
