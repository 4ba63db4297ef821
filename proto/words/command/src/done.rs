//! The JSON object of a command that was done.

use serde::Serialize;

/// A command that was done, and what it has come to. Keys are added, never renamed or removed.
#[derive(Debug, Serialize)]
pub struct Done<T> {
    ok: bool,
    command: &'static str,
    #[serde(flatten)]
    what: T,
}

impl<T> Done<T> {
    /// Done.
    pub fn new(command: &'static str, what: T) -> Self {
        Self { ok: true, command, what }
    }

    /// Done, and not good enough.
    pub fn partly(command: &'static str, what: T) -> Self {
        Self { ok: false, ..Self::new(command, what) }
    }
}
