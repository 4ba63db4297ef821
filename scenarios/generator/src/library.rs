//! Library of all stones of up to eight squares, by size and awkwardness.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use ishigaki_rules::{Cell, Shape, Turn};

use crate::awkwardness::{AWKWARD, awkwardness};

pub(crate) const LARGEST: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ease {
    /// A rectangle, or one without one square.
    Handy,
    Plain,
    Awkward,
}

pub(crate) fn ease(shape: &Shape) -> Ease {
    let (corners, area) = (awkwardness(shape), shape.area());
    let around = usize::try_from(shape.height() * shape.width()).unwrap_or(usize::MAX);
    match corners {
        0 => Ease::Handy,
        1 if area * 5 >= around * 4 => Ease::Handy,
        _ if corners >= AWKWARD => Ease::Awkward,
        _ => Ease::Plain,
    }
}

static LIBRARY: LazyLock<Vec<Vec<Shape>>> = LazyLock::new(|| {
    let mut grown: BTreeSet<Shape> = Shape::new([Cell { row: 0, col: 0 }]).into_iter().collect();
    let mut library = vec![Vec::new()];
    for area in 1..=LARGEST {
        if area > 1 {
            grown = grown.iter().flat_map(larger).collect();
        }
        let is_usual =
            |shape: &&Shape| shape.height().max(shape.width()) <= MAX_ROW_LENGTH && is_whole(shape);
        library.push(grown.iter().filter(is_usual).cloned().collect());
    }
    library
});

/// Maximum squares of a stone in a row: few frames have space for longer ones.
const MAX_ROW_LENGTH: i32 = 5;

/// All shapes with this many squares and without a hole. Rotated ones are equal, mirror images are not
/// (`W2`).
pub(crate) fn shapes(area: usize) -> &'static [Shape] {
    LIBRARY.get(area).map_or(&[], Vec::as_slice)
}

fn larger(shape: &Shape) -> Vec<Shape> {
    let taken: BTreeSet<Cell> = shape.cells().iter().copied().collect();
    let neighbours = |cell: &Cell| {
        let Cell { row, col } = *cell;
        [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)].map(|(row, col)| Cell { row, col })
    };
    let free: BTreeSet<Cell> =
        shape.cells().iter().flat_map(neighbours).filter(|cell| !taken.contains(cell)).collect();
    let with =
        |cell: Cell| Shape::new(taken.iter().copied().chain([cell])).ok().map(|shape| first_turn(&shape));
    free.into_iter().filter_map(with).collect()
}

fn first_turn(shape: &Shape) -> Shape {
    Turn::ALL.into_iter().map(|turn| shape.turned(turn)).min().unwrap_or_else(|| shape.clone())
}

fn is_whole(shape: &Shape) -> bool {
    let taken: BTreeSet<Cell> = shape.cells().iter().copied().collect();
    let (rows, cols) = (-1..=shape.height(), -1..=shape.width());
    let mut seen = BTreeSet::new();
    let mut open = vec![Cell { row: -1, col: -1 }];
    while let Some(cell) = open.pop() {
        if rows.contains(&cell.row) && cols.contains(&cell.col) && !taken.contains(&cell) && seen.insert(cell)
        {
            let Cell { row, col } = cell;
            open.extend(
                [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
                    .map(|(row, col)| Cell { row, col }),
            );
        }
    }
    let around = (shape.height() + 2) * (shape.width() + 2);
    usize::try_from(around).is_ok_and(|around| seen.len() + taken.len() == around)
}

const NAMED: [(&str, &str); 29] = [
    ("A", "#"),
    ("D", "##"),
    ("I", "###"),
    ("V", "#./##"),
    ("I", "####"),
    ("O", "##/##"),
    ("T", "###/.#."),
    ("L", "#./#./##"),
    ("J", ".#/.#/##"),
    ("S", ".##/##."),
    ("Z", "##./.##"),
    ("I", "#####"),
    ("F", ".##/##./.#."),
    ("G", "##./.##/.#."),
    ("L", "#./#./#./##"),
    ("J", ".#/.#/.#/##"),
    ("N", ".#/.#/##/#."),
    ("M", "#./#./##/.#"),
    ("P", "##/##/#."),
    ("Q", "##/##/.#"),
    ("T", "###/.#./.#."),
    ("U", "#.#/###"),
    ("V", "#../#../###"),
    ("W", "#../##./.##"),
    ("X", ".#./###/.#."),
    ("Y", ".#/##/.#/.#"),
    ("H", "#./##/#./#."),
    ("Z", "##./.#./.##"),
    ("S", ".##/.#./##."),
];

/// Letters for larger stones, none easily confused with another or with a digit.
const LETTERS: &str = "BCEFGHJKMNPTUWXYADV";

pub(crate) fn codes(shapes: &[Shape]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let code = |shape: &Shape| {
        let named = NAMED.iter().find(|(_, rows)| {
            let cells = (0..).zip(rows.split('/')).flat_map(|(row, signs)| {
                let signs = (0..).zip(signs.bytes()).filter(|(_, sign)| *sign == b'#');
                signs.map(move |(col, _)| Cell { row, col })
            });
            Shape::new(cells).is_ok_and(|named| named.turn_onto(shape).is_some())
        });
        let is_rectangle = awkwardness(shape) == 0;
        let first = named.map(|(letter, _)| *letter).or(is_rectangle.then_some("R"));
        let others = LETTERS.char_indices().map(|(at, letter)| &LETTERS[at..at + letter.len_utf8()]);
        let mut names = first.into_iter().chain(others).map(|letter| format!("{letter}{}", shape.area()));
        let code = names.find(|name| !taken.contains(name)).unwrap_or_default();
        taken.insert(code.clone());
        code
    };
    shapes.iter().map(code).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_are_stones_of_their_own() {
        // One-sided polyominoes, less the long ones: I6, and of seven and eight squares all with six or more in a row.
        let counts: Vec<usize> = (1..=5).map(|area| shapes(area).len()).collect();
        assert_eq!(counts, [1, 1, 2, 7, 18]);
        assert_eq!(shapes(6).len(), 60 - 1);
        assert!(shapes(7).iter().all(is_whole), "the ring of seven has no stone in it");
    }

    #[test]
    fn known_stones_have_their_letters_and_none_has_two() {
        let all: Vec<Shape> = (1..=5).flat_map(shapes).cloned().collect();
        let codes = codes(&all);
        let mut sorted: Vec<&str> = codes.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        let mut known: Vec<String> =
            NAMED.iter().map(|(letter, rows)| format!("{letter}{}", rows.matches('#').count())).collect();
        known.sort_unstable();
        assert_eq!(sorted, known);
    }

    #[test]
    fn rectangles_are_handy_and_plusses_are_not() {
        let of = |area: usize, code: &str| {
            let all = shapes(area);
            let at = codes(all).iter().position(|known| known == code).unwrap();
            ease(&all[at])
        };
        assert_eq!([of(4, "O4"), of(5, "P5"), of(4, "I4")], [Ease::Handy; 3]);
        assert_eq!([of(5, "L5"), of(4, "S4"), of(3, "V3")], [Ease::Plain; 3]);
        assert_eq!([of(5, "X5"), of(5, "U5"), of(5, "W5"), of(5, "F5")], [Ease::Awkward; 4]);
    }
}
