//! Is the frame a wall's frame, and do the stones fill it (`W1`, `E2`)?

use super::fill::{Filling, fill};
use super::{Level, supply};
use crate::Scenario;
use crate::page::Page;
use crate::scenario::{FLAT, Places, runs};

/// Number of placements that are tried before it is left open whether a frame can be filled.
const TRIES: u64 = 300_000;

pub(super) fn check(page: &mut Page<'_>, scenario: &Scenario, places: &Places) {
    let frame = &scenario.frame;
    for (row, side) in [(frame.top_row(), "top"), (frame.bottom_row(), "bottom")] {
        let (_, parts) = runs(frame, row);
        if parts > 1 {
            let what = format!("the {side} row of `frame` is in {parts} parts");
            page.remark(Level::Warning, places.frame.of_row(row), what, FLAT);
        }
    }
    if places.frame.bare_edges > 0 {
        let what =
            format!("`frame` is drawn with {} bare row(s) and column(s) around it", places.frame.bare_edges);
        page.remark(Level::Warning, places.frame.start, what, "W1: row 0 is on top of the drawing");
    }
    if supply::area(scenario) < frame.area() {
        // Told with the supply; nothing to search for.
        return;
    }
    let (what, level) = match fill(frame, &scenario.lots, TRIES) {
        Filling::Found(_) => return,
        Filling::Impossible => ("no set of the stones fills `frame`".to_owned(), Level::Error),
        Filling::Open => (
            format!("{TRIES} tries found no stones that fill `frame`; keep a wall that does beside the file"),
            Level::Note,
        ),
    };
    page.remark(level, places.frame.start, what, "E2: the fewest empty squares win");
}
