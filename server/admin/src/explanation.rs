//! Explains an error with all its sources, in the reader's language.

use std::io;
use std::path::{Path, PathBuf};

use ishigaki_catalogue::Message;
use ishigaki_words::Words;

/// Returns an error and each source that adds information, in one text.
pub fn explain(error: &anyhow::Error, words: &Words) -> String {
    words.catalogue().explain(error.chain())
}

/// Error of a file that can't be read.
#[derive(Debug, thiserror::Error, Message)]
#[message("fail-unread")]
pub struct UnreadableFile {
    pub path: PathBuf,
    pub source: io::Error,
}

impl UnreadableFile {
    /// Makes the error for this file.
    pub fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self { path: path.to_owned(), source }
    }
}

/// Error of a file that can't be written.
#[derive(Debug, thiserror::Error, Message)]
#[message("fail-unwritten")]
pub struct UnwritableFile {
    pub path: PathBuf,
    pub source: io::Error,
}

impl UnwritableFile {
    /// Makes the error for this file.
    pub fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self { path: path.to_owned(), source }
    }
}
