//! Texts: what somebody says in one line.

/// Error of a text that cannot be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextError {
    /// There is nothing, or only white space.
    Empty,
    /// It has more characters than it may have.
    TooLong {
        /// Number of its characters.
        characters: usize,
        /// Greatest number that it may have.
        most: usize,
    },
    /// A character is a control character, or ends a line or a paragraph.
    Sign {
        /// Sign that is refused.
        sign: char,
        /// Its place, from 1, of those that are not white space around the text.
        place: usize,
    },
    /// None of its characters can be seen.
    Invisible {
        /// Number of its characters.
        characters: usize,
    },
}

/// The text without the white space around it: of one line, 1 to `most` characters, of which one can be seen.
pub(super) fn checked(text: &str, most: usize) -> Result<&str, TextError> {
    let text = text.trim();
    let characters = text.chars().count();
    if characters == 0 {
        return Err(TextError::Empty);
    }
    if characters > most {
        return Err(TextError::TooLong { characters, most });
    }
    if let Some((place, sign)) = (1..).zip(text.chars()).find(|(_, sign)| breaks(*sign)) {
        return Err(TextError::Sign { sign, place });
    }
    if text.chars().all(|sign| sign.is_whitespace() || is_invisible(sign)) {
        return Err(TextError::Invisible { characters });
    }
    Ok(text)
}

/// The most characters of a reason and of a remark.
pub const LONGEST_REASON: usize = 200;

/// Checks that people can read a reason, or a remark: it has at most [`LONGEST_REASON`] characters, and one that is not empty
/// has some that can be seen. Whether it has to be there is the business of the act.
///
/// Whoever takes acts from people asks for it. Decisions do not: a record in which a longer one stands is still in order. Signs that
/// break a line are taken, and made harmless where a text is shown.
///
/// # Errors
/// [`TextError::TooLong`] and [`TextError::Invisible`].
pub fn check_reason(text: &str) -> Result<(), TextError> {
    match checked(text, LONGEST_REASON) {
        Err(error @ (TextError::TooLong { .. } | TextError::Invisible { .. })) => Err(error),
        Ok(_) | Err(TextError::Empty | TextError::Sign { .. }) => Ok(()),
    }
}

fn breaks(sign: char) -> bool {
    sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}')
}

/// Returns whether a character shows nothing by itself: those that Unicode calls default ignorable, and the empty one of
/// Braille.
const fn is_invisible(sign: char) -> bool {
    matches!(
        sign,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}
