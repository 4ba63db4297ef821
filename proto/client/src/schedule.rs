//! The schedule of the day, and the time until its next part.

use std::time::Instant;

use ishigaki_proto::watch::{ScheduleEntry, ScheduleKind};

const DAY_S: u64 = 24 * 60 * 60;

/// The schedule of the day, with the server's time of day when it was received.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    entries: Vec<ScheduleEntry>,
    received: Option<(u64, Instant)>,
}

/// The next part of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextPart<'s> {
    pub entry: &'s ScheduleEntry,
    /// The part that goes on now, if it is a break.
    pub pause: Option<&'s ScheduleEntry>,
    /// Seconds until the start, at least 1.
    pub left_s: u64,
}

impl Schedule {
    /// Takes the entries with the server's time of day in seconds, received at a moment.
    pub fn of(entries: Vec<ScheduleEntry>, time_of_day_s: u32, received: Instant) -> Self {
        Self { entries, received: Some((time_of_day_s.into(), received)) }
    }

    /// Returns the entries in the order of time.
    pub fn entries(&self) -> &[ScheduleEntry] {
        &self.entries
    }

    /// Returns the next part of this day; `None` after the last one.
    pub fn next(&self, now: Instant) -> Option<NextPart<'_>> {
        let (then, received) = self.received?;
        let second = then.saturating_add(now.saturating_duration_since(received).as_secs()) % DAY_S;
        let start = |entry: &ScheduleEntry| u64::from(entry.start) * 60;
        let at = self.entries.iter().position(|entry| start(entry) > second)?;
        let (before, after) = self.entries.split_at(at);
        let entry = after.first()?;
        let pause = before.last().filter(|entry| entry.kind() == ScheduleKind::Break);
        Some(NextPart { entry, pause, left_s: start(entry) - second })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::now;

    fn entry(start: u32, kind: ScheduleKind) -> ScheduleEntry {
        ScheduleEntry { start, title: format!("at {start}"), kind: kind.into(), ..Default::default() }
    }

    #[tokio::test]
    async fn next_part_is_counted_down_from_the_servers_time() {
        let received = now();
        let entries = [(600, ScheduleKind::Game), (720, ScheduleKind::Break), (780, ScheduleKind::Ceremony)];
        let entries: Vec<ScheduleEntry> = entries.map(|(start, kind)| entry(start, kind)).into();
        let schedule = Schedule::of(entries, 11 * 3_600 + 59 * 60, received);
        let next = |seconds: u64| {
            let next = schedule.next(received + Duration::from_secs(seconds))?;
            Some((next.entry.start, next.pause.is_some(), next.left_s))
        };
        assert_eq!(next(0), Some((720, false, 60)));
        assert_eq!(next(59), Some((720, false, 1)));
        assert_eq!(next(60), Some((780, true, 3_600)));
        assert_eq!(next(3_660), None, "the last part has begun");
        assert_eq!(Schedule::default().next(received), None);
    }
}
