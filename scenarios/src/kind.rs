//! The kind of a file, by its tables.

use crate::page::{FORMAT, Page, Table};
use crate::wording::{Word, Wording};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Scenario,
    Contest,
}

impl Kind {
    const fn marks(self) -> &'static [&'static str] {
        match self {
            Self::Scenario => &["frame", "stone", "round"],
            Self::Contest => &["game", "event", "team", "server", "aids"],
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

    /// Returns whether the file may be of this kind. If it is plainly of the other, only that is reported. A
    /// file with tables of both kinds is left to its reader.
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
