//! Time left of a window.

use ishigaki_rules::Millis;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::Palette;

const WARNING_BELOW: Millis = Millis(30_000);
const ALARM_BELOW: Millis = Millis(10_000);

/// Time left of a window in one line, as figures and a bar.
#[derive(Clone, Copy, Debug)]
pub struct Countdown {
    pub left: Millis,
    /// Length of the window, if the elapsed part is shown as a bar.
    pub of: Option<Millis>,
    pub paused: bool,
    /// Marked with a question mark: derived from the server's last message.
    pub is_guess: bool,
    pub palette: Palette,
}

impl Countdown {
    /// Returns the figures, `1:05`, or `1:05?` if they are a guess.
    pub fn figures(&self) -> Span<'static> {
        let doubt = if self.is_guess { "?" } else { "" };
        Span::styled(format!("{}{doubt}", ishigaki_words::countdown(self.left)), self.style())
    }

    fn style(&self) -> Style {
        if self.paused || self.left > WARNING_BELOW {
            self.palette.heading()
        } else if self.left > ALARM_BELOW {
            self.palette.warning()
        } else {
            self.palette.alarm()
        }
    }

    fn bar(&self, columns: u16) -> Option<[Span<'static>; 2]> {
        let whole = self.of.filter(|whole| whole.0 > 0)?.0;
        let left = self.left.0.min(whole);
        let full = u128::from(left) * u128::from(columns);
        let full = usize::try_from(full.div_ceil(u128::from(whole))).unwrap_or(0);
        let empty = usize::from(columns).saturating_sub(full);
        Some([
            Span::styled("━".repeat(full), self.style()),
            Span::styled("─".repeat(empty), self.palette.faint()),
        ])
    }
}

impl Widget for Countdown {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let figures = self.figures();
        let room = area.width.saturating_sub(u16::try_from(figures.width()).unwrap_or(u16::MAX));
        let mut line = Line::from(figures);
        if let Some(bar) = (room > 4).then(|| self.bar(room - 1)).flatten() {
            line.push_span(Span::raw(" "));
            line.spans.extend(bar);
        }
        line.render(area, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn countdown(left: u64, paused: bool) -> Countdown {
        let (left, of) = (Millis(left), Some(Millis(90_000)));
        Countdown { left, of, paused, is_guess: false, palette: Palette::COLOUR }
    }

    fn painted(left: u64, paused: bool) -> Buffer {
        let area = Rect::new(0, 0, 15, 1);
        let mut buffer = Buffer::empty(area);
        countdown(left, paused).render(area, &mut buffer);
        buffer
    }

    fn text(buffer: &Buffer) -> String {
        buffer.content().iter().map(ratatui::buffer::Cell::symbol).collect()
    }

    #[test]
    fn bar_shrinks_with_time_and_is_empty_only_at_zero() {
        assert_eq!(text(&painted(90_000, false)), "1:30 ━━━━━━━━━━");
        assert_eq!(text(&painted(45_000, false)), "0:45 ━━━━━─────");
        assert_eq!(text(&painted(1, false)), "0:01 ━─────────");
        assert_eq!(text(&painted(0, false)), "0:00 ──────────");
    }

    #[test]
    fn estimated_time_has_question_mark() {
        let guess = Countdown { is_guess: true, ..countdown(65_000, false) };
        assert_eq!(guess.figures().content, "1:05?");
    }

    #[test]
    fn last_seconds_are_alarm_coloured_unless_paused() {
        let style = |buffer: &Buffer| buffer[(0, 0)].style().fg;
        assert_eq!(style(&painted(9_000, false)), Palette::COLOUR.alarm().fg);
        assert_eq!(style(&painted(9_000, true)), Palette::COLOUR.heading().fg);
    }
}
