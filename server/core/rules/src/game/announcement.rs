//! Announcements: texts from the judge to teams, in one or two languages.

use alloc::sync::Arc;
use core::fmt;

use super::text::{TextError, check_line};

/// The text of an announcement: in English, in Japanese, or in both.
///
/// Each text is one line of 1 to [`Announcement::LONGEST`] characters, with at least one visible character,
/// and without control characters, line or paragraph separators (U+2028, U+2029) or surrounding white space.
/// Answers to questions are such texts too. Debug output omits it, because some texts are for one team only.
#[derive(Clone, PartialEq, Eq)]
pub struct Announcement {
    english: Option<Arc<str>>,
    japanese: Option<Arc<str>>,
}

/// Error of an invalid announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnouncementError {
    Empty,
    NotAText { language: &'static str, error: TextError },
}

impl Announcement {
    /// Maximum number of characters in one language.
    pub const LONGEST: usize = 200;

    /// Returns the announcement with these texts, trimmed. An empty text is absent.
    ///
    /// # Errors
    ///
    /// Fails if there is no text, or if a text is too long, contains a forbidden character, or has no visible
    /// character.
    pub fn new(english: &str, japanese: &str) -> Result<Self, AnnouncementError> {
        let english = text(english, "english")?;
        let japanese = text(japanese, "japanese")?;
        if english.is_none() && japanese.is_none() {
            return Err(AnnouncementError::Empty);
        }
        Ok(Self { english, japanese })
    }

    /// Returns the English text.
    pub fn english(&self) -> Option<&str> {
        self.english.as_deref()
    }

    /// Returns the Japanese text.
    pub fn japanese(&self) -> Option<&str> {
        self.japanese.as_deref()
    }
}

impl fmt::Debug for Announcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("announcement")
    }
}

fn text(given: &str, language: &'static str) -> Result<Option<Arc<str>>, AnnouncementError> {
    match check_line(given, Announcement::LONGEST) {
        Ok(text) => Ok(Some(text.into())),
        Err(TextError::Empty) => Ok(None),
        Err(error) => Err(AnnouncementError::NotAText { language, error }),
    }
}
