//! Spreadsheets as they come from an organiser: CSV in UTF-8 with a head that names the columns, parted by commas, semicolons
//! or tabs. Knows tables and no rosters.

use std::collections::BTreeMap;

use csv::{ReaderBuilder, StringRecord, Trim};
use ishigaki_catalogue::{Argument, Message, Phrase};

use crate::roster::LONGEST_ID;

/// Separators of cells, depending on the program that wrote them.
const DELIMITERS: [char; 3] = [',', ';', '\t'];

/// A table with a head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spreadsheet {
    head: Vec<String>,
    rows: Vec<SpreadsheetRow>,
    stray_cells: Vec<SpreadsheetError>,
}

/// A row of a table, of which at least one cell says something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpreadsheetRow {
    /// The line of the file on which it begins, from 1.
    pub line: u64,
    cells: Vec<String>,
}

/// Error in a table, with its place: lines count from 1, and so do columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpreadsheetError {
    pub line: u64,
    pub column: usize,
    /// Name of it in the head; empty if it is the head that is wrong.
    pub name: String,
    /// Fault that was found there.
    pub fault: SpreadsheetFault,
}

/// The kind of a [`SpreadsheetError`].
#[derive(Clone, Debug, PartialEq, Eq, Message)]
#[message("sheet")]
pub enum SpreadsheetFault {
    /// It is not text in UTF-8.
    NotUtf8,
    /// The head does not name a column that has to be there.
    NoColumn {
        /// Name of the column.
        name: &'static str,
    },
    /// The head names a column twice.
    #[message("sheet-head-twice")]
    TwiceInHead,
    /// The cell stands behind the last column that the head has.
    BehindHead,
    /// A quote is opened in the line and not closed in it, or stands in a cell without quotes.
    OpenQuote,
    /// The cell has a control character.
    Control {
        /// Its code point, as `U+0007`.
        code: String,
    },
    /// The head has no row below it.
    Nobody,
    /// The cell is empty.
    Empty,
    /// The id is none.
    BadId {
        /// Text of the cell.
        id: String,
    },
    /// The id is longer than a roster takes.
    #[message(most = LONGEST_ID)]
    LongId { characters: usize },
    /// The element of a JSON list is no entry of a roster.
    NoEntry,
    /// The id stands above already.
    Twice { id: String, before: u64 },
    /// The event's plan has no such class of seeds (`TD6`).
    NoSeedClass {
        /// Text of the cell.
        class: String,
        /// The names of those that it has.
        known: String,
    },
    /// The cell says neither yes nor no.
    #[message("sheet-neither")]
    NeitherYesNorNo {
        /// Text of the cell.
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
    /// Returns the error in the head.
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
    /// Reads a table. Rows without anything in them are passed over.
    ///
    /// # Errors
    /// Returns the first place that is not UTF-8 or has an open quote, because nothing after it can be read, or every column that
    /// the head names twice.
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

    /// Returns the first cell of each row that stands behind the head's last column.
    pub fn stray_cells(&self) -> &[SpreadsheetError] {
        &self.stray_cells
    }

    /// Returns the head's names of the columns.
    pub fn head(&self) -> &[String] {
        &self.head
    }

    /// The rows.
    pub fn rows(&self) -> &[SpreadsheetRow] {
        &self.rows
    }

    /// Returns the index of the column of a name, from 0, whatever the case of its letters.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.head.iter().position(|named| named.eq_ignore_ascii_case(name))
    }

    /// As [`Spreadsheet::column`], of one that has to be there.
    ///
    /// # Errors
    /// If it is not.
    pub fn needed_column(&self, name: &'static str) -> Result<usize, SpreadsheetError> {
        let missing = || SpreadsheetError::of_head(SpreadsheetFault::NoColumn { name });
        self.column(name).ok_or_else(missing)
    }

