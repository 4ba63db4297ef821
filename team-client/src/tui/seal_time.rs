//! Time of the team's last submission.

use ishigaki_proto::wire;
use ishigaki_rules::GameTime;
use ishigaki_words::game_clock;
use jiff::Timestamp;
use jiff::tz::TimeZone;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SealTime {
    at: GameTime,
    /// `None` if the server doesn't tell its time of day.
    time_of_day: Option<Timestamp>,
}

impl SealTime {
    /// Converts game time with the clock of the feed item that brought the submission.
    pub(crate) fn new(at: GameTime, clock: Option<&wire::Clock>) -> Self {
        let time_of_day = clock.filter(|clock| clock.server_unix_ms > 0).and_then(|clock| {
            let passed = clock.now_ms.saturating_sub(at.0);
            let millis = i64::try_from(clock.server_unix_ms.saturating_sub(passed)).ok()?;
            Timestamp::from_millisecond(millis).ok()
        });
        Self { at, time_of_day }
    }

    /// Returns the local time of day: `10:42:03`; or game time, if only that is known: `0:42`.
    pub(crate) fn text(self) -> String {
        self.time_of_day.map_or_else(|| game_clock(self.at), |at| time_of_day(at, TimeZone::system()))
    }
}

fn time_of_day(at: Timestamp, zone: TimeZone) -> String {
    let time = at.to_zoned(zone).time();
    format!("{:02}:{:02}:{:02}", time.hour(), time.minute(), time.second())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_of_day_is_that_of_submission_not_of_arrival() {
        let clock = wire::Clock { now_ms: 65_000, server_unix_ms: 36_125_000, ..Default::default() };
        let sealed = SealTime::new(GameTime(63_000), Some(&clock));
        let text = time_of_day(sealed.time_of_day.unwrap(), TimeZone::UTC);
        assert_eq!(text, "10:02:03");
        let silent = wire::Clock { server_unix_ms: 0, ..clock };
        assert_eq!(SealTime::new(GameTime(63_000), Some(&silent)).text(), "1:03");
        assert_eq!(SealTime::new(GameTime(63_000), None).text(), "1:03");
    }
}
