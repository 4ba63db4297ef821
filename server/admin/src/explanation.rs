//! The explanation of a failure: an error and all that stands behind it, in the reader's language.

use std::io;
use std::path::{Path, PathBuf};

use ishigaki_catalogue::Message;
use ishigaki_words::Words;

/// Returns what went wrong and why, in one text: the failure, and behind it each reason that says something more.
pub fn explain(error: &anyhow::Error, words: &Words) -> String {
    words.catalogue().explain(error.chain())
}

/// A file that a command was given and that cannot be read.
#[derive(Debug, thiserror::Error, Message)]
#[message("fail-unread")]
pub struct UnreadableFile {
    pub path: PathBuf,
    /// Error of the system.
    pub source: io::Error,
}

impl UnreadableFile {
    /// Of this file.
    pub fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self { path: path.to_owned(), source }
    }
}

/// A file that a command was to write and that cannot be written.
#[derive(Debug, thiserror::Error, Message)]
#[message("fail-unwritten")]
pub struct UnwritableFile {
    /// The file, or the folder that it was to stand in.
    pub path: PathBuf,
    /// Error of the system.
    pub source: io::Error,
}

impl UnwritableFile {
    /// Of this file.
    pub fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self { path: path.to_owned(), source }
    }
}
