//! Keys in names of our own. Knows no terminal library: the module `input` translates.

use std::fmt;

/// A key that was pressed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A character, upper case if shift was held.
    Char(char),
    /// A character with control held, in lower case.
    Ctrl(char),
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Tab.
    Tab,
    /// Tab with shift held.
    BackTab,
    /// Backspace.
    Backspace,
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To the start.
    Home,
    /// To the end.
    End,
}

/// Silent about characters: one may be part of a list that is typed to be sealed (`A4`).
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(_) => f.write_str("Char"),
            key => fmt::Display::fmt(key, f),
        }
    }
}

impl fmt::Display for Key {
    /// As it stands on a keyboard; capitals by the character alone, for that is what appears.
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
