//! Places in a file with what is wrong or strange there, and why. Knows text; nothing of TOML or of the contest.

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

/// One thing found. Its text is one line: `file:line:column: level: what (why)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub level: Level,
    /// Where, what and why.
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
        let Located { file, line, column, what, why } = &self.at;
        write!(f, "{file}:{line}:{column}: {}: {what} ({why})", self.level)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        })
    }
}

/// The line and column, from 1, of a byte of the text. A place past the end is the end.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
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
