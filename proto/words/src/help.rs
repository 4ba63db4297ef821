//! The Japanese of the programs' help: a catalogue for each program, beside the English that its command line has in the
//! program's own sources.

use std::fmt;

use ishigaki_catalogue::{Bundle, read};

use crate::Lang;

/// The Japanese of `ishigaki-server --help`.
pub const ISHIGAKI_SERVER: &str = include_str!("../catalogue/help/ishigaki-server/ja.ftl");
/// The Japanese of `judge-tui --help`.
pub const JUDGE_TUI: &str = include_str!("../catalogue/help/judge-tui/ja.ftl");
/// The Japanese of `team-client --help`.
pub const TEAM_CLIENT: &str = include_str!("../catalogue/help/team-client/ja.ftl");
/// The Japanese of `rehearsal --help`.
pub const REHEARSAL: &str = include_str!("../catalogue/help/rehearsal/ja.ftl");
/// The Japanese of `lab --help`.
pub const LAB: &str = include_str!("../catalogue/help/lab/ja.ftl");

/// A program's help texts, by key.
pub struct HelpTexts {
    bundle: Bundle,
}

impl HelpTexts {
    /// Reads a program's catalogue.
    pub fn read(text: &str) -> Self {
        Self { bundle: read(Lang::Ja, text) }
    }

    /// The text of a key, if the catalogue has it.
    pub fn text(&self, key: &str) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        // A help text has no gaps that could stay open.
        let text = self.bundle.format_pattern(pattern, None, &mut Vec::new()).into_owned();
        Some(text)
    }
}

impl fmt::Debug for HelpTexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HelpTexts").finish_non_exhaustive()
    }
}
