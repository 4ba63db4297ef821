//! Drawings of frames and stones: rows of `#` and `.`.

use ishigaki_rules::{Cell, Frame, FrameFault, MAX_EXTENT, MAX_GRID, Shape, ShapeFault};
use toml::Spanned;
use toml::de::DeValue;

use crate::basis::{SIGNS, SQUARES_JOINED};
use crate::page::Page;
use crate::wording::Wording;

pub(crate) struct Drawing<'t> {
    key: &'static str,
    start: usize,
    rows: Vec<Row<'t>>,
    /// True if every character is `#` or `.`; otherwise the intended shape is unknown.
    legible: bool,
}

struct Row<'t> {
    characters: &'t str,
    /// `None` if the text has escapes, so that positions are unknown.
    offset: Option<usize>,
}

pub(crate) struct DrawingPlace {
    pub(crate) start: usize,
    pub(crate) rows: Vec<usize>,
    pub(crate) bare_edges: usize,
}

impl DrawingPlace {
    pub(crate) fn of_row(&self, row: i32) -> usize {
        let place = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        place.copied().unwrap_or(self.start)
    }
}

impl<'t> Drawing<'t> {
    pub(crate) fn read(
        page: &mut Page<'_>,
        key: &'static str,
        value: &'t Spanned<DeValue<'_>>,
    ) -> Option<Self> {
        let text = page.text(key, value)?;
        let rows = located_rows(page, &text);
        let drawing = Self {
            key,
            start: value.span().start,
            legible: rows.iter().all(|row| row.characters.chars().all(is_square_character)),
            rows,
        };
        drawing.report_characters(page);
        drawing.report_ragged(page);
        Some(drawing)
    }

    pub(crate) fn frame(&self, page: &mut Page<'_>) -> Option<Frame> {
        if !self.legible {
            return None;
        }
        let rows: Vec<&str> = self.rows.iter().map(|row| row.characters).collect();
        match Frame::parse(&rows) {
            Ok(frame) => return Some(frame),
            Err(FrameFault::Disconnected { cell }) => self.report_disconnected(page, cell),
            Err(FrameFault::TooLarge) => self.report_too_large(page),
            Err(FrameFault::Empty | FrameFault::UnknownSign { .. }) => self.report_empty(page),
        }
        None
    }

    pub(crate) fn shape(&self, page: &mut Page<'_>) -> Option<Shape> {
        if !self.legible {
            return None;
        }
        let cells: Vec<Cell> = self.cells().collect();
        match Shape::new(cells.iter().copied()) {
            Ok(shape) => return Some(shape),
            Err(ShapeFault::Disconnected { cell }) => {
                // The fault counts from the stone's first square, the drawing from its first row and column.
                let top = cells.iter().map(|cell| cell.row).min().unwrap_or(0);
                let left = cells.iter().map(|cell| cell.col).min().unwrap_or(0);
                self.report_disconnected(page, Cell::new(cell.row + top, cell.col + left));
            }
            Err(ShapeFault::TooLarge) => self.report_too_large(page),
            Err(ShapeFault::Empty | ShapeFault::Repeated { .. }) => self.report_empty(page),
        }
        None
    }

    pub(crate) fn drawing_place(&self) -> DrawingPlace {
        DrawingPlace {
            start: self.start,
            rows: self.rows.iter().map(|row| self.place(row, 0)).collect(),
            bare_edges: self.bare_edges(),
        }
    }

    fn bare_edges(&self) -> usize {
        let height = self.rows.len();
        let width = self.rows.iter().map(|row| row.characters.chars().count()).max().unwrap_or(0);
        let (mut rows, mut cols) = (vec![false; height], vec![false; width]);
        for cell in self.cells() {
            let (Ok(row), Ok(col)) = (usize::try_from(cell.row), usize::try_from(cell.col)) else { continue };
            rows[row] = true;
            cols[col] = true;
        }
        let bare = |taken: &[bool]| {
            let before = taken.iter().take_while(|taken| !**taken).count();
            before + taken.iter().skip(before).rev().take_while(|taken| !**taken).count()
        };
        bare(&rows) + bare(&cols)
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..).zip(&self.rows).flat_map(|(row, Row { characters, .. })| {
            let squares = (0..).zip(characters.chars()).filter(|&(_, character)| character == '#');
            squares.map(move |(col, _)| Cell { row, col })
        })
    }

    fn place(&self, row: &Row<'_>, col: usize) -> usize {
        let into = row.characters.char_indices().nth(col).map_or(row.characters.len(), |(at, _)| at);
        row.offset.map_or(self.start, |offset| offset + into)
    }

    fn report_characters(&self, page: &mut Page<'_>) {
        for row in &self.rows {
            for (col, sign) in
                row.characters.chars().enumerate().filter(|&(_, sign)| !is_square_character(sign))
            {
                let what = Wording::Sign { key: self.key.into(), sign: format!("{sign:?}").into() };
                page.report(self.place(row, col), what, SIGNS);
            }
        }
    }

    fn report_ragged(&self, page: &mut Page<'_>) {
        let Some(wanted) = self.rows.first().map(|row| row.characters.chars().count()) else { return };
        for (number, row) in (1..).zip(&self.rows) {
            let width = row.characters.chars().count();
            if width != wanted {
                let what = Wording::Ragged {
                    row: u32::into(number),
                    key: self.key.into(),
                    width: width.into(),
                    wanted: wanted.into(),
                };
                page.report(self.place(row, width.min(wanted)), what, SIGNS);
            }
        }
    }

    fn report_disconnected(&self, page: &mut Page<'_>, cell: Cell) {
        let row = usize::try_from(cell.row).ok().and_then(|row| self.rows.get(row));
        let place = row.map_or(self.start, |row| self.place(row, usize::try_from(cell.col).unwrap_or(0)));
        page.report(place, Wording::Disconnected { key: self.key.into() }, SQUARES_JOINED);
    }

    fn report_empty(&self, page: &mut Page<'_>) {
        page.report(self.start, Wording::NoSquare { key: self.key.into() }, SQUARES_JOINED);
    }

    fn report_too_large(&self, page: &mut Page<'_>) {
        let (key, extent, squares) = (self.key.into(), MAX_EXTENT.into(), MAX_GRID.into());
        page.report(self.start, Wording::TooLarge { key, extent, squares }, SIGNS);
    }
}

fn is_square_character(character: char) -> bool {
    matches!(character, '#' | '.')
}

fn located_rows<'t>(page: &Page<'_>, text: &Spanned<&'t str>) -> Vec<Row<'t>> {
    let span = text.span();
    let raw = page.raw(span.clone());
    let quotes = if raw.starts_with("\"\"\"") || raw.starts_with("'''") { 3 } else { 1 };
    let body = raw.get(quotes..raw.len().saturating_sub(quotes)).unwrap_or_default();
    // The first line break after the opening quotes is not part of the text.
    let body = body.strip_prefix("\r\n").or_else(|| body.strip_prefix('\n')).unwrap_or(body);
    let start = span.end - quotes.min(span.end) - body.len();
    let as_written = body.lines().eq(text.get_ref().lines());
    let mut offset = start;
    let mut places = body.split_inclusive('\n').map(|line| {
        let here = offset;
        offset += line.len();
        here
    });
    let rows = text.get_ref().lines();
    rows.map(|characters| Row { characters, offset: places.next().filter(|_| as_written) }).collect()
}
