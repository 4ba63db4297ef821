//! Keys, independent of the terminal library; the module `input` converts.

use std::fmt;

/// Returns the half-width character for a full-width letter, digit, sign, blank or Japanese punctuation;
/// others stay.
pub fn narrow(char: char) -> char {
    const BLOCK: u32 = '！' as u32 - '!' as u32;
    match char {
        '！'..='～' => char::from_u32(char as u32 - BLOCK).unwrap_or(char),
        '\u{3000}' => ' ',
        '。' | '｡' => '.',
        '、' | '､' => ',',
        '「' | '｢' => '[',
        '」' | '｣' => ']',
        '・' | '･' => '/',
        'ー' | 'ｰ' | '−' => '-',
        '￥' => '\\',
        '〜' => '~',
        char => char,
    }
}

/// A pressed key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// Upper case if shift was held.
    Char(char),
    Ctrl(char),
    Enter,
    Esc,
    Tab,
    BackTab,
    Backspace,
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
}

impl Key {
    /// Returns the key that was meant with a Japanese input method on.
    #[must_use]
    pub fn narrow(self) -> Self {
        match self {
            Self::Char(char) => Self::Char(narrow(char)),
            Self::Ctrl(char) => Self::Ctrl(narrow(char).to_ascii_lowercase()),
            key => key,
        }
    }
}

/// Omits characters, which may be part of a list to submit (`A4`).
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(_) => f.write_str("Char"),
            key => fmt::Display::fmt(key, f),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(' ') => f.write_str("Space"),
            Self::Char(char) => write!(f, "{char}"),
            Self::Ctrl(char) => write!(f, "Ctrl-{}", char.to_ascii_uppercase()),
            Self::Enter => f.write_str("Enter"),
            Self::Esc => f.write_str("Esc"),
            Self::Tab => f.write_str("Tab"),
            Self::BackTab => f.write_str("Shift-Tab"),
            Self::Backspace => f.write_str("Backspace"),
            Self::Up => f.write_str("↑"),
            Self::Down => f.write_str("↓"),
            Self::Left => f.write_str("←"),
            Self::Right => f.write_str("→"),
            Self::PageUp => f.write_str("PgUp"),
            Self::PageDown => f.write_str("PgDn"),
            Self::Home => f.write_str("Home"),
            Self::End => f.write_str("End"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_keys_are_those_of_the_keyboard() {
        let wide = "ｑＱ０９？／［］＋－．，＜＞！～　。、「」・ー";
        let plain = "qQ09?/[]+-.,<>!~ .,[]/-";
        assert_eq!(wide.chars().map(narrow).collect::<String>(), plain);
        for character in (' '..='~').chain("あ石é٣".chars()) {
            assert_eq!(narrow(character), character);
        }
        assert_eq!(Key::Ctrl('Ｃ').narrow(), Key::Ctrl('c'));
    }
}
