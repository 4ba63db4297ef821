//! Errors of reading a file.

use std::path::PathBuf;
use std::{fmt, io};

use ishigaki_catalogue::{Argument, Phrase};

use crate::Located;

/// Error of a scenario, contest or lists file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    Unreadable { path: PathBuf, source: io::Error },
    Unknown { name: String, known: String },
    Outside { name: String },
    Faulty { faults: Vec<Located> },
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
