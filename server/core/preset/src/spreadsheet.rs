//! Spreadsheets from organisers: CSV in UTF-8 with a header row, separated by commas, semicolons or tabs.

use std::collections::BTreeMap;

use csv::{ReaderBuilder, StringRecord, Trim};
use ishigaki_catalogue::{Argument, Message, Phrase};

use crate::roster::LONGEST_ID;

const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// A table with a header row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spreadsheet {
    head: Vec<String>,
    rows: Vec<SpreadsheetRow>,
    stray_cells: Vec<SpreadsheetError>,
}

/// A row with at least one non-empty cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpreadsheetRow {
    /// First line of the row in the file, from 1.
    pub line: u64,
    cells: Vec<String>,
}

/// Error in a table with its line and column, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpreadsheetError {
    pub line: u64,
    pub column: usize,
    /// Name of the column; empty for an error in the header row.
    pub name: String,
    pub fault: SpreadsheetFault,
}

/// The kind of a [`SpreadsheetError`].
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message("sheet")]
pub enum SpreadsheetFault {
    NotUtf8,
    /// A required column is missing.
    NoColumn {
        name: &'static str,
    },
    #[message("sheet-head-twice")]
    TwiceInHead,
    BehindHead,
    /// A quote isn't closed in its line, or is in an unquoted cell.
    OpenQuote,
    Control {
        code: String,
    },
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
}

impl SpreadsheetFault {
    /// Returns the fault of a control character.
    pub fn control(sign: char) -> Self {
        Self::Control { code: format!("U+{:04X}", u32::from(sign)) }
    }
}

impl SpreadsheetError {
    /// Returns the error in the header row.
    pub fn of_head(fault: SpreadsheetFault) -> Self {
        Self { line: 1, column: 1, name: String::new(), fault }
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

impl Spreadsheet {
    /// Reads a table, skipping empty rows.
    ///
    /// # Errors
    ///
    /// Returns the first invalid UTF-8 or unclosed quote, because nothing after it can be read, or every
    /// repeated column name.
    pub fn read(bytes: &[u8]) -> Result<Self, Vec<SpreadsheetError>> {
        let text = std::str::from_utf8(bytes).map_err(|error| vec![not_utf8(bytes, error.valid_up_to())])?;
        let text = text.trim_start_matches('\u{feff}');
        let mut records = records(text)?.into_iter();
        let head = cells(&records.next().unwrap_or_default());
        let repeated = repeated_names(&head);
        if !repeated.is_empty() {
            return Err(repeated);
        }
        let (mut rows, mut stray_cells) = (Vec::new(), Vec::new());
        for record in records.filter(|record| record.iter().any(|cell| !cell.is_empty())) {
            let line = line_of(text, &record);
            let mut behind = record.iter().enumerate().skip(head.len());
            if let Some((at, _)) = behind.find(|(_, cell)| !cell.is_empty()) {
                let fault = SpreadsheetFault::BehindHead;
                stray_cells.push(SpreadsheetError { line, column: at + 1, name: String::new(), fault });
            }
            rows.push(SpreadsheetRow { line, cells: cells(&record) });
        }
        Ok(Self { head, rows, stray_cells })
    }

    /// Returns the first cell of each row beyond the last column of the header row.
    pub fn stray_cells(&self) -> &[SpreadsheetError] {
        &self.stray_cells
    }

    /// Returns the column names of the header row.
    pub fn head(&self) -> &[String] {
        &self.head
    }

    /// Returns the rows.
    pub fn rows(&self) -> &[SpreadsheetRow] {
        &self.rows
    }

    /// Returns the index of a column, ignoring case.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.head.iter().position(|named| named.eq_ignore_ascii_case(name))
    }

    /// Returns the index of a required column, like [`Spreadsheet::column`].
    pub fn needed_column(&self, name: &'static str) -> Result<usize, SpreadsheetError> {
        let missing = || SpreadsheetError::of_head(SpreadsheetFault::NoColumn { name });
        self.column(name).ok_or_else(missing)
    }

    /// Returns whether a cell says yes; an empty one says no.
    pub fn flag(&self, row: &SpreadsheetRow, column: usize) -> Result<bool, SpreadsheetError> {
        let cell = row.cell(column);
        match cell.to_ascii_lowercase().as_str() {
            "yes" | "true" | "1" | "○" | "はい" => Ok(true),
            "no" | "false" | "0" | "×" | "いいえ" | "" => Ok(false),
            _ => Err(self.error_at(row, column, SpreadsheetFault::NeitherYesNorNo { cell: cell.to_owned() })),
        }
    }

    /// Returns an error for each row that repeats a non-empty cell of the column.
    pub fn repeated(&self, column: usize) -> Vec<SpreadsheetError> {
        let mut seen = BTreeMap::new();
        let mut errors = Vec::new();
        for row in &self.rows {
            let id = row.cell(column);
            let before = *seen.entry(id).or_insert(row.line);
            if !id.is_empty() && before != row.line {
                let fault = SpreadsheetFault::Twice { id: id.to_owned(), before };
                errors.push(self.error_at(row, column, fault));
            }
        }
        errors
    }

    /// Returns the error in a cell of a row.
    pub fn error_at(&self, row: &SpreadsheetRow, column: usize, fault: SpreadsheetFault) -> SpreadsheetError {
        let name = self.head.get(column).cloned().unwrap_or_default();
        SpreadsheetError { line: row.line, column: column + 1, name, fault }
    }
}

impl SpreadsheetRow {
    /// Returns the cell of a column; empty beyond the end of the row.
    pub fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }
}

