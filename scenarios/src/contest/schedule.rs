//! The day's schedule and prepared answers: the `[[schedule]]` and `[[answer]]` tables of a contest file.

use ishigaki_rules::Announcement;
use toml::Spanned;
use toml::de::DeValue;

use crate::page::{FORMAT, Page, Table};
use crate::wording::Wording;

const MINUTES_OF_DAY: u32 = 24 * 60;

/// An entry of the day's schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleEntry {
    /// Start in minutes from midnight, by the clocks in the hall.
    pub start: u32,
    pub title: String,
    /// Empty without one.
    pub title_ja: String,
    pub kind: ScheduleKind,
}

/// Kind of a part of the day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScheduleKind {
    Game,
    Break,
    Ceremony,
    #[default]
    Other,
}

/// A prepared answer to questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparedAnswer {
    pub text: String,
    /// Empty without one.
    pub text_ja: String,
}

const KINDS: [(&str, ScheduleKind); 4] = [
    ("game", ScheduleKind::Game),
    ("break", ScheduleKind::Break),
    ("ceremony", ScheduleKind::Ceremony),
    ("other", ScheduleKind::Other),
];

/// Reads the schedule, which must be in the order of time.
pub(super) fn read_schedule(page: &mut Page<'_>, root: &mut Table<'_>) -> Vec<ScheduleEntry> {
    let mut entries: Vec<ScheduleEntry> = Vec::new();
    for mut table in root.tables(page, "schedule") {
        let start = table.need(page, "start", FORMAT).and_then(|value| {
            let text = page.text("start", value)?;
            let minutes = minutes(text.get_ref());
            if minutes.is_none() {
                page.report(value.span().start, Wording::NoTime { text: (*text.get_ref()).into() }, FORMAT);
            }
            minutes
        });
        let title = table.need(page, "title", FORMAT).and_then(|value| line(page, "title", value));
        let title_ja = table.find("title_ja").and_then(|value| line(page, "title_ja", value));
        let kind = table.find("kind").and_then(|value| page.choice("kind", value, &KINDS, FORMAT));
        table.close(page);
        let (Some(start), Some(title)) = (start, title) else { continue };
        if entries.last().is_some_and(|before| before.start >= start) {
            page.report(table.place("start"), Wording::TimeNotLater, FORMAT);
        }
        let (title_ja, kind) = (title_ja.unwrap_or_default(), kind.unwrap_or_default());
        entries.push(ScheduleEntry { start, title, title_ja, kind });
    }
    entries
}

/// Reads the prepared answers.
pub(super) fn read_answers(page: &mut Page<'_>, root: &mut Table<'_>) -> Vec<PreparedAnswer> {
    let mut answers = Vec::new();
    for mut table in root.tables(page, "answer") {
        let text = table.need(page, "text", FORMAT).and_then(|value| line(page, "text", value));
        let text_ja = table.find("text_ja").and_then(|value| line(page, "text_ja", value));
        table.close(page);
        answers.extend(text.map(|text| PreparedAnswer { text, text_ja: text_ja.unwrap_or_default() }));
    }
    answers
}

/// Reads a text that can be announced.
fn line(page: &mut Page<'_>, key: &'static str, value: &Spanned<DeValue<'_>>) -> Option<String> {
    let text = page.title(key, value)?;
    let can_be_announced = Announcement::new(&text, "").is_ok_and(|line| line.english() == Some(&text));
    if !can_be_announced {
        let what = Wording::NoMessage { key: key.into(), most: Announcement::LONGEST.into() };
        page.report(value.span().start, what, FORMAT);
    }
    can_be_announced.then_some(text)
}

/// Returns the minutes from midnight of a time such as `9:30` or `13:00`.
fn minutes(text: &str) -> Option<u32> {
    let (hours, minutes) = text.split_once(':')?;
    let is_number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    let has_form = (1..=2).contains(&hours.len()) && minutes.len() == 2;
    if !has_form || !is_number(hours) || !is_number(minutes) {
        return None;
    }
    let (hours, minutes) = (hours.parse::<u32>().ok()?, minutes.parse::<u32>().ok()?);
    let of_day = hours * 60 + minutes;
    (minutes < 60 && of_day < MINUTES_OF_DAY).then_some(of_day)
}

#[cfg(test)]
mod tests {
    use super::minutes;

    #[test]
    fn times_of_day_have_hours_and_two_digits_of_minutes() {
        let valid = ["0:00", "9:05", "09:30", "23:59"].map(minutes);
        assert_eq!(valid, [Some(0), Some(545), Some(570), Some(1_439)]);
        for text in ["24:00", "9:5", "9:60", "9", "", ":30", "+9:30", "9:3０", "13:00:00", "-1:00"] {
            assert_eq!(minutes(text), None, "{text}");
        }
    }
}
