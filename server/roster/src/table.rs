//! Tables with a header row, from CSV or a sheet of a workbook.

use csv::{ReaderBuilder, StringRecord, Trim};

use crate::columns::Column;
use crate::fault::{RosterFault, RosterFileError};
use crate::text::unified;

const DELIMITERS: [char; 3] = [',', ';', '\t'];
/// Rows among which the header is searched, because titles and dates may be above it.
const HEAD_SEARCH_ROWS: usize = 20;
/// Columns that make a row the header, wherever it is.
const MIN_HEAD_COLUMNS: usize = 2;
/// First words of a row that counts the players.
const TOTALS: [&str; 8] = ["合計", "計", "総計", "小計", "人数", "合計人数", "total", "sum"];

/// Text of a cell, or why it has none.
pub(crate) type Cell = Result<String, RosterFault>;

/// A row with at least one non-empty cell.
#[derive(Clone, Debug)]
pub(crate) struct RawRow {
    /// First line of the row in the file, from 1.
    pub(crate) line: u64,
    pub(crate) cells: Vec<Cell>,
}

impl RawRow {
    pub(crate) fn text(&self, column: usize) -> &str {
        self.cells.get(column).and_then(|cell| cell.as_deref().ok()).unwrap_or_default()
    }

    fn is_filled(&self, column: usize) -> bool {
        self.cells.get(column).is_some_and(|cell| cell.as_ref().map_or(true, |text| !text.is_empty()))
    }
}

/// A table with its header.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) head: Vec<String>,
    pub(crate) columns: Vec<Option<Column>>,
    pub(crate) rows: Vec<RawRow>,
    /// Lines of dropped rows with totals.
    pub(crate) totals: Vec<u64>,
}

impl Table {
    /// Reads CSV with commas, semicolons or tabs.
    ///
    /// # Errors
    /// Returns the first undecodable character or unclosed quote, because nothing after it can be read, or
    /// every repeated column name.
    pub(crate) fn of_csv(text: &str) -> Result<Self, Vec<RosterFileError>> {
        if let Some(at) = text.find(char::REPLACEMENT_CHARACTER) {
            let (line, column) = position(text.get(..at).unwrap_or_default());
            return Err(vec![RosterFileError::at(line, column, RosterFault::Undecodable)]);
        }
        Self::of(csv_rows(text)?)
    }

    /// Takes the first row as the header if none is recognized.
    pub(crate) fn of(rows: Vec<RawRow>) -> Result<Self, Vec<RosterFileError>> {
        let head = Self::find(&rows).unwrap_or_default();
        Self::below(rows, head)
    }

    /// Returns the index of the header: a row that names players and another column.
    pub(crate) fn find(rows: &[RawRow]) -> Option<usize> {
        rows.iter().take(HEAD_SEARCH_ROWS).position(|row| {
            let cells = (0..row.cells.len()).map(|at| Column::of_head(row.text(at)));
            let found: Vec<Column> = cells.flatten().collect();
            let has_names = found.iter().any(|column| column.member() == "name");
            has_names && found.len() >= MIN_HEAD_COLUMNS
        })
    }

    /// Takes the row at `head` as the header, and the rows below it.
    pub(crate) fn below(mut rows: Vec<RawRow>, head: usize) -> Result<Self, Vec<RosterFileError>> {
        let rest = rows.split_off((head + 1).min(rows.len()));
        let head_row = rows.pop();
        let line = head_row.as_ref().map_or(1, |row| row.line);
        let head: Vec<String> =
            head_row.iter().flat_map(|row| (0..row.cells.len()).map(|at| row.text(at).to_owned())).collect();
        let columns = head.iter().map(|name| Column::of_head(name)).collect();
        let mut table = Self { head, columns, rows: rest, totals: Vec::new() };
        table.number_unnamed_column();
        table.drop_totals();
        table.drop_template_rows();
        let repeated = table.repeated_names(line);
        if repeated.is_empty() { Ok(table) } else { Err(repeated) }
    }

    /// Takes a first column of numbers without a name as the ids, which many rosters have.
    fn number_unnamed_column(&mut self) {
        let is_number = |row: &RawRow| row.text(0).chars().all(char::is_numeric);
        let is_unnamed = self.head.first().is_some_and(String::is_empty);
        if is_unnamed && self.column(Column::Id).is_none() && self.rows.iter().all(is_number) {
            self.columns[0] = Some(Column::Id);
        }
    }

    /// Drops rows at the end with the number of players.
    fn drop_totals(&mut self) {
        let is_total = |row: &mut RawRow| {
            let first = (0..row.cells.len()).map(|at| row.text(at)).find(|text| !text.is_empty());
            first.is_some_and(|text| TOTALS.contains(&unified(text).to_lowercase().as_str()))
        };
        while let Some(row) = self.rows.pop_if(is_total) {
            self.totals.insert(0, row.line);
        }
    }

