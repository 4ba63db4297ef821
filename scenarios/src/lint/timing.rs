//! Checks that the times suit a contest day (`A3`, `A7`, `E1`).

use std::ops::RangeInclusive;

use ishigaki_rules::{ClosePolicy, Millis};

use super::Level;
use crate::page::{Page, Table};
use crate::scenario::Places;
use crate::wording::Wording;
use crate::{Scenario, basis};

const WINDOW: RangeInclusive<u64> = 60_000..=120_000;
const REBID_WINDOW: RangeInclusive<u64> = 15_000..=60_000;
const COUNTDOWN: RangeInclusive<u64> = 3_000..=15_000;

pub(super) fn check(page: &mut Page<'_>, scenario: &Scenario, places: &Places<'_>) {
    let mut usual = |table: &Table<'_>, key: &str, time: Millis, usual: RangeInclusive<u64>, why| {
        if !usual.contains(&time.0) {
            let what = Wording::UnusualTime {
                key: key.into(),
                seconds: (time.0 / 1_000).into(),
                least: (usual.start() / 1_000).into(),
                most: (usual.end() / 1_000).into(),
            };
            page.remark(Level::Warning, table.place(key), what, why);
        }
    };
    let countdown = scenario.end_countdown;
    usual(&places.root, "end_countdown_s", countdown, COUNTDOWN, basis::COUNTDOWN);
    for (round, table) in scenario.rounds.iter().zip(&places.rounds) {
        usual(table, "window_s", round.window, WINDOW, basis::WINDOW_USUAL);
        let rebid = round.rebid_window;
        usual(table, "rebid_window_s", rebid, REBID_WINDOW, basis::REBID_SHORT);
    }
    for (round, table) in scenario.rounds.iter().zip(&places.rounds) {
        early_close(page, table.place("close"), round.close);
    }
}

pub(super) fn early_close(page: &mut Page<'_>, at: usize, close: ClosePolicy) {
    if close == ClosePolicy::WhenAllSealed {
        page.remark(Level::Note, at, Wording::EarlyClose, basis::NO_EARLY_CLOSE);
    }
}
