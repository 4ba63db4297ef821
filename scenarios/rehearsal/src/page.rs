//! The page that stories stand on: heads, paragraphs, remarks, tables, in one language and so many columns.

use ishigaki_words::{Value, Words};

use crate::styled_text::{StyledLine, TextStyle, wrap};

/// Indent of a section's text.
pub(crate) const INDENT: usize = 2;

#[derive(Clone, Copy, Debug)]
pub(crate) struct StoryPage {
    pub(crate) words: Words,
    /// Width of the page, in columns.
    pub(crate) columns: usize,
}

impl StoryPage {
    /// The head of a section: a rule over the whole width.
    pub(crate) fn section(&self, style: TextStyle, head: &str) -> Vec<StyledLine> {
        let mut line = StyledLine::of(TextStyle::Faint, "━━ ").and(style, head).and(TextStyle::Plain, " ");
        let rest = self.columns.saturating_sub(line.width());
        line.push(TextStyle::Faint, "━".repeat(rest));
        vec![StyledLine::new(), line, StyledLine::new()]
    }

    /// The head of a part of a section.
    pub(crate) fn part(&self, head: &str) -> Vec<StyledLine> {
        let mut line =
            StyledLine::of(TextStyle::Faint, "── ").and(TextStyle::Strong, head).and(TextStyle::Plain, " ");
        let rest = self.columns.saturating_sub(line.width());
        line.push(TextStyle::Faint, "─".repeat(rest));
        vec![StyledLine::new(), line]
    }

    /// Something that happens beside what is told, marked by how good it is.
    pub(crate) fn remark(&self, style: TextStyle, key: &str, gaps: &[(&str, Value)]) -> Vec<StyledLine> {
        self.marked(style, &self.words.say(key, gaps))
    }

    /// A sentence, marked by how good what it says is.
    pub(crate) fn marked(&self, style: TextStyle, text: &str) -> Vec<StyledLine> {
        let mark = match style {
            TextStyle::Bad => "✗ ",
            TextStyle::Good => "✓ ",
            _ => "· ",
        };
        self.hanging(StyledLine::of(style, format!("{:INDENT$}{mark}", "")), style, text)
    }

    /// A paragraph.
    pub(crate) fn text(&self, style: TextStyle, text: &str) -> Vec<StyledLine> {
        self.hanging(StyledLine::of(TextStyle::Plain, " ".repeat(INDENT)), style, text)
    }

    /// A text behind something, wrapped within its own columns.
    pub(crate) fn hanging(&self, start: StyledLine, style: TextStyle, text: &str) -> Vec<StyledLine> {
        let indent = start.width();
        let mut lines = Vec::new();
        let mut line = start;
        for part in wrap(text, self.columns.saturating_sub(indent)) {
            line.pad_to(indent);
            line.push(style, part);
            lines.push(std::mem::take(&mut line));
        }
        lines
    }
}
