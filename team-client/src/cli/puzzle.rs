//! Reading a frame and stones from a JSON file, with every fault located: the field, the figure, the rule.
//!
//! `{"frame": ["..##", "####"], "stones": [{"id": "s00", "cells": [[0, 0], [0, 1]]}]}`; other keys are passed over.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use ishigaki_catalogue::{Message, Phrase, Value as Gap};
use ishigaki_client::read_text_or_input;
use ishigaki_rules::{Cell, Frame, FrameFault, Shape, ShapeFault};
use ishigaki_solver::{MOST_ROWS, MOST_STONES, Problem, ProblemFault};
use serde_json::Value;

/// A frame and stones, and what the file calls them.
#[derive(Debug)]
pub(crate) struct Puzzle {
    pub(crate) problem: Problem,
    pub(crate) ids: Vec<String>,
}

/// Error of a file that cannot be solved.
#[derive(Debug, PartialEq)]
pub(crate) struct PuzzleError {
    file: String,
    fault: PuzzleFault,
}

#[derive(Debug, PartialEq)]
enum PuzzleFault {
    /// The file cannot be read.
    File(Gap),
    /// The file is not JSON.
    NotJson { line: usize, col: usize },
    /// Something is wrong in a field: which one, the key of what to say, and the figures.
    Field { field: String, key: &'static str, gaps: Vec<(&'static str, Gap)> },
}

type Read<T> = Result<T, PuzzleFault>;

impl Puzzle {
    /// Reads a file, or standard input for `-`.
    pub(crate) fn read(file: &Path) -> Result<Self, PuzzleError> {
        read_text_or_input(file)
            .map_err(|error| PuzzleFault::File((&error).into()))
            .and_then(|text| Self::parse(&text))
            .map_err(|fault| PuzzleError { file: file.display().to_string(), fault })
    }

    fn parse(text: &str) -> Read<Self> {
        let json: Value = serde_json::from_str(text)
            .map_err(|error| PuzzleFault::NotJson { line: error.line(), col: error.column() })?;
        let frame = frame(&json["frame"])?;
        let Some(list) = json["stones"].as_array() else {
            return Err(not("stones", &json["stones"], "cli-puzzle-not-stones"));
        };
        let (mut ids, mut shapes) = (Vec::new(), Vec::new());
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for (at, stone) in list.iter().enumerate() {
            let field = format!("stones[{at}]");
            let id = stone["id"]
                .as_str()
                .ok_or_else(|| not(&format!("{field}.id"), &stone["id"], "cli-puzzle-not-id"))?;
            if let Some(other) = seen.insert(id.to_owned(), at) {
                let gaps = vec![("id", id.into()), ("other", format!("stones[{other}]").into())];
                return Err(fault(&format!("{field}.id"), "cli-puzzle-same-id", gaps));
            }
            shapes.push(shape(&format!("{field}.cells"), &stone["cells"])?);
            ids.push(id.to_owned());
        }
        let problem = Problem::new(frame, shapes).map_err(|error| match error {
            ProblemFault::FrameTooLarge { rows, cols } => {
                let gaps = vec![("rows", rows.into()), ("cols", cols.into()), ("most", MOST_ROWS.into())];
                fault("frame", "cli-puzzle-frame-large", gaps)
            }
            ProblemFault::TooManyStones { stones } => {
                let gaps = vec![("stones", stones.into()), ("most", MOST_STONES.into())];
                fault("stones", "cli-puzzle-stones-many", gaps)
            }
        })?;
        Ok(Self { problem, ids })
    }
}

