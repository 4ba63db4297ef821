//! Log panel: one sentence per event, latest at the bottom.

use ishigaki_rules::{Event, Game};
use ishigaki_screen::log_lines;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::Painter;
use crate::console::panel::Panel;

impl Painter<'_> {
    pub(super) fn log_title(&self) -> Option<String> {
        let (words, log) = (self.words, &self.state.log);
        let filter = log.filter();
        let team = filter.team.and_then(|team| Some(words.team(self.state.game()?.setup(), team)));
        let kind = filter.kind.map(|kind| words.label(kind.label()));
        let text = (!filter.text.is_empty())
            .then(|| words.say("lint-word-quoted", &[("text", filter.text.as_str().into())]));
        let moves = filter.moves.then(|| words.label("console-log-moves"));
        let gaps = [("shown", log.shown().len().into()), ("all", log.len().into())];
        let count = filter.is_narrow().then(|| words.say("console-log-count", &gaps));
        let parts: Vec<String> = [team, kind, text, moves, count].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| words.list(parts))
    }

    pub(super) fn log(&self, game: &Game, area: Rect, buffer: &mut Buffer) -> Option<String> {
        let room = usize::from(area.height);
        let count = self.state.log.shown().len();
        let place = self.state.place(Panel::Log);
        let mut lines: Vec<Line<'static>> = Vec::new();
        let (mut started, mut own) = (0, usize::MAX);
        for event in self.state.log.shown().rev().skip(place) {
            started += 1;
            lines.extend(self.log_lines(game, event, area.width).into_iter().rev());
            own = own.min(lines.len());
            if lines.len() >= room {
                break;
            }
        }
        lines.truncate(room);
        lines.reverse();
        // First visible line of the selected event.
        let selected = (lines.len() + 1).saturating_sub(own.min(lines.len()));
        let mut later = 0;
        for event in self.state.log.shown().rev().take(place).rev() {
            if lines.len() >= room {
                break;
            }
            later += 1;
            lines.extend(self.log_lines(game, event, area.width));
        }
        if lines.is_empty() && self.state.log.filter().is_narrow() {
            lines.push(Line::styled(self.words.label("console-log-nothing"), self.palette.faint()));
        }
        lines.truncate(room);
        if let Some(row) = selected.checked_sub(1).and_then(|row| u16::try_from(row).ok()) {
            self.marker(Panel::Log, row, area, buffer);
        }
        ishigaki_screen::lines(lines, area, buffer);
        let last = count.saturating_sub(place) + later;
        let first = (count.saturating_sub(place) + 1).saturating_sub(started);
        (started + later < count).then(|| format!("{first}-{last} / {count}"))
    }

    fn log_lines(&self, game: &Game, event: &Event, columns: u16) -> Vec<Line<'static>> {
        log_lines(event.at, &self.words.event(game, event), self.palette, usize::from(columns))
    }
}
