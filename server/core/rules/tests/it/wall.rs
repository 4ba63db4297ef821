//! Walls, rule by rule (`W1`–`W5`).

#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

use std::collections::BTreeMap;

use ishigaki_rules::wall::{Placement, Placing, Spot, Verdict, WallCode, WallScore, judge};
use ishigaki_rules::{Cell, Frame, Shape, Turn};

/// A team's stones by name, and where it wants them, on one frame.
struct Wall {
    frame: Frame,
    owned: BTreeMap<char, Shape>,
    placements: Vec<Placement<char>>,
}

impl Wall {
    /// An empty wall on a frame drawn with `#` and `.`.
    fn empty(frame: &[&str]) -> Self {
        let frame = Frame::parse(frame).expect("a frame");
        Self { frame, owned: BTreeMap::new(), placements: Vec::new() }
    }

    /// A wall as it looks: `.` is outside, `#` is an empty square, and the squares with one letter are a
    /// stone of that name.
    fn drawn(rows: &[&str]) -> Self {
        let frame: Vec<String> = rows.iter().map(|row| row.replace(char::is_alphabetic, "#")).collect();
        let mut stones: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
        for (row, signs) in (0..).zip(rows) {
            for (col, sign) in (0..).zip(signs.chars()).filter(|(_, sign)| sign.is_alphabetic()) {
                stones.entry(sign).or_default().push(Cell { row, col });
            }
        }
        let mut wall = Self::empty(&frame.iter().map(String::as_str).collect::<Vec<_>>());
        for (stone, cells) in stones {
            wall = wall.owning(stone, &cells).placing(stone, Placing::Cells(cells));
        }
        wall
    }

    fn owning(mut self, stone: char, cells: &[Cell]) -> Self {
        let shape = Shape::from_loose(cells.iter().copied()).expect("a shape");
        self.owned.insert(stone, shape);
        self
    }

    fn placing(mut self, stone: char, placing: Placing) -> Self {
        self.placements.push(Placement { stone, placing });
        self
    }

    fn turned(self, stone: char, quarters: u32, row: i32, col: i32) -> Self {
        let turn = Turn::from_quarters(quarters).expect("0 to 3 quarters");
        self.placing(stone, Placing::Turned(Spot { turn, at: Cell { row, col } }))
    }

    fn covering(self, stone: char, cells: &[(i32, i32)]) -> Self {
        self.placing(stone, Placing::Cells(squares(cells)))
    }

    fn judged(&self) -> Verdict<char> {
        let owned = self.owned.iter().map(|(&stone, shape)| (stone, shape)).collect();
        judge(&self.frame, &owned, &self.placements)
    }
}

fn squares(cells: &[(i32, i32)]) -> Vec<Cell> {
    cells.iter().map(|&(row, col)| Cell { row, col }).collect()
}

/// The faults as `CODE: stones` in their order, the score's presence checked against them.
#[track_caller]
fn check(wall: &Wall, faults: &[(WallCode, &str)]) {
    let verdict = wall.judged();
    let found: Vec<(WallCode, String)> =
        verdict.faults.iter().map(|fault| (fault.code, fault.stones.iter().collect())).collect();
    let expected: Vec<(WallCode, String)> =
        faults.iter().map(|&(code, stones)| (code, stones.to_owned())).collect();
    assert_eq!(found, expected);
    assert_eq!(verdict.score.is_some(), !expected.iter().any(|(code, _)| code.is_geometry()));
}

fn score(wall: &Wall) -> WallScore<char> {
    wall.judged().score.expect("no geometry fault")
}

const BAR: &[Cell] = &[Cell::new(0, 0), Cell::new(0, 1)];
const DOT: &[Cell] = &[Cell::new(0, 0)];
/// An L that no turn makes into its mirror image.
const L: &[Cell] = &[Cell::new(0, 0), Cell::new(1, 0), Cell::new(2, 0), Cell::new(2, 1)];

#[test]
fn w2_quarter_turn_is_clockwise_and_keeps_the_corner() {
    let lay = |quarters| Wall::empty(&["####"; 4]).owning('l', L).turned('l', quarters, 1, 1);
    let looks = |cells: &[(i32, i32)]| Wall::empty(&["####"; 4]).owning('l', L).covering('l', cells);
    for (quarters, cells) in [
        (0, [(1, 1), (2, 1), (3, 1), (3, 2)]),
        (1, [(1, 1), (1, 2), (1, 3), (2, 1)]),
        (2, [(1, 1), (1, 2), (2, 2), (3, 2)]),
        (3, [(2, 1), (2, 2), (2, 3), (1, 3)]),
    ] {
        assert_eq!(lay(quarters).judged().laid, looks(&cells).judged().laid, "{quarters} quarters");
    }
}

