//! A line of a log: when something happened, and the sentence beside it.

use ishigaki_rules::GameTime;
use ishigaki_words::game_clock;
use ratatui::text::{Line, Span};

use crate::{Palette, hanging};

/// Returns what happened and when, in as many lines as it takes.
pub fn logged(at: GameTime, sentence: &str, palette: Palette, columns: usize) -> Vec<Line<'static>> {
    let time = Span::styled(format!("{:>6} ", game_clock(at)), palette.faint());
    hanging(vec![time], sentence, columns)
}
