//! Locations in a file with findings.

use std::fmt;

use ishigaki_catalogue::{Argument, Phrase, Value};

use crate::Basis;

/// A fault in a file, as one line: `file:line:column: what (why)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Located {
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    pub what: Value,
    pub why: Basis,
}

impl Located {
    /// Returns position, message and reason as codes, such as `2:9 lint-missing key=money (G1)`, for tests.
    pub fn code(&self) -> String {
        let what = match &self.what {
            Value::Phrase(phrase) => phrase.code(),
            other => other.code(),
        };
        format!("{}:{} {what} ({})", self.line, self.column, self.why.code())
    }

    fn arguments(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("file", self.file.as_str().into()),
            ("line", self.line.to_string().into()),
            ("column", self.column.to_string().into()),
            ("what", self.what.argument()),
            ("why", self.why.to_string().into()),
        ]
    }
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Phrase::new("lint-located", self.arguments()).fmt(f)
    }
}

/// A finding, as one line: `file:line:column: level: what (why)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub level: Level,
    pub at: Located,
}

ishigaki_catalogue::keyed! {
    /// Severity of a finding.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Level: pub name {
        /// Can't be read or played, or can't be intended.
        Error = "error",
        /// Playable, but suspicious.
        Warning = "warning",
        /// For information.
        Note = "note",
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut arguments = self.at.arguments();
        arguments.push(("level", self.level.to_string().into()));
        Phrase::new("lint-finding", arguments).fmt(f)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = match self {
            Self::Error => "lint-level-error",
            Self::Warning => "lint-level-warning",
            Self::Note => "shared-level-note",
        };
        Phrase::new(key, Vec::new()).fmt(f)
    }
}

/// Returns the line and column, from 1, of a byte of the text. An offset past the end counts as the end.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

const STRIDE: usize = 1 << 10;

/// Index of lines and columns, so that lookups don't read the whole text: a file may have as many faults as
/// bytes.
#[derive(Debug)]
pub(crate) struct LineIndex<'a> {
    text: &'a str,
    lines: Vec<usize>,
    characters: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let begun = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(begun).collect();
        let mut count = 0;
        let counted = |stride: &[u8]| {
            let before = count;
            count += stride.iter().filter(|byte| is_first(**byte)).count();
            before
        };
        let characters = text.as_bytes().chunks(STRIDE).map(counted).collect();
        Self { text, lines, characters }
    }

    pub(crate) fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let offset = if self.text.is_char_boundary(offset) { offset } else { self.text.len() };
        let line = self.lines.partition_point(|begin| *begin <= offset);
        let begin = self.lines.get(line.saturating_sub(1)).copied().unwrap_or(0);
        (line, self.characters_before(offset) - self.characters_before(begin) + 1)
    }

    fn characters_before(&self, offset: usize) -> usize {
        let stride = (offset / STRIDE).min(self.characters.len().saturating_sub(1));
        let rest = self.text.as_bytes().get(stride * STRIDE..offset).unwrap_or_default();
        let before = self.characters.get(stride).copied().unwrap_or(0);
        before + rest.iter().filter(|byte| is_first(**byte)).count()
    }
}

const fn is_first(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_count_from_one() {
        let text = "a\n石垣 x\n";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, text.find('x').unwrap()), (2, 4));
        assert_eq!(line_and_column(text, 999), (3, 1));
    }

    #[test]
    fn indexed_position_equals_scanned_position() {
        let long = format!("{}\n{}石\n\n{}", "石垣".repeat(700), "a".repeat(STRIDE), "é\n".repeat(900));
        for text in ["", "\n", "a\n石垣 x\n", &long] {
            let index = LineIndex::of(text);
            for offset in 0..text.len() + 3 {
                assert_eq!(index.line_and_column(offset), line_and_column(text, offset), "{offset}");
            }
        }
    }
}
