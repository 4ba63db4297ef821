//! The errors of reading a file.

use std::io;
use std::path::PathBuf;

use crate::Located;

/// Error of a scenario, contest or lists file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// No scenario of that name is shipped, and the name is no path.
    #[error(
        "no scenario is called {name:?}; known: {known}; a file is named by a path with a slash or by .toml"
    )]
    Unknown {
        /// The name.
        name: String,
        /// The shipped names, separated by commas.
        known: String,
    },
    /// An event's scenario is no file in the contest's folder.
    #[error("{name:?} leads out of the contest's folder")]
    Outside {
        /// The name.
        name: String,
    },
    /// The file is there, but wrong: one line each.
    #[error("{}", faults.iter().map(Located::to_string).collect::<Vec<_>>().join("\n"))]
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
