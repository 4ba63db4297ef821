//! Small set-ups, so that teams get in each other's way: few lots, few copies, little money, little frames.

use ishigaki_rules::*;
use proptest::prelude::*;
use proptest::{collection::vec, sample::select};

const FRAMES: [&[&str]; 6] = [
    &["##", "##"],
    &["###", "###", "###"],
    &[".##.", "####", "####"],
    &["###", "#.#", "###"],
    &["####", "####", ".##."],
    &["....", "##.#", "####"],
];

/// The squares of a shape.
type Squares = &'static [(i32, i32)];

const SHAPES: [Squares; 6] = [
    &[(0, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0), (1, 1)],
    &[(0, 0), (0, 1), (0, 2)],
    &[(0, 0), (1, 0), (2, 0), (2, 1)],
    &[(0, 1), (0, 2), (1, 0), (1, 1)],
];

/// A set-up that can be played.
pub(crate) fn setup() -> impl Strategy<Value = Setup> {
    let lots = vec((select(&SHAPES[..]), 0..=2_u64, prop_oneof![2 => Just(1_u32), 1 => 2..=3_u32]), 1..=4);
    let support = select(vec![SupportRule::EachMove, SupportRule::AtEnd]);
    let game = (select(&FRAMES[..]), 2..=4_usize, 4..=24_u64, support);
    (lots, vec(plan(), 1..=3), game).prop_map(|(lots, rounds, (frame, teams, initial, support))| {
        let lot = |(at, (cells, min_price, copies)): (usize, (Squares, u64, u32))| LotSpec {
            code: format!("L{at}"),
            shape: Shape::new(cells.iter().map(|&(row, col)| Cell { row, col })).expect("a shape"),
            min_price: Tsuyama(min_price),
            copies,
        };
        Setup {
            title: "machine".into(),
            title_ja: String::new(),
            frame: Frame::parse(frame).expect("a frame"),
            lots: lots.into_iter().enumerate().map(lot).collect(),
            teams: (0..teams)
                .map(|at| TeamSpec { code: format!("T{at}"), name: format!("Team {at}") })
                .collect(),
            initial: Tsuyama(initial),
            rounds,
            support,
            end_countdown: Millis(5_000),
        }
    })
}

fn plan() -> impl Strategy<Value = RoundPlan> {
    let close = select(vec![ClosePolicy::AtDeadline, ClosePolicy::WhenAllSealed]);
    (1..=5_u32, 1..=3_u32, close).prop_map(|(max_bids, max_wins, close)| RoundPlan {
        max_bids,
        max_wins,
        window: Millis(90_000),
        rebid_window: Millis(30_000),
        close,
    })
}
