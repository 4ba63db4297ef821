//! Texts of one line.

/// Error of an invalid text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextError {
    Empty,
    TooLong {
        characters: usize,
        most: usize,
    },
    /// A character is a control character or ends a line or paragraph.
    Sign {
        sign: char,
        place: usize,
    },
    /// No character is visible.
    Invisible {
        characters: usize,
    },
}

/// Trims the text and checks that it is one line of 1 to `most` characters with a visible one.
///
/// # Errors
///
/// [`TextError`] for the first condition that does not hold.
pub fn check_line(text: &str, most: usize) -> Result<&str, TextError> {
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

/// Maximum number of characters of a reason or remark.
pub const LONGEST_REASON: usize = 200;

/// Checks that a reason or remark is readable: at most [`LONGEST_REASON`] characters, with a visible one
/// unless it is empty. Acts decide whether they require a reason.
///
/// Entry points for people call this, but decisions don't, so that records with a longer reason stay valid.
/// Line-breaking characters are accepted here and neutralised when a text is shown.
pub fn check_reason(text: &str) -> Result<(), TextError> {
    match check_line(text, LONGEST_REASON) {
        Err(error @ (TextError::TooLong { .. } | TextError::Invisible { .. })) => Err(error),
        Ok(_) | Err(TextError::Empty | TextError::Sign { .. }) => Ok(()),
    }
}

fn breaks(sign: char) -> bool {
    sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}')
}

/// Returns whether a character is invisible: Unicode's default ignorables, and the Braille blank.
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
