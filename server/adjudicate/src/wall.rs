//! The `wall` request.
//!
//! Stones have the names of the request. Their squares are judged as given, even if they aren't connected.

mod grid;

use std::collections::BTreeMap;

use ishigaki_rules::wall::{Placement, Placing, Spot, Verdict, WallCode, judge};
use ishigaki_rules::{Frame, FrameFault, MAX_EXTENT, MAX_GRID, Shape, ShapeFault, Turn};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Number, Value};

use super::RequestError;
use super::request::{ById, Object};
use grid::{CompactGrid, is_scattered, near_origin};

#[derive(Deserialize)]
struct Request {
    wall: Object<WallFields>,
}

#[derive(Deserialize)]
struct WallFields {
    frame: Vec<String>,
    stones: ById<Vec<Square>>,
    placements: Vec<Object<StoneFields>>,
}

#[derive(Deserialize)]
struct StoneFields {
    stone: String,
    cells: Option<Vec<Square>>,
    rot: Option<Value>,
    row: Option<Coordinate>,
    col: Option<Coordinate>,
}

type Square = [Coordinate; 2];

/// An integer: exact up to 64 bits, otherwise rounded to a floating point number.
#[derive(Clone, Copy)]
struct Coordinate(i128);

impl<'de> Deserialize<'de> for Coordinate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Number::deserialize(deserializer)?;
        match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(small), _, _) => Ok(Self(small.into())),
            (None, Some(large), _) => Ok(Self(large.into())),
            // Integers of more than 64 bits arrive as floating point numbers.
            (None, None, Some(huge)) if !(-9e18..=1e19).contains(&huge) => Ok(Self(nearest(huge))),
            _ => Err(D::Error::custom(format_args!("{number} is no row or column: it must be an integer"))),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the cast gives the nearest that an i128 holds")]
fn nearest(huge: f64) -> i128 {
    huge as i128
}

#[derive(Serialize)]
struct WallAnswer<'a> {
    valid: bool,
    errors: Vec<WallFaultAnswer<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<ScoreAnswer<'a>>,
}

#[derive(Serialize)]
struct WallFaultAnswer<'a> {
    code: &'static str,
    stones: Vec<&'a str>,
}

#[derive(Serialize)]
struct ScoreAnswer<'a> {
    empty: u32,
    top_gaps: u32,
    used: u32,
    unused: u32,
    lifted: Vec<&'a str>,
}

impl<'a> From<Verdict<&'a str>> for WallAnswer<'a> {
    fn from(verdict: Verdict<&'a str>) -> Self {
        let fault = |fault: ishigaki_rules::wall::WallFault<&'a str>| WallFaultAnswer {
            code: code_name(fault.code),
            stones: fault.stones,
        };
        Self {
            valid: verdict.faults.is_empty(),
            errors: verdict.faults.into_iter().map(fault).collect(),
            score: verdict.score.map(|score| ScoreAnswer {
                empty: score.empty,
                top_gaps: score.top_gaps,
                used: score.used,
                unused: score.unused,
                lifted: score.lifted,
            }),
        }
    }
}

pub(super) fn answer(line: &str) -> Result<String, RequestError> {
    let Object(Request { wall: Object(wall) }) = serde_json::from_str(line)?;
    let shapes = shapes(&wall.stones)?;
    let placed: Vec<&StoneFields> = wall.placements.iter().map(|Object(placed)| placed).collect();
    let grid = CompactGrid::new(&shapes, &placed)?;
    let placements = placed.iter().map(|placed| placement(placed, &grid)).collect::<Result<Vec<_>, _>>()?;
    let answer = match frame(&wall.frame)? {
        Some(frame) => {
            let owned = shapes.iter().map(|(&stone, shape)| (stone, shape)).collect();
            WallAnswer::from(judge(&frame, &owned, &placements))
        }
        None => WallAnswer {
            valid: false,
            errors: vec![WallFaultAnswer { code: "BAD_FRAME", stones: Vec::new() }],
            score: None,
        },
    };
    Ok(serde_json::to_string(&answer)?)
}

