//! Shapes and frames (`W1`, `W2`).

#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

use ishigaki_rules::{Cell, Frame, FrameFault, Shape, ShapeFault, Turn};
use proptest::collection::btree_set;
use proptest::prelude::*;

fn cell((row, col): (i32, i32)) -> Cell {
    Cell { row, col }
}

fn shape(cells: &[(i32, i32)]) -> Result<Shape, ShapeFault> {
    Shape::new(cells.iter().copied().map(cell))
}

/// The squares of `S`-like and `L`-like pieces that differ from their mirror images.
const CHIRAL: [&[(i32, i32)]; 3] = [
    &[(0, 0), (1, 0), (2, 0), (2, 1)],
    &[(0, 1), (0, 2), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (1, 1), (1, 2), (2, 1)],
];

fn loose_shape() -> impl Strategy<Value = Shape> {
    btree_set((-6..6, -6..6), 1..12)
        .prop_map(|cells| Shape::from_loose(cells.into_iter().map(cell)).expect("some squares"))
}

fn turn() -> impl Strategy<Value = Turn> {
    proptest::sample::select(Turn::ALL.to_vec())
}

proptest! {
    #[test]
    fn turns_compose(shape in loose_shape(), first in turn(), second in turn()) {
        let both = Turn::from_quarters((first.quarters() + second.quarters()) % 4).expect("0 to 3");
        prop_assert_eq!(shape.turned(first).turned(second), shape.turned(both));
    }

    #[test]
    fn turned_shape_is_normalized_and_sorted(shape in loose_shape(), turn in turn()) {
        let turned = shape.turned(turn);
        prop_assert_eq!(turned.cells().iter().map(|cell| cell.row).min(), Some(0));
        prop_assert_eq!(turned.cells().iter().map(|cell| cell.col).min(), Some(0));
        prop_assert!(turned.cells().is_sorted());
        prop_assert_eq!(turned.area(), shape.area());
        let (height, width) = (turned.height(), turned.width());
        let upright = turn.quarters() % 2 == 0;
        let (same_height, same_width) =
            if upright { (shape.height(), shape.width()) } else { (shape.width(), shape.height()) };
        prop_assert_eq!((height, width), (same_height, same_width));
    }

    #[test]
    fn turning_over_twice_changes_nothing(shape in loose_shape()) {
        prop_assert_eq!(shape.mirrored().mirrored(), shape);
    }

    #[test]
    fn turn_onto_recovers_any_turn(shape in loose_shape(), turn in turn()) {
        let turned = shape.turned(turn);
        let found = shape.turn_onto(&turned).expect("it is that shape");
        prop_assert!(found <= turn);
        prop_assert_eq!(shape.turned(found), turned);
    }

    #[test]
    fn moved_cells_give_same_shape(shape in loose_shape(), row in -1000..1000, col in -1000..1000) {
        let moved = shape.cells().iter().map(|cell| Cell { row: cell.row + row, col: cell.col + col });
        prop_assert_eq!(Shape::from_loose(moved), Ok(shape));
    }
}

#[test]
fn quarter_turn_is_clockwise() {
    let turned = shape(&[(0, 0), (1, 0), (2, 0), (2, 1)]).expect("an L").turned(Turn::Quarter);
    assert_eq!(turned.cells(), [(0, 0), (0, 1), (0, 2), (1, 0)].map(cell));
}

#[test]
fn mirrored_chiral_piece_matches_no_turn() {
    for piece in CHIRAL {
        let shape = shape(piece).expect("a stone");
        assert_eq!(shape.turn_onto(&shape.mirrored()), None, "{piece:?}");
    }
}

#[test]
fn symmetric_pieces_have_fewer_looks() {
    let looks = |cells: &[(i32, i32)]| shape(cells).expect("a stone").distinct_turns().len();
    assert_eq!(looks(&[(0, 0), (0, 1), (1, 0), (1, 1)]), 1);
    assert_eq!(looks(&[(0, 0), (0, 1)]), 2);
    assert_eq!(looks(CHIRAL[0]), 4);
}

#[test]
fn w1_squares_that_touch_only_at_corners_do_not_hang_together() {
    let fault = Err(ShapeFault::Disconnected { cell: Cell { row: 1, col: 1 } });
    assert_eq!(shape(&[(0, 0), (1, 1)]), fault);
    assert!(Shape::from_loose([(0, 0), (1, 1)].map(cell)).is_ok());
}

