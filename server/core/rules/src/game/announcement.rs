//! Announcements: what the judge says to teams, in one language or in two.

use alloc::sync::Arc;
use core::fmt;

use super::text::{TextError, checked};

/// The text of an announcement: in English, in Japanese, or in both.
///
/// Each text is of one line, 1 to [`Announcement::LONGEST`] characters, one of them visible, without control
/// characters, separators of lines or paragraphs (U+2028, U+2029) and white space around it; at least one of the two is there. Answers to questions are such texts too. Silent in debug output, as
/// some of them are for one team alone.
#[derive(Clone, PartialEq, Eq)]
pub struct Announcement {
    english: Option<Arc<str>>,
    japanese: Option<Arc<str>>,
}

/// Error of a text that is not one of an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnouncementError {
    /// There is no text in either language.
    Empty,
    /// A text cannot be announced.
    NotAText {
        /// The language in which it is: `english` or `japanese`.
        language: &'static str,
        error: TextError,
    },
}

impl Announcement {
    /// Most characters of the text of one language.
    pub const LONGEST: usize = 200;

    /// The announcement with these texts, without the white space around them; an empty one is absent.
    ///
    /// # Errors
    /// There is no text at all, or one is too long, has a character that no line has, or none that can be seen.
    pub fn new(english: &str, japanese: &str) -> Result<Self, AnnouncementError> {
        let english = text(english, "english")?;
        let japanese = text(japanese, "japanese")?;
        if english.is_none() && japanese.is_none() {
            return Err(AnnouncementError::Empty);
        }
        Ok(Self { english, japanese })
    }

    /// The English text.
    pub fn english(&self) -> Option<&str> {
        self.english.as_deref()
    }

    /// The Japanese text.
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
    match checked(given, Announcement::LONGEST) {
        Ok(text) => Ok(Some(text.into())),
        Err(TextError::Empty) => Ok(None),
        Err(error) => Err(AnnouncementError::NotAText { language, error }),
    }
}
