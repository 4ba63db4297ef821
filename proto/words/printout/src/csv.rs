//! Printouts as spreadsheets: one CSV file per table.

use csv::{Error, Writer};

use crate::printout::{Part, PrintCard, PrintCell, PrintTable, Printout};

/// The file of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spreadsheet {
    /// File name without an extension: the printout's kind and the part's number, `pairings-2`.
    pub name: String,
    /// CSV (RFC 4180, but lines end in LF) in UTF-8 with a byte order mark, because spreadsheets in Japan
    /// otherwise read it as `Shift_JIS`.
    pub bytes: Vec<u8>,
}

impl Spreadsheet {
    /// Returns a table as a file. `guard` is put before text that a spreadsheet would read as a formula.
    ///
    /// # Errors
    ///
    /// Fails if a row has another number of cells than there are columns.
    pub fn of(name: &str, columns: &[&str], rows: &[Vec<PrintCell>], guard: char) -> Result<Self, Error> {
        let head = columns.iter().map(|&head| head.to_owned()).collect();
        let rows = rows.iter().map(|row| row.iter().map(|cell| guarded(cell, guard)).collect());
        let records: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
        Ok(Self { name: name.to_owned(), bytes: bytes(&records)? })
    }
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Characters that begin a formula in spreadsheets, including full-width ones for Japanese.
const FORMULA: [char; 11] =
    ['=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

impl Printout {
    /// Returns the printout's tables as spreadsheets. Cards are one file that repeats a card's data in each
    /// player's row. Blanks to fill in are empty. Brackets have no file because a table lists their games,
    /// and drawn walls have none.
    ///
    /// Text that a spreadsheet would read as a formula, such as a name that begins with `=`, gets a leading
    /// `'`.
    ///
    /// # Errors
    ///
    /// Fails if a row has another number of cells than there are columns.
    pub fn csv(&self) -> Result<Vec<Spreadsheet>, Error> {
        let numbered = (1..).zip(&self.parts);
        numbered
            .filter_map(|(at, part)| match part {
                Part::Table(table) => Some((at, records_of(table))),
                Part::Cards { cards, .. } => Some((at, records_of_cards(cards))),
                Part::Bracket(_) | Part::Walls(_) => None,
            })
            .map(|(at, records)| {
                Ok(Spreadsheet { name: format!("{}-{at}", self.kind.name()), bytes: bytes(&records)? })
            })
            .collect()
    }
}

fn bytes(records: &[Vec<String>]) -> Result<Vec<u8>, Error> {
    let mut writer = Writer::from_writer(BYTE_ORDER_MARK.to_vec());
    for record in records {
        writer.write_record(record)?;
    }
    writer.into_inner().map_err(|fault| fault.into_error().into())
}

fn records_of(table: &PrintTable) -> Vec<Vec<String>> {
    let head = table.columns.iter().map(|column| column.head.clone()).collect();
    let rows = table.rows.iter().map(|row| row.iter().map(cell).collect());
    std::iter::once(head).chain(rows).collect()
}

fn records_of_cards(cards: &[PrintCard]) -> Vec<Vec<String>> {
    let Some(first) = cards.first() else { return Vec::new() };
    let facts = first.facts.iter().map(|(column, _)| column.head.clone());
    let columns = first.table.columns.iter().map(|column| column.head.clone());
    let mut records = vec![facts.chain(columns).collect::<Vec<String>>()];
    for card in cards {
        let facts: Vec<String> = card.facts.iter().map(|(_, value)| cell(value)).collect();
        if card.table.columns.is_empty() {
            records.push(facts.clone());
        }
        let rows = card.table.rows.iter();
        records.extend(rows.map(|row| facts.iter().cloned().chain(row.iter().map(cell)).collect()));
    }
    records
}

fn cell(cell: &PrintCell) -> String {
    guarded(cell, '\'')
}

fn guarded(cell: &PrintCell, guard: char) -> String {
    match cell {
        PrintCell::Text(text) if text.starts_with(FORMULA) => format!("{guard}{text}"),
        PrintCell::Text(text) => text.clone(),
        PrintCell::Figure(figure) => figure.to_string(),
        PrintCell::Blank | PrintCell::Choice(_) => String::new(),
    }
}
