//! The kind of a file, by its tables. Knows their names; nothing of what must be in them.

use crate::page::{FORMAT, Page, Table};
use crate::wording::{Word, Wording};

/// A file that is known by what is in it; lists are known by their name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Scenario,
    Contest,
}

impl Kind {
    /// The keys that only this kind has; `round` is in lists too.
    const fn marks(self) -> &'static [&'static str] {
        match self {
            Self::Scenario => &["frame", "stone", "round"],
            Self::Contest => &["game", "event", "team", "server"],
        }
    }

    const fn noun(self) -> Word {
        match self {
            Self::Scenario => Word::Scenario,
            Self::Contest => Word::Contest,
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::Scenario => Self::Contest,
            Self::Contest => Self::Scenario,
        }
    }

    /// Returns whether the file may be of this kind. If it is plainly of the other, that alone is reported:
    /// every further fault would only say it again. A file with tables of both kinds is left to its reader.
    pub(crate) fn expect(self, page: &mut Page<'_>, root: &Table<'_>) -> bool {
        let has = |kind: Self| kind.marks().iter().any(|key| root.has(key));
        let other = self.other();
        if has(self) || !has(other) {
            return true;
        }
        let what = Wording::OtherKind { found: other.noun().into(), expected: self.noun().into() };
        page.report(root.start(), what, FORMAT);
        false
    }
}
