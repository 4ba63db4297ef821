//! The frame, and whether the stones fill it (`W1`, `E2`).

use super::fill::{Filling, fill};
use super::{Level, supply};
use crate::page::Page;
use crate::scenario::{Places, runs};
use crate::wording::{Word, Wording};
use crate::{Scenario, basis};

const TRIES: u64 = 300_000;

pub(super) fn check(page: &mut Page<'_>, scenario: &Scenario, places: &Places<'_>) {
    let frame = &scenario.frame;
    for (row, side) in [(frame.top_row(), Word::Top), (frame.bottom_row(), Word::Bottom)] {
        let (_, parts) = runs(frame, row);
        // An arch has several feet.
        if parts > 1 && !(places.is_arch && row == frame.bottom_row()) {
            let what = Wording::Parts { side: side.into(), parts: parts.into() };
            page.remark(Level::Warning, places.frame.of_row(row), what, basis::FLAT);
        }
    }
    if places.frame.bare_edges > 0 {
        let what = Wording::BareFrame { edges: places.frame.bare_edges.into() };
        page.remark(Level::Warning, places.frame.start, what, basis::ROW_0);
    }
    if supply::area(scenario) < frame.area() {
        // Reported with the supply; no search is needed.
        return;
    }
    let (what, level) = match fill(frame, &scenario.lots, TRIES) {
        Filling::Found(_) => return,
        Filling::Impossible => (Wording::NothingFills, Level::Error),
        Filling::Open => (Wording::FillingOpen { tries: TRIES.into() }, Level::Note),
    };
    page.remark(level, places.frame.start, what, basis::FILLING);
}
