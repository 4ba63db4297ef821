//! The linter's report, as data and as lines to read.

use std::{fmt, io};

use crate::located::{Finding, Level};
use crate::{Basis, Error, Located, basis};
use ishigaki_catalogue::Phrase;

/// All that was found, by file and place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The findings by file, line and column.
    pub findings: Vec<Finding>,
}

impl Report {
    pub(crate) fn new(mut findings: Vec<Finding>) -> Self {
        findings.sort_by(|one, next| (&one.at, one.level).cmp(&(&next.at, next.level)));
        findings.dedup();
        Self { findings }
    }

    /// The report on a file that cannot be had.
    pub(crate) fn unreadable(file: &str, error: &Error) -> Self {
        let what = Phrase::from(error).into();
        let at = Located { file: file.to_owned(), line: 1, column: 1, what, why: asked(error) };
        Self::new(vec![Finding { level: Level::Error, at }])
    }

    /// Returns how many findings of this level there are.
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }

    /// Returns whether there is no error; there may be warnings and notes.
    pub fn passes(&self) -> bool {
        self.count(Level::Error) == 0
    }
}

/// Returns what is asked of a file that cannot be had.
fn asked(error: &Error) -> Basis {
    let Error::Unreadable { source, .. } = error else { return basis::NEEDS_SCENARIO };
    match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => basis::THERE,
        io::ErrorKind::InvalidData => basis::UTF8,
        io::ErrorKind::IsADirectory => basis::NO_FOLDER,
        io::ErrorKind::PermissionDenied => basis::ALLOWED,
        io::ErrorKind::FileTooLarge => basis::ENDS,
        _ => basis::READABLE,
    }
}

impl fmt::Display for Report {
    /// One line for each finding, each with its line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.findings.iter().try_for_each(|finding| writeln!(f, "{finding}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_had_is_told_what_is_asked_of_it() {
        let told = |kind: io::ErrorKind| {
            let error = Error::Unreadable { path: "x.toml".into(), source: kind.into() };
            Report::unreadable("x.toml", &error).to_string()
        };
        for (kind, says, asked) in [
            (io::ErrorKind::NotFound, "entity not found", "it must be there"),
            (io::ErrorKind::NotADirectory, "not a directory", "it must be there"),
            (io::ErrorKind::InvalidData, "invalid data", "TOML is text in UTF-8"),
            (io::ErrorKind::IsADirectory, "is a directory", "it must be a file, not a folder"),
            (
                io::ErrorKind::PermissionDenied,
                "permission denied",
                "whoever looks at it must be allowed to read it",
            ),
            (io::ErrorKind::TimedOut, "no answer came in time", "it must be readable"),
        ] {
            let line = format!("x.toml:1:1: error: cannot read x.toml: {says} ({asked})\n");
            assert_eq!(told(kind), line);
        }
    }
}
