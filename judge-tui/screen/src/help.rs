//! Help: the keys of a screen and the rules, in sections on as many pages as necessary.

use ishigaki_words::columns::{pad_end, width};
use ishigaki_words::rules::Rule;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use crate::{Binding, Hint, Palette, Popup, foot, lines, wrap};

/// Columns of a row; longer meanings are wrapped.
const MAX_ROW_COLUMNS: usize = 36;
const GAP: usize = 2;
const MAX_COLUMNS_OF_ROWS: usize = 4;
const MIN_SECTION_LINES: usize = 5;
const MIN_COLUMNS: usize = 20;
const INDENT: usize = 2;

/// A group of keys.
#[derive(Clone, Debug)]
pub struct Section {
    pub heading: String,
    pub keys: Vec<(String, String)>,
}

impl Section {
    /// Returns the section of a group of a keymap; `meaning` returns the text of a binding.
    pub fn new<'k, C: Copy + 'k, I: Copy + 'k>(
        heading: String,
        bindings: impl IntoIterator<Item = &'k Binding<C, I>>,
        meaning: impl Fn(&Binding<C, I>) -> String,
    ) -> Self {
        let keys = bindings.into_iter().map(|binding| (binding.names(), meaning(binding))).collect();
        Self { heading, keys }
    }
}

/// Returns a section for each of these rules.
pub fn rule_sections(rules: Vec<Rule>) -> impl Iterator<Item = Section> {
    rules.into_iter().map(|rule| Section {
        heading: format!("{} {}", rule.number, rule.title),
        keys: vec![(String::new(), rule.text)],
    })
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Row {
    Heading(String),
    Text(String),
    More(String),
}

/// Pages of columns of rows. Sections keep their order, and only a section longer than a page is split.
#[derive(Clone, Debug)]
pub struct Help {
    pages: Vec<Vec<Vec<Row>>>,
    wide: usize,
    per_row: usize,
    high: usize,
}

impl Help {
    /// Lays the sections out for this size.
    pub fn new(sections: &[Section], columns: usize, lines: usize) -> Self {
        let lines = lines.max(2);
        let widest =
            sections.iter().flat_map(|section| rows_of(section, columns)).map(|row| row.width()).max();
        let widest = widest.unwrap_or(0).max(1);
        let per_row = ((columns + GAP) / (widest.min(MAX_ROW_COLUMNS) + GAP)).clamp(1, MAX_COLUMNS_OF_ROWS);
        let wide = widest.min((columns + GAP) / per_row - GAP);
        let blocks: Vec<Vec<Row>> = sections.iter().map(|section| rows_of(section, wide)).collect();
        let mut filled = fill(&blocks, lines);
        if filled.len() <= per_row {
            // All of it fits: balance the columns.
            let lower = (2..lines).map(|lines| fill(&blocks, lines)).find(|filled| filled.len() <= per_row);
            filled = lower.unwrap_or(filled);
        }
        let high = filled.iter().map(Vec::len).max().unwrap_or(0);
        let per_row = per_row.min(filled.len());
        let pages = filled.chunks(per_row.max(1)).map(<[_]>::to_vec).collect();
        Self { pages, wide, per_row, high }
    }

    /// Returns the number of pages.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    fn size(&self) -> (usize, usize) {
        (((self.wide + GAP) * self.per_row).saturating_sub(GAP), self.high)
    }

    /// Returns the columns and lines of a page with a note below it.
    pub fn room(&self, note: Option<&str>) -> (u16, u16) {
        let (columns, lines) = self.size();
        let size = |cells: usize| u16::try_from(cells).unwrap_or(u16::MAX);
        (size(columns.max(note.map_or(0, width))), size(lines + usize::from(note.is_some())))
    }

    /// Returns this page, or the last one.
    pub fn page(&self, page: usize) -> usize {
        page.min(self.pages().saturating_sub(1))
    }

    /// Returns `2 / 5`, from 1; `None` if there is only one page.
    pub fn mark(&self, page: usize) -> Option<String> {
        (self.pages.len() > 1).then(|| format!("{} / {}", page + 1, self.pages.len()))
    }

    /// Paints a page, from 0, and a note below it.
    pub fn render(
        &self,
        page: usize,
        note: Option<String>,
        palette: Palette,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        if let Some((note, row)) = note.zip(area.rows().next_back()) {
            Line::from(note).render(row, buffer);
        }
        let step = u16::try_from(self.wide + GAP).unwrap_or(u16::MAX);
        let mut x = area.x;
        for column in self.pages.get(page).into_iter().flatten() {
            let place = Rect { x, width: step, ..area }.intersection(area);
            for (row, line) in column.iter().zip(place.rows()) {
                row.line(palette).render(line, buffer);
            }
            x = x.saturating_add(step);
        }
    }
}

