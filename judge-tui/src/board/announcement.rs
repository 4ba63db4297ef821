//! Announcements while they stand: for a time by the game's clock, whatever happens meanwhile.

use ishigaki_rules::{Event, Fact, Game, GameTime, Millis};
use ishigaki_screen::{Palette, notices};
use ishigaki_words::Words;
use ratatui::style::Style;
use ratatui::text::Line;

/// How long an announcement stands.
const STANDS: Millis = Millis(120_000);

/// Those of these events that are announcements and stand at this moment, newest first.
pub(crate) fn standing<'e>(
    events: impl DoubleEndedIterator<Item = &'e Event>,
    at: GameTime,
) -> Vec<&'e Event> {
    let stand = events.rev().take_while(|event| at < event.at.after(STANDS));
    stand.filter(|event| is_announcement(&event.fact)).collect()
}

/// Whether a fact is an announcement.
pub(super) const fn is_announcement(fact: &Fact) -> bool {
    matches!(fact, Fact::Announced { .. })
}

/// Whether a fact is an announcement to all. A judge's feed has what is for some teams alone, too; that is nothing for the
/// hall.
pub(super) fn is_for_all(fact: &Fact) -> bool {
    matches!(fact, Fact::Announced { teams, .. } if teams.is_empty())
}

/// The announcements in the reader's language, in at most so many lines.
pub(crate) fn announcement_lines(
    standing: &[&Event],
    game: &Game,
    (words, palette): (Words, Palette),
    columns: u16,
    room: usize,
) -> Vec<Line<'static>> {
    let told = standing.iter().map(|event| (words.event(game, event), palette.warning()));
    let told: Vec<(String, Style)> = told.collect();
    notices(&told, columns, room, |count| {
        Line::styled(words.say("board-more-announcements", &[("count", count.into())]), palette.faint())
    })
}
