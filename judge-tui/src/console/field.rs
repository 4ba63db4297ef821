//! A line of text that is being typed, with a cursor. What is typed shows in no debug output: it may be a sealed list.

use std::fmt;

use crate::console::keymap::Intent;

/// The most characters.
const LONGEST: usize = 4_000;

/// Typed text.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Field {
    text: Vec<char>,
    /// How many characters stand before the cursor.
    at: usize,
}

impl Field {
    /// A field with text in it, its cursor at the end.
    pub(crate) fn of(text: &str) -> Self {
        let text: Vec<char> = text.chars().collect();
        Self { at: text.len(), text }
    }

    /// The whole text.
    pub(crate) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// The characters.
    pub(crate) fn chars(&self) -> &[char] {
        &self.text
    }

    /// How many characters stand before the cursor.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Whether there is nothing but space.
    pub(crate) fn is_blank(&self) -> bool {
        self.text.iter().all(|char| char.is_whitespace())
    }

    /// Puts a character at the cursor.
    pub(crate) fn write(&mut self, char: char) {
        if !char.is_control() && self.text.len() < LONGEST {
            self.text.insert(self.at, char);
            self.at += 1;
        }
    }

    /// What a key does in it; whether the text is another.
    pub(crate) fn edit(&mut self, intent: Intent) -> bool {
        match intent {
            Intent::Backward => self.go(-1),
            Intent::Forward => self.go(1),
            Intent::First => self.go(isize::MIN),
            Intent::Last => self.go(isize::MAX),
            Intent::Erase => self.erase(),
            Intent::EraseAll => self.clear(),
            _ => {}
        }
        matches!(intent, Intent::Erase | Intent::EraseAll)
    }

    /// Takes the character before the cursor away.
    pub(crate) fn erase(&mut self) {
        if self.at > 0 {
            self.at -= 1;
            self.text.remove(self.at);
        }
    }

    /// Takes everything away.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Moves the cursor by so many characters, back where negative.
    pub(crate) fn go(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.text.len());
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("typed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_in_the_middle_is_mended_without_losing_the_rest() {
        let mut field = Field::of("P 10, O 5");
        field.go(-5);
        field.erase();
        field.write('2');
        assert_eq!(field.text(), "P 12, O 5");
        field.go(isize::MIN);
        field.erase();
        field.write('x');
        field.go(isize::MAX);
        field.write('\u{1b}');
        field.write('!');
        assert_eq!((field.text().as_str(), field.at()), ("xP 12, O 5!", 11));
        field.clear();
        assert!(field.is_blank() && field.at() == 0);
    }

    #[test]
    fn what_is_typed_shows_in_no_debug_output() {
        assert_eq!(format!("{:?}", Field::of("P 4711")), "typed");
    }
}