/// Paints the keys of a help window into its bottom frame, next to the page's mark.
pub fn frame_keys(
    keys: Vec<Hint>,
    mark: Option<&str>,
    (inner, screen): (Rect, Rect),
    palette: Palette,
    buffer: &mut Buffer,
) {
    let room = usize::from(inner.width).saturating_sub(mark.map_or(0, |mark| width(mark) + 2));
    let frame = Rect { y: inner.bottom(), height: 1, ..inner }.intersection(screen);
    lines(foot(keys, room, 1, palette), frame, buffer);
}

/// Paints a popup with the keys of a screen, one line each.
pub fn key_popup<'k, C: Copy + 'k, I: Copy + 'k>(
    popup: Popup<'_>,
    bindings: impl IntoIterator<Item = &'k Binding<C, I>>,
    meaning: impl Fn(&Binding<C, I>) -> String,
    screen: Rect,
    buffer: &mut Buffer,
) {
    let rows = Section::new(String::new(), bindings, meaning).keys;
    let wide = rows.iter().map(|(keys, _)| width(keys)).max().unwrap_or(0);
    let text = rows.into_iter().map(|(keys, meaning)| format!("{}  {meaning}", pad_end(&keys, wide)));
    let text: Vec<String> = text.collect();
    let columns = text.iter().map(|line| width(line)).max().unwrap_or(0).max(MIN_COLUMNS);
    let size = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    let inner = popup.render(size(columns), size(text.len()), screen, buffer);
    lines(text.into_iter().map(Line::from), inner, buffer);
}

impl Row {
    fn width(&self) -> usize {
        match self {
            Self::Heading(text) | Self::Text(text) | Self::More(text) => width(text),
        }
    }

    fn line(&self, palette: Palette) -> Line<'static> {
        match self {
            Self::Heading(text) => Line::styled(text.clone(), palette.heading()),
            Self::Text(text) | Self::More(text) => Line::raw(text.clone()),
        }
    }
}

fn rows_of(section: &Section, columns: usize) -> Vec<Row> {
    let key_width = section.keys.iter().map(|(keys, _)| width(keys)).max().unwrap_or(0);
    let room = columns.saturating_sub(INDENT + key_width + INDENT).max(1);
    let heading = wrap(&section.heading, columns.max(1)).into_iter().map(Row::Heading);
    let rows = section.keys.iter().flat_map(|(keys, meaning)| {
        let rows_of_key = wrap(meaning, room).into_iter().enumerate().map(|(at, text)| match at {
            0 => Row::Text(format!("  {}  {text}", pad_end(keys, key_width))),
            _ => Row::More(format!("  {}  {text}", pad_end("", key_width))),
        });
        rows_of_key.collect::<Vec<_>>()
    });
    heading.chain(rows).collect()
}

