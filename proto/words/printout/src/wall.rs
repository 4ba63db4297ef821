//! Drawn walls: the frame's open squares and the placed stones.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use ishigaki_rules::{Game, TeamId};
use ishigaki_words::Words;
use ishigaki_words::columns::{pad_end, width};

/// A square: row and column, from 0 at the top left (`W1`).
type Square = (i32, i32);

/// A wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintWall {
    pub heading: String,
    pub caption: String,
    /// The frame's squares (`W1`).
    pub open: Vec<Square>,
    pub stones: Vec<PrintStone>,
}

/// A placed stone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintStone {
    pub name: String,
    pub code: String,
    pub ink: usize,
    pub cells: Vec<Square>,
}

impl PrintWall {
    pub(crate) fn of(words: Words, game: &Game, team: TeamId, heading: String, caption: String) -> Self {
        let laid = game.team(team).into_iter().flat_map(|state| &state.laid);
        let stones = laid.filter_map(|(&stone, spot)| {
            let cells = game.shape(stone)?.turned_cells(spot.turn);
            Some(PrintStone {
                name: words.stone(game.setup(), stone),
                code: words.lot(game.setup(), stone.lot),
                ink: stone.lot.index(),
                cells: cells.map(|cell| (cell.row + spot.at.row, cell.col + spot.at.col)).collect(),
            })
        });
        let open = game.setup().frame.cells().map(|cell| (cell.row, cell.col)).collect();
        Self { heading, caption, open, stones: stones.collect() }
    }

    /// Rows and columns of the frame.
    pub fn size(&self) -> (i32, i32) {
        let most = |of: fn(&Square) -> i32| self.open.iter().map(of).max().map_or(0, |most| most + 1);
        (most(|square| square.0), most(|square| square.1))
    }

    /// Returns the wall in lines: each square has the name of its stone, `·` without one, nothing outside the
    /// frame.
    pub fn lines(&self) -> Vec<String> {
        let mut signs: BTreeMap<Square, &str> = self.open.iter().map(|square| (*square, "·")).collect();
        for stone in &self.stones {
            signs.extend(stone.cells.iter().map(|cell| (*cell, stone.name.as_str())));
        }
        let wide = signs.values().map(|sign| width(sign)).max().unwrap_or(1) + 1;
        let (high, across) = self.size();
        let line = |row: i32| {
            let signs = (0..across).map(|col| signs.get(&(row, col)).copied().unwrap_or_default());
            signs.map(|sign| pad_end(sign, wide)).collect::<String>().trim_end().to_owned()
        };
        (0..high).map(line).collect()
    }
}

impl PrintStone {
    /// Returns the square nearest to the stone's middle, for its code; `None` for a stone without squares.
    pub(crate) fn middle(&self) -> Option<Square> {
        let count = i32::try_from(self.cells.len()).unwrap_or(i32::MAX);
        let sum = self.cells.iter().fold((0, 0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
        let far = |cell: &&Square| {
            let (down, across) = (cell.0 * count - sum.0, cell.1 * count - sum.1);
            i64::from(down) * i64::from(down) + i64::from(across) * i64::from(across)
        };
        self.cells.iter().min_by_key(far).copied()
    }
}

pub(crate) fn squares(cells: &[Square]) -> String {
    cells.iter().fold(String::new(), |mut path, (row, col)| {
        // Writing to a string can't fail.
        let _ = write!(path, "M{col} {row}h1v1h-1z");
        path
    })
}

pub(crate) fn outline(cells: &[Square]) -> String {
    let own: BTreeSet<Square> = cells.iter().copied().collect();
    let mut path = String::new();
    for &(row, col) in cells {
        let edges = [
            ((row - 1, col), (row, col, 'h')),
            ((row + 1, col), (row + 1, col, 'h')),
            ((row, col - 1), (row, col, 'v')),
            ((row, col + 1), (row, col + 1, 'v')),
        ];
        for (_, (row, col, way)) in edges.into_iter().filter(|(beside, _)| !own.contains(beside)) {
            let _ = write!(path, "M{col} {row}{way}1");
        }
    }
    path
}
