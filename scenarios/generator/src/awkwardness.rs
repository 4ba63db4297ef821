//! Awkwardness of stones: how much other stones must follow their outline.

use std::collections::BTreeSet;

use ishigaki_rules::{Cell, Shape};

/// Minimum awkwardness of an awkward stone.
pub const AWKWARD: u32 = 3;

/// A pit, an open square between three squares of the stone, counts as this many corners.
const PIT: u32 = 2;

/// Returns the awkwardness of a stone: its concave corners, and two more for each pit. A rectangle has 0, an
/// L 1, a T or an S 2, a plus 4. The same for every rotation and for the mirror image.
pub fn awkwardness(shape: &Shape) -> u32 {
    let cells: BTreeSet<Cell> = shape.cells().iter().copied().collect();
    let has = |row: i32, col: i32| cells.contains(&Cell { row, col });
    let mut total = 0;
    for row in -1..=shape.height() {
        for col in -1..=shape.width() {
            // Three of the four squares around a grid point belong to the stone: a concave corner.
            let around = [has(row, col), has(row, col + 1), has(row + 1, col), has(row + 1, col + 1)];
            total += u32::from(around.iter().filter(|&&covered| covered).count() == 3);
            let sides = [has(row - 1, col), has(row + 1, col), has(row, col - 1), has(row, col + 1)];
            let closed = sides.iter().filter(|&&covered| covered).count();
            total += if !has(row, col) && closed >= 3 { PIT } else { 0 };
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::Turn;

    use super::*;

    fn shape(rows: &[&str]) -> Shape {
        let row = |(row, text): (i32, &&str)| {
            let text = (*text).to_owned();
            (0..)
                .zip(text.into_bytes())
                .filter(|(_, sign)| *sign == b'#')
                .map(move |(col, _)| Cell { row, col })
                .collect::<Vec<_>>()
        };
        Shape::new((0..).zip(rows).flat_map(row)).unwrap()
    }

    #[test]
    fn corners_and_pits_make_a_stone_awkward() {
        for (rows, known) in [
            (&["##", "##"][..], 0),
            (&["#.", "##"], 1),
            (&["##", "##", "#."], 1),
            (&["##.", ".##"], 2),
            (&["###", ".#."], 2),
            (&["#.#", "###"], 4),
            (&[".#.", "###", ".#."], 4),
        ] {
            let stone = shape(rows);
            for turn in Turn::ALL {
                assert_eq!(awkwardness(&stone.turned(turn)), known, "{rows:?}");
                assert_eq!(awkwardness(&stone.mirrored().turned(turn)), known, "{rows:?} turned over");
            }
        }
    }
}
