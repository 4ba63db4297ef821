//! The bar for a server without a standby: the most prominent element, and permanent.

use ishigaki_screen::wrap_within;
use ishigaki_words::columns::pad_end;
use ratatui::style::Modifier;
use ratatui::text::Line;

use super::Painter;

const LINES: usize = 2;

impl Painter<'_> {
    pub(super) fn alone_bar(&self, is_alone: bool, columns: u16) -> Vec<Line<'static>> {
        let columns = usize::from(columns);
        if !is_alone {
            return Vec::new();
        }
        let style = self.palette.alarm().add_modifier(Modifier::REVERSED);
        let lines = wrap_within(&self.words.label("console-alone"), columns.saturating_sub(2), LINES);
        lines.into_iter().map(|line| Line::styled(pad_end(&format!(" {line}"), columns), style)).collect()
    }
}
