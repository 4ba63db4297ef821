//! The JSON object of a successful command.

use serde::Serialize;

/// Result of a successful command. Keys are added, never renamed or removed.
#[derive(Debug, Serialize)]
pub struct CommandResult<T> {
    ok: bool,
    command: &'static str,
    #[serde(flatten)]
    what: T,
}

impl<T> CommandResult<T> {
    /// Returns the result of a command.
    pub fn new(command: &'static str, what: T) -> Self {
        Self { ok: true, command, what }
    }

    /// Returns the result of a command that succeeded only partly.
    pub fn partly(command: &'static str, what: T) -> Self {
        Self { ok: false, ..Self::new(command, what) }
    }
}