    /// Returns whether a cell of a row says yes; an empty one says no.
    ///
    /// # Errors
    /// If it says neither.
    pub fn flag(&self, row: &SpreadsheetRow, column: usize) -> Result<bool, SpreadsheetError> {
        let cell = row.cell(column);
        match cell.to_ascii_lowercase().as_str() {
            "yes" | "true" | "1" | "○" | "はい" => Ok(true),
            "no" | "false" | "0" | "×" | "いいえ" | "" => Ok(false),
            _ => Err(self.wrong(row, column, SpreadsheetFault::NeitherYesNorNo { cell: cell.to_owned() })),
        }
    }

    /// Returns an error for every row whose cell in a column stands in a row above; empty ones do not count.
    pub fn repeated(&self, column: usize) -> Vec<SpreadsheetError> {
        let mut seen = BTreeMap::new();
        let mut errors = Vec::new();
        for row in &self.rows {
            let id = row.cell(column);
            let before = *seen.entry(id).or_insert(row.line);
            if !id.is_empty() && before != row.line {
                let fault = SpreadsheetFault::Twice { id: id.to_owned(), before };
                errors.push(self.wrong(row, column, fault));
            }
        }
        errors
    }

    /// Returns the error in a cell of a row.
    pub fn wrong(&self, row: &SpreadsheetRow, column: usize, fault: SpreadsheetFault) -> SpreadsheetError {
        let name = self.head.get(column).cloned().unwrap_or_default();
        SpreadsheetError { line: row.line, column: column + 1, name, fault }
    }
}

impl SpreadsheetRow {
    /// The cell of a column, counted from 0; empty where the row ends before.
    pub fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }
}

/// The rows of a text as they are, the head among them.
fn records(text: &str) -> Result<Vec<StringRecord>, Vec<SpreadsheetError>> {
    let first = text.lines().next().unwrap_or_default();
    let delimiter = first.chars().find(|sign| is_delimiter(*sign)).unwrap_or(',');
    let mut reader = ReaderBuilder::new();
    reader.trim(Trim::All).flexible(true).has_headers(false);
    reader.delimiter(u8::try_from(delimiter).unwrap_or(b','));
    // Of text in memory nothing else can go wrong.
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

/// Returns the columns whose name the head has before.
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

/// Returns the error at which bytes that are sound up to here stop being so.
fn not_utf8(bytes: &[u8], valid: usize) -> SpreadsheetError {
    let read = String::from_utf8_lossy(bytes.get(..valid).unwrap_or_default());
    let line = u64::try_from(read.split('\n').count()).unwrap_or(u64::MAX);
    let column = read.rsplit('\n').next().unwrap_or_default().split(is_delimiter).count();
    SpreadsheetError { line, column, name: String::new(), fault: SpreadsheetFault::NotUtf8 }
}

/// The line on which a row begins, from 1. By its place: of lines that end as on Windows the reader counts the first half.
fn line_of(text: &str, row: &StringRecord) -> u64 {
    let (before, rest) = text.split_at_checked(begin_of(row)).unwrap_or((text, ""));
    let breaks = &rest[..rest.len() - rest.trim_start_matches(['\r', '\n']).len()];
    u64::try_from(1 + before.matches('\n').count() + breaks.matches('\n').count()).unwrap_or(u64::MAX)
}

/// Returns where a row begins in the text.
fn begin_of(row: &StringRecord) -> usize {
    row.position().and_then(|position| usize::try_from(position.byte()).ok()).unwrap_or_default()
}

/// The column, from 1, in which a row of this text has a quote that is not closed in its line, as far as that shows.
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
    fn what_is_wrong_is_named_by_line_and_column() {
        let twice = "x, line 1, column 2 (ID): the head names this column twice\n\
                     x, line 1, column 4 (Name): the head names this column twice";
        assert_eq!(refused("id,ID,name,Name\n"), twice);
        let behind =
            "x, line 3, column 3: the head has no such column; put what has a comma in it into quotes";
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
                refused(text).starts_with(&format!("{place}: a quote is not closed")),
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
        assert_eq!(missing, "x, line 1, column 1: the head has no column name");
    }
}
