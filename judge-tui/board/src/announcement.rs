//! Announcements, shown for a fixed time by the game's clock.

use ishigaki_rules::{Announcement, Event, Fact, Game, GameTime, Millis};
use ishigaki_screen::{Palette, notices};
use ishigaki_words::Words;
use ishigaki_words::columns::clean;
use ratatui::style::Style;
use ratatui::text::Line;
use unicode_normalization::UnicodeNormalization as _;

pub(super) const ANNOUNCEMENT_DURATION: Millis = Millis(120_000);

/// Returns the announcements that are shown now, the latest first.
pub fn current_announcements<'e>(
    events: impl DoubleEndedIterator<Item = &'e Event>,
    at: GameTime,
) -> Vec<&'e Event> {
    let recent = events.rev().take_while(|event| at < event.at.after(ANNOUNCEMENT_DURATION));
    recent.filter(|event| is_announcement(&event.fact)).collect()
}

pub(super) const fn is_announcement(fact: &Fact) -> bool {
    matches!(fact, Fact::Announced { .. })
}

/// A judge's feed also has messages to some teams, which are not for the hall.
pub(super) fn is_for_all(fact: &Fact) -> bool {
    matches!(fact, Fact::Announced { teams, .. } if teams.is_empty())
}

pub(super) fn announced_text(fact: &Fact) -> Option<&Announcement> {
    match fact {
        Fact::Announced { text, .. } => Some(text),
        _ => None,
    }
}

/// Returns the last time of day in an announcement, such as 13:00, in minutes from midnight. Answers to
/// questions have none.
pub(super) fn announced_time(fact: &Fact) -> Option<u32> {
    let Fact::Announced { text, asked: None, .. } = fact else { return None };
    let text: String = text.english().or(text.japanese())?.nfkc().collect();
    let words = text.split(|sign: char| !sign.is_ascii_digit() && sign != ':');
    words.filter_map(|word| minutes_of_day(word.trim_matches(':'))).next_back()
}

fn minutes_of_day(word: &str) -> Option<u32> {
    let (hours, minutes) = word.split_once(':')?;
    let has_form = (1..=2).contains(&hours.len()) && minutes.len() == 2;
    let (hours, minutes) = (hours.parse::<u32>().ok()?, minutes.parse::<u32>().ok()?);
    (has_form && hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

pub(super) fn announcement_text(event: &Event, game: &Game, words: Words) -> String {
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

/// Returns announcements as lines with these columns.
pub fn announcement_lines(
    announcements: &[&Event],
    game: &Game,
    (words, palette): (Words, Palette),
    columns: u16,
    room: usize,
) -> Vec<Line<'static>> {
    let texts = announcements.iter().map(|event| (announcement_text(event, game, words), palette.warning()));
    let texts: Vec<(String, Style)> = texts.collect();
    notices(&texts, columns, room, |count| {
        Line::styled(words.say("board-more-announcements", &[("count", count.into())]), palette.faint())
    })
}

#[cfg(test)]
mod tests {
    use super::minutes_of_day;

    #[test]
    fn only_times_of_day_are_read_as_times() {
        let times = ["13:00", "9:05", "23:59", "24:00", "1:5", "12:60", "10:20:30", "123:00", ":30", "1330"];
        let minutes = times.map(minutes_of_day);
        let expected = [Some(780), Some(545), Some(1439), None, None, None, None, None, None, None];
        assert_eq!(minutes, expected);
    }
}