/// Returns the frame; `None` if it is invalid (`W1`).
fn frame(rows: &[String]) -> Result<Option<Frame>, RequestError> {
    match Frame::parse(rows) {
        Ok(frame) => Ok(Some(frame)),
        Err(FrameFault::Empty | FrameFault::Disconnected { .. }) => Ok(None),
        Err(FrameFault::UnknownSign { cell, sign }) => Err(RequestError::Shape {
            reason: format!(
                "the frame has {sign:?} at row {}, column {}; it must be # or .",
                cell.row, cell.col
            ),
        }),
        Err(FrameFault::TooLarge) => Err(too_large("frame")),
    }
}

fn shapes(stones: &ById<Vec<Square>>) -> Result<BTreeMap<&str, Shape>, RequestError> {
    let shape = |(id, squares): (&'_ String, &Vec<Square>)| {
        if is_scattered(squares) {
            return Err(too_large(&format!("stone {id:?}")));
        }
        let fault = match Shape::from_loose(near_origin(squares)) {
            Ok(shape) => return Ok(shape),
            Err(ShapeFault::Empty) => "has no square",
            Err(ShapeFault::Repeated { .. }) => "has a square twice",
            Err(ShapeFault::Disconnected { .. }) => "does not hang together",
            Err(ShapeFault::TooLarge) => return Err(too_large(&format!("stone {id:?}"))),
        };
        Err(RequestError::Shape { reason: format!("the stone {id:?} {fault}") })
    };
    stones.0.iter().map(|entry| Ok((entry.0.as_str(), shape(entry)?))).collect()
}

fn too_large(what: &str) -> RequestError {
    let reason = format!(
        "the {what} is too large: a grid has at most {MAX_EXTENT} rows, {MAX_EXTENT} columns and {MAX_GRID} squares in all"
    );
    RequestError::Shape { reason }
}

fn placement<'a>(placed: &'a StoneFields, grid: &CompactGrid) -> Result<Placement<&'a str>, RequestError> {
    let placing = match (&placed.cells, placed.row, placed.col) {
        (Some(squares), _, _) => Placing::Cells(grid.cells(squares)),
        (None, Some(row), Some(col)) => {
            let at = grid.cell([row, col]);
            turn(placed.rot.as_ref()).map_or(Placing::BadRotation, |turn| Placing::Turned(Spot { turn, at }))
        }
        _ => {
            let reason =
                format!("the placement of {:?} has neither cells nor a row and a column", placed.stone);
            return Err(RequestError::Shape { reason });
        }
    };
    Ok(Placement { stone: &placed.stone, placing })
}

fn turn(rot: Option<&Value>) -> Option<Turn> {
    Turn::from_quarters(u32::try_from(rot?.as_u64()?).ok()?)
}

