//! Rows of workbooks: `xlsx`, `xls` and `ods`.

use std::io::Cursor;

use calamine::{Data, DataRef, Range, Reader as _, SheetVisible, Sheets, open_workbook_auto_from_rs};

use crate::fault::{RosterFault, RosterFileError};
use crate::table::{Cell, RawRow, Table};

/// Size of a sheet that is read. A cell outside would need memory for all cells before it.
const MAX_SHEET_ROWS: u32 = 20_000;
const MAX_SHEET_COLUMNS: u32 = 500;
/// Total length of a sheet's texts, in bytes.
const MAX_SHEET_TEXT: usize = 4 << 20;

/// First bytes of Excel's old format and of zipped formats.
const MAGICS: [&[u8]; 2] = [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"PK\x03\x04"];

pub(crate) fn is_workbook(bytes: &[u8]) -> bool {
    MAGICS.iter().any(|magic| bytes.starts_with(magic))
}

/// Reads the only visible sheet that has a roster.
pub(crate) fn read_workbook(bytes: &[u8]) -> Result<Table, Vec<RosterFileError>> {
    let refuse = |fault| vec![RosterFileError::of_head(fault)];
    let broken = |error: calamine::Error| refuse(RosterFault::Workbook { what: error.to_string() });
    let mut book = open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(broken)?;
    let visible = book.sheets_metadata().iter().filter(|sheet| sheet.visible == SheetVisible::Visible);
    let names: Vec<String> = visible.map(|sheet| sheet.name.clone()).collect();
    let (mut tables, mut first) = (Vec::new(), None);
    for name in names {
        if let Sheets::Xlsx(book) = &mut book
            && let Some(fault) = size_fault(book, &name).map_err(|error| broken(error.into()))?
        {
            return Err(vec![fault]);
        }
        let rows = rows(&book.worksheet_range(&name).map_err(broken)?);
        if rows.is_empty() {
            continue;
        }
        match Table::find(&rows) {
            Some(head) => tables.push((name, rows, head)),
            None => first = first.or(Some(rows)),
        }
    }
    if tables.len() > 1 {
        let names = tables.into_iter().map(|(name, ..)| name).collect::<Vec<_>>().join(", ");
        return Err(refuse(RosterFault::SeveralSheets { names }));
    }
    match tables.pop() {
        Some((_, rows, head)) => Table::below(rows, head),
        None => Table::of(first.unwrap_or_default()),
    }
}

/// Returns the first cell that makes a sheet too large. Only cells with content count.
fn size_fault(
    book: &mut calamine::Xlsx<Cursor<&[u8]>>,
    name: &str,
) -> Result<Option<RosterFileError>, calamine::XlsxError> {
    let mut cells = book.worksheet_cells_reader(name)?;
    let mut length = 0;
    while let Some(cell) = cells.next_cell()? {
        let (row, column) = cell.get_position();
        length += match cell.get_value() {
            DataRef::Empty => continue,
            DataRef::String(text) => text.len(),
            DataRef::SharedString(text) => text.len(),
            _ => 0,
        };
        if row >= MAX_SHEET_ROWS || column >= MAX_SHEET_COLUMNS || length > MAX_SHEET_TEXT {
            let (line, column) = (u64::from(row) + 1, usize::try_from(column).unwrap_or(usize::MAX) + 1);
            return Ok(Some(RosterFileError::at(line, column, RosterFault::TooLarge)));
        }
    }
    Ok(None)
}

fn rows(range: &Range<Data>) -> Vec<RawRow> {
    let (first_row, first_column) = range.start().unwrap_or_default();
    let before = usize::try_from(first_column).unwrap_or_default();
    let lines = u64::from(first_row) + 1..;
    let row = |(line, data): (u64, &[Data])| {
        let blank = std::iter::repeat_n(Ok(String::new()), before);
        let mut cells: Vec<Cell> = blank.chain(data.iter().map(cell)).collect();
        while cells.pop_if(|cell| cell.as_ref().is_ok_and(String::is_empty)).is_some() {}
        RawRow { line, cells }
    };
    lines.zip(range.rows()).map(row).filter(|row| !row.cells.is_empty()).collect()
}

fn cell(data: &Data) -> Cell {
    match data {
        Data::Empty => Ok(String::new()),
        Data::String(text) => Ok(text.trim().to_owned()),
        Data::Int(number) => Ok(number.to_string()),
        // Numbers of workbooks are fractions. Without a fraction they print as integers.
        Data::Float(number) => Ok(number.to_string()),
        Data::Bool(flag) => Ok(if *flag { "yes" } else { "no" }.to_owned()),
        Data::DateTime(_) | Data::DateTimeIso(_) | Data::DurationIso(_) => Err(RosterFault::Date),
        Data::Error(error) => Err(RosterFault::CellError { error: error.to_string() }),
    }
}
