//! The page that stories stand on: heads, paragraphs, remarks, tables, in one language and so many columns.

use ishigaki_words::{Value, Words};

use crate::ink::{Ink, Line, wrap};

/// How far the text of a section stands in.
pub(crate) const INDENT: usize = 2;

/// A page of a story.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    /// The language.
    pub(crate) words: Words,
    /// How wide it is, in columns.
    pub(crate) columns: usize,
}

impl Page {
    /// The head of a section: a rule over the whole width.
    pub(crate) fn section(&self, ink: Ink, head: &str) -> Vec<Line> {
        let mut line = Line::of(Ink::Faint, "━━ ").and(ink, head).and(Ink::Plain, " ");
        let rest = self.columns.saturating_sub(line.width());
        line.push(Ink::Faint, "━".repeat(rest));
        vec![Line::new(), line, Line::new()]
    }

    /// The head of a part of a section.
    pub(crate) fn part(&self, head: &str) -> Vec<Line> {
        let mut line = Line::of(Ink::Faint, "── ").and(Ink::Strong, head).and(Ink::Plain, " ");
        let rest = self.columns.saturating_sub(line.width());
        line.push(Ink::Faint, "─".repeat(rest));
        vec![Line::new(), line]
    }

    /// Something that happens beside what is told, marked by how good it is.
    pub(crate) fn remark(&self, ink: Ink, key: &str, gaps: &[(&str, Value)]) -> Vec<Line> {
        self.marked(ink, &self.words.say(key, gaps))
    }

    /// A sentence, marked by how good what it says is.
    pub(crate) fn marked(&self, ink: Ink, text: &str) -> Vec<Line> {
        let mark = match ink {
            Ink::Bad => "✗ ",
            Ink::Good => "✓ ",
            _ => "· ",
        };
        self.hanging(Line::of(ink, format!("{:INDENT$}{mark}", "")), ink, text)
    }

    /// A paragraph.
    pub(crate) fn text(&self, ink: Ink, text: &str) -> Vec<Line> {
        self.hanging(Line::of(Ink::Plain, " ".repeat(INDENT)), ink, text)
    }

    /// A text behind something, wrapped within its own columns.
    pub(crate) fn hanging(&self, start: Line, ink: Ink, text: &str) -> Vec<Line> {
        let indent = start.width();
        let mut lines = Vec::new();
        let mut line = start;
        for part in wrap(text, self.columns.saturating_sub(indent)) {
            line.pad_to(indent);
            line.push(ink, part);
            lines.push(std::mem::take(&mut line));
        }
        lines
    }
}
