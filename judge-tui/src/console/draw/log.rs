//! The log's panel: one sentence an event, the latest at the bottom.

use ishigaki_rules::{Event, Game};
use ishigaki_screen::logged;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::Painter;
use crate::console::panel::Panel;

impl Painter<'_> {
    /// Returns what of the log is shown, if not all but moves of stones.
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

    /// The log up to the selected event, and on from there as far as there is nothing more before it.
    pub(super) fn log(&self, game: &Game, area: Rect, buffer: &mut Buffer) -> Option<String> {
        let room = usize::from(area.height);
        let count = self.state.log.shown().len();
        let place = self.state.place(Panel::Log);
        let mut lines: Vec<Line<'static>> = Vec::new();
        let (mut begun, mut own) = (0, usize::MAX);
        for event in self.state.log.shown().rev().skip(place) {
            begun += 1;
            lines.extend(self.logged(game, event, area.width).into_iter().rev());
            own = own.min(lines.len());
            if lines.len() >= room {
                break;
            }
        }
        lines.truncate(room);
        lines.reverse();
        // The first line of the selected event, as far as it is in sight.
        let selected = (lines.len() + 1).saturating_sub(own.min(lines.len()));
        let mut later = 0;
        for event in self.state.log.shown().rev().take(place).rev() {
            if lines.len() >= room {
                break;
            }
            later += 1;
            lines.extend(self.logged(game, event, area.width));
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
        let first = (count.saturating_sub(place) + 1).saturating_sub(begun);
        (begun + later < count).then(|| format!("{first}-{last} / {count}"))
    }

    fn logged(&self, game: &Game, event: &Event, columns: u16) -> Vec<Line<'static>> {
        logged(event.at, &self.words.event(game, event), self.palette, usize::from(columns))
    }
}