fn records(text: &str) -> Result<Vec<StringRecord>, Vec<SpreadsheetError>> {
    let first = text.lines().next().unwrap_or_default();
    let delimiter = first.chars().find(|sign| is_delimiter(*sign)).unwrap_or(',');
    let mut reader = ReaderBuilder::new();
    reader.trim(Trim::All).flexible(true).has_headers(false);
    reader.delimiter(u8::try_from(delimiter).unwrap_or(b','));
    // Reading text in memory has no other errors.
    let records: Vec<StringRecord> =
        reader.from_reader(text.as_bytes()).into_records().map_while(Result::ok).collect();
    for (at, record) in records.iter().enumerate() {
        let end = records.get(at + 1).map_or(text.len(), begin_of);
        if let Some(column) = open_quote(text.get(begin_of(record)..end).unwrap_or_default(), record) {
            let (line, name) = (line_of(text, record), String::new());
            return Err(vec![SpreadsheetError { line, column, name, fault: SpreadsheetFault::OpenQuote }]);
        }
    }
    Ok(records)
}

/// Returns the repeated column names.
fn repeated_names(head: &[String]) -> Vec<SpreadsheetError> {
    let named = head.iter().enumerate().filter(|(_, name)| !name.is_empty());
    let repeated =
        named.filter(|(at, name)| head.iter().take(*at).any(|before| before.eq_ignore_ascii_case(name)));
    let error = |(at, name): (usize, &String)| SpreadsheetError {
        line: 1,
        column: at + 1,
        name: name.clone(),
        fault: SpreadsheetFault::TwiceInHead,
    };
    repeated.map(error).collect()
}

fn cells(record: &StringRecord) -> Vec<String> {
    record.iter().map(str::to_owned).collect()
}

/// Returns the error at the first invalid byte.
fn not_utf8(bytes: &[u8], valid: usize) -> SpreadsheetError {
    let read = String::from_utf8_lossy(bytes.get(..valid).unwrap_or_default());
    let line = u64::try_from(read.split('\n').count()).unwrap_or(u64::MAX);
    let column = read.rsplit('\n').next().unwrap_or_default().split(is_delimiter).count();
    SpreadsheetError { line, column, name: String::new(), fault: SpreadsheetFault::NotUtf8 }
}

/// First line of a row, from 1. Computed from the position, because the reader counts Windows line ends
/// differently.
fn line_of(text: &str, row: &StringRecord) -> u64 {
    let (before, rest) = text.split_at_checked(begin_of(row)).unwrap_or((text, ""));
    let breaks = &rest[..rest.len() - rest.trim_start_matches(['\r', '\n']).len()];
    u64::try_from(1 + before.matches('\n').count() + breaks.matches('\n').count()).unwrap_or(u64::MAX)
}

