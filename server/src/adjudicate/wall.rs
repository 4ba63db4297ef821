//! The `wall` request.
//!
//! Knows stones by the names of the request. A stone's squares need not hang together here: they are judged
//! as they are given.

use std::collections::BTreeMap;

use ishigaki_rules::wall::{Placement, Placing, Spot, Verdict, WallCode, judge};
use ishigaki_rules::{Cell, Frame, FrameFault, Shape, ShapeFault, Turn};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Number, Value};

use super::Misfit;
use super::request::{ById, Object};

#[derive(Deserialize)]
struct Request {
    wall: Object<Wall>,
}

#[derive(Deserialize)]
struct Wall {
    frame: Vec<String>,
    stones: ById<Vec<Square>>,
    placements: Vec<Object<Placed>>,
}

#[derive(Deserialize)]
struct Placed {
    stone: String,
    cells: Option<Vec<Square>>,
    rot: Option<Value>,
    row: Option<Coordinate>,
    col: Option<Coordinate>,
}

/// Row and column.
type Square = [Coordinate; 2];

/// An integer of any size; what no `i64` holds is as good as the nearest one.
#[derive(Clone, Copy)]
struct Coordinate(i64);

impl<'de> Deserialize<'de> for Coordinate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Number::deserialize(deserializer)?;
        match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(small), _, _) => Ok(Self(small)),
            (None, Some(_), _) => Ok(Self(i64::MAX)),
            // Integers of more than 64 bits arrive as floating point numbers.
            (None, None, Some(huge)) if huge > 1e19 => Ok(Self(i64::MAX)),
            (None, None, Some(huge)) if huge < -9e18 => Ok(Self(i64::MIN)),
            _ => Err(D::Error::custom(format_args!("{number} is no row or column: it must be an integer"))),
        }
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    valid: bool,
    errors: Vec<Fault<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Score<'a>>,
}

#[derive(Serialize)]
struct Fault<'a> {
    code: &'static str,
    stones: Vec<&'a str>,
}

#[derive(Serialize)]
struct Score<'a> {
    empty: u32,
    top_gaps: u32,
    used: u32,
    unused: u32,
    lifted: Vec<&'a str>,
}

impl<'a> From<Verdict<&'a str>> for Answer<'a> {
    fn from(verdict: Verdict<&'a str>) -> Self {
        let fault = |fault: ishigaki_rules::wall::WallFault<&'a str>| Fault {
            code: code_name(fault.code),
            stones: fault.stones,
        };
        Self {
            valid: verdict.faults.is_empty(),
            errors: verdict.faults.into_iter().map(fault).collect(),
            score: verdict.score.map(|score| Score {
                empty: score.empty,
                top_gaps: score.top_gaps,
                used: score.used,
                unused: score.unused,
                lifted: score.lifted,
            }),
        }
    }
}

pub(super) fn answer(line: &str) -> Result<String, Misfit> {
    let Object(Request { wall: Object(wall) }) = serde_json::from_str(line)?;
    let shapes = shapes(&wall.stones)?;
    let placements =
        wall.placements.iter().map(|Object(placed)| placement(placed)).collect::<Result<Vec<_>, _>>()?;
    let answer = match frame(&wall.frame)? {
        Some(frame) => {
            let owned = shapes.iter().map(|(&stone, shape)| (stone, shape)).collect();
            Answer::from(judge(&frame, &owned, &placements))
        }
        None => Answer {
            valid: false,
            errors: vec![Fault { code: "BAD_FRAME", stones: Vec::new() }],
            score: None,
        },
    };
    Ok(serde_json::to_string(&answer)?)
}

/// The frame; `None` if it is a bad one (`W1`).
fn frame(rows: &[String]) -> Result<Option<Frame>, Misfit> {
    match Frame::parse(rows) {
        Ok(frame) => Ok(Some(frame)),
        Err(FrameFault::Empty | FrameFault::Disconnected { .. }) => Ok(None),
        Err(FrameFault::UnknownSign { cell, sign }) => Err(Misfit::Shape {
            reason: format!(
                "the frame has {sign:?} at row {}, column {}; it must be # or .",
                cell.row, cell.col
            ),
        }),
        Err(FrameFault::TooLarge) => Err(Misfit::Shape { reason: "the frame is too large".to_owned() }),
    }
}

