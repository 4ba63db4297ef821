//! Compares walls with a slow reference that uses only sets of squares.

#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

use std::collections::BTreeMap;

use crate::reference::wall::{
    self as reference, ReferencePlacement, ReferenceVerdict, Square, Squares, shifted, turned, turned_over,
};
use ishigaki_rules::wall::{Placement, Placing, Spot, WallScore, judge};
use ishigaki_rules::{Cell, Frame, Shape, Turn};
use proptest::collection::vec;
use proptest::prelude::*;

type Stone = u8;

fn judged(
    rows: &[String],
    owned: &BTreeMap<Stone, Squares>,
    wanted: &[(Stone, ReferencePlacement)],
) -> ReferenceVerdict<Stone> {
    let frame = Frame::parse(rows).expect("a frame");
    let cells = |squares: &[Square]| squares.iter().map(|&(row, col)| Cell { row, col }).collect::<Vec<_>>();
    let shape = |squares: &Squares| {
        Shape::from_loose(cells(&squares.iter().copied().collect::<Vec<_>>())).expect("a shape")
    };
    let shapes: BTreeMap<Stone, Shape> =
        owned.iter().map(|(&stone, squares)| (stone, shape(squares))).collect();
    let placing = |wanted: &ReferencePlacement| match wanted {
        ReferencePlacement::BadRotation => Placing::BadRotation,
        ReferencePlacement::Squares(squares) => Placing::Cells(cells(squares)),
        &ReferencePlacement::Turned { quarters, row, col } => {
            let turn = Turn::from_quarters(quarters).expect("0 to 3");
            Placing::Turned(Spot { turn, at: Cell { row, col } })
        }
    };
    let placements: Vec<Placement<Stone>> =
        wanted.iter().map(|(stone, wanted)| Placement { stone: *stone, placing: placing(wanted) }).collect();
    let by_stone = shapes.iter().map(|(&stone, shape)| (stone, shape)).collect();
    let verdict = judge(&frame, &by_stone, &placements);
    assert!(verdict.faults.is_sorted_by_key(|fault| fault.code));
    assert!(verdict.faults.iter().all(|fault| fault.stones.is_sorted_by(|one, next| one < next)));
    let covered = |stone: &Stone, spot: &Spot| {
        let offsets = turned(&owned[stone], spot.turn.quarters());
        offsets.iter().map(|offset| (offset.0 + spot.at.row, offset.1 + spot.at.col)).collect()
    };
    ReferenceVerdict {
        faults: verdict
            .faults
            .iter()
            .map(|fault| (fault.code, fault.stones.iter().copied().collect()))
            .collect(),
        laid: verdict.laid.iter().map(|(stone, spot)| (*stone, covered(stone, spot))).collect(),
        score: verdict.score,
    }
}

/// A frame with empty rows and columns around it. Its columns start and end anywhere, but all cross one row.
fn frame() -> impl Strategy<Value = Vec<String>> {
    vec((0..4usize, 0..4usize), 1..8).prop_map(|columns| {
        let sign = |row: usize, &(up, down): &(usize, usize)| {
            if (4 - up..=4 + down).contains(&row) { '#' } else { '.' }
        };
        (0..9).map(|row| columns.iter().map(|column| sign(row, column)).collect()).collect()
    })
}

fn squares(rows: &[String]) -> Squares {
    let row_of = |(row, signs): (i32, &String)| -> Vec<Square> {
        (0..).zip(signs.chars()).filter(|(_, sign)| *sign == '#').map(|(col, _)| (row, col)).collect()
    };
    (0..).zip(rows).flat_map(row_of).collect()
}

/// A stone grown square by square.
fn stone() -> impl Strategy<Value = Squares> {
    vec((0..4usize, any::<prop::sample::Index>()), 0..5).prop_map(|steps| {
        let mut squares = Squares::from([(0, 0)]);
        for (way, from) in steps {
            let (row, col) = *squares.iter().nth(from.index(squares.len())).expect("an index");
            squares.insert([(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)][way]);
        }
        shifted(&squares)
    })
}

