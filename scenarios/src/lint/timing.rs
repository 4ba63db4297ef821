//! Are the clocks those of a contest day (`A3`, `A7`, `E1`)?

use std::ops::RangeInclusive;

use ishigaki_rules::{ClosePolicy, Millis};

use super::Level;
use crate::Scenario;
use crate::page::Page;
use crate::scenario::Places;

/// Usual length of a window, in milliseconds.
const WINDOW: RangeInclusive<u64> = 60_000..=120_000;
const REBID_WINDOW: RangeInclusive<u64> = 15_000..=60_000;
const COUNTDOWN: RangeInclusive<u64> = 3_000..=15_000;

pub(super) fn check(page: &mut Page<'_>, scenario: &Scenario, places: &Places) {
    let mut usual = |key: &str, at: usize, time: Millis, usual: RangeInclusive<u64>, why| {
        if !usual.contains(&time.0) {
            let what = format!(
                "`{key}` is {}; usual is {} to {}",
                time.0 / 1_000,
                usual.start() / 1_000,
                usual.end() / 1_000
            );
            page.remark(Level::Warning, at, what, why);
        }
    };
    let countdown = scenario.end_countdown;
    usual("end_countdown_s", places.end_countdown, countdown, COUNTDOWN, "E1: a countdown of a few seconds");
    for (round, place) in scenario.rounds.iter().zip(&places.rounds) {
        usual("window_s", place.window, round.window, WINDOW, "A3: bidding closes after 1-2 minutes");
        let rebid = round.rebid_window;
        usual("rebid_window_s", place.rebid_window, rebid, REBID_WINDOW, "A7: a re-bid is a short one");
    }
    for (round, place) in scenario.rounds.iter().zip(&places.rounds) {
        early_close(page, place.close, round.close);
    }
}

/// That bidding may close before its time is for rehearsals.
pub(super) fn early_close(page: &mut Page<'_>, at: usize, close: ClosePolicy) {
    if close == ClosePolicy::WhenAllSealed {
        let what = "bidding closes as soon as all have sealed, which is for rehearsals";
        page.remark(Level::Note, at, what, "A3: no early close by default");
    }
}
