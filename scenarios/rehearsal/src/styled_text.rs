//! Styled text: lines of a story, in pieces with a style.

use ishigaki_words::columns::{truncate, width};
use unicode_segmentation::UnicodeSegmentation as _;

/// Meaning of a piece of text, which decides its look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStyle {
    Plain,
    Title,
    Strong,
    Faint,
    Good,
    Warn,
    Bad,
    Hollow,
    /// Each stone type has its own colour, counted from 0.
    Stone(usize),
}

/// Distinct colours, light enough for black text.
const STONES: [u8; 12] = [214, 75, 113, 211, 228, 141, 80, 180, 203, 254, 110, 149];

/// A line of the story.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StyledLine {
    spans: Vec<(TextStyle, String)>,
}

impl StyledLine {
    /// Returns an empty line.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a line of one piece of text.
    pub fn of(style: TextStyle, text: impl Into<String>) -> Self {
        Self::new().and(style, text)
    }

    /// Returns the line with one more piece of text.
    #[must_use]
    pub fn and(mut self, style: TextStyle, text: impl Into<String>) -> Self {
        self.push(style, text);
        self
    }

    /// Adds a piece of text.
    pub fn push(&mut self, style: TextStyle, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.spans.push((style, text));
        }
    }

    /// Appends another line.
    pub fn append(&mut self, other: Self) {
        self.spans.extend(other.spans);
    }

    /// Pads with spaces to this width.
    pub fn pad_to(&mut self, columns: usize) {
        let missing = columns.saturating_sub(self.width());
        self.push(TextStyle::Plain, " ".repeat(missing));
    }

    /// Returns its width in columns.
    pub fn width(&self) -> usize {
        self.spans.iter().map(|(_, text)| width(text)).sum()
    }

    /// Returns its plain text.
    pub fn text(&self) -> String {
        let text: String = self.spans.iter().map(|(_, text)| text.as_str()).collect();
        text.trim_end().to_owned()
    }
}

/// Writes lines with or without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Painter {
    pub colour: bool,
}

impl Painter {
    /// Returns the line as it is written, without a line break.
    pub fn paint(self, line: &StyledLine) -> String {
        if !self.colour {
            return line.text();
        }
        let painted: String = line.spans.iter().map(|(style, text)| self.paint_part(*style, text)).collect();
        painted.trim_end_matches(' ').to_owned()
    }

    /// Returns a piece of text as it is written.
    pub fn paint_part(self, style: TextStyle, text: &str) -> String {
        match code(style).filter(|_| self.colour) {
            Some(code) => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            None => text.to_owned(),
        }
    }
}

/// The first sixteen colours are the reader's choice and readable on any background; stones set their own
/// background.
fn code(style: TextStyle) -> Option<String> {
    let code = match style {
        TextStyle::Plain => return None,
        TextStyle::Title => "1;36".to_owned(),
        TextStyle::Strong => "1".to_owned(),
        TextStyle::Faint => "2".to_owned(),
        TextStyle::Good => "32".to_owned(),
        TextStyle::Warn => "33".to_owned(),
        TextStyle::Bad => "31".to_owned(),
        TextStyle::Hollow => "38;5;245;48;5;236".to_owned(),
        TextStyle::Stone(number) => {
            let ground = STONES.get(number % STONES.len()).copied().unwrap_or_default();
            format!("38;5;16;48;5;{ground}")
        }
    };
    Some(code)
}

/// Wraps a text at spaces and between full-width characters, but not before closing punctuation.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(4);
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in pieces(text) {
        if width(&line) + width(piece.trim_end()) > columns && !line.is_empty() {
            lines.push(line.trim_end().to_owned());
            line.clear();
        }
        line.push_str(if line.is_empty() { piece.trim_start() } else { &piece });
    }
    if !line.trim_end().is_empty() || lines.is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines.iter().map(|line| truncate(line, columns).into_owned()).collect()
}

fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut open = false;
    for grapheme in text.graphemes(true) {
        let wide = width(grapheme) > 1;
        let closes = "、。）」：！？・ー".contains(grapheme);
        match pieces.last_mut() {
            Some(piece) if open && (closes || !wide) => piece.push_str(grapheme),
            Some(piece) if piece.ends_with('（') || piece.ends_with('「') => piece.push_str(grapheme),
            Some(piece) if closes => piece.push_str(grapheme),
            _ => pieces.push(grapheme.to_owned()),
        }
        open = !wide && grapheme != " ";
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styled_line_without_colour_is_plain_text() {
        let line = StyledLine::of(TextStyle::Stone(3), "L1").and(TextStyle::Good, " won ");
        assert_eq!(Painter { colour: false }.paint(&line), "L1 won");
        assert_eq!(
            Painter { colour: true }.paint(&line),
            "\u{1b}[38;5;16;48;5;211mL1\u{1b}[0m\u{1b}[32m won \u{1b}[0m"
        );
    }

    #[test]
    fn words_wrap_at_spaces() {
        assert_eq!(wrap("the lists are open (A5).", 10), ["the lists", "are open", "(A5)."]);
        assert_eq!(wrap("", 10), [""]);
    }

    #[test]
    fn full_width_text_wraps_anywhere_but_before_a_closing_mark() {
        assert_eq!(
            wrap("入札を締め切り、開札しました（A5）。", 14),
            ["入札を締め切", "り、開札しまし", "た（A5）。"]
        );
    }

    #[test]
    fn word_longer_than_line_is_truncated() {
        assert_eq!(wrap("abcdefghij", 6), ["abcde…"]);
    }
}
