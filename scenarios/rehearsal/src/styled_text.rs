//! Styled text: the lines of a story, each piece with its style. Knows terminals' colours and columns; nothing of a game.

use ishigaki_words::columns::{truncate, width};
use unicode_segmentation::UnicodeSegmentation as _;

/// Meaning of a piece of text, and with it how it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextStyle {
    Plain,
    Title,
    /// Text that the eye should find first.
    Strong,
    /// Text that it may pass over.
    Faint,
    Good,
    /// Something is undecided, or unusual.
    Warn,
    /// Something was lost or refused.
    Bad,
    /// A square of the frame that no stone covers.
    Hollow,
    /// A square of a stone: each stone type has a colour of its own, counted from 0.
    Stone(usize),
}

/// Colours of stones that are far apart, light enough to be written on in black.
const STONES: [u8; 12] = [214, 75, 113, 211, 228, 141, 80, 180, 203, 254, 110, 149];

/// One line of the story.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StyledLine {
    spans: Vec<(TextStyle, String)>,
}

impl StyledLine {
    /// An empty line.
    pub fn new() -> Self {
        Self::default()
    }

    /// A line of one piece of text.
    pub fn of(style: TextStyle, text: impl Into<String>) -> Self {
        Self::new().and(style, text)
    }

    /// The line with one more piece of text.
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

    /// Adds another line's text.
    pub fn append(&mut self, other: Self) {
        self.spans.extend(other.spans);
    }

    /// Fills up with spaces until the line is so many columns wide.
    pub fn pad_to(&mut self, columns: usize) {
        let missing = columns.saturating_sub(self.width());
        self.push(TextStyle::Plain, " ".repeat(missing));
    }

    /// Returns how many columns it takes.
    pub fn width(&self) -> usize {
        self.spans.iter().map(|(_, text)| width(text)).sum()
    }

    /// Its bare text.
    pub fn text(&self) -> String {
        let text: String = self.spans.iter().map(|(_, text)| text.as_str()).collect();
        text.trim_end().to_owned()
    }
}

/// Puts lines on paper, in colour or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Painter {
    /// Whether there is colour.
    pub colour: bool,
}

impl Painter {
    /// The line as it is written, without its line break.
    pub fn paint(self, line: &StyledLine) -> String {
        if !self.colour {
            return line.text();
        }
        let painted: String = line.spans.iter().map(|(style, text)| self.paint_part(*style, text)).collect();
        painted.trim_end_matches(' ').to_owned()
    }

    /// A piece of text as it is written.
    pub fn paint_part(self, style: TextStyle, text: &str) -> String {
        match code(style).filter(|_| self.colour) {
            Some(code) => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            None => text.to_owned(),
        }
    }
}

/// The terminal's code for an ink. The first sixteen colours are the reader's own choice, so that text can be
/// read on a light ground as well as on a dark one; stones bring their ground with them.
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

/// Breaks a text into lines of at most so many columns: at spaces, and between full-width characters, but not
/// before a mark that closes something.
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

/// Returns what must stay together: a word with the space behind it, or a full-width character with the marks
/// that close it.
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
    fn without_colour_a_line_is_its_bare_text() {
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
    fn a_word_too_long_for_a_line_is_shortened() {
        assert_eq!(wrap("abcdefghij", 6), ["abcde…"]);
    }
}
