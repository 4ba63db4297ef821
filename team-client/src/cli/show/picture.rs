//! Shapes and walls drawn with characters. Knows squares and colours, and no words.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crossterm::style::{Color, Stylize as _};
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Cell, Setup, Shape, StoneId};
use ishigaki_strategy::status::stone;
use ishigaki_words::columns::{pad_end, pad_start};

use super::signs::Signs;

/// Colours that stay apart from each other and carry black letters.
const COLOURS: [Color; 12] = [
    Color::AnsiValue(174),
    Color::AnsiValue(114),
    Color::AnsiValue(110),
    Color::AnsiValue(180),
    Color::AnsiValue(140),
    Color::AnsiValue(73),
    Color::AnsiValue(186),
    Color::AnsiValue(175),
    Color::AnsiValue(108),
    Color::AnsiValue(146),
    Color::AnsiValue(216),
    Color::AnsiValue(151),
];

/// A shape drawn small: a character is two squares, one above the other.
pub(crate) fn small(shape: &Shape) -> Vec<String> {
    let has = |row, col| shape.cells().contains(&Cell { row, col });
    let sign = |row, col| match (has(row, col), has(row + 1, col)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    let line = |row| (0..shape.width()).map(|col| sign(row, col)).collect::<String>();
    (0..shape.height()).step_by(2).map(|row| line(row).trim_end().to_owned()).collect()
}

/// A wall: two columns a square, rows and columns numbered as commands count them. A stone's squares show its lot's code and
/// its copy if both are one character, else letters that a legend explains; with colour each type has its own.
pub(crate) fn wall(setup: &Setup, laid: &BTreeMap<StoneId, Spot>, colour: bool) -> String {
    let owners = owners(setup, laid);
    let signs = signs(setup, laid);
    let frame = &setup.frame;
    let mut head = String::from("   ");
    for col in 0..frame.width() {
        head += &pad_end(&(col % 100).to_string(), 2);
    }
    let mut text = head.trim_end().to_owned() + "\n";
    for row in 0..frame.height() {
        let mut line = pad_start(&row.to_string(), 2) + " ";
        for col in 0..frame.width() {
            let cell = Cell { row, col };
            match owners.get(&cell) {
                Some(&stone) => {
                    let at = laid.keys().position(|other| *other == stone).unwrap_or(usize::MAX);
                    line += &square(stone, signs.sign(at), colour);
                }
                None if frame.contains(cell) && colour => _ = write!(line, "{}", "··".dark_grey()),
                None if frame.contains(cell) => line += "··",
                None => line += "  ",
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    let ids: Vec<String> = laid.keys().map(|&id| stone(setup, id)).collect();
    if let Some(legend) = signs.legend(ids.iter().map(String::as_str).enumerate()) {
        text += &legend;
        text.push('\n');
    }
    text
}

fn signs(setup: &Setup, laid: &BTreeMap<StoneId, Spot>) -> Signs {
    let sign = |stone: &StoneId| {
        let code = setup.lot(stone.lot).map(|lot| lot.code.as_str())?;
        let is_short = code.len() == 1 && stone.copy < 10;
        is_short.then(|| format!("{code}{}", stone.copy))
    };
    let named: Option<Vec<String>> = laid.keys().map(sign).collect();
    named.map_or_else(|| Signs::lettered(laid.len()), Signs::named)
}

fn square(stone: StoneId, sign: &str, colour: bool) -> String {
    let text = pad_end(sign, 2);
    if colour {
        let colour = COLOURS[stone.lot.index() % COLOURS.len()];
        text.with(Color::Black).on(colour).to_string()
    } else {
        text
    }
}

/// Returns the stone that covers each square.
fn owners(setup: &Setup, laid: &BTreeMap<StoneId, Spot>) -> BTreeMap<Cell, StoneId> {
    let mut owners = BTreeMap::new();
    for (&stone, spot) in laid {
        let Some(lot) = setup.lot(stone.lot) else { continue };
        for offset in lot.shape.turned_cells(spot.turn) {
            owners.insert(Cell { row: spot.at.row + offset.row, col: spot.at.col + offset.col }, stone);
        }
    }
    owners
}

#[cfg(test)]
mod tests {
    use ishigaki_strategy::status::shape_rows;

    use super::*;

    fn shape(cells: &[(i32, i32)]) -> Shape {
        Shape::new(cells.iter().map(|&(row, col)| Cell { row, col })).unwrap()
    }

    #[test]
    fn a_small_shape_has_two_squares_a_character() {
        assert_eq!(small(&shape(&[(0, 0), (1, 0), (2, 0), (2, 1)])), ["█", "▀▀"]);
        assert_eq!(small(&shape(&[(0, 1), (0, 2), (1, 0), (1, 1)])), ["▄█▀"]);
    }

    #[test]
    fn a_shape_has_rows_of_signs() {
        assert_eq!(shape_rows(&shape(&[(0, 1), (0, 2), (1, 0), (1, 1)])), [".##", "##."]);
    }
}
