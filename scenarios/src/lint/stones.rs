//! Checks that the stones fit the frame and are distinct types (`W1`, `W2`).

use ishigaki_rules::{Cell, Frame, Shape};

use super::Level;
use super::codes::{Codes, is_number};
use crate::page::Page;
use crate::scenario::Places;
use crate::wording::Wording;
use crate::{Scenario, basis};

pub(super) fn check(page: &mut Page<'_>, scenario: &Scenario, places: &Places<'_>) {
    let mut codes = Codes::new("stone");
    for (at, (lot, place)) in scenario.lots.iter().zip(&places.lots).enumerate() {
        codes.add(page, place.table.place("id"), &lot.code);
        if is_number(&lot.code) {
            let what = Wording::LikePrice { stone: (&lot.code).into() };
            page.remark(Level::Warning, place.table.place("id"), what, basis::LINE);
        }
        for (other, other_place) in scenario.lots.iter().zip(&places.lots).take(at) {
            let line = page.line(other_place.shape.start).into();
            let (stone, at) = ((&lot.code).into(), place.shape.start);
            if other.shape.turn_onto(&lot.shape).is_some() {
                let what = Wording::SameStone { stone, other: (&other.code).into(), line };
                page.remark(Level::Error, at, what, basis::SAME_STONE);
            } else if other.shape.mirrored().turn_onto(&lot.shape).is_some() {
                let what = Wording::TurnedOver { stone, other: (&other.code).into(), line };
                page.remark(Level::Note, at, what, basis::TURNED_OVER);
            }
        }
        if place.shape.bare_edges > 0 {
            let what = Wording::BareStone { stone: (&lot.code).into(), edges: place.shape.bare_edges.into() };
            page.remark(Level::Warning, place.shape.start, what, basis::FIRST_SQUARE);
        }
        check_size(page, &scenario.frame, &lot.code, &lot.shape, place.shape.start);
    }
}

fn check_size(page: &mut Page<'_>, frame: &Frame, code: &str, shape: &Shape, at: usize) {
    let stone = code.into();
    let (height, width) = (shape.height(), shape.width());
    let upright = height <= frame.height() && width <= frame.width();
    let turned = width <= frame.height() && height <= frame.width();
    if !upright && !turned {
        let what = Wording::LargerThanFrame {
            stone,
            height: height.to_string().into(),
            width: width.to_string().into(),
            rows: frame.height().to_string().into(),
            columns: frame.width().to_string().into(),
        };
        page.remark(Level::Error, at, what, basis::INSIDE);
    } else if !fits(frame, shape) {
        page.remark(Level::Error, at, Wording::FitsNowhere { stone }, basis::INSIDE);
    } else if shape.area() * 2 > frame.area() {
        let what = Wording::CoversMost { stone, squares: shape.area().into(), frame: frame.area().into() };
        page.remark(Level::Warning, at, what, basis::SEVERAL_STONES);
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
