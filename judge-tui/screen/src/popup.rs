//! Popups over the rest of a screen, and lines of text in an area.

use ishigaki_words::Words;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Widget};

use crate::{Palette, mark_on_frame, wrap};

/// Lines from the top of an area, as many as there is room for.
pub fn lines(lines: impl IntoIterator<Item = Line<'static>>, area: Rect, buffer: &mut Buffer) {
    for (line, row) in lines.into_iter().zip(area.rows()) {
        line.render(row, buffer);
    }
}

/// Says that an area is smaller than the least columns and lines of a screen, by the key of its sentence.
pub fn say_too_small(least: (u16, u16), key: &str, words: &Words, area: Rect, buffer: &mut Buffer) {
    let gaps = [("columns", usize::from(least.0).into()), ("lines", usize::from(least.1).into())];
    lines(wrapped(&words.say(key, &gaps), Style::new(), area.width), area, buffer);
}

/// A sentence in as many lines as it takes.
pub fn wrapped(text: &str, style: Style, columns: u16) -> Vec<Line<'static>> {
    let lines = wrap(text, usize::from(columns)).into_iter();
    lines.map(|line| Line::styled(line, style)).collect()
}

/// A box in the middle of a screen. It covers what is below.
#[derive(Clone, Debug)]
pub struct Popup<'a> {
    pub title: &'a str,
    /// Whatever is asked or told, it is of this game: stands to the right of the title. What does not fit goes from its end, but
    /// for its first part: the game's mark is there however narrow the popup is.
    pub which: Vec<Span<'static>>,
    /// Count of something in it; stands on its frame.
    pub mark: Option<String>,
    /// Colours to paint with.
    pub palette: Palette,
}

impl Popup<'_> {
    /// Paints it around so many columns and lines, as far as the screen has them; gives the room in it.
    pub fn render(mut self, columns: u16, lines: u16, screen: Rect, buffer: &mut Buffer) -> Rect {
        let area = screen.centered(
            Constraint::Length(columns.saturating_add(4).min(screen.width)),
            Constraint::Length(lines.saturating_add(2).min(screen.height)),
        );
        // A full-width character that reaches into the popup from the left would tear its border.
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
