//! Frames, stones and walls as text: two columns per square, readable with and without colour.

use std::collections::BTreeMap;

use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Cell, Frame, LotId, Setup, Shape, StoneId};
use ishigaki_words::columns::width;

use crate::styled_text::{StyledLine, TextStyle};

/// One letter per stone type, so that a wall can be read without colour: the first letter of its code in
/// either case, or an unused one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LotSymbols {
    symbols: Vec<char>,
}

impl LotSymbols {
    /// Returns the symbols of a game's stone types.
    pub fn of(setup: &Setup) -> Self {
        let mut symbols: Vec<char> = Vec::with_capacity(setup.lots.len());
        for lot in &setup.lots {
            // Digits come last, because on a wall they number the copies.
            let own = || lot.code.chars().filter(char::is_ascii_alphabetic);
            let other_case = |symbol: char| {
                if symbol.is_ascii_uppercase() {
                    symbol.to_ascii_lowercase()
                } else {
                    symbol.to_ascii_uppercase()
                }
            };
            let any = ('A'..='Z').chain('a'..='z').chain('0'..='9');
            let free = own().chain(own().map(other_case)).chain(any).find(|symbol| !symbols.contains(symbol));
            symbols.push(free.unwrap_or('?'));
        }
        Self { symbols }
    }

    /// Returns the symbol of a stone type.
    pub fn symbol(&self, lot: LotId) -> char {
        self.symbols.get(lot.index()).copied().unwrap_or('?')
    }

    fn lot_label(&self, lot: LotId) -> String {
        format!("{} ", self.symbol(lot))
    }

    fn stone_label(&self, stone: StoneId) -> String {
        let copy = char::from_digit(stone.copy % 36, 36).unwrap_or(' ');
        format!("{}{copy}", self.symbol(stone.lot))
    }

    /// Returns a stone type's shape before any rotation, one line per row.
    pub fn shape(&self, lot: LotId, shape: &Shape) -> Vec<StyledLine> {
        let square = self.lot_label(lot);
        let mut rows = Vec::new();
        for row in 0..shape.height() {
            let mut line = StyledLine::new();
            for col in 0..shape.width() {
                if shape.cells().contains(&Cell { row, col }) {
                    line.push(TextStyle::Stone(lot.index()), square.clone());
                } else {
                    line.push(TextStyle::Plain, "  ");
                }
            }
            rows.push(line);
        }
        rows
    }

    /// Returns a wall with its stones, one line per row of [`wall_width`]. If there is only one column per
    /// square, copies are not numbered.
    pub fn wall(&self, setup: &Setup, laid: &BTreeMap<StoneId, Spot>, room: usize) -> Vec<StyledLine> {
        let frame = &setup.frame;
        let square = |style, text: String| {
            let text: String = text.chars().take(square_width(frame, room)).collect();
            StyledLine::of(style, text)
        };
        let covered_cells = covered_cells(setup, laid);
        let mut rows = Vec::new();
        for row in 0..frame.height() {
            let mut line = StyledLine::new();
            for col in 0..frame.width() {
                let cell = Cell { row, col };
                line.append(match covered_cells.get(&cell) {
                    Some(&stone) => square(TextStyle::Stone(stone.lot.index()), self.stone_label(stone)),
                    None if frame.contains(cell) => square(TextStyle::Hollow, "··".to_owned()),
                    None => square(TextStyle::Plain, "  ".to_owned()),
                });
            }
            rows.push(line);
        }
        rows
    }
}

/// Returns the columns of a drawn wall within `room`.
pub fn wall_width(frame: &Frame, room: usize) -> usize {
    usize::try_from(frame.width()).unwrap_or(0) * square_width(frame, room)
}

fn square_width(frame: &Frame, room: usize) -> usize {
    let columns = usize::try_from(frame.width()).unwrap_or(0) * 2;
    if columns > room { 1 } else { 2 }
}

fn covered_cells(setup: &Setup, laid: &BTreeMap<StoneId, Spot>) -> BTreeMap<Cell, StoneId> {
    let mut covered_cells = BTreeMap::new();
    for (&stone, spot) in laid {
        for cell in setup.lot(stone.lot).into_iter().flat_map(|lot| lot.shape.turned_cells(spot.turn)) {
            covered_cells.insert(Cell { row: cell.row + spot.at.row, col: cell.col + spot.at.col }, stone);
        }
    }
    covered_cells
}