fn begin_of(row: &StringRecord) -> usize {
    row.position().and_then(|position| usize::try_from(position.byte()).ok()).unwrap_or_default()
}

/// The first column, from 1, with a quote that isn't closed in its line, as far as that can be detected.
fn open_quote(text: &str, row: &StringRecord) -> Option<usize> {
    let is_broken = |cell: &str| cell.contains(['\n', '\r']);
    if text.matches('"').count().is_multiple_of(2) && !row.iter().any(is_broken) {
        return None;
    }
    let column = row.iter().position(|cell| is_broken(cell) || cell.contains('"'));
    Some(column.unwrap_or(row.len().saturating_sub(1)) + 1)
}

fn is_delimiter(sign: char) -> bool {
    DELIMITERS.contains(&sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        let errors = match Spreadsheet::read(text.as_bytes()) {
            Ok(sheet) => sheet.stray_cells().to_vec(),
            Err(errors) => errors,
        };
        errors.iter().map(|error| error.in_file("x").to_string()).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn tables_are_read_as_every_spreadsheet_writes_them() {
        for text in [
            "id,name\n\nP1,佐藤\nP2,\"Ito, Ken\"\n",
            "\u{feff}ID;Name\r\n\r\nP1; 佐藤 \r\nP2;\"Ito, Ken\";\r\n;\r\n",
            "id\tname\n\nP1\t佐藤\nP2\tIto, Ken",
        ] {
            let sheet = Spreadsheet::read(text.as_bytes()).unwrap();
            let name = sheet.column("name").unwrap();
            let read: Vec<_> = sheet.rows().iter().map(|row| (row.line, row.cell(name))).collect();
            assert_eq!(read, [(3, "佐藤"), (4, "Ito, Ken")], "{text:?}");
        }
    }

    #[test]
    fn faults_name_line_and_column() {
        let twice = "x, line 1, column 2 (ID): the header has this column twice\n\
                     x, line 1, column 4 (Name): the header has this column twice";
        assert_eq!(refused("id,ID,name,Name\n"), twice);
        let behind = "x, line 3, column 3: the header has no column for this cell; put text with a comma in quotation marks";
        assert_eq!(refused("id,name\nP1,A\nP2,Ito, Ken\n"), behind);
        for (text, place) in [
            ("id,name,kana\nt1,A,a\nt3,\"C,c\nt4,D,d\nt5,\"E\",e\nt6,F,f\n", "x, line 3, column 2"),
            ("id,name\nt1,\"A\nt2,B\n", "x, line 2, column 2"),
            ("id,name\r\n\r\nt1,A\r\nt2,\"B", "x, line 4, column 2"),
            ("id,name\nt1,\"A\nB\"\n", "x, line 2, column 2"),
            ("id,name\nt1,7\" disks\n", "x, line 2, column 2"),
            ("id,\"name\nt1,A\n", "x, line 1, column 2"),
        ] {
            assert!(
                refused(text).starts_with(&format!("{place}: a quotation mark is not closed")),
                "{}",
                refused(text)
            );
        }
        let quoted = Spreadsheet::read(b"id,name\nt1,\"7\"\" disks, \"\"old\"\"\"\n").unwrap();
        assert_eq!(quoted.rows()[0].cell(1), "7\" disks, \"old\"");
        let sjis =
            Spreadsheet::read(b"id,name\nt1,A\nt2,\x92\xc3\x8eR\n").unwrap_err()[0].in_file("x").to_string();
        assert_eq!(sjis, "x, line 3, column 2: this is not UTF-8; save the spreadsheet as CSV UTF-8");
        let sheet = Spreadsheet::read(b"id\nP1\n").unwrap();
        let missing = sheet.needed_column("name").unwrap_err().in_file("x").to_string();
        assert_eq!(missing, "x, line 1, column 1: the header has no column name");
    }
}
