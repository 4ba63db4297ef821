//! The bar that says that the server is alone: nothing else on the screen is as loud, and it stays until it is not so any more.

use ishigaki_screen::wrap_within;
use ishigaki_words::columns::pad_end;
use ratatui::style::Modifier;
use ratatui::text::Line;

use super::Painter;

/// The most lines of the bar.
const LINES: usize = 2;

impl Painter<'_> {
    /// The bar across so many columns; no line while a standby is abreast or none is asked for.
    pub(super) fn alone_bar(&self, is_alone: bool, columns: u16) -> Vec<Line<'static>> {
        let columns = usize::from(columns);
        if !is_alone {
            return Vec::new();
        }
        let style = self.palette.alarm().add_modifier(Modifier::REVERSED);
        let said = wrap_within(&self.words.label("console-alone"), columns.saturating_sub(2), LINES);
        said.into_iter().map(|line| Line::styled(pad_end(&format!(" {line}"), columns), style)).collect()
    }
}