fn frame(value: &Value) -> Read<Frame> {
    let list = value.as_array().ok_or_else(|| not("frame", value, "cli-puzzle-not-rows"))?;
    let row = |(at, row): (usize, &Value)| {
        let text = row.as_str().map(str::to_owned);
        text.ok_or_else(|| not(&format!("frame[{at}]"), row, "cli-puzzle-not-row"))
    };
    let rows = list.iter().enumerate().map(row).collect::<Read<Vec<String>>>()?;
    let width = |row: &String| row.chars().count();
    let first = rows.first().map_or(0, width);
    if let Some((at, row)) = rows.iter().enumerate().find(|(_, row)| width(row) != first) {
        let gaps = vec![("cols", width(row).into()), ("first", first.into())];
        return Err(fault(&format!("frame[{at}]"), "cli-puzzle-ragged", gaps));
    }
    Frame::parse(&rows).map_err(|error| match error {
        FrameFault::Empty => fault("frame", "cli-puzzle-frame-empty", Vec::new()),
        FrameFault::UnknownSign { cell, sign } => {
            let gaps = vec![("sign", sign.to_string().into()), ("col", figure(cell.col))];
            fault(&format!("frame[{}]", cell.row), "cli-puzzle-sign", gaps)
        }
        FrameFault::Disconnected { cell } => fault("frame", "cli-puzzle-frame-apart", square(cell)),
        FrameFault::TooLarge => {
            let cols = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
            let gaps = vec![("rows", rows.len().into()), ("cols", cols.into()), ("most", MOST_ROWS.into())];
            fault("frame", "cli-puzzle-frame-large", gaps)
        }
    })
}

fn shape(field: &str, value: &Value) -> Read<Shape> {
    let list = value.as_array().ok_or_else(|| not(field, value, "cli-puzzle-not-cells"))?;
    let number = |value: &Value| value.as_i64().and_then(|number| i32::try_from(number).ok());
    let cell = |(at, cell): (usize, &Value)| {
        let pair = cell.as_array().filter(|pair| pair.len() == 2);
        let read = pair.and_then(|pair| Some(Cell::new(number(&pair[0])?, number(&pair[1])?)));
        read.ok_or_else(|| not(&format!("{field}[{at}]"), cell, "cli-puzzle-not-cell"))
    };
    let cells = list.iter().enumerate().map(cell).collect::<Read<Vec<Cell>>>()?;
    Shape::new(cells).map_err(|error| match error {
        ShapeFault::Empty => fault(field, "cli-puzzle-stone-empty", Vec::new()),
        ShapeFault::Repeated { cell } => fault(field, "cli-puzzle-stone-repeated", square(cell)),
        ShapeFault::Disconnected { cell } => fault(field, "cli-puzzle-stone-apart", square(cell)),
        ShapeFault::TooLarge => fault(field, "cli-puzzle-stone-large", Vec::new()),
    })
}

fn fault(field: &str, key: &'static str, gaps: Vec<(&'static str, Gap)>) -> PuzzleFault {
    PuzzleFault::Field { field: field.to_owned(), key, gaps }
}

/// A field that is not there, or holds something else.
fn not(field: &str, found: &Value, key: &'static str) -> PuzzleFault {
    /// More than this of a wrong value helps nobody.
    const LONGEST: usize = 40;
    if found.is_null() {
        return fault(field, "cli-puzzle-missing", Vec::new());
    }
    let mut found = found.to_string();
    if let Some((end, _)) = found.char_indices().nth(LONGEST) {
        found.truncate(end);
        found.push('…');
    }
    fault(field, key, vec![("found", found.into())])
}

fn square(cell: Cell) -> Vec<(&'static str, Gap)> {
    vec![("row", figure(cell.row)), ("col", figure(cell.col))]
}

/// A figure without thousands separators.
fn figure(number: i32) -> Gap {
    number.to_string().into()
}

