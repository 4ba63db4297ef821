//! A line on the terminal that is written over and over while something goes on, and wiped in the end.

use std::io::{self, IsTerminal as _, Write as _};

use ishigaki_words::columns::truncate;

/// As wide as the narrowest terminal shows in one line.
const WIDTH: usize = 72;

/// Shows on standard error how far something is; nothing where that is no terminal, so that it never stands among remarks.
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
    /// Returns whether anybody sees it.
    pub fn is_seen(&self) -> bool {
        self.is_seen
    }

    /// Shows this instead of what was shown. That it cannot be shown is nothing to fail for.
    pub fn show(&mut self, text: &str) {
        if self.is_seen {
            let _ = write!(io::stderr(), "\r\x1b[2K{}", truncate(text, WIDTH));
            let _ = io::stderr().flush();
            self.is_shown = true;
        }
    }

    /// Leaves the line as if nothing had been there.
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
