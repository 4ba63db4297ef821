//! What the linter has found, as data and as lines to read.

use std::error::Error as _;
use std::fmt;

use crate::{Error, Located};

/// All that was found, by file and place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The findings by file, line and column.
    pub findings: Vec<Finding>,
}

/// One thing found. Its text is one line: `file:line:column: level: what (why)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub level: Level,
    /// Where, what and why.
    pub at: Located,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// It cannot be read or played, or nobody can have wanted it.
    Error,
    /// It can be played; somebody should look at it.
    Warning,
    /// It is as good as any; it is well to know.
    Note,
}

impl Report {
    pub(crate) fn new(mut findings: Vec<Finding>) -> Self {
        findings.sort_by(|one, next| (&one.at, one.level).cmp(&(&next.at, next.level)));
        findings.dedup();
        Self { findings }
    }

    /// The report on a file that cannot be had.
    pub(crate) fn unreadable(file: &str, error: &Error) -> Self {
        let what = match error.source() {
            Some(source) => format!("{error}: {source}"),
            None => error.to_string(),
        };
        let at = Located { file: file.to_owned(), line: 1, column: 1, what, why: "it must be there" };
        Self::new(vec![Finding { level: Level::Error, at }])
    }

    /// How many findings of this level there are.
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }

    /// Whether there is no error; there may be warnings and notes.
    pub fn passes(&self) -> bool {
        self.count(Level::Error) == 0
    }
}

impl fmt::Display for Report {
    /// One line for each finding, each with its line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.findings.iter().try_for_each(|finding| writeln!(f, "{finding}"))
    }
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
