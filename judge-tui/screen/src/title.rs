//! First row of a screen: its title and its connection.

use ishigaki_words::Words;
use ishigaki_words::columns::{pad_end, truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::Palette;

const GAP: usize = 2;
/// Columns between a title and the text after it, and the minimum after that text.
const TRAILER_GAPS: (usize, usize) = (4, 2);

/// A screen's first row. The title is truncated, never the texts before and after it.
#[derive(Clone, Debug)]
pub struct TitleRow<'a> {
    pub lead: Vec<Span<'static>>,
    pub title: &'a str,
    pub trailer: Option<Span<'static>>,
    pub right: Line<'static>,
    pub is_bar: bool,
}

impl Widget for TitleRow<'_> {
    fn render(self, row: Rect, buffer: &mut Buffer) {
        let columns = usize::from(row.width);
        let used: usize = self.lead.iter().map(Span::width).sum();
        let gap = if self.right.width() > 0 { GAP } else { 0 };
        let room = columns.saturating_sub(used + self.right.width() + gap);
        let title = truncate(self.title, room);
        let left = room.saturating_sub(width(&title));
        let mut spans = self.lead;
        let bold = Style::new().add_modifier(Modifier::BOLD);
        if self.is_bar {
            let title = pad_end(&title, columns.saturating_sub(used));
            spans.push(Span::styled(title, bold.add_modifier(Modifier::REVERSED)));
        } else {
            spans.push(Span::styled(title.into_owned(), bold));
        }
        if let Some(trailer) =
            self.trailer.filter(|span| span.width() + TRAILER_GAPS.0 + TRAILER_GAPS.1 <= left)
        {
            spans.extend([Span::raw(" ".repeat(TRAILER_GAPS.0)), trailer]);
        }
        // If space is short, the right part stays complete.
        let clear = columns.saturating_sub(self.right.width() + gap);
        let width = if used > clear { u16::try_from(clear).unwrap_or(row.width) } else { row.width };
        Line::from(spans).render(Rect { width, ..row }, buffer);
        self.right.right_aligned().render(row, buffer);
    }
}

/// Returns the mark of a practice game.
pub fn practice_mark(words: Words, palette: Palette) -> Span<'static> {
    let loud = palette.warning().add_modifier(Modifier::BOLD | Modifier::REVERSED);
    Span::styled(format!(" {} ", words.label("console-practice")), loud)
}

/// Returns the mark of paused clocks and a blank; `label` is its catalogue key.
pub fn paused_mark(label: &str, words: Words, palette: Palette) -> [Span<'static>; 2] {
    let loud = palette.alarm().add_modifier(Modifier::REVERSED);
    [Span::styled(format!(" {} ", words.label(label)), loud), Span::raw(" ")]
}
