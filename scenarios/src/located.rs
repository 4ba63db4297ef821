//! Places in a file with what is wrong or strange there, and why. Knows text; nothing of TOML or of the contest.

use std::fmt;

use ishigaki_catalogue::{Argument, Phrase, Value};

use crate::Basis;

/// One thing wrong in a file. Its text is one line: `file:line:column: what (why)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Located {
    /// The file, as the reader was told its name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// Description of what is wrong there, and what would be right.
    pub what: Value,
    /// The rule it stands on, with its number, or what asks for it.
    pub why: Basis,
}

impl Located {
    /// Returns place, message and reason by their codes, such as `2:9 lint-missing key=money (G1)`, for tests.
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

/// One thing found. Its text is one line: `file:line:column: level: what (why)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Level of the finding.
    pub level: Level,
    /// Position, fault and reason.
    pub at: Located,
}

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// It cannot be read or played, or nobody can have wanted it.
    Error,
    /// It can be played; somebody should look at it.
    Warning,
    /// It is as good as any; it is well to know.
    Note,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut arguments = self.at.arguments();
        arguments.push(("level", self.level.to_string().into()));
        Phrase::new("lint-finding", arguments).fmt(f)
    }
}

impl Level {
    /// Returns its name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
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

/// The line and column, from 1, of a byte of the text. A place past the end is the end.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// How many bytes are counted at most to find a column.
const STRIDE: usize = 1 << 10;

/// The lines and columns of a text, found without reading it from its beginning each time: a file may have as many faults as bytes.
#[derive(Debug)]
pub(crate) struct LineIndex<'a> {
    text: &'a str,
    /// Where each line begins.
    lines: Vec<usize>,
    /// The characters before every so many bytes.
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

    /// As [`line_and_column`].
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

/// Whether a character of UTF-8 begins with this byte.
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
    fn a_place_is_the_same_however_it_is_found() {
        let long = format!("{}\n{}石\n\n{}", "石垣".repeat(700), "a".repeat(STRIDE), "é\n".repeat(900));
        for text in ["", "\n", "a\n石垣 x\n", &long] {
            let index = LineIndex::of(text);
            for offset in 0..text.len() + 3 {
                assert_eq!(index.line_and_column(offset), line_and_column(text, offset), "{offset}");
            }
        }
    }
}
