//! Amounts, durations and places in words.

use ishigaki_rules::{GameTime, Millis, Tsuyama};

use crate::{Words, grouped};

/// Returns the time left of a window: `1:05`, from an hour on `1:00:05`. Rounded up to seconds, so that
/// `0:00` means that it is over.
pub fn countdown(left: Millis) -> String {
    let seconds = left.0.div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Returns an elapsed time like [`countdown`], rounded down to seconds.
pub fn elapsed(span: Millis) -> String {
    countdown(Millis(span.0 / 1000 * 1000))
}

/// Returns a moment of game time: `12:05`, with minutes beyond 60.
pub fn game_clock(at: GameTime) -> String {
    let seconds = at.0 / 1000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

impl Words {
    /// Returns an amount with its unit: `1,240 TSUYAMA`. [`grouped`] gives the bare figure.
    pub fn money(&self, amount: Tsuyama) -> String {
        self.say("figure-money", &[("amount", amount.into())])
    }

    /// Returns a duration: `350 ms`, from a second on `1.5 s` or `30 s`, from a minute on `2:30` like
    /// [`countdown`]. Use [`countdown`] for time left.
    pub fn duration(&self, span: Millis) -> String {
        let (seconds, tenths) = (span.0 / 1000, span.0 % 1000 / 100);
        match (seconds, tenths) {
            (0, _) if span.0 > 0 => self.say("figure-millis", &[("millis", grouped(span.0).into())]),
            (0..60, 0) => self.say("figure-seconds", &[("seconds", grouped(seconds).into())]),
            (0..60, _) => self.say("figure-seconds", &[("seconds", format!("{seconds}.{tenths}").into())]),
            _ => countdown(span),
        }
    }

    /// Returns a place in the ranking: `1st`, `2nd`; `1位`.
    pub fn place(&self, place: u32) -> String {
        let ending = match (place % 10, place % 100) {
            (_, 11..=13) => "th",
            (1, _) => "st",
            (2, _) => "nd",
            (3, _) => "rd",
            _ => "th",
        };
        self.say("figure-place", &[("place", place.into()), ("ending", ending.into())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn money_has_thousands_separators_up_to_the_largest_amount() {
        let words = Words::new(Lang::En);
        let shown = [0, 999, 1_000, 12_345_678].map(|amount| words.money(Tsuyama(amount)));
        assert_eq!(shown, ["0 TSUYAMA", "999 TSUYAMA", "1,000 TSUYAMA", "12,345,678 TSUYAMA"]);
        assert_eq!(Words::new(Lang::Ja).money(Tsuyama(u64::MAX)), "18,446,744,073,709,551,615 TSUYAMA");
    }

    #[test]
    fn countdown_shows_zero_only_at_end() {
        let shown = [0, 1, 1_000, 64_001, 65_000, 3_605_000].map(|left| countdown(Millis(left)));
        assert_eq!(shown, ["0:00", "0:01", "0:01", "1:05", "1:05", "1:00:05"]);
    }

    #[test]
    fn durations_use_seconds_below_one_minute_and_clock_above() {
        let spans = [0, 350, 1_500, 59_000, 60_000, 150_000].map(Millis);
        let en = spans.map(|span| Words::new(Lang::En).duration(span));
        assert_eq!(en, ["0 s", "350 ms", "1.5 s", "59 s", "1:00", "2:30"]);
        let ja = spans.map(|span| Words::new(Lang::Ja).duration(span));
        assert_eq!(ja, ["0秒", "350ミリ秒", "1.5秒", "59秒", "1:00", "2:30"]);
    }

    #[test]
    fn places_have_their_endings() {
        let en = [1, 2, 3, 4, 11, 12, 13, 21, 112].map(|place| Words::new(Lang::En).place(place));
        assert_eq!(en, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"]);
        assert_eq!(Words::new(Lang::Ja).place(1), "1位");
    }
}
