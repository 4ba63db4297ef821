//! Log panel: one sentence per event, latest at the bottom.

use ishigaki_rules::Game;
use ishigaki_screen::log_lines;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::Painter;
use crate::tui::panel::Panel;

impl Painter<'_> {
    pub(super) fn log(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let mut lines: Vec<Line<'static>> = Vec::new();
        let room = usize::from(area.height);
        for event in self.state.log.iter().rev().skip(self.state.place(Panel::Log)) {
            let own =
                log_lines(event.at, &self.state.sentence(game, event), self.palette, usize::from(area.width));
            lines.extend(own.into_iter().rev());
            if lines.len() >= room {
                break;
            }
        }
        lines.truncate(room);
        lines.reverse();
        ishigaki_screen::lines(lines, area, buffer);
    }
}
