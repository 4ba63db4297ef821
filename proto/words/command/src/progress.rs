//! A progress line on the terminal that is updated in place and cleared at the end.

use std::io::{self, IsTerminal as _, Write as _};

use ishigaki_words::columns::truncate;

const WIDTH: usize = 72;

/// Shows progress on standard error, or nothing if that isn't a terminal, so that logs contain no progress.
#[derive(Debug)]
pub struct ProgressLine {
    is_seen: bool,
    is_shown: bool,
}

impl Default for ProgressLine {
    fn default() -> Self {
        Self { is_seen: io::stderr().is_terminal(), is_shown: false }
    }
}

impl ProgressLine {
    /// Returns whether progress is visible.
    pub fn is_seen(&self) -> bool {
        self.is_seen
    }

    /// Replaces the shown text. Errors are ignored.
    pub fn show(&mut self, text: &str) {
        if self.is_seen {
            let _ = write!(io::stderr(), "\r\x1b[2K{}", truncate(text, WIDTH));
            let _ = io::stderr().flush();
            self.is_shown = true;
        }
    }

    /// Clears the line.
    pub fn wipe(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(io::stderr(), "\r\x1b[2K");
            let _ = io::stderr().flush();
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.wipe();
    }
}
