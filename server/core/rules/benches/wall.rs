//! The bench of judging a whole wall of 250 squares (`W2`–`W5`).
#![expect(clippy::expect_used, reason = "a wall that cannot be built is nothing to measure")]

mod bricks;

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use ishigaki_rules::wall::{Placement, Placing, Spot, judge};
use ishigaki_rules::{Cell, Frame, LotId, Shape, StoneId, Turn};

struct Brick {
    stone: StoneId,
    shape: Shape,
    spot: Spot,
    squares: Vec<Cell>,
}

fn validate(c: &mut Criterion) {
    let frame = frame();
    assert_eq!(frame.area(), 250);
    let mut group = c.benchmark_group("validate_250_squares");
    for (mix, sizes) in [("2-4", 2..=4), ("3-6", 3..=6), ("8-12", 8..=12), ("1", 1..=1)] {
        let bricks: Vec<Brick> = (0..).zip(bricks::cut(&frame, &sizes, 1)).map(brick).collect();
        let owned: BTreeMap<StoneId, &Shape> =
            bricks.iter().map(|brick| (brick.stone, &brick.shape)).collect();
        let turned = placements(&bricks, |brick| Placing::Turned(brick.spot));
        let cells = placements(&bricks, |brick| Placing::Cells(brick.squares.clone()));
        for (form, placements) in [("turned", &turned), ("cells", &cells)] {
            let verdict = judge(&frame, &owned, placements);
            let score = verdict.score.expect("the wall is without geometry faults");
            assert!(verdict.faults.is_empty() && score.empty == 0 && score.lifted.is_empty());
            group.bench_function(format!("{} stones of {mix} squares, {form}", bricks.len()), |b| {
                b.iter(|| judge(black_box(&frame), black_box(&owned), black_box(placements)));
            });
        }
    }
    group.finish();
}

/// 10 rows of 16, 18, … 34 squares, with stepped sides.
fn frame() -> Frame {
    let row = |row: usize| format!("{}{}", ".".repeat(9 - row), "#".repeat(16 + 2 * row));
    let rows: Vec<String> = (0..10).map(row).collect();
    Frame::parse(&rows).expect("the drawing is a frame")
}

/// The stone that covers these squares once it is turned; each is drawn turned further than the one before.
fn brick((number, squares): (u32, Vec<Cell>)) -> Brick {
    let turn = |quarters: u32| Turn::from_quarters(quarters % 4).unwrap_or_default();
    let as_laid = Shape::new(squares.iter().copied()).expect("a stone hangs together");
    let row = squares.iter().map(|cell| cell.row).min().unwrap_or(0);
    let col = squares.iter().map(|cell| cell.col).min().unwrap_or(0);
    Brick {
        stone: StoneId { lot: LotId(number), copy: 1 },
        shape: as_laid.turned(turn(4 - number % 4)),
        spot: Spot { turn: turn(number), at: Cell { row, col } },
        squares,
    }
}

fn placements(bricks: &[Brick], placing: impl Fn(&Brick) -> Placing) -> Vec<Placement<StoneId>> {
    bricks.iter().map(|brick| Placement { stone: brick.stone, placing: placing(brick) }).collect()
}

criterion_group!(benches, validate);
criterion_main!(benches);