#[test]
fn w2_given_squares_are_laid_with_the_fewest_quarter_turns() {
    let wall = Wall::empty(&["##", "##"]).owning('b', BAR).covering('b', &[(1, 1), (0, 1)]);
    let spot = Spot { turn: Turn::Quarter, at: Cell { row: 0, col: 1 } };
    assert_eq!(wall.judged().laid, BTreeMap::from([('b', spot)]));
}

#[test]
fn w2_a_stone_turned_over_is_named_so_and_not_laid() {
    let wall =
        Wall::empty(&["##", "##", "##"]).owning('l', L).covering('l', &[(0, 1), (1, 1), (2, 1), (2, 0)]);
    check(&wall, &[(WallCode::Mirrored, "l")]);
    assert!(wall.judged().laid.is_empty());
}

#[test]
fn w2_a_mirror_image_that_a_turn_makes_too_is_laid() {
    let wall = Wall::drawn(&["t##", "tt#", "t##"]).turned('t', 0, 0, 0);
    check(&wall, &[(WallCode::DuplicateStone, "t")]);
    let corner = squares(&[(0, 0), (1, 0), (1, 1)]);
    let turned_over =
        Wall::empty(&["##", "##"]).owning('c', &corner).covering('c', &[(0, 1), (1, 1), (1, 0)]);
    check(&turned_over, &[]);
}

#[test]
fn w2_squares_that_do_not_fit_or_repeat_are_a_mismatch() {
    let bar = || Wall::empty(&["###", "###"]).owning('b', BAR);
    for cells in [
        &[][..],
        &[(1, 0)],
        &[(1, 0), (1, 0)],
        &[(1, 0), (1, 2)],
        &[(1, 0), (1, 1), (1, 1)],
        &[(1, 0), (1, 1), (1, 2)],
        &[(i32::MIN, 0), (i32::MAX, 0)],
    ] {
        check(&bar().covering('b', cells), &[(WallCode::ShapeMismatch, "b")]);
    }
}

#[test]
fn w2_a_rotation_that_is_no_quarter_turn_is_refused() {
    let wall = Wall::empty(&["##"]).owning('b', BAR).placing('b', Placing::BadRotation);
    check(&wall, &[(WallCode::BadRotation, "b")]);
}

#[test]
fn w2_no_square_may_leave_the_frame_nor_fill_a_hole_of_it() {
    let dot = || Wall::empty(&["###", "#.#", "###"]).owning('d', DOT);
    for (row, col) in [(-1, 0), (0, -1), (3, 0), (0, 3), (1, 1)] {
        check(&dot().turned('d', 0, row, col), &[(WallCode::OutOfFrame, "d")]);
    }
}

#[test]
fn w2_a_spot_at_the_end_of_the_numbers_is_out_of_the_frame() {
    for far in [i32::MIN, i32::MIN + 1, i32::MAX - 1, i32::MAX] {
        for quarters in 0..4 {
            let wall = Wall::empty(&["##", "##"]).owning('l', L).turned('l', quarters, far, far);
            check(&wall, &[(WallCode::OutOfFrame, "l")]);
        }
        let wall = Wall::empty(&["##"]).owning('d', DOT).covering('d', &[(far, far)]);
        check(&wall, &[(WallCode::OutOfFrame, "d")]);
    }
}

#[test]
fn w2_all_stones_that_share_a_square_are_named() {
    let wall = Wall::empty(&["###"])
        .owning('a', BAR)
        .owning('b', BAR)
        .owning('c', DOT)
        .owning('d', DOT)
        .turned('a', 0, 0, 0)
        .turned('b', 0, 0, 1)
        .turned('c', 0, 0, 1)
        .turned('d', 0, 0, 2);
    check(&wall, &[(WallCode::Overlap, "abcd")]);
}

#[test]
fn w2_stones_overlap_outside_the_frame_as_well() {
    let wall = Wall::empty(&["#"])
        .owning('a', BAR)
        .owning('b', DOT)
        .owning('c', DOT)
        .turned('a', 0, 0, 0)
        .turned('b', 0, 0, 1)
        .turned('c', 0, 5, 5);
    check(&wall, &[(WallCode::OutOfFrame, "abc"), (WallCode::Overlap, "ab")]);
}

#[test]
fn w3_support_matches_table() {
    use WallCode::{NoBottom, Unsupported};
    for (case, rows, faults) in [
        ("it stands as far as it is linked", &["cc#", "ba#", "ba#"][..], &[][..]),
        ("nothing is laid", &["###", "###", "###"], &[]),
        ("what touches sideways is not carried", &["#b", "a#", "a#"], &[(Unsupported, "b")]),
        ("nor next to the bottom row", &["ab", "a#"], &[(Unsupported, "b")]),
        ("one square is enough to hang from", &["bbb", "a##"], &[]),
        ("no stone carries itself", &["a#", "a#", "##"], &[(NoBottom, ""), (Unsupported, "a")]),
        ("an unsupported stone carries nothing", &["c##", "b##", "##a"], &[(Unsupported, "bc")]),
        // Each hooks under the other, a on the right and b on the left.
        ("two in mid-air", &["aaa#", "bba#", "baa#", "bbb#", "###c"], &[(Unsupported, "ab")]),
        ("a ledge does not carry", &["a###", "..##", "..##"], &[(NoBottom, ""), (Unsupported, "a")]),
        ("nor does the rim of a hole", &["#a#", "#.#", "b##"], &[(Unsupported, "a")]),
        ("the bottom is the lowest row with a square", &["##", "a#", ".."], &[]),
    ] {
        println!("{case}");
        let wall = Wall::drawn(rows);
        check(&wall, faults);
        let lifted: String = score(&wall).lifted.into_iter().collect();
        assert_eq!(lifted, faults.last().map_or("", |(_, stones)| *stones));
    }
}

