//! The log's panel: one sentence an event, the latest at the bottom.

use ishigaki_rules::{Game, GameTime};
use ishigaki_screen::hanging;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::Painter;
use crate::tui::panel::Panel;

impl Painter<'_> {
    pub(super) fn log(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let mut lines: Vec<Line<'static>> = Vec::new();
        let room = usize::from(area.height);
        for event in self.state.log.iter().rev().skip(self.state.place(Panel::Log)) {
            let time = Span::styled(format!("{} ", game_clock(event.at)), self.palette.faint());
            // A sentence never tells what is sealed.
            let sentence = self.words.event(game, event);
            lines.extend(hanging(vec![time], &sentence, usize::from(area.width)).into_iter().rev());
            if lines.len() >= room {
                break;
            }
        }
        lines.truncate(room);
        lines.reverse();
        ishigaki_screen::lines(lines, area, buffer);
    }
}

/// A moment of the game's own time: `12:05`, minutes without end.
fn game_clock(at: GameTime) -> String {
    let seconds = at.0 / 1000;
    format!("{:>3}:{:02}", seconds / 60, seconds % 60)
}
