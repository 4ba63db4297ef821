//! Shapes and walls drawn with characters.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crossterm::style::{Color, Stylize as _};
use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Cell, Setup, Shape, StoneId};
use ishigaki_strategy::status::stone;
use ishigaki_words::columns::{pad_end, pad_start};

use super::labels::StoneLabels;

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

pub(crate) fn small(shape: &Shape) -> Vec<String> {
    let has = |row, col| shape.cells().contains(&Cell { row, col });
    let character = |row, col| match (has(row, col), has(row + 1, col)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    let line = |row| (0..shape.width()).map(|col| character(row, col)).collect::<String>();
    (0..shape.height()).step_by(2).map(|row| line(row).trim_end().to_owned()).collect()
}

/// Two columns per square, with row and column numbers as in commands. A stone's squares show its lot's code
/// and its copy if both are one character, else letters with a legend; with colour each type has its own.
pub(crate) fn wall(setup: &Setup, laid: &BTreeMap<StoneId, Spot>, colour: bool) -> String {
    let owners = owners(setup, laid);
    let labels = labels(setup, laid);
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
                    line += &square(stone, labels.label(at), colour);
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
    if let Some(legend) = labels.legend(ids.iter().map(String::as_str).enumerate()) {
        text += &legend;
        text.push('\n');
    }
    text
}

fn labels(setup: &Setup, laid: &BTreeMap<StoneId, Spot>) -> StoneLabels {
    let label = |stone: &StoneId| {
        let code = setup.lot(stone.lot).map(|lot| lot.code.as_str())?;
        let is_short = code.len() == 1 && stone.copy < 10;
        is_short.then(|| format!("{code}{}", stone.copy))
    };
    let names: Option<Vec<String>> = laid.keys().map(label).collect();
    names.map_or_else(|| StoneLabels::with_letters(laid.len()), StoneLabels::from_names)
}

fn square(stone: StoneId, label: &str, colour: bool) -> String {
    let text = pad_end(label, 2);
    if colour {
        let colour = COLOURS[stone.lot.index() % COLOURS.len()];
        text.with(Color::Black).on(colour).to_string()
    } else {
        text
    }
}

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
    fn small_shape_puts_two_squares_in_one_character() {
        assert_eq!(small(&shape(&[(0, 0), (1, 0), (2, 0), (2, 1)])), ["█", "▀▀"]);
        assert_eq!(small(&shape(&[(0, 1), (0, 2), (1, 0), (1, 1)])), ["▄█▀"]);
    }

    #[test]
    fn shape_rows_use_hash_and_dot() {
        assert_eq!(shape_rows(&shape(&[(0, 1), (0, 2), (1, 0), (1, 1)])), [".##", "##."]);
    }
}