fn wanted() -> impl Strategy<Value = ReferencePlacement> {
    prop_oneof![
        30 => (0..4u32, -1..9i32, -1..8i32).prop_map(|(quarters, row, col)| ReferencePlacement::Turned { quarters, row, col }),
        1 => Just(ReferencePlacement::BadRotation),
        3 => (stone(), 0..8i32, 0..7i32).prop_map(|(stone, row, col)| {
            ReferencePlacement::Squares(stone.iter().map(|square| (square.0 + row, square.1 + col)).collect())
        }),
        1 => vec((0..9i32, 0..7i32), 0..4).prop_map(ReferencePlacement::Squares),
    ]
}

/// A wall cut from the frame itself, so that only later changes can cause a geometry fault. Every square belongs
/// to one of a few seeds or stays empty, and a stone is a connected part of a seed.
fn cut(frame: &Squares, seeds: &[u8]) -> Vec<Squares> {
    let seed = |at: usize| seeds[at % seeds.len()];
    let mut left: BTreeMap<Square, u8> = (0..).zip(frame).map(|(at, &square)| (square, seed(at))).collect();
    let mut stones = Vec::new();
    while let Some((start, colour)) = left.pop_first() {
        let mut stone = Squares::from([start]);
        let mut open = Vec::from([start]);
        while let Some((row, col)) = open.pop() {
            for next in [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)] {
                if left.get(&next) == Some(&colour) {
                    left.remove(&next);
                    stone.insert(next);
                    open.push(next);
                }
            }
        }
        if colour > 0 {
            stones.push(stone);
        }
    }
    stones
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_placements_are_judged_as_the_reference_judges_them(
        rows in frame(),
        stones in vec(stone(), 1..7),
        wanted in vec((0..8u8, wanted()), 0..7),
    ) {
        let owned: BTreeMap<Stone, Squares> = (0..).zip(stones).collect();
        prop_assert_eq!(judged(&rows, &owned, &wanted), reference::judged(&squares(&rows), &owned, &wanted));
    }

    #[test]
    fn judge_matches_reference_for_random_walls(
        rows in frame(),
        seeds in vec(0..5u8, 40..80),
        quarters in vec(0..4u32, 80),
        over in proptest::option::weighted(0.3, 0..80usize),
    ) {
        let frame = squares(&rows);
        let stones = cut(&frame, &seeds);
        let as_owned = |(at, stone): (usize, &Squares)| {
            let stone = if over == Some(at) { turned_over(stone) } else { stone.clone() };
            turned(&stone, quarters[at])
        };
        let owned: BTreeMap<Stone, Squares> = (0..).zip(stones.iter().enumerate().map(as_owned)).collect();
        let wanted: Vec<(Stone, ReferencePlacement)> =
            (0..).zip(&stones).map(|(id, stone)| (id, ReferencePlacement::Squares(stone.iter().rev().copied().collect()))).collect();
        prop_assert_eq!(judged(&rows, &owned, &wanted), reference::judged(&frame, &owned, &wanted));
    }

    #[test]
    fn lifting_the_unsupported_stones_off_leaves_a_wall_that_stands(
        rows in frame(),
        seeds in vec(0..5u8, 40..80),
    ) {
        let stones = cut(&squares(&rows), &seeds);
        let owned: BTreeMap<Stone, Squares> = (0..).zip(stones.iter().map(shifted)).collect();
        let mut wanted: Vec<(Stone, ReferencePlacement)> =
            (0..).zip(&stones).map(|(id, stone)| (id, ReferencePlacement::Squares(stone.iter().copied().collect()))).collect();
        let before = judged(&rows, &owned, &wanted).score.expect("no geometry fault");
        wanted.retain(|(stone, _)| !before.lifted.contains(stone));
        let after = judged(&rows, &owned, &wanted);
        prop_assert!(after.faults.is_empty());
        prop_assert_eq!(after.score, Some(WallScore { lifted: Vec::new(), ..before }));
    }
}
