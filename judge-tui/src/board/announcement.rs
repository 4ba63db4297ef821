//! Announcements while they stand: for a time by the game's clock, whatever happens meanwhile.

use ishigaki_rules::{Event, Fact, Game, GameTime, Millis};
use ishigaki_screen::{Palette, notices};
use ishigaki_words::Words;
use ishigaki_words::columns::clean;
use ratatui::style::Style;
use ratatui::text::Line;

/// Time for which an announcement stands.
const STANDS: Millis = Millis(120_000);

/// Those of these events that are announcements and stand at this moment, newest first.
pub(crate) fn standing<'e>(
    events: impl DoubleEndedIterator<Item = &'e Event>,
    at: GameTime,
) -> Vec<&'e Event> {
    let stand = events.rev().take_while(|event| at < event.at.after(STANDS));
    stand.filter(|event| is_announcement(&event.fact)).collect()
}

/// Returns whether a fact is an announcement.
pub(super) const fn is_announcement(fact: &Fact) -> bool {
    matches!(fact, Fact::Announced { .. })
}

/// Returns whether a fact is an announcement to all. A judge's feed has what is for some teams alone, too; that is nothing
/// for the hall.
pub(super) fn is_for_all(fact: &Fact) -> bool {
    matches!(fact, Fact::Announced { teams, .. } if teams.is_empty())
}

/// Returns the text of an announcement; an answer to all stands below its question.
pub(super) fn announced(event: &Event, game: &Game, words: Words) -> String {
    match &event.fact {
        Fact::Announced { teams, text, asked: Some(asked), corrects } if teams.is_empty() => {
            let asked = words.say("board-asked", &[("asked", clean(asked.text()).into_owned().into())]);
            let text = clean(words.announcement(text)).into_owned();
            let answered = words.say("board-answered", &[("text", text.into())]);
            let answered = if *corrects { words.correction(&answered) } else { answered };
            format!("{asked}\n{answered}")
        }
        _ => words.event(game, event),
    }
}

/// The announcements in the reader's language, in at most so many lines.
pub(crate) fn announcement_lines(
    standing: &[&Event],
    game: &Game,
    (words, palette): (Words, Palette),
    columns: u16,
    room: usize,
) -> Vec<Line<'static>> {
    let told = standing.iter().map(|event| (announced(event, game, words), palette.warning()));
    let told: Vec<(String, Style)> = told.collect();
    notices(&told, columns, room, |count| {
        Line::styled(words.say("board-more-announcements", &[("count", count.into())]), palette.faint())
    })
}
