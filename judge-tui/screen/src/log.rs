//! A line of a log: when something happened, and the sentence beside it.

use ishigaki_rules::{Event, Game};
use ishigaki_words::{Words, game_clock};
use ratatui::text::{Line, Span};

use crate::{Palette, hanging};

/// Returns what happened, in as many lines as it takes. A sentence never tells what is sealed.
pub fn logged(
    game: &Game,
    event: &Event,
    (words, palette): (Words, Palette),
    columns: usize,
) -> Vec<Line<'static>> {
    let time = Span::styled(format!("{:>6} ", game_clock(event.at)), palette.faint());
    hanging(vec![time], &words.event(game, event), columns)
}
