//! A line of text input with a cursor. `Debug` omits the text, which may be a sealed list.

use std::fmt;

use ishigaki_words::columns::{clean, width};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::Palette;

const MAX_CHARACTERS: usize = 4_000;

/// Text input.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Field {
    text: Vec<char>,
    at: usize,
}

impl Field {
    /// Returns a field with this text and the cursor at its end.
    pub fn of(text: &str) -> Self {
        let text: Vec<char> = text.chars().collect();
        Self { at: text.len(), text }
    }

    /// Returns the whole text.
    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Returns the characters.
    pub fn chars(&self) -> &[char] {
        &self.text
    }

    /// Returns the number of characters before the cursor.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns whether there is nothing but whitespace.
    pub fn is_blank(&self) -> bool {
        self.text.iter().all(|char| char.is_whitespace())
    }

    /// Inserts a character at the cursor.
    pub fn write(&mut self, char: char) {
        if !char.is_control() && self.text.len() < MAX_CHARACTERS {
            self.text.insert(self.at, char);
            self.at += 1;
        }
    }

    /// Deletes the character before the cursor.
    pub fn erase(&mut self) {
        if self.at > 0 {
            self.at -= 1;
            self.text.remove(self.at);
        }
    }

    /// Deletes all text.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Moves the cursor by a number of characters.
    pub fn go(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.text.len());
    }

    /// Returns the text with its cursor wrapped to `columns`: at most `most` lines, those around the cursor.
    pub fn lines(&self, palette: Palette, columns: usize, most: usize) -> Vec<Line<'static>> {
        let room = columns.saturating_sub(3).max(2);
        let (mut lines, mut used, mut cursor) = (vec![vec![Span::raw("› ")]], 0, 0);
        // The cursor may be after the last character.
        for (at, char) in self.chars().iter().copied().chain([' ']).enumerate() {
            let cell_text = clean(char.encode_utf8(&mut [0; 4])).into_owned();
            let cell_width = width(&cell_text);
            if used + cell_width > room {
                lines.push(vec![Span::raw("  ")]);
                used = 0;
            }
            used += cell_width;
            let is_cursor = at == self.at();
            if is_cursor {
                cursor = lines.len() - 1;
            }
            let style =
                if is_cursor { palette.selected().add_modifier(Modifier::REVERSED) } else { Style::new() };
            if let Some(line) = lines.last_mut() {
                line.push(Span::styled(cell_text, style));
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
    fn edit_in_middle_keeps_rest_of_text() {
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
    fn debug_output_hides_typed_text() {
        assert_eq!(format!("{:?}", Field::of("P 4711")), "typed");
    }
}
