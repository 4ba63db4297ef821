//! Lines of a log.

use ishigaki_rules::GameTime;
use ishigaki_words::game_clock;
use ratatui::text::{Line, Span};

use crate::{Palette, hanging_indent};

/// Returns a log entry with its time, wrapped.
pub fn log_lines(at: GameTime, sentence: &str, palette: Palette, columns: usize) -> Vec<Line<'static>> {
    let time = Span::styled(format!("{:>6} ", game_clock(at)), palette.faint());
    hanging_indent(vec![time], sentence, columns)
}
