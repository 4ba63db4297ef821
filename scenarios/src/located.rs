//! Where a file is wrong, what is wrong there, and why. Knows text; nothing of TOML or of the contest.

use std::fmt;

/// One thing wrong in a file. Its text is one line: `file:line:column: what (why)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Located {
    /// The file, as the reader was told its name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong there, and what would be right.
    pub what: String,
    /// The rule it stands on, with its number, or what asks for it.
    pub why: &'static str,
}

impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {} ({})", self.file, self.line, self.column, self.what, self.why)
    }
}

/// The line and column, from 1, of a byte of the text. A place past the end is the end.
pub(crate) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
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
}
