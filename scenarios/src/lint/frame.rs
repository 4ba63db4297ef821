//! Is the frame a wall's frame, and do the stones fill it (`W1`, `E2`)?

use super::fill::{Filling, fill};
use super::{Level, supply};
use crate::page::Page;
use crate::scenario::{Places, runs};
use crate::wording::{Word, Wording};
use crate::{Scenario, basis};

/// Number of placements that are tried before it is left open whether a frame can be filled.
const TRIES: u64 = 300_000;

pub(super) fn check(page: &mut Page<'_>, scenario: &Scenario, places: &Places<'_>) {
    let frame = &scenario.frame;
    for (row, side) in [(frame.top_row(), Word::Top), (frame.bottom_row(), Word::Bottom)] {
        let (_, parts) = runs(frame, row);
        // An arch is meant to stand on several feet.
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
        // Told with the supply; nothing to search for.
        return;
    }
    let (what, level) = match fill(frame, &scenario.lots, TRIES) {
        Filling::Found(_) => return,
        Filling::Impossible => (Wording::NothingFills, Level::Error),
        Filling::Open => (Wording::FillingOpen { tries: TRIES.into() }, Level::Note),
    };
    page.remark(level, places.frame.start, what, basis::FILLING);
}
