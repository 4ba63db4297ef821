//! The linter's report, as data and as lines.

use std::{fmt, io};

use crate::located::{Finding, Level};
use crate::{Basis, Error, Located, basis};
use ishigaki_catalogue::Phrase;

/// All findings, by file and position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub findings: Vec<Finding>,
}

impl Report {
    pub(crate) fn new(mut findings: Vec<Finding>) -> Self {
        findings.sort_by(|a, b| (&a.at, a.level).cmp(&(&b.at, b.level)));
        findings.dedup();
        Self { findings }
    }

    pub(crate) fn unreadable(file: &str, error: &Error) -> Self {
        let what = Phrase::from(error).into();
        let at = Located { file: file.to_owned(), line: 1, column: 1, what, why: requirement(error) };
        Self::new(vec![Finding { level: Level::Error, at }])
    }

    /// Returns the number of findings of this level.
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }

    /// Returns whether there is no error.
    pub fn passes(&self) -> bool {
        self.count(Level::Error) == 0
    }
}

fn requirement(error: &Error) -> Basis {
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.findings.iter().try_for_each(|finding| writeln!(f, "{finding}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_file_error_states_requirement() {
        let report_text = |kind: io::ErrorKind| {
            let error = Error::Unreadable { path: "x.toml".into(), source: kind.into() };
            Report::unreadable("x.toml", &error).to_string()
        };
        for (kind, error, requirement) in [
            (io::ErrorKind::NotFound, "entity not found", "the file must exist"),
            (io::ErrorKind::NotADirectory, "not a directory", "the file must exist"),
            (io::ErrorKind::InvalidData, "invalid data", "TOML files are UTF-8 text"),
            (io::ErrorKind::IsADirectory, "is a directory", "it must be a file, not a folder"),
            (io::ErrorKind::PermissionDenied, "permission denied", "you need permission to read the file"),
            (io::ErrorKind::TimedOut, "no response in time", "the file must be readable"),
        ] {
            let line = format!("x.toml:1:1: error: can't read x.toml: {error} ({requirement})\n");
            assert_eq!(report_text(kind), line);
        }
    }
}
