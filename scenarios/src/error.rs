//! The errors of reading a file.

use std::path::PathBuf;
use std::{fmt, io};

use ishigaki_catalogue::{Argument, Phrase};

use crate::Located;

/// Error of a scenario, contest or lists file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be read.
    Unreadable {
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// No scenario of that name is shipped, and the name is no path.
    Unknown {
        name: String,
        /// The shipped names, separated by commas.
        known: String,
    },
    /// An event's scenario is no file in the contest's folder.
    Outside { name: String },
    /// The file is there, but wrong: one line each.
    Faulty {
        /// All that is wrong, at least one, by place.
        faults: Vec<Located>,
    },
}

impl Error {
    pub(crate) fn faulty(faults: Vec<Located>) -> Self {
        Self::Faulty { faults }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, .. } => {
                Phrase::new("fail-unread", vec![("path", path.argument())]).fmt(f)
            }
            Self::Faulty { faults } => faults.iter().enumerate().try_for_each(|(at, fault)| {
                let line_break = if at > 0 { "\n" } else { "" };
                write!(f, "{line_break}{fault}")
            }),
            Self::Unknown { .. } | Self::Outside { .. } => Phrase::from(self).fmt(f),
        }
    }
}
