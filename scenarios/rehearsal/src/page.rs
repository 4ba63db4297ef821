//! Layout of stories: headings, paragraphs, remarks, tables, in one language and a number of columns.

use ishigaki_words::{Value, Words};

use crate::styled_text::{StyledLine, TextStyle, wrap};

pub(crate) const INDENT: usize = 2;

#[derive(Clone, Copy, Debug)]
pub(crate) struct StoryPage {
    pub(crate) words: Words,
    pub(crate) columns: usize,
}

impl StoryPage {
    pub(crate) fn section(&self, style: TextStyle, head: &str) -> Vec<StyledLine> {
        let mut line = StyledLine::of(TextStyle::Faint, "━━ ").and(style, head).and(TextStyle::Plain, " ");
        let rest = self.columns.saturating_sub(line.width());
        line.push(TextStyle::Faint, "━".repeat(rest));
        vec![StyledLine::new(), line, StyledLine::new()]
    }

    pub(crate) fn part(&self, head: &str) -> Vec<StyledLine> {
        let mut line =
            StyledLine::of(TextStyle::Faint, "── ").and(TextStyle::Strong, head).and(TextStyle::Plain, " ");
        let rest = self.columns.saturating_sub(line.width());
        line.push(TextStyle::Faint, "─".repeat(rest));
        vec![StyledLine::new(), line]
    }

    pub(crate) fn remark(&self, style: TextStyle, key: &str, gaps: &[(&str, Value)]) -> Vec<StyledLine> {
        self.mark_line(style, &self.words.say(key, gaps))
    }

    pub(crate) fn mark_line(&self, style: TextStyle, text: &str) -> Vec<StyledLine> {
        let mark = match style {
            TextStyle::Bad => "✗ ",
            TextStyle::Good => "✓ ",
            _ => "· ",
        };
        self.hanging(StyledLine::of(style, format!("{:INDENT$}{mark}", "")), style, text)
    }

    pub(crate) fn text(&self, style: TextStyle, text: &str) -> Vec<StyledLine> {
        self.hanging(StyledLine::of(TextStyle::Plain, " ".repeat(INDENT)), style, text)
    }

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
