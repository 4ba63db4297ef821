//! Walls from files, and puzzles for `solve`.

use std::path::Path;

use ishigaki_client::read_text_or_input;
use ishigaki_proto::wire;
use ishigaki_rules::{Cell, Frame};
use ishigaki_strategy::bot::View;
use ishigaki_strategy::status;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::input::{InputError, WallFileFault, stone};

#[derive(Debug, Deserialize)]
struct StonePlacement {
    stone: String,
    #[serde(alias = "turn")]
    rot: u32,
    row: i32,
    col: i32,
}

/// The last of several lines counts. A wall without stones is rejected, because a wrong file must not clear
/// the wall.
pub(crate) fn read(file: &Path) -> Result<Vec<wire::Placement>, InputError> {
    let bad = |fault| InputError::Wall { file: file.display().to_string(), fault };
    let laid = read_text_or_input(file).map_err(|error| WallFileFault::Unread((&error).into()));
    let laid = laid.and_then(|text| last_wall(&text)).map_err(bad)?;
    laid.iter().map(placement).collect()
}

fn last_wall(text: &str) -> Result<Vec<StonePlacement>, WallFileFault> {
    let unlike = |error: serde_json::Error| WallFileFault::Unread(error.to_string().into());
    let mut walls = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let last = walls.try_fold(None, |_, wall| wall.map(Some)).map_err(unlike)?;
    let stones = match last.ok_or(WallFileFault::Empty)? {
        Value::Object(mut wall) => wall.remove("placements").filter(|stones| !stones.is_null()),
        stones @ Value::Array(_) => Some(stones),
        _ => None,
    };
    let stones = stones.ok_or(WallFileFault::NoPlacements)?;
    let stones: Vec<StonePlacement> = serde_json::from_value(stones).map_err(unlike)?;
    if stones.is_empty() { Err(WallFileFault::NoStones) } else { Ok(stones) }
}

fn placement(laid: &StonePlacement) -> Result<wire::Placement, InputError> {
    let spot = wire::Spot { quarter_turns: laid.rot, row: laid.row, col: laid.col };
    let placing = Some(wire::placement::Placing::Spot(spot));
    Ok(wire::Placement { stone: Some(stone(&laid.stone)?), placing })
}

#[derive(Debug, Serialize)]
pub(crate) struct PuzzleFields {
    frame: Vec<String>,
    stones: Vec<OwnedStoneEntry>,
}

#[derive(Debug, Serialize)]
struct OwnedStoneEntry {
    id: String,
    cells: Vec<(i32, i32)>,
}

impl PuzzleFields {
    pub(crate) fn of(view: &View<'_>) -> Self {
        let setup = view.game.setup();
        let stones = view.team().into_iter().flat_map(|team| &team.stones);
        let stone = |&id: &ishigaki_rules::StoneId| {
            let shape = &setup.lot(id.lot)?.shape;
            let cells = shape.cells().iter().map(|cell| (cell.row, cell.col)).collect();
            Some(OwnedStoneEntry { id: status::stone(setup, id), cells })
        };
        Self { frame: rows(&setup.frame), stones: stones.filter_map(stone).collect() }
    }
}

fn rows(frame: &Frame) -> Vec<String> {
    let character = |row, col| if frame.contains(Cell::new(row, col)) { '#' } else { '.' };
    (0..frame.height()).map(|row| (0..frame.width()).map(|col| character(row, col)).collect()).collect()
}

#[cfg(test)]
mod tests {

    use super::*;

    #[track_caller]
    fn stones(text: &str) -> Vec<String> {
        last_wall(text).unwrap().into_iter().map(|laid| laid.stone).collect()
    }

    #[test]
    fn last_wall_is_read_from_any_format() {
        let wall = |stone: &str| {
            format!(r#"{{"empty": 1, "placements": [{{"stone": "{stone}", "rot": 1, "row": 2, "col": 0}}]}}"#)
        };
        assert_eq!(stones(&format!("{}\n{}\n", wall("L-1"), wall("L-2"))), ["L-2"]);
        assert_eq!(stones(r#"[{"stone": "T-1", "turn": 0, "row": 0, "col": 0}]"#), ["T-1"]);
    }

    #[test]
    fn invalid_wall_error_names_cause() {
        for (text, what) in [
            ("", "empty"),
            ("{\"ok\": false}", "placements"),
            ("0", "placements"),
            ("\"L-1\"", "placements"),
            ("{\"placements\": []} true", "placements"),
            ("{\"placements\": [{\"stone\": \"L-1\"}]}", "rot"),
            ("wall", "line 1"),
            ("[]", "--clear"),
            ("{\"placements\": []}", "--clear"),
        ] {
            let fault = last_wall(text).unwrap_err();
            let error = InputError::Wall { file: "w".to_owned(), fault }.to_string();
            assert!(error.contains(what), "{text}: {error}");
        }
    }
}
