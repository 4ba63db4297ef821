//! The first row of a screen: what it shows, and how it stands with the server.

use ishigaki_words::Words;
use ishigaki_words::columns::{pad_end, truncate, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::Palette;

/// The least columns between a title and what stands at the right.
const GAP: usize = 2;
/// The columns between a title and what stands behind it where there is room to spare, and the least behind that.
const BEHIND: (usize, usize) = (4, 2);

/// A screen's first row. The title is cut for what stands before and behind it, never the other way round.
#[derive(Clone, Debug)]
pub struct TitleRow<'a> {
    /// Text before the title.
    pub lead: Vec<Span<'static>>,
    /// Title of what is shown.
    pub title: &'a str,
    /// Text behind it where there is room to spare.
    pub behind: Option<Span<'static>>,
    /// Text at the right: the state of the screen's connection to the server.
    pub right: Line<'static>,
    /// Whether the row is a bar.
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
        if let Some(behind) = self.behind.filter(|span| span.width() + BEHIND.0 + BEHIND.1 <= left) {
            spans.extend([Span::raw(" ".repeat(BEHIND.0)), behind]);
        }
        // Where there is no room for all of it, the right stays whole.
        let clear = columns.saturating_sub(self.right.width() + gap);
        let width = if used > clear { u16::try_from(clear).unwrap_or(row.width) } else { row.width };
        Line::from(spans).render(Rect { width, ..row }, buffer);
        self.right.right_aligned().render(row, buffer);
    }
}

/// That a game is for practice, in the words of every screen.
pub fn practice_mark(words: Words, palette: Palette) -> Span<'static> {
    let loud = palette.warning().add_modifier(Modifier::BOLD | Modifier::REVERSED);
    Span::styled(format!(" {} ", words.label("console-practice")), loud)
}

/// That a game's clocks stand, with a blank behind; `label` is the catalogue's key of what is said.
pub fn paused_mark(label: &str, words: Words, palette: Palette) -> [Span<'static>; 2] {
    let loud = palette.alarm().add_modifier(Modifier::REVERSED);
    [Span::styled(format!(" {} ", words.label(label)), loud), Span::raw(" ")]
}
