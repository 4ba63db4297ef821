//! A line of a log: when something happened, and the sentence beside it.

use ishigaki_rules::{Event, Game, GameTime};
use ishigaki_words::Words;
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

/// A moment of the game's own time: `12:05`, minutes without end.
pub fn game_clock(at: GameTime) -> String {
    let seconds = at.0 / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