fn shapes(stones: &ById<Vec<Square>>) -> Result<BTreeMap<&str, Shape>, Misfit> {
    let shape = |(id, squares): (&'_ String, &Vec<Square>)| {
        let fault = match Shape::from_loose(cells(squares)) {
            Ok(shape) => return Ok(shape),
            Err(ShapeFault::Empty) => "has no square",
            Err(ShapeFault::Repeated { .. }) => "has a square twice",
            Err(ShapeFault::Disconnected { .. }) => "does not hang together",
            Err(ShapeFault::TooLarge) => "is too large",
        };
        Err(Misfit::Shape { reason: format!("the stone {id:?} {fault}") })
    };
    stones.0.iter().map(|entry| Ok((entry.0.as_str(), shape(entry)?))).collect()
}

fn placement(placed: &Placed) -> Result<Placement<&str>, Misfit> {
    let placing = match (&placed.cells, placed.row, placed.col) {
        (Some(squares), _, _) => Placing::Cells(cells(squares)),
        (None, Some(row), Some(col)) => {
            let at = Cell { row: near(row.0), col: near(col.0) };
            turn(placed.rot.as_ref()).map_or(Placing::BadRotation, |turn| Placing::Turned(Spot { turn, at }))
        }
        _ => {
            let reason =
                format!("the placement of {:?} has neither cells nor a row and a column", placed.stone);
            return Err(Misfit::Shape { reason });
        }
    };
    Ok(Placement { stone: &placed.stone, placing })
}

fn turn(rot: Option<&Value>) -> Option<Turn> {
    Turn::from_quarters(u32::try_from(rot?.as_u64()?).ok()?)
}

/// The squares as the rules name them. Squares far off, where no frame reaches, are brought nearer without
/// changing the piece they make.
fn cells(squares: &[Square]) -> Vec<Cell> {
    let least = |axis: usize| squares.iter().map(|square| square[axis].0).min().unwrap_or(0);
    let corner = [least(0), least(1)];
    let moved =
        |square: &Square, axis: usize| near(corner[axis]) + near(square[axis].0.saturating_sub(corner[axis]));
    squares.iter().map(|square| Cell { row: moved(square, 0), col: moved(square, 1) }).collect()
}

/// The nearest number to which another such can be added: still far outside any frame.
fn near(far: i64) -> i32 {
    const FAR: i32 = 1 << 28;
    i32::try_from(far).unwrap_or(if far < 0 { -FAR } else { FAR }).clamp(-FAR, FAR)
}

/// The code as the contract writes it.
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
        serde_json::from_str(&crate::adjudicate::answer(line.as_bytes())).expect("JSON")
    }

    /// The codes for one placement of a bar on a frame of three squares.
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
    fn a_rotation_is_an_integer_from_0_to_3() {
        for rot in [json!(4), json!(90), json!(-1), json!(1.5), json!("1"), json!(null), json!([0])] {
            let placement = json!({"stone": "a", "rot": rot, "row": 0, "col": 0});
            assert_eq!(codes(&placement), "BAD_ROTATION", "{rot}");
        }
        assert_eq!(codes(&json!({"stone": "a", "row": 0, "col": 0})), "BAD_ROTATION");
        assert_eq!(codes(&json!({"stone": "a", "rot": 2, "row": 0, "col": 0})), "");
    }

    #[test]
    fn a_coordinate_is_an_integer() {
        for row in [json!(0.5), json!("0"), json!(null), json!(1e17)] {
            assert_eq!(codes(&json!({"stone": "a", "rot": 0, "row": row, "col": 0})), "error", "{row}");
            assert_eq!(codes(&json!({"stone": "a", "cells": [[row, 0], [0, 1]]})), "error", "{row}");
        }
        assert_eq!(codes(&json!({"stone": "a", "cells": [[0, 0, 0], [0, 1]]})), "error");
        assert_eq!(codes(&json!({"stone": "a", "rot": 0, "row": 0})), "error");
    }

    #[test]
    fn a_huge_coordinate_is_out_of_the_frame() {
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

    #[test]
    fn a_bad_frame_is_the_only_code() {
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
    fn a_frame_or_a_stone_that_is_none_does_not_fit() {
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
    fn a_stone_in_pieces_is_judged_as_it_is_given() {
        let wall = json!({
            "frame": ["###"],
            "stones": {"a": [[5, 5], [5, 7]]},
            "placements": [{"stone": "a", "cells": [[0, 2], [0, 0]]}],
        });
        let score = json!({"empty": 1, "top_gaps": 1, "used": 1, "unused": 0, "lifted": []});
        assert_eq!(answer(&wall), json!({"valid": true, "errors": [], "score": score}));
    }

    #[test]
    fn codes_stand_in_the_order_of_their_names() {
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
