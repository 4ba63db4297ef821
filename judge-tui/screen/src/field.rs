//! A line of text that is being typed, with a cursor. What is typed shows in no debug output: it may be a sealed list.

use std::fmt;

use ishigaki_words::columns::{clean, width};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::Palette;

/// The most characters.
const LONGEST: usize = 4_000;

/// Typed text.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Field {
    text: Vec<char>,
    /// Number of characters before the cursor.
    at: usize,
}

impl Field {
    /// A field with text in it, its cursor at the end.
    pub fn of(text: &str) -> Self {
        let text: Vec<char> = text.chars().collect();
        Self { at: text.len(), text }
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// The characters.
    pub fn chars(&self) -> &[char] {
        &self.text
    }

    /// Returns how many characters stand before the cursor.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns whether there is nothing but space.
    pub fn is_blank(&self) -> bool {
        self.text.iter().all(|char| char.is_whitespace())
    }

    /// Puts a character at the cursor.
    pub fn write(&mut self, char: char) {
        if !char.is_control() && self.text.len() < LONGEST {
            self.text.insert(self.at, char);
            self.at += 1;
        }
    }

    /// Takes the character before the cursor away.
    pub fn erase(&mut self) {
        if self.at > 0 {
            self.at -= 1;
            self.text.remove(self.at);
        }
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Moves the cursor by so many characters, back where negative.
    pub fn go(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.text.len());
    }

    /// The text with its cursor in so many columns: at most so many lines, those around the cursor.
    pub fn lines(&self, palette: Palette, columns: usize, most: usize) -> Vec<Line<'static>> {
        let room = columns.saturating_sub(3).max(2);
        let (mut lines, mut used, mut cursor) = (vec![vec![Span::raw("› ")]], 0, 0);
        // The cursor may stand behind the last character.
        for (at, char) in self.chars().iter().copied().chain([' ']).enumerate() {
            let sign = clean(char.encode_utf8(&mut [0; 4])).into_owned();
            let wide = width(&sign);
            if used + wide > room {
                lines.push(vec![Span::raw("  ")]);
                used = 0;
            }
            used += wide;
            let is_cursor = at == self.at();
            if is_cursor {
                cursor = lines.len() - 1;
            }
            let style =
                if is_cursor { palette.selected().add_modifier(Modifier::REVERSED) } else { Style::new() };
            if let Some(line) = lines.last_mut() {
                line.push(Span::styled(sign, style));
            }
        }
        let first = (cursor + 1).saturating_sub(most);
        lines.into_iter().skip(first).take(most).map(Line::from).collect()
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