#[test]
fn empty_or_repeated_shape_is_rejected() {
    assert_eq!(shape(&[]), Err(ShapeFault::Empty));
    assert_eq!(shape(&[(0, 0), (3, 4), (0, 0), (3, 4)]), Err(ShapeFault::Repeated { cell: cell((0, 0)) }));
}

#[test]
fn squares_at_the_end_of_the_numbers_are_refused() {
    for far in [i32::MIN, i32::MIN + 1, i32::MAX] {
        assert_eq!(shape(&[(far, 0)]), Err(ShapeFault::TooLarge));
        assert_eq!(shape(&[(0, far)]), Err(ShapeFault::TooLarge));
    }
}

#[test]
fn grid_has_at_most_2_to_the_22_squares_and_2_to_the_14_lines() {
    let spanning = |row, col| Shape::from_loose([cell((0, 0)), cell((row, col))]).map(|shape| shape.area());
    assert_eq!((spanning(16_383, 0), spanning(0, 16_383)), (Ok(2), Ok(2)));
    assert_eq!(spanning(16_384, 0), Err(ShapeFault::TooLarge));
    assert_eq!(spanning(0, 16_384), Err(ShapeFault::TooLarge));
    let corner = |row: i32, col: i32| {
        let squares = (0..row).map(|row| (row, 0)).chain((0..=col).map(|col| (row, col)));
        Shape::new(squares.map(cell)).map(|shape| shape.area())
    };
    assert_eq!(corner(2_047, 2_047), Ok(4_095));
    assert_eq!(corner(2_048, 2_047), Err(ShapeFault::TooLarge));
    let drawn = |rows: usize, cols: usize| {
        let mut drawing = vec!["#".to_owned(); rows];
        drawing[rows - 1] = "#".repeat(cols);
        Frame::parse(&drawing).map(|frame| frame.area())
    };
    assert_eq!((drawn(16_384, 1), drawn(1, 16_384)), (Ok(16_384), Ok(16_384)));
    assert_eq!((drawn(16_385, 1), drawn(1, 16_385)), (Err(FrameFault::TooLarge), Err(FrameFault::TooLarge)));
    assert_eq!(drawn(2_048, 2_048), Ok(4_095));
    assert_eq!(drawn(2_048, 2_049), Err(FrameFault::TooLarge));
}

#[test]
fn w1_a_frame_knows_its_squares_and_its_top_and_bottom_rows() {
    let frame = Frame::parse(&["....", ".##", "###.", "...."]).expect("a frame");
    assert_eq!((frame.height(), frame.width(), frame.area()), (4, 4, 5));
    assert_eq!((frame.top_row(), frame.bottom_row()), (1, 2));
    let cells: Vec<Cell> = frame.cells().collect();
    assert_eq!(cells, [(1, 1), (1, 2), (2, 0), (2, 1), (2, 2)].map(cell));
    for outside in [(0, 0), (1, 0), (1, 3), (-1, 1), (4, 1), (1, -1), (1, 4), (i32::MIN, i32::MAX)] {
        assert!(!frame.contains(cell(outside)), "{outside:?}");
    }
}

#[test]
fn frame_rows_are_padded_to_full_width() {
    let frame = Frame::parse(&["##", "####", ""]).expect("a frame");
    assert_eq!(frame.rows(), ["##..", "####", "...."]);
}

#[test]
fn frames_are_refused_as_in_the_table() {
    let cell = |row, col| Cell { row, col };
    let apart = |row, col| FrameFault::Disconnected { cell: cell(row, col) };
    let unknown = |row, col, sign| FrameFault::UnknownSign { cell: cell(row, col), sign };
    for (rows, fault) in [
        (&[][..], FrameFault::Empty),
        (&[""], FrameFault::Empty),
        (&["...", "..."], FrameFault::Empty),
        (&["###", "...", "#.."], apart(2, 0)),
        (&[".#", "#."], apart(1, 0)),
        (&["#.#"], apart(0, 2)),
        (&["###", "##x"], unknown(1, 2, 'x')),
        (&["#石石"], unknown(0, 1, '石')),
    ] {
        assert_eq!(Frame::parse(rows), Err(fault), "{rows:?}");
    }
    assert!(Frame::parse(&["#.#", "###"]).is_ok());
}
