//! A plain table with aligned columns, including full-width text.

use std::fmt;

use crate::columns::{center, pad_end, pad_start, width};

/// Alignment of a column's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Start,
    End,
    Center,
}

/// A table with a header, rows, and columns as wide as their widest text. There are two spaces between
/// columns and none at the end of a line.
///
/// Texts are used unchanged: clean untrusted ones first ([`crate::columns::clean`]), and use no colour,
/// because it would count as width.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

#[derive(Clone, Debug)]
struct Column {
    head: String,
    align: Align,
    most: usize,
}

impl Table {
    /// Returns a table with these columns and no rows. If all headings are empty, the header is omitted.
    pub fn new<H: Into<String>>(columns: impl IntoIterator<Item = (H, Align)>) -> Self {
        let column = |(head, align): (H, Align)| Column { head: head.into(), align, most: usize::MAX };
        Self { columns: columns.into_iter().map(column).collect(), rows: Vec::new() }
    }

    /// Limits the width of a column, counted from 0; longer text in it is truncated.
    #[must_use]
    pub fn at_most(mut self, column: usize, columns: usize) -> Self {
        if let Some(column) = self.columns.get_mut(column) {
            column.most = columns;
        }
        self
    }

    /// Adds a row. Texts beyond the columns are dropped, missing ones are empty.
    pub fn row<T: Into<String>>(&mut self, texts: impl IntoIterator<Item = T>) -> &mut Self {
        self.rows.push(texts.into_iter().map(Into::into).take(self.columns.len()).collect());
        self
    }

    /// Returns whether the table has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the headings of the columns with their alignments.
    pub fn heads(&self) -> impl Iterator<Item = (&str, Align)> {
        self.columns.iter().map(|column| (column.head.as_str(), column.align))
    }

    /// Returns the rows' texts.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Returns the lines of the table, with the header first.
    pub fn lines(&self) -> Vec<String> {
        let widths = self.widths();
        let heads: Vec<String> = self.columns.iter().map(|column| column.head.clone()).collect();
        let head = heads.iter().any(|head| !head.is_empty()).then_some(&heads);
        head.into_iter().chain(&self.rows).map(|row| self.line(row, &widths)).collect()
    }

    fn widths(&self) -> Vec<usize> {
        let widest = |(at, column): (usize, &Column)| {
            let texts = self.rows.iter().filter_map(|row| row.get(at));
            texts.map(|text| width(text)).fold(width(&column.head), usize::max).min(column.most)
        };
        self.columns.iter().enumerate().map(widest).collect()
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let texts = row.iter().map(String::as_str).chain(std::iter::repeat(""));
        let cells =
            self.columns.iter().zip(widths).zip(texts).map(|((column, &width), text)| match column.align {
                Align::Start => pad_end(text, width),
                Align::End => pad_start(text, width),
                Align::Center => center(text, width),
            });
        let line = cells.collect::<Vec<_>>().join("  ");
        line.trim_end_matches(' ').to_owned()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines().iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_under_full_width_text() {
        let mut table = Table::new([("チーム", Align::Start), ("残り", Align::End), ("石", Align::Center)]);
        table.row(["津山高専", "1,240", "3"]).row(["B", "40"]);
        let expected = "\
チーム     残り  石
津山高専  1,240  3
B            40
";
        assert_eq!(table.to_string(), expected);
    }

    #[test]
    fn narrow_column_shortens_text() {
        let mut table = Table::new([("", Align::Start), ("", Align::Start)]).at_most(0, 5);
        table.row(["津山高専チーム", "x"]);
        assert_eq!(table.lines(), ["津山…  x"]);
    }
}