type Placed<'a> = (usize, &'a [StyledLine]);

/// Arranges pictures side by side, bottoms aligned, in as many rows as they need within `columns`, with `gap`
/// columns between them.
pub fn shelf(pictures: &[Vec<StyledLine>], gap: usize, columns: usize) -> Vec<StyledLine> {
    // Each shelf with its end, and its pictures with their starts.
    let mut shelves: Vec<(usize, Vec<Placed<'_>>)> = Vec::new();
    for picture in pictures {
        let wide = picture.iter().map(StyledLine::width).max().unwrap_or(0);
        match shelves.last_mut() {
            Some((end, shelf)) if *end + gap + wide <= columns => {
                shelf.push((*end + gap, picture));
                *end += gap + wide;
            }
            _ => shelves.push((wide, vec![(0, picture)])),
        }
    }
    let mut lines = Vec::new();
    for (number, (_, shelf)) in shelves.iter().enumerate() {
        if number > 0 {
            lines.push(StyledLine::new());
        }
        let height = shelf.iter().map(|(_, picture)| picture.len()).max().unwrap_or(0);
        for level in (1..=height).rev() {
            let mut line = StyledLine::new();
            for (start, picture) in shelf {
                if let Some(row) = picture.len().checked_sub(level).and_then(|at| picture.get(at)) {
                    line.pad_to(*start);
                    line.append(row.clone());
                }
            }
            lines.push(line);
        }
    }
    lines
}

/// Returns the width of the widest text.
pub fn widest<'a>(texts: impl IntoIterator<Item = &'a str>) -> usize {
    texts.into_iter().map(width).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::{TeamSpec, Turn};
    use ishigaki_scenarios::Scenario;

    use super::*;

    fn tour() -> Setup {
        let team = |code: &str| TeamSpec { code: code.into(), name: code.into() };
        Scenario::find("tour-4").unwrap().setup(vec![team("a"), team("b")]).unwrap()
    }

    fn text(lines: &[StyledLine]) -> Vec<String> {
        lines.iter().map(StyledLine::text).collect()
    }

    #[test]
    fn wall_drawing_labels_stones_with_lot_and_copy() {
        let setup = tour();
        let stone = |code, copy| StoneId { lot: setup.lot_by_code(code).unwrap(), copy };
        let spot = |turn, row, col| Spot { turn, at: Cell { row, col } };
        let laid = BTreeMap::from([
            (stone("L", 1), spot(Turn::None, 1, 2)),
            (stone("D", 3), spot(Turn::Quarter, 2, 1)),
        ]);
        let expected = ["    ············", "    L1··········", "  D3L1··········", "··D3L1L1········"];
        assert_eq!(text(&LotSymbols::of(&setup).wall(&setup, &laid, 16)), expected);
        let expected = ["  ······", "  L·····", " DL·····", "·DLL····"];
        assert_eq!(text(&LotSymbols::of(&setup).wall(&setup, &laid, 15)), expected);
    }

    #[test]
    fn codes_with_one_first_letter_get_different_signs() {
        let mut setup = tour();
        for (lot, code) in setup.lots.iter_mut().zip(["T", "T1", "T2", "TA", "T", "T"]) {
            lot.code = code.into();
        }
        let symbols = LotSymbols::of(&setup);
        let shown: Vec<char> = setup.lot_ids().map(|lot| symbols.symbol(lot)).collect();
        assert_eq!(shown, ['T', 't', 'A', 'a', 'B', 'C', 'D']);
    }

    #[test]
    fn pictures_that_do_not_fit_go_to_the_next_shelf() {
        let picture = |rows: usize| vec![StyledLine::of(TextStyle::Plain, "xxxx"); rows];
        let lines = text(&shelf(&[picture(1), picture(2), picture(1)], 2, 11));
        assert_eq!(lines, ["      xxxx", "xxxx  xxxx", "", "xxxx"]);
    }
}