#[test]
fn w3_an_empty_wall_lacks_no_bottom_stone() {
    check(&Wall::empty(&["##"]).owning('a', DOT), &[]);
}

#[test]
fn w3_support_is_not_checked_with_placement_faults() {
    let wall = Wall::drawn(&["a#", "##"]).turned('x', 0, 0, 0);
    check(&wall, &[(WallCode::NotOwned, "x")]);
}

#[test]
fn w4_foreign_stones_are_foreign_and_nothing_else() {
    let wall = Wall::empty(&["##"])
        .owning('b', DOT)
        .turned('a', 0, 0, 0)
        .turned('a', 0, 0, 0)
        .placing('c', Placing::BadRotation)
        .turned('b', 0, 0, 0);
    check(&wall, &[(WallCode::NotOwned, "ac")]);
    assert_eq!(wall.judged().laid.keys().copied().collect::<String>(), "b");
}

#[test]
fn w4_of_two_placements_of_a_stone_the_first_is_laid() {
    let wall = Wall::empty(&["###"]).owning('a', DOT).turned('a', 0, 0, 2).turned('a', 0, 9, 9);
    check(&wall, &[(WallCode::DuplicateStone, "a")]);
    assert_eq!(wall.judged().laid[&'a'].at, Cell { row: 0, col: 2 });
}

#[test]
fn w4_second_placement_is_one_too_many_even_if_the_first_fails() {
    let wall = Wall::empty(&["###"]).owning('a', DOT).placing('a', Placing::BadRotation).turned('a', 0, 0, 0);
    check(&wall, &[(WallCode::BadRotation, "a"), (WallCode::DuplicateStone, "a")]);
    assert!(wall.judged().laid.is_empty());
}

#[test]
fn w5_the_order_of_placements_does_not_matter() {
    let mut wall = Wall::drawn(&["dcc", "dba", "#ba"]);
    let verdict = wall.judged();
    wall.placements.reverse();
    assert_eq!(wall.judged(), verdict);
}

#[test]
fn w5_unsupported_stones_are_lifted_and_the_rest_counted() {
    let wall = Wall::drawn(&[".c#.", "#cdd", "ba##"]).owning('z', DOT);
    let lifted = Wall::drawn(&[".cc.", "####", "b###"]).owning('z', DOT);
    assert_eq!(score(&wall), WallScore { empty: 6, top_gaps: 1, used: 3, unused: 2, lifted: vec!['d'] });
    assert_eq!(score(&lifted), WallScore { empty: 9, top_gaps: 2, used: 1, unused: 2, lifted: vec!['c'] });
}

#[test]
fn e2_an_empty_wall_counts_every_square_and_every_stone() {
    let wall = Wall::empty(&["..", ".#", "##"]).owning('a', DOT).owning('b', BAR);
    assert_eq!(score(&wall), WallScore { empty: 3, top_gaps: 1, used: 0, unused: 2, lifted: vec![] });
}

#[test]
fn e2_a_full_wall_leaves_nothing() {
    let wall = Wall::drawn(&["aab", "ccb"]);
    assert_eq!(score(&wall), WallScore { empty: 0, top_gaps: 0, used: 3, unused: 0, lifted: vec![] });
}

#[test]
fn several_codes_come_together_by_name_each_with_all_its_stones() {
    let wall = Wall::empty(&["####"])
        .owning('a', DOT)
        .owning('b', DOT)
        .owning('l', L)
        .owning('m', BAR)
        .owning('r', DOT)
        .covering('m', &[(0, 3)])
        .placing('r', Placing::BadRotation)
        .turned('q', 0, 0, 0)
        .turned('b', 0, 0, 0)
        .turned('a', 0, 0, 0)
        .turned('a', 0, 0, 1)
        .covering('l', &[(0, 1), (1, 1), (2, 1), (2, 0)])
        .turned('p', 0, 0, 0);
    check(
        &wall,
        &[
            (WallCode::BadRotation, "r"),
            (WallCode::DuplicateStone, "a"),
            (WallCode::Mirrored, "l"),
            (WallCode::NotOwned, "pq"),
            (WallCode::Overlap, "ab"),
            (WallCode::ShapeMismatch, "m"),
        ],
    );
}