fn fill(blocks: &[Vec<Row>], lines: usize) -> Vec<Vec<Row>> {
    let mut columns: Vec<Vec<Row>> = vec![Vec::new()];
    for block in blocks {
        let left = lines - columns.last().map_or(0, Vec::len).min(lines);
        let is_long = block.len() > lines;
        if block.len() > left && (!is_long || left < MIN_SECTION_LINES) && left < lines {
            columns.push(Vec::new());
        }
        for (at, row) in block.iter().enumerate() {
            let more = block.iter().skip(at + 1).take_while(|row| matches!(row, Row::More(_))).count();
            // The rows of one key stay together, unless they are longer than a column.
            let wanted = if matches!(row, Row::Text(_)) && more + 2 <= lines { more } else { 0 };
            if columns.last().is_some_and(|column| column.len() + wanted >= lines) {
                // A continued section repeats its heading.
                columns.push(block.first().cloned().into_iter().collect());
            }
            if let Some(column) = columns.last_mut() {
                column.push(row.clone());
            }
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sections(lengths: &[usize]) -> Vec<Section> {
        let section = |(at, length): (usize, &usize)| Section {
            heading: format!("区分{at}"),
            keys: (0..*length).map(|key| (format!("{at}-{key}"), "意味 meaning".into())).collect(),
        };
        lengths.iter().enumerate().map(section).collect()
    }

    fn texts(help: &Help) -> Vec<String> {
        let rows = help.pages.iter().flatten().flatten();
        rows.map(|row| match row {
            Row::Heading(text) | Row::Text(text) | Row::More(text) => text.clone(),
        })
        .collect()
    }

    #[test]
    fn key_rows_stay_in_one_column() {
        let long = |key: usize| (format!("k{key}"), "a meaning that takes more lines than one".to_owned());
        let section = Section { heading: "keys".into(), keys: (0..9).map(long).collect() };
        for lines in 4..12 {
            for column in Help::new(std::slice::from_ref(&section), 24, lines).pages.iter().flatten() {
                let after_heading = column.get(1);
                assert!(matches!(after_heading, Some(Row::Text(_))), "{lines}: {column:?}");
            }
        }
    }

    #[test]
    fn lists_each_key_once_within_given_size() {
        let sections = sections(&[4, 30, 1, 12, 7]);
        for (columns, lines) in [(20, 5), (36, 10), (76, 19), (116, 30), (196, 45)] {
            let help = Help::new(&sections, columns, lines);
            let texts = texts(&help);
            for (at, section) in sections.iter().enumerate() {
                for key in 0..section.keys.len() {
                    let named = |text: &&String| text.starts_with(&format!("  {at}-{key} "));
                    assert_eq!(texts.iter().filter(named).count(), 1, "{at}-{key} on {columns}x{lines}");
                }
            }
            let (wide, high) = help.size();
            assert!(wide <= columns && high <= lines, "{wide}x{high} on {columns}x{lines}");
            assert!(help.pages.iter().flatten().flatten().all(|row| row.width() <= help.wide));
        }
    }

    #[test]
    fn first_section_begins_a_page_and_a_split_one_is_named_again() {
        let help = Help::new(&sections(&[3, 30]), 30, 12);
        assert_eq!(help.pages[0][0][0], Row::Heading("区分0".into()));
        let headings = texts(&help).iter().filter(|text| *text == "区分1").count();
        assert_eq!((help.pages(), headings), (4, 4), "{help:?}");
        assert_eq!(help.mark(1).as_deref(), Some("2 / 4"));
    }

    #[test]
    fn single_page_has_balanced_columns() {
        let help = Help::new(&sections(&[5, 5, 5, 5]), 200, 40);
        assert_eq!((help.pages(), help.mark(0)), (1, None));
        assert_eq!(help.pages[0].iter().map(Vec::len).collect::<Vec<_>>(), [6, 6, 6, 6]);
    }

    #[test]
    fn long_meaning_wraps_below_itself() {
        let section =
            Section { heading: "h".into(), keys: vec![("Esc".into(), "the whole log again".into())] };
        let help = Help::new(&[section], 18, 9);
        assert_eq!(texts(&help), ["h", "  Esc  the whole", "       log again"]);
    }
}
