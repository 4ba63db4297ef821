//! Reads a frame and stones from a JSON file, and locates faults by field.
//!
//! `{"frame": ["..##", "####"], "stones": [{"id": "s00", "cells": [[0, 0], [0, 1]]}]}`; other keys are
//! ignored.

use std::collections::BTreeMap;
use std::path::Path;

use ishigaki_catalogue::{Message, Value as Gap};
use ishigaki_client::read_text_or_input;
use ishigaki_rules::{Cell, Frame, FrameFault, Shape, ShapeFault};
use ishigaki_solver::{MOST_ROWS, MOST_STONES, Problem, ProblemFault};
use serde_json::Value;

#[derive(Debug)]
pub(crate) struct Puzzle {
    pub(crate) problem: Problem,
    pub(crate) ids: Vec<String>,
}

#[derive(Debug, PartialEq, Message)]
#[message("cli-file")]
pub(crate) struct PuzzleError {
    file: String,
    what: PuzzleFault,
}

#[derive(Debug, PartialEq, Message)]
#[message("cli-puzzle")]
enum PuzzleFault {
    #[message("shared-other")]
    File(#[message("what")] Gap),
    NotJson {
        line: usize,
        col: usize,
    },
    Field {
        field: String,
        what: FieldFault,
    },
}

#[derive(Debug, PartialEq, Message)]
#[message("cli-puzzle")]
enum FieldFault {
    Missing,
    NotRows(#[message("found")] String),
    NotRow(#[message("found")] String),
    NotStones(#[message("found")] String),
    NotId(#[message("found")] String),
    NotCells(#[message("found")] String),
    NotCell(#[message("found")] String),
    SameId {
        id: String,
        other: String,
    },
    FrameEmpty,
    Ragged {
        cols: usize,
        first: usize,
    },
    Sign {
        sign: char,
        col: i32,
    },
    FrameApart {
        row: i32,
        col: i32,
    },
    #[message(most = MOST_ROWS)]
    FrameLarge {
        rows: usize,
        cols: usize,
    },
    #[message(most = MOST_STONES)]
    StonesMany {
        stones: usize,
    },
    StoneEmpty,
    StoneRepeated {
        row: i32,
        col: i32,
    },
    StoneApart {
        row: i32,
        col: i32,
    },
    StoneLarge,
}

type Read<T> = Result<T, PuzzleFault>;

impl Puzzle {
    pub(crate) fn read(file: &Path) -> Result<Self, PuzzleError> {
        read_text_or_input(file)
            .map_err(|error| PuzzleFault::File((&error).into()))
            .and_then(|text| Self::parse(&text))
            .map_err(|what| PuzzleError { file: file.display().to_string(), what })
    }

    fn parse(text: &str) -> Read<Self> {
        let json: Value = serde_json::from_str(text)
            .map_err(|error| PuzzleFault::NotJson { line: error.line(), col: error.column() })?;
        let frame = frame(&json["frame"])?;
        let Some(list) = json["stones"].as_array() else {
            return Err(not("stones", &json["stones"], FieldFault::NotStones));
        };
        let (mut ids, mut shapes) = (Vec::new(), Vec::new());
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for (at, stone) in list.iter().enumerate() {
            let field = format!("stones[{at}]");
            let id = stone["id"]
                .as_str()
                .ok_or_else(|| not(&format!("{field}.id"), &stone["id"], FieldFault::NotId))?;
            if let Some(other) = seen.insert(id.to_owned(), at) {
                let twice = FieldFault::SameId { id: id.to_owned(), other: format!("stones[{other}]") };
                return Err(fault(format!("{field}.id"), twice));
            }
            shapes.push(shape(&format!("{field}.cells"), &stone["cells"])?);
            ids.push(id.to_owned());
        }
        let problem = Problem::new(frame, shapes).map_err(|error| match error {
            ProblemFault::FrameTooLarge { rows, cols } => {
                fault("frame", FieldFault::FrameLarge { rows, cols })
            }
            ProblemFault::TooManyStones { stones } => fault("stones", FieldFault::StonesMany { stones }),
        })?;
        Ok(Self { problem, ids })
    }
}

fn frame(value: &Value) -> Read<Frame> {
    let list = value.as_array().ok_or_else(|| not("frame", value, FieldFault::NotRows))?;
    let row = |(at, row): (usize, &Value)| {
        let text = row.as_str().map(str::to_owned);
        text.ok_or_else(|| not(&format!("frame[{at}]"), row, FieldFault::NotRow))
    };
    let rows = list.iter().enumerate().map(row).collect::<Read<Vec<String>>>()?;
    let width = |row: &String| row.chars().count();
    let first = rows.first().map_or(0, width);
    if let Some((at, row)) = rows.iter().enumerate().find(|(_, row)| width(row) != first) {
        return Err(fault(format!("frame[{at}]"), FieldFault::Ragged { cols: width(row), first }));
    }
    Frame::parse(&rows).map_err(|error| match error {
        FrameFault::Empty => fault("frame", FieldFault::FrameEmpty),
        FrameFault::UnknownSign { cell, sign } => {
            fault(format!("frame[{}]", cell.row), FieldFault::Sign { sign, col: cell.col })
        }
        FrameFault::Disconnected { cell: Cell { row, col } } => {
            fault("frame", FieldFault::FrameApart { row, col })
        }
        FrameFault::TooLarge => {
            let cols = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
            fault("frame", FieldFault::FrameLarge { rows: rows.len(), cols })
        }
    })
}

fn shape(field: &str, value: &Value) -> Read<Shape> {
    let list = value.as_array().ok_or_else(|| not(field, value, FieldFault::NotCells))?;
    let number = |value: &Value| value.as_i64().and_then(|number| i32::try_from(number).ok());
    let cell = |(at, cell): (usize, &Value)| {
        let pair = cell.as_array().filter(|pair| pair.len() == 2);
        let read = pair.and_then(|pair| Some(Cell::new(number(&pair[0])?, number(&pair[1])?)));
        read.ok_or_else(|| not(&format!("{field}[{at}]"), cell, FieldFault::NotCell))
    };
    let cells = list.iter().enumerate().map(cell).collect::<Read<Vec<Cell>>>()?;
    Shape::new(cells).map_err(|error| match error {
        ShapeFault::Empty => fault(field, FieldFault::StoneEmpty),
        ShapeFault::Repeated { cell: Cell { row, col } } => {
            fault(field, FieldFault::StoneRepeated { row, col })
        }
        ShapeFault::Disconnected { cell: Cell { row, col } } => {
            fault(field, FieldFault::StoneApart { row, col })
        }
        ShapeFault::TooLarge => fault(field, FieldFault::StoneLarge),
    })
}

fn fault(field: impl Into<String>, what: FieldFault) -> PuzzleFault {
    PuzzleFault::Field { field: field.into(), what }
}

fn not(field: &str, found: &Value, fault_of: fn(String) -> FieldFault) -> PuzzleFault {
    /// Maximum characters of a wrong value in a message.
    const LONGEST: usize = 40;
    if found.is_null() {
        return fault(field, FieldFault::Missing);
    }
    let mut found = found.to_string();
    if let Some((end, _)) = found.char_indices().nth(LONGEST) {
        found.truncate(end);
        found.push('…');
    }
    fault(field, fault_of(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> (String, &'static str) {
        match Puzzle::parse(text).unwrap_err() {
            PuzzleFault::Field { field, what } => (field, what.phrase().key()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn puzzle_is_read_and_unknown_keys_are_ignored() {
        let text =
            r###"{"name": "p", "frame": [".#", "##"], "stones": [{"id": "a", "cells": [[3, 4], [3, 5]]}]}"###;
        let puzzle = Puzzle::parse(text).unwrap();
        assert_eq!((puzzle.ids, puzzle.problem.frame().area()), (vec!["a".to_owned()], 3));
        assert_eq!(puzzle.problem.stones()[0].cells(), [Cell::new(0, 0), Cell::new(0, 1)]);
    }

    #[test]
    fn invalid_json_is_located() {
        assert_eq!(Puzzle::parse("{\n  \"frame\": }").err(), Some(PuzzleFault::NotJson { line: 2, col: 12 }));
    }

    #[test]
    fn invalid_frame_is_located() {
        for (frame, field, key) in [
            ("null", "frame", "cli-puzzle-missing"),
            ("3", "frame", "cli-puzzle-not-rows"),
            ("[5]", "frame[0]", "cli-puzzle-not-row"),
            (r#"["."]"#, "frame", "cli-puzzle-frame-empty"),
            (r####"["..##", "###"]"####, "frame[1]", "cli-puzzle-ragged"),
            (r###"["##", "#x"]"###, "frame[1]", "cli-puzzle-sign"),
            (r##"["#.#"]"##, "frame", "cli-puzzle-frame-apart"),
            (&format!(r#"["{}"]"#, "#".repeat(65)), "frame", "cli-puzzle-frame-large"),
        ] {
            let text = format!(r#"{{"frame": {frame}, "stones": []}}"#);
            assert_eq!(wrong(&text), (field.to_owned(), key), "{frame}");
        }
    }

    #[test]
    fn invalid_stone_is_located() {
        let cells = |cells: &str| format!(r#"[{{"id": "a", "cells": {cells}}}]"#);
        for (stones, field, key) in [
            ("7", "stones", "cli-puzzle-not-stones"),
            ("[{}]", "stones[0].id", "cli-puzzle-missing"),
            (r#"[{"id": 4}]"#, "stones[0].id", "cli-puzzle-not-id"),
            (r#"[{"id": "a"}]"#, "stones[0].cells", "cli-puzzle-missing"),
            (&cells("1"), "stones[0].cells", "cli-puzzle-not-cells"),
            (&cells("[[0, 1.5]]"), "stones[0].cells[0]", "cli-puzzle-not-cell"),
            (&cells("[]"), "stones[0].cells", "cli-puzzle-stone-empty"),
            (&cells("[[0, 0], [0, 0]]"), "stones[0].cells", "cli-puzzle-stone-repeated"),
            (&cells("[[0, 0], [1, 1]]"), "stones[0].cells", "cli-puzzle-stone-apart"),
            (&cells("[[0, 0], [2000000000, 0]]"), "stones[0].cells", "cli-puzzle-stone-large"),
            (
                r#"[{"id": "a", "cells": [[0, 0]]}, {"id": "a", "cells": [[0, 0]]}]"#,
                "stones[1].id",
                "cli-puzzle-same-id",
            ),
        ] {
            let text = format!(r##"{{"frame": ["#"], "stones": {stones}}}"##);
            assert_eq!(wrong(&text), (field.to_owned(), key), "{stones}");
        }
    }
}
