//! What has happened, one sentence an event, the latest at the bottom.

use ishigaki_rules::{Game, GameTime};
use ishigaki_widgets::hanging;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::Painter;
use crate::panel::Panel;

impl Painter<'_> {
    /// What of the log is shown, if not all but moves of stones.
    pub(super) fn log_title(&self) -> Option<String> {
        let (words, log) = (self.words, &self.state.log);
        let filter = log.filter();
        let team = filter.team.and_then(|team| Some(words.team(self.state.game()?.setup(), team)));
        let kind = filter.kind.map(|kind| words.label(kind.label()));
        let text = (!filter.text.is_empty())
            .then(|| words.say("console-log-search", &[("text", filter.text.as_str().into())]));
        let moves = filter.moves.then(|| words.label("console-log-moves"));
        let gaps = [("shown", log.shown().len().into()), ("all", log.len().into())];
        let count = filter.is_narrow().then(|| words.say("console-log-count", &gaps));
        let parts: Vec<String> = [team, kind, text, moves, count].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| words.list(parts))
    }

    pub(super) fn log(&self, game: &Game, area: Rect, buffer: &mut Buffer) {
        let mut lines: Vec<Line<'static>> = Vec::new();
        let room = usize::from(area.height);
        for event in self.state.log.shown().rev().skip(self.state.place(Panel::Log)) {
            let time = Span::styled(format!("{} ", game_clock(event.at)), self.palette.faint());
            let sentence = self.words.event(game.setup(), event);
            let own = hanging(vec![time], &sentence, usize::from(area.width));
            lines.extend(own.into_iter().rev());
            if lines.len() >= room {
                break;
            }
        }
        if lines.is_empty() && self.state.log.filter().is_narrow() {
            lines.push(Line::styled(self.words.label("console-log-nothing"), self.palette.faint()));
        }
        lines.truncate(room);
        lines.reverse();
        Self::lines(lines, area, buffer);
    }
}

/// A moment of the game's own time: `12:05`, minutes without end.
fn game_clock(at: GameTime) -> String {
    let seconds = at.0 / 1000;
    format!("{:>3}:{:02}", seconds / 60, seconds % 60)
}
