//! The help: all keys of a screen in sections, on as many pages as they need.

use ishigaki_words::columns::{pad_end, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use crate::{Binding, Hint, Palette, Popup, foot, lines, wrap};

/// The columns of a row beyond which it does not ask for more: longer meanings go on in the next line.
const WIDE: usize = 36;
/// The columns between two columns of rows.
const GAP: usize = 2;
/// The most columns of rows beside each other.
const ABREAST: usize = 4;
/// The least lines of a long section before it goes on in the next column.
const LEAST: usize = 5;
/// The least columns of a window with few keys.
const LEAST_COLUMNS: usize = 20;
/// The columns before a key, and between it and its meaning.
const INDENT: usize = 2;

/// Keys that belong together.
#[derive(Clone, Debug)]
pub struct Section {
    /// Heading of what they have in common.
    pub heading: String,
    /// The names of the keys of one meaning, and the meaning.
    pub keys: Vec<(String, String)>,
}

impl Section {
    /// The lines of a keymap that belong together; `meaning` puts each into words.
    pub fn new<'k, C: Copy + 'k, I: Copy + 'k>(
        heading: String,
        bindings: impl IntoIterator<Item = &'k Binding<C, I>>,
        meaning: impl Fn(&Binding<C, I>) -> String,
    ) -> Self {
        let keys = bindings.into_iter().map(|binding| (binding.names(), meaning(binding))).collect();
        Self { heading, keys }
    }
}

/// A line of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Row {
    Heading(String),
    Text(String),
    /// Continuation of the row above.
    More(String),
}

/// Pages of columns of rows. The sections stand in their order, from the first page on, and one is parted only if it is longer
/// than a page.
#[derive(Clone, Debug)]
pub struct Help {
    pages: Vec<Vec<Vec<Row>>>,
    /// The columns of each column of rows.
    wide: usize,
    abreast: usize,
    high: usize,
}

impl Help {
    /// The help in so much room.
    pub fn new(sections: &[Section], columns: usize, lines: usize) -> Self {
        let lines = lines.max(2);
        let widest =
            sections.iter().flat_map(|section| rows_of(section, columns)).map(|row| row.width()).max();
        let widest = widest.unwrap_or(0).max(1);
        let abreast = ((columns + GAP) / (widest.min(WIDE) + GAP)).clamp(1, ABREAST);
        let wide = widest.min((columns + GAP) / abreast - GAP);
        let blocks: Vec<Vec<Row>> = sections.iter().map(|section| rows_of(section, wide)).collect();
        let mut filled = fill(&blocks, lines);
        if filled.len() <= abreast {
            // All of it fits: in columns about equally long.
            let lower = (2..lines).map(|lines| fill(&blocks, lines)).find(|filled| filled.len() <= abreast);
            filled = lower.unwrap_or(filled);
        }
        let high = filled.iter().map(Vec::len).max().unwrap_or(0);
        let abreast = abreast.min(filled.len());
        let pages = filled.chunks(abreast.max(1)).map(<[_]>::to_vec).collect();
        Self { pages, wide, abreast, high }
    }

    /// Returns how many pages there are.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// The columns and lines that a page takes.
    fn size(&self) -> (usize, usize) {
        (((self.wide + GAP) * self.abreast).saturating_sub(GAP), self.high)
    }

    /// The same with a note below it.
    pub fn room(&self, note: Option<&str>) -> (u16, u16) {
        let (columns, lines) = self.size();
        let size = |cells: usize| u16::try_from(cells).unwrap_or(u16::MAX);
        (size(columns.max(note.map_or(0, width))), size(lines + usize::from(note.is_some())))
    }

    /// The page that is asked for, or the last one.
    pub fn page(&self, page: usize) -> usize {
        page.min(self.pages().saturating_sub(1))
    }

    /// `2 / 5`, from 1; `None` if there is one page only.
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

/// Paints the keys of a help window into its lower frame, beside its page's mark: the window may stand where they stand else.
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

/// Paints a popup with the few keys of a screen, each of one line.
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
    let columns = text.iter().map(|line| width(line)).max().unwrap_or(0).max(LEAST_COLUMNS);
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

/// The rows of a section in so many columns.
fn rows_of(section: &Section, columns: usize) -> Vec<Row> {
    let before = section.keys.iter().map(|(keys, _)| width(keys)).max().unwrap_or(0);
    let room = columns.saturating_sub(INDENT + before + INDENT).max(1);
    let heading = wrap(&section.heading, columns.max(1)).into_iter().map(Row::Heading);
    let rows = section.keys.iter().flat_map(|(keys, meaning)| {
        let said = wrap(meaning, room).into_iter().enumerate().map(|(at, text)| match at {
            0 => Row::Text(format!("  {}  {text}", pad_end(keys, before))),
            _ => Row::More(format!("  {}  {text}", pad_end("", before))),
        });
        said.collect::<Vec<_>>()
    });
    heading.chain(rows).collect()
}

/// Columns of at most so many lines.
fn fill(blocks: &[Vec<Row>], lines: usize) -> Vec<Vec<Row>> {
    let mut columns: Vec<Vec<Row>> = vec![Vec::new()];
    for block in blocks {
        let left = lines - columns.last().map_or(0, Vec::len).min(lines);
        let is_long = block.len() > lines;
        if block.len() > left && (!is_long || left < LEAST) && left < lines {
            columns.push(Vec::new());
        }
        for (at, row) in block.iter().enumerate() {
            let more = block.iter().skip(at + 1).take_while(|row| matches!(row, Row::More(_))).count();
            // What belongs to one key stays together, unless it is longer than a column.
            let wanted = if matches!(row, Row::Text(_)) && more + 2 <= lines { more } else { 0 };
            if columns.last().is_some_and(|column| column.len() + wanted >= lines) {
                // What goes on says what it is.
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
    fn what_belongs_to_one_key_stays_in_one_column() {
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
    fn every_key_stands_once_and_every_row_has_room_whatever_the_screen() {
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
    fn the_first_section_begins_the_first_page_and_a_parted_one_says_again_what_it_is() {
        let help = Help::new(&sections(&[3, 30]), 30, 12);
        assert_eq!(help.pages[0][0][0], Row::Heading("区分0".into()));
        let headings = texts(&help).iter().filter(|text| *text == "区分1").count();
        assert_eq!((help.pages(), headings), (4, 4), "{help:?}");
        assert_eq!(help.mark(1).as_deref(), Some("2 / 4"));
    }

    #[test]
    fn what_fits_on_one_page_stands_in_columns_about_equally_long() {
        let help = Help::new(&sections(&[5, 5, 5, 5]), 200, 40);
        assert_eq!((help.pages(), help.mark(0)), (1, None));
        assert_eq!(help.pages[0].iter().map(Vec::len).collect::<Vec<_>>(), [6, 6, 6, 6]);
    }

    #[test]
    fn a_meaning_without_room_goes_on_below_itself() {
        let section =
            Section { heading: "h".into(), keys: vec![("Esc".into(), "the whole log again".into())] };
        let help = Help::new(&[section], 18, 9);
        assert_eq!(texts(&help), ["h", "  Esc  the whole", "       log again"]);
    }
}
