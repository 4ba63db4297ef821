//! Painting of the day's schedule.

use ishigaki_client::NextPart;
use ishigaki_proto::watch::ScheduleEntry;
use ishigaki_rules::Millis;
use ishigaki_screen::wrap;
use ishigaki_words::countdown;
use ratatui::text::Line;

use super::Painter;
use crate::Show;
use crate::state::COUNTDOWN_S;

impl Painter<'_> {
    /// Returns the next part of the day for a game, unless it needs attention or has announced its own.
    pub(super) fn next_part_of(&self, show: &Show, columns: usize) -> Vec<Line<'static>> {
        let is_busy = self.state.surface.now().is_none_or(|now| show.has_attention(now));
        if is_busy || show.next_part().is_some() { Vec::new() } else { self.next_part(columns) }
    }

    /// Returns the next part of the day in the words of the hall's page.
    pub(super) fn next_part(&self, columns: usize) -> Vec<Line<'static>> {
        let Some(next) = self.state.next_part() else { return Vec::new() };
        let text = wrap(&self.next_part_text(&next), columns);
        text.into_iter().map(|line| Line::styled(line, self.palette.warning())).collect()
    }

    /// Returns the title and the time left until the start, after a break that goes on.
    fn next_part_text(&self, next: &NextPart<'_>) -> String {
        let title = |entry: &ScheduleEntry| self.words.title_of(&entry.title, &entry.title_ja);
        let time = if next.left_s <= COUNTDOWN_S {
            let left = countdown(Millis(next.left_s * 1_000));
            self.words.say("page-starts-in", &[("time", left.into())])
        } else {
            let start = next.entry.start;
            let clock = format!("{}:{:02}", start / 60, start % 60);
            self.words.say("page-next-at", &[("clock", clock.into())])
        };
        let pause = next.pause.map(title);
        pause.into_iter().chain([time, title(next.entry)]).collect::<Vec<_>>().join(" – ")
    }
}
