//! Popups, and lines of text in an area.

use ishigaki_words::Words;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Widget};

use crate::{Palette, mark_on_frame, wrap};

/// Paints lines from the top of an area, as many as fit.
pub fn lines(lines: impl IntoIterator<Item = Line<'static>>, area: Rect, buffer: &mut Buffer) {
    for (line, row) in lines.into_iter().zip(area.rows()) {
        line.render(row, buffer);
    }
}

/// Paints a message that an area is smaller than the minimum size of a screen; `key` is its text.
pub fn render_too_small(least: (u16, u16), key: &str, words: &Words, area: Rect, buffer: &mut Buffer) {
    let gaps = [("columns", usize::from(least.0).into()), ("lines", usize::from(least.1).into())];
    lines(wrapped(&words.say(key, &gaps), Style::new(), area.width), area, buffer);
}

/// Wraps a sentence.
pub fn wrapped(text: &str, style: Style, columns: u16) -> Vec<Line<'static>> {
    let lines = wrap(text, usize::from(columns)).into_iter();
    lines.map(|line| Line::styled(line, style)).collect()
}

/// A box in the middle of a screen, which covers what is below.
#[derive(Clone, Debug)]
pub struct Popup<'a> {
    pub title: &'a str,
    /// Game that it is about, on the right of the title. Truncated from the end, but its mark always stays.
    pub which: Vec<Span<'static>>,
    pub mark: Option<String>,
    pub palette: Palette,
}

impl Popup<'_> {
    /// Paints a popup of this size, as far as the screen allows, and returns the area inside.
    pub fn render(mut self, columns: u16, lines: u16, screen: Rect, buffer: &mut Buffer) -> Rect {
        let area = screen.centered(
            Constraint::Length(columns.saturating_add(4).min(screen.width)),
            Constraint::Length(lines.saturating_add(2).min(screen.height)),
        );
        // A full-width character cut by the popup's left edge would break its border.
        let margin = Rect { x: area.x.saturating_sub(1), width: area.width + area.x.min(1), ..area };
        Clear.render(margin, buffer);
        let title = Span::styled(format!(" {} ", self.title), self.palette.heading());
        while self.which.len() > 1
            && title.width() + Line::from(self.which.clone()).width() + 2 > usize::from(area.width)
        {
            self.which.pop();
        }
        let block = Block::bordered().border_style(self.palette.heading()).title(title);
        let block =
            if self.which.is_empty() { block } else { block.title(Line::from(self.which).right_aligned()) };
        let inner = block.inner(area).inner(Margin::new(1, 0));
        block.render(area, buffer);
        mark_on_frame(self.mark, area, self.palette, buffer);
        inner
    }
}