impl Message for PuzzleError {
    fn phrase(&self) -> Phrase {
        let file = ("file", self.file.as_str().into());
        let what = match &self.fault {
            PuzzleFault::File(what) => what.clone(),
            PuzzleFault::NotJson { line, col } => {
                Phrase::new("cli-puzzle-not-json", vec![("line", (*line).into()), ("col", (*col).into())])
                    .into()
            }
            PuzzleFault::Field { field, key, gaps } => {
                let what = Phrase::new(key, gaps.clone()).into();
                return Phrase::new(
                    "cli-puzzle",
                    vec![file, ("field", field.as_str().into()), ("what", what)],
                );
            }
        };
        Phrase::new("cli-file", vec![file, ("what", what)])
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.phrase().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_words::{Lang, Words};

    use super::*;

    #[track_caller]
    fn assert_refused(text: &str, sentence: &str) {
        let fault = Puzzle::parse(text).unwrap_err();
        let error = PuzzleError { file: "f".into(), fault };
        assert_eq!(error.to_string(), format!("f: {sentence}"));
        let japanese = Words::new(Lang::Ja).message(&error);
        assert!(!japanese.contains("cli-puzzle") && !japanese.contains('{'), "{japanese}");
    }

    #[test]
    fn a_frame_and_stones_are_read_and_other_keys_passed_over() {
        let text =
            r###"{"name": "p", "frame": [".#", "##"], "stones": [{"id": "a", "cells": [[3, 4], [3, 5]]}]}"###;
        let puzzle = Puzzle::parse(text).unwrap();
        assert_eq!((puzzle.ids, puzzle.problem.frame().area()), (vec!["a".to_owned()], 3));
        assert_eq!(puzzle.problem.stones()[0].cells(), [Cell::new(0, 0), Cell::new(0, 1)]);
    }

    #[test]
    fn what_is_no_json_is_located() {
        assert_refused("{\n  \"frame\": }", "not JSON at line 2, column 12");
    }

    #[test]
    fn a_wrong_frame_is_located() {
        assert_refused("{}", "frame: missing");
        assert_refused(r#"{"frame": 3}"#, "frame: 3 is not a list of rows");
        assert_refused(r#"{"frame": [5]}"#, "frame[0]: 5 is not a row: a text of # and .");
        assert_refused(r#"{"frame": ["."]}"#, "frame: there is no square # (W1)");
        assert_refused(
            r####"{"frame": ["..##", "###"]}"####,
            "frame[1]: 3 wide, and the first row is 4; every row has a sign for each column (W1)",
        );
        assert_refused(
            r###"{"frame": ["##", "#x"]}"###,
            "frame[1]: x in column 1: a frame is drawn with # and . (W1)",
        );
        assert_refused(
            r##"{"frame": ["#.#"]}"##,
            "frame: the square in row 0, column 2 does not hang together with the first one by edges; a frame is of one piece (W1)",
        );
        let wide = format!(r#"{{"frame": ["{}"], "stones": []}}"#, "#".repeat(65));
        assert_refused(&wide, "frame: 1 rows and 65 columns; at most 64 of each can be searched");
    }

    #[test]
    fn a_wrong_stone_is_located() {
        let check = |stones: &str, sentence: &str| {
            assert_refused(&format!(r##"{{"frame": ["#"], "stones": {stones}}}"##), sentence);
        };
        check("7", "stones: 7 is not a list of stones");
        check("[{}]", "stones[0].id: missing");
        check(r#"[{"id": 4}]"#, "stones[0].id: 4 is not a text");
        check(r#"[{"id": "a"}]"#, "stones[0].cells: missing");
        check(r#"[{"id": "a", "cells": 1}]"#, "stones[0].cells: 1 is not a list of squares");
        check(
            r#"[{"id": "a", "cells": [[0, 1.5]]}]"#,
            "stones[0].cells[0]: [0,1.5] is not a square: [row, column] in whole numbers",
        );
        check(r#"[{"id": "a", "cells": []}]"#, "stones[0].cells: there is no square (W1)");
        check(
            r#"[{"id": "a", "cells": [[0, 0], [0, 0]]}]"#,
            "stones[0].cells: the square [0, 0], counted from the least row and column, stands twice (W1)",
        );
        check(
            r#"[{"id": "a", "cells": [[0, 0], [1, 1]]}]"#,
            "stones[0].cells: the square [1, 1], counted from the least row and column, does not hang together with the first one by edges (W1)",
        );
        check(
            r#"[{"id": "a", "cells": [[0, 0], [2000000000, 0]]}]"#,
            "stones[0].cells: the squares are too far apart",
        );
        check(
            r#"[{"id": "a", "cells": [[0, 0]]}, {"id": "a", "cells": [[0, 0]]}]"#,
            "stones[1].id: a is the id of stones[0] too; each stone is there once (W4)",
        );
    }
}