fn code_name(code: WallCode) -> &'static str {
    match code {
        WallCode::BadRotation => "BAD_ROTATION",
        WallCode::DuplicateStone => "DUPLICATE_STONE",
        WallCode::Mirrored => "MIRRORED",
        WallCode::NotOwned => "NOT_OWNED",
        WallCode::NoBottom => "NO_BOTTOM",
        WallCode::OutOfFrame => "OUT_OF_FRAME",
        WallCode::Overlap => "OVERLAP",
        WallCode::ShapeMismatch => "SHAPE_MISMATCH",
        WallCode::Unsupported => "UNSUPPORTED",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn answer(wall: &Value) -> Value {
        let line = json!({"op": "wall", "wall": wall}).to_string();
        serde_json::from_str(&crate::answer(line.as_bytes())).expect("JSON")
    }

    /// The codes for one placement of a bar in a frame of three squares.
    fn codes(placement: &Value) -> String {
        let wall = json!({
            "frame": ["###"],
            "stones": {"a": [[0, 0], [0, 1]]},
            "placements": [placement],
        });
        let answer = answer(&wall);
        if answer.get("error").is_some() {
            return "error".to_owned();
        }
        let errors = answer["errors"].as_array().expect("a list");
        errors.iter().filter_map(|error| error["code"].as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn rotation_outside_0_to_3_is_rejected() {
        for rot in [json!(4), json!(90), json!(-1), json!(1.5), json!("1"), json!(null), json!([0])] {
            let placement = json!({"stone": "a", "rot": rot, "row": 0, "col": 0});
            assert_eq!(codes(&placement), "BAD_ROTATION", "{rot}");
        }
        assert_eq!(codes(&json!({"stone": "a", "row": 0, "col": 0})), "BAD_ROTATION");
        assert_eq!(codes(&json!({"stone": "a", "rot": 2, "row": 0, "col": 0})), "");
    }

    #[test]
    fn non_integer_coordinate_is_rejected() {
        for row in [json!(0.5), json!("0"), json!(null), json!(1e17)] {
            assert_eq!(codes(&json!({"stone": "a", "rot": 0, "row": row, "col": 0})), "error", "{row}");
            assert_eq!(codes(&json!({"stone": "a", "cells": [[row, 0], [0, 1]]})), "error", "{row}");
        }
        assert_eq!(codes(&json!({"stone": "a", "cells": [[0, 0, 0], [0, 1]]})), "error");
        assert_eq!(codes(&json!({"stone": "a", "rot": 0, "row": 0})), "error");
    }

    #[test]
    fn huge_coordinate_is_out_of_frame() {
        let huge =
            [json!(i64::MIN), json!(i64::MAX - 1), json!(u64::MAX - 1), json!(i32::MIN), json!(i32::MAX)];
        for far in huge.iter().chain(&[json!(1e30), json!(-1e30)]) {
            for rot in 0..4 {
                let placement = json!({"stone": "a", "rot": rot, "row": far, "col": far});
                assert_eq!(codes(&placement), "OUT_OF_FRAME", "{far}");
            }
            assert_eq!(codes(&json!({"stone": "a", "cells": [[far, 0], [far, 1]]})), "OUT_OF_FRAME", "{far}");
            assert_eq!(codes(&json!({"stone": "a", "cells": [[0, 0], [far, 1]]})), "SHAPE_MISMATCH", "{far}");
        }
        let placement = json!({"stone": "a", "cells": [[0, i64::MAX - 1], [0, i64::MAX]]});
        assert_eq!(codes(&placement), "OUT_OF_FRAME");
    }

    /// Returns whether stones of one square overlap at these places, all outside a frame of one square.
    fn overlaps(squares: &[[Value; 2]], by_cells: bool) -> bool {
        let place = |(stone, [row, col]): (usize, &[Value; 2])| {
            let stone = stone.to_string();
            if by_cells {
                json!({"stone": stone, "cells": [[row, col]]})
            } else {
                json!({"stone": stone, "rot": 0, "row": row, "col": col})
            }
        };
        let stones: serde_json::Map<String, Value> =
            (0..squares.len()).map(|stone| (stone.to_string(), json!([[0, 0]]))).collect();
        let placements: Vec<Value> = squares.iter().enumerate().map(place).collect();
        let answer = answer(&json!({"frame": ["#"], "stones": stones, "placements": placements}));
        let codes: Vec<&str> = answer["errors"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|error| error["code"].as_str())
            .collect();
        assert_eq!(codes[0], "OUT_OF_FRAME");
        codes.contains(&"OVERLAP")
    }

    #[test]
    fn squares_far_outside_overlap_only_where_they_are_the_same() {
        let edges = [
            1_i64 << 16,
            1 << 28,
            (1 << 31) - 1,
            1 << 31,
            1 << 32,
            1 << 53,
            i64::MAX - 9,
            -(1 << 16),
            -(1 << 28),
            -(1 << 31) - 1,
            i64::MIN,
        ];
        for by_cells in [false, true] {
            for edge in edges {
                let square = |row: i64, col: i64| [json!(row), json!(col)];
                for step in 1..9 {
                    assert!(!overlaps(&[square(edge, 0), square(edge + step, 0)], by_cells), "{edge} {step}");
                    assert!(!overlaps(&[square(0, edge), square(0, edge + step)], by_cells), "{edge} {step}");
                }
                assert!(
                    !overlaps(&[square(edge, edge), square(0, edge), square(edge, 0)], by_cells),
                    "{edge}"
                );
                assert!(
                    overlaps(&[square(edge, edge), square(9, 9), square(edge, edge)], by_cells),
                    "{edge}"
                );
            }
            let square = |row: u64| [json!(row), json!(0)];
            assert!(!overlaps(&[square(u64::MAX), square(u64::MAX - 1)], by_cells));
            assert!(overlaps(&[square(u64::MAX), square(u64::MAX)], by_cells));
        }
    }

    #[test]
    fn stones_that_share_some_far_squares_overlap() {
        let far = 1_i64 << 40;
        let wall = |row: i64, col: i64| {
            let wall = json!({
                "frame": ["#"],
                "stones": {"a": [[0, 0], [1, 0], [2, 0]], "b": [[0, 0], [0, 1], [0, 2]]},
                "placements": [
                    {"stone": "a", "rot": 0, "row": far, "col": -far},
                    {"stone": "b", "cells": [[row, col], [row, col + 1], [row, col + 2]]},
                ],
            });
            answer(&wall)["errors"].as_array().expect("a list").len() == 2
        };
        for row in far - 2..far + 5 {
            for col in -far - 4..-far + 3 {
                let shared = (far..far + 3).contains(&row) && (-far - 2..=-far).contains(&col);
                assert_eq!(wall(row, col), shared, "{row} {col}");
            }
        }
    }

    #[test]
    fn bad_frame_hides_other_codes() {
        for frame in [json!([]), json!(["..", ""]), json!(["#.#"]), json!(["#", ".", "#"])] {
            let wall = json!({
                "frame": frame,
                "stones": {},
                "placements": [{"stone": "a", "rot": 7, "row": 0, "col": 0}],
            });
            let expected = json!({"valid": false, "errors": [{"code": "BAD_FRAME", "stones": []}]});
            assert_eq!(answer(&wall), expected);
        }
    }

    #[test]
    fn malformed_frame_or_stone_is_rejected() {
        for wall in [
            json!({"frame": ["#x"], "stones": {}, "placements": []}),
            json!({"frame": "#", "stones": {}, "placements": []}),
            json!({"frame": ["#"], "stones": {"a": []}, "placements": []}),
            json!({"frame": ["#"], "stones": {"a": [[0, 0], [0, 0]]}, "placements": []}),
            json!({"frame": ["#"], "stones": {"a": [[0, 0], [0, i64::MAX]]}, "placements": []}),
            json!({"frame": ["#"], "stones": {}}),
        ] {
            assert!(answer(&wall)["error"].is_string(), "{wall}");
        }
    }

    #[test]
    fn disconnected_stone_is_accepted() {
        let wall = json!({
            "frame": ["###"],
            "stones": {"a": [[5, 5], [5, 7]]},
            "placements": [{"stone": "a", "cells": [[0, 2], [0, 0]]}],
        });
        let score = json!({"empty": 1, "top_gaps": 1, "used": 1, "unused": 0, "lifted": []});
        assert_eq!(answer(&wall), json!({"valid": true, "errors": [], "score": score}));
    }

    #[test]
    fn codes_sort_by_name() {
        use ishigaki_rules::wall::WallCode as Code;
        let codes = [
            Code::Unsupported,
            Code::ShapeMismatch,
            Code::Overlap,
            Code::OutOfFrame,
            Code::NoBottom,
            Code::NotOwned,
            Code::Mirrored,
            Code::DuplicateStone,
            Code::BadRotation,
        ];
        let mut by_code = codes;
        by_code.sort_unstable();
        let mut by_name = codes;
        by_name.sort_unstable_by_key(|&code| super::code_name(code));
        assert_eq!(by_code, by_name);
    }
}
