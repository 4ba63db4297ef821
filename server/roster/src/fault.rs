//! Faults of roster files, and remarks about accepted ones.

use ishigaki_catalogue::{Argument, Message, Phrase};
use ishigaki_preset::LONGEST_ID;

/// Fault of a file with its line and column, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RosterFileError {
    pub line: u64,
    pub column: usize,
    /// Name of the column as in the file; empty for a fault of a line or the header.
    pub name: String,
    pub fault: RosterFault,
}

/// The kind of a [`RosterFileError`].
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message("sheet")]
pub enum RosterFault {
    /// The text is damaged or in an unknown encoding.
    Undecodable,
    /// The file is a picture or a document.
    NoTable,
    EmptyFile,
    /// The sheet or text is much larger than any roster.
    TooLarge,
    /// The workbook can't be read.
    Workbook {
        what: String,
    },
    /// More than one sheet of the workbook has a roster.
    SeveralSheets {
        names: String,
    },
    /// No row is a header with a column of names.
    NoNames,
    #[message("sheet-head-twice")]
    TwiceInHead {
        name: String,
    },
    BehindHead,
    /// A quote isn't closed in its line, or is in an unquoted cell.
    OpenQuote,
    Control {
        code: String,
    },
    /// A character that exists only on the computer that wrote the file (外字).
    PrivateCharacter {
        code: String,
    },
    /// A cell of a workbook shows an error.
    CellError {
        error: String,
    },
    /// A cell of a workbook is a date.
    Date,
    Nobody,
    Empty,
    BadId {
        id: String,
    },
    #[message(most = LONGEST_ID)]
    LongId {
        characters: usize,
    },
    /// The element of a JSON list isn't a roster line.
    NoEntry,
    Twice {
        id: String,
        before: u64,
    },
    /// The event's plan has no such seed class (`TD6`).
    NoSeedClass {
        class: String,
        known: String,
    },
    #[message("sheet-neither")]
    NeitherYesNorNo {
        cell: String,
    },
    UnknownSex {
        cell: String,
    },
    /// Two columns of one member contradict each other.
    Contradiction {
        other: String,
    },
}

/// Remark about an accepted file.
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message("roster-remark")]
pub enum RosterRemark {
    /// Two players have the same name.
    SameName { name: String, line: u64, before: u64 },
    /// Two names can be taken for each other.
    AlikeName { name: String, other: String, line: u64, before: u64 },
    /// A rank can't be understood, so it is printed as it is and doesn't limit the awarded rank.
    UnknownRank { rank: String, line: u64 },
    /// The file has no column of ids, so players got numbers in its order.
    Numbered,
    /// A column is left out, because the roster is published.
    LeftOut { name: String },
    /// A row at the end counts the players.
    TotalRow { line: u64 },
}

impl RosterFault {
    pub(crate) fn control(character: char) -> Self {
        Self::Control { code: code_point(character) }
    }

    pub(crate) fn private(character: char) -> Self {
        Self::PrivateCharacter { code: code_point(character) }
    }
}

fn code_point(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}

impl RosterFileError {
    pub(crate) fn of_head(fault: RosterFault) -> Self {
        Self::at(1, 1, fault)
    }

    pub(crate) fn at(line: u64, column: usize, fault: RosterFault) -> Self {
        Self { line, column, name: String::new(), fault }
    }

    /// Returns the error's text with its file.
    pub fn in_file(&self, path: &str) -> Phrase {
        let name = if self.name.is_empty() { String::new() } else { format!(" ({})", self.name) };
        let arguments = vec![
            ("path", path.into()),
            ("line", self.line.to_string().into()),
            ("column", self.column.into()),
            ("name", name.into()),
            ("what", self.fault.argument()),
        ];
        Phrase::new("sheet-located", arguments)
    }
}