    /// Drops rows at the end that have only a number, because forms are numbered in advance.
    fn drop_template_rows(&mut self) {
        let Some(id) = self.column(Column::Id) else { return };
        let is_blank = |row: &RawRow| (0..row.cells.len()).all(|at| at == id || !row.is_filled(at));
        if self.head.len() > 1 && !self.rows.iter().all(is_blank) {
            while self.rows.pop_if(|row| is_blank(row)).is_some() {}
        }
    }

    pub(crate) fn column(&self, column: Column) -> Option<usize> {
        self.columns.iter().position(|named| *named == Some(column))
    }

    /// Returns the cells of each row that no column of the header is above.
    pub(crate) fn stray_cells(&self) -> Vec<RosterFileError> {
        let is_named = |at: usize| {
            self.head.get(at).is_some_and(|name| !name.is_empty())
                || self.columns.get(at).is_some_and(Option::is_some)
        };
        let stray = |row: &RawRow| {
            let at = (0..row.cells.len()).find(|at| row.is_filled(*at) && !is_named(*at))?;
            Some(RosterFileError::at(row.line, at + 1, RosterFault::BehindHead))
        };
        self.rows.iter().filter_map(stray).collect()
    }

    pub(crate) fn error_at(&self, row: &RawRow, column: usize, fault: RosterFault) -> RosterFileError {
        let name = self.head.get(column).cloned().unwrap_or_default();
        RosterFileError { line: row.line, column: column + 1, name, fault }
    }

    /// Returns an error for each column that the header names again.
    fn repeated_names(&self, line: u64) -> Vec<RosterFileError> {
        let mut errors = Vec::new();
        for (at, name) in self.head.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let is_same = |before: &usize| match (self.columns[*before], self.columns[at]) {
                (Some(one), Some(other)) => one == other,
                _ => self.head[*before].eq_ignore_ascii_case(name),
            };
            if let Some(before) = (0..at).find(is_same) {
                let fault = RosterFault::TwiceInHead { name: self.head[before].clone() };
                errors.push(RosterFileError { line, column: at + 1, name: name.clone(), fault });
            }
        }
        errors
    }
}

fn csv_rows(text: &str) -> Result<Vec<RawRow>, Vec<RosterFileError>> {
    let (declared, body) = declared_delimiter(text);
    let skipped = text.len() - body.len();
    let delimiter = declared.or_else(|| likely_delimiter(body)).unwrap_or(',');
    let mut reader = ReaderBuilder::new();
    reader.trim(Trim::All).flexible(true).has_headers(false);
    reader.delimiter(u8::try_from(delimiter).unwrap_or(b','));
    // Reading text in memory has no other errors.
    let records: Vec<StringRecord> =
        reader.from_reader(body.as_bytes()).into_records().map_while(Result::ok).collect();
    let mut rows = Vec::new();
    for (at, record) in records.iter().enumerate() {
        let end = records.get(at + 1).map_or(body.len(), begin_of);
        let line = line_of(text, skipped + begin_of(record));
        if let Some(column) = open_quote(body.get(begin_of(record)..end).unwrap_or_default(), record) {
            return Err(vec![RosterFileError::at(line, column, RosterFault::OpenQuote)]);
        }
        if record.iter().any(|cell| !cell.is_empty()) {
            rows.push(RawRow { line, cells: record.iter().map(|cell| Ok(cell.to_owned())).collect() });
        }
    }
    Ok(rows)
}

/// Returns the delimiter that Excel's first line declares, such as `sep=;`, and the text below it.
fn declared_delimiter(text: &str) -> (Option<char>, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let first = first.trim_end().trim_matches('"');
    match first.get(..4).filter(|begin| begin.eq_ignore_ascii_case("sep=")).and(first.chars().nth(4)) {
        Some(delimiter) if delimiter.is_ascii() => (Some(delimiter), rest),
        _ => (None, text),
    }
}

/// Returns the first delimiter of the first line that has any.
fn likely_delimiter(text: &str) -> Option<char> {
    text.lines().find_map(|line| line.chars().find(|character| DELIMITERS.contains(character)))
}

/// Returns the line and column, from 1, at the end of this text.
fn position(before: &str) -> (u64, usize) {
    let line = u64::try_from(before.split('\n').count()).unwrap_or(u64::MAX);
    let cells = before.rsplit('\n').next().unwrap_or_default();
    (line, cells.split(|character| DELIMITERS.contains(&character)).count())
}

/// First line of a row, from 1. Computed from the position, because the reader counts Windows line ends
/// differently.
fn line_of(text: &str, begin: usize) -> u64 {
    let (before, rest) = text.split_at_checked(begin).unwrap_or((text, ""));
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
