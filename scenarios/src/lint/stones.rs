//! Are the stones stones of this frame, and each a type of its own (`W1`, `W2`)?

use ishigaki_rules::{Cell, Frame, Shape};

use super::Level;
use super::codes::{Codes, is_number};
use crate::Scenario;
use crate::page::Page;
use crate::scenario::Places;

pub(super) fn check(page: &mut Page<'_>, scenario: &Scenario, places: &Places) {
    let mut codes = Codes::new("stone");
    for (at, (lot, place)) in scenario.lots.iter().zip(&places.lots).enumerate() {
        codes.add(page, place.id, &lot.code);
        if is_number(&lot.code) {
            let what = format!("stone {:?} reads like a price", lot.code);
            page.remark(Level::Warning, place.id, what, "A2: a line is a stone type and a price");
        }
        for (other, other_place) in scenario.lots.iter().zip(&places.lots).take(at) {
            let line = page.line(other_place.shape.start);
            if other.shape.turn_onto(&lot.shape).is_some() {
                let what = format!(
                    "stone {:?} is {:?} of line {line}, turned or not; copies of one type are told by `copies`",
                    lot.code, other.code
                );
                page.remark(Level::Error, place.shape.start, what, "W2: a turned stone is the same stone");
            } else if other.shape.mirrored().turn_onto(&lot.shape).is_some() {
                let what = format!("stone {:?} is {:?} of line {line}, turned over", lot.code, other.code);
                page.remark(Level::Note, place.shape.start, what, "W2: no stone may be turned over");
            }
        }
        if place.shape.bare_edges > 0 {
            let what = format!(
                "stone {:?} is drawn with {} bare row(s) and column(s) around it",
                lot.code, place.shape.bare_edges
            );
            page.remark(Level::Warning, place.shape.start, what, "W2: a stone starts at its first square");
        }
        check_size(page, &scenario.frame, &lot.code, &lot.shape, place.shape.start);
    }
}

fn check_size(page: &mut Page<'_>, frame: &Frame, code: &str, shape: &Shape, at: usize) {
    const INSIDE: &str = "W2: stones lie inside the frame";
    let (height, width) = (shape.height(), shape.width());
    let upright = height <= frame.height() && width <= frame.width();
    let turned = width <= frame.height() && height <= frame.width();
    if !upright && !turned {
        let what = format!(
            "stone {code:?} is {height} x {width}, larger than `frame`, {} x {}",
            frame.height(),
            frame.width()
        );
        page.remark(Level::Error, at, what, INSIDE);
    } else if !fits(frame, shape) {
        let what = format!("stone {code:?} fits nowhere in `frame`, however it is turned");
        page.remark(Level::Error, at, what, INSIDE);
    } else if shape.area() * 2 > frame.area() {
        let what = format!("stone {code:?} alone covers {} of {} squares", shape.area(), frame.area());
        page.remark(Level::Warning, at, what, "G1: a wall is built of several stones");
    }
}

fn fits(frame: &Frame, shape: &Shape) -> bool {
    let at_cell = |turned: &Shape, row: i32, col: i32| {
        turned.cells().iter().all(|cell| frame.contains(Cell::new(cell.row + row, cell.col + col)))
    };
    shape.distinct_turns().iter().any(|(_, turned)| {
        (0..frame.height()).any(|row| (0..frame.width()).any(|col| at_cell(turned, row, col)))
    })
}
