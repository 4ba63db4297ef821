//! The solver against the rules, and against trying everything.
#![expect(clippy::unwrap_used, reason = "a wrong instance is a failed test")]

mod brute;
mod course;
mod planted;

use brute::{best, judge_wall};
use ishigaki_rules::{Cell, Frame, Shape};
use ishigaki_solver::{Options, Problem, ProblemFault, Score, Wall, solve};
use planted::{InstanceRandom, cut, cut_standing, frame, grown, stepped};
use proptest::prelude::*;

const PATIENT: Options = Options { threads: 1, seed: 3, steps: Some(100_000_000) };

fn solved(frame: &Frame, stones: &[Shape], options: Options) -> Wall {
    let problem = Problem::new(frame.clone(), stones.to_vec()).unwrap();
    let mut last: Option<Score> = None;
    let wall = solve(&problem, options, &|| false, &mut |wall| {
        assert_eq!(judge_wall(frame, stones, wall), wall.score);
        assert!(last.is_none_or(|last| wall.score < last), "{:?} after {last:?}", wall.score);
        last = Some(wall.score);
    });
    assert_eq!(judge_wall(frame, stones, &wall), wall.score);
    assert!(last.is_none_or(|last| last == wall.score), "the last wall told of is the one returned");
    wall
}

fn drawn(rows: &[&str]) -> Frame {
    Frame::parse(rows).unwrap()
}

fn stone(rows: &[&str]) -> Shape {
    let cells = (0..).zip(rows).flat_map(|(row, row_text)| {
        let squares = (0..).zip(row_text.chars()).filter(|(_, character)| *character == '#');
        squares.map(move |(col, _)| Cell::new(row, col))
    });
    Shape::new(cells).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn tiny_frame_is_solved_optimally(
        seed: u64, rows in 1..5_usize, cols in 1..5_usize, gone in 0..6_usize, stones in 0..5_usize, threads in 1..3_usize
    ) {
        let mut draw = InstanceRandom::new(seed);
        let frame = frame(rows, cols, gone, &mut draw);
        let stones: Vec<Shape> = (0..stones).map(|_| { let size = 1 + draw.below(5); grown(size, &mut draw) }).collect();
        let wall = solved(&frame, &stones, Options { threads, seed, steps: None });
        prop_assert!(wall.optimal);
        prop_assert_eq!(wall.score, best(&frame, &stones), "{:?} {:?}", frame.rows(), stones);
    }

    #[test]
    fn solved_wall_is_valid_for_any_frame(seed: u64, rows in 1..20_usize, cols in 1..20_usize, gone in 0..30_usize) {
        let mut draw = InstanceRandom::new(seed);
        let frame = frame(rows, cols, gone, &mut draw);
        let mut stones = cut(&frame, 3, 7, &mut draw);
        let size = 1 + draw.below(30);
        stones.push(grown(size, &mut draw));
        stones.remove(draw.below(stones.len()));
        solved(&frame, &stones, Options { threads: 1, seed, steps: Some(20_000) });
    }

    #[test]
    fn same_seed_and_steps_yield_same_wall(seed: u64) {
        let mut draw = InstanceRandom::new(seed);
        let frame = frame(8, 9, 6, &mut draw);
        let stones = cut(&frame, 4, 7, &mut draw);
        let options = Options { threads: 1, seed, steps: Some(100_000) };
        prop_assert_eq!(solved(&frame, &stones, options), solved(&frame, &stones, options));
    }
}

fn problems() -> u64 {
    std::env::var("ISHIGAKI_WALLS").map_or(300, |count| count.parse().unwrap())
}

/// A small frame of any kind with too few stones, too many, or just enough of them.
fn small(seed: u64) -> (Frame, Vec<Shape>) {
    let mut draw = InstanceRandom::new(seed);
    let (rows, cols) = (2 + draw.below(5), 2 + draw.below(4));
    let gone = draw.below(7);
    let frame = frame(rows, cols, gone, &mut draw);
    let mut stones = Vec::new();
    if draw.below(3) == 0 {
        stones = cut(&frame, 4, 7, &mut draw);
        stones.truncate(4);
    } else {
        let (count, most) = (1 + draw.below(4), 2 + draw.below(5));
        for _ in 0..count {
            let size = 1 + draw.below(most);
            stones.push(grown(size, &mut draw));
        }
    }
    (frame, stones)
}

/// The long form: `ISHIGAKI_WALLS=10000 cargo test -p ishigaki-solver --test it claimed_optimum_matches_brute_force -- --nocapture`.
#[test]
fn claimed_optimum_matches_brute_force() {
    let (mut gaps, mut holes, mut soon) = (0, 0, 0);
    for seed in 0..problems() {
        let (frame, stones) = small(seed);
        let truth = best(&frame, &stones);
        // An interrupted search may claim it too, and the first claim must be right.
        for (threads, steps) in [(1, Some(1)), (2, None)] {
            let wall = solved(&frame, &stones, Options { threads, seed, steps });
            assert!(!wall.optimal || wall.score == truth, "seed {seed}: {:?}, not {truth:?}", wall.score);
            assert!(wall.optimal || steps.is_some());
            soon += u32::from(wall.optimal && steps.is_some());
        }
        gaps += u32::from(truth.top_gaps > 0);
        holes += u32::from(truth.empty > 0);
    }
    println!(
        "{} problems: {holes} with holes, {gaps} with gaps, {soon} proved in the first turn",
        problems()
    );
    assert!(gaps > 0 && soon > 0);
}

#[test]
fn course_stones_fill_frame_within_limits() {
    for number in [0, 7, 14, 19] {
        let planted = course::planted(number);
        let area: usize = planted.stones.iter().map(Shape::area).sum();
        assert_eq!(area, planted.frame.area(), "{:?}", planted.family);
        assert!(planted.frame.area() <= 600 && planted.frame.height() <= 24);
        assert!(planted.stones.iter().all(|stone| stone.area() >= planted.asked.0));
    }
    assert_eq!(course::WALLS, 20);
}

#[test]
fn first_step_yields_wall() {
    let planted = course::planted(16);
    let wall = solved(&planted.frame, &planted.stones, Options { threads: 1, seed: 1, steps: Some(1) });
    assert!(!wall.stones.is_empty());
}

#[test]
fn frame_cut_into_stones_is_refilled() {
    for seed in 0..6 {
        let mut draw = InstanceRandom::new(seed);
        let frame = stepped(9, 11, &mut draw);
        let stones = cut(&frame, 3, 6, &mut draw);
        let wall = solved(&frame, &stones, PATIENT);
        let empty = wall.score.empty;
        assert!(wall.optimal, "seed {seed}: {empty} empty");
    }
}

#[test]
fn longer_search_uses_more_stones() {
    let mut draw = InstanceRandom::new(5);
    let frame = stepped(14, 14, &mut draw);
    let cuts = std::iter::repeat_with(|| cut_standing(&frame, 5, 8, &mut draw));
    let stones: Vec<Shape> = cuts.flatten().take(2).flatten().collect();
    // Early on, walls are filled with fewer.
    let early = solved(&frame, &stones, Options { threads: 1, seed: 1, steps: Some(1_000_000) });
    assert_eq!((early.score.empty, early.score.top_gaps), (0, 0));
    let wall = solved(&frame, &stones, Options { threads: 1, seed: 1, steps: Some(12_000_000) });
    assert!(wall.optimal && wall.score.used > early.score.used, "{:?} {:?}", early.score, wall.score);
}

#[test]
fn irregular_frame_cut_into_stones_is_refilled() {
    let mut tried = 0;
    for seed in 0..40 {
        let mut draw = InstanceRandom::new(seed);
        let frame = frame(10, 12, 8, &mut draw);
        let Some(stones) = cut_standing(&frame, 3, 7, &mut draw) else { continue };
        let wall = solved(&frame, &stones, PATIENT);
        assert!(wall.optimal && wall.score.empty == 0, "seed {seed}: {:?}", wall.score);
        tried += 1;
    }
    assert!(tried > 3);
}

#[test]
fn ledge_does_not_support_stones() {
    // Only the lowest row supports: the two squares on the right need a stone that rests on the left.
    let frame = drawn(&["####", "##.."]);
    let flat = stone(&["##"]);
    let wall = solved(&frame, &[flat.clone(), flat.clone(), flat.clone()], PATIENT);
    // Two lie on the left, one on top of the other; a third one finds no support on the ledge.
    assert_eq!((wall.score, wall.optimal), (Score { empty: 2, top_gaps: 2, used: 2 }, true));
    let long = stone(&["####"]);
    let wall = solved(&frame, &[flat, long], PATIENT);
    assert_eq!((wall.score, wall.optimal), (Score { empty: 0, top_gaps: 0, used: 2 }, true));
}

#[test]
fn stones_that_would_carry_only_each_other_are_not_laid() {
    // Two hooks could hold each other over the pit on the right; nothing below reaches the bottom row.
    let frame = drawn(&["#.....", "######", "#.####", "#.####", "#....."]);
    let hook = stone(&["###", "#.."]);
    let wall = solved(&frame, &[hook.clone(), hook], PATIENT);
    assert_eq!((wall.score.used, wall.optimal), (0, true), "{wall:?}");
}

#[test]
fn empty_stone_list_yields_optimal_empty_wall() {
    let wall = solved(&drawn(&["##"]), &[], PATIENT);
    assert_eq!(wall, Wall { stones: vec![], score: Score { empty: 2, top_gaps: 2, used: 0 }, optimal: true });
}

#[test]
fn stones_larger_than_the_frame_stay_in_hand() {
    let large = stone(&["###", "###", "###", "###"]);
    let wall = solved(&drawn(&["###", "###"]), &[large, stone(&["##"])], PATIENT);
    assert_eq!((wall.score, wall.optimal), (Score { empty: 4, top_gaps: 2, used: 1 }, true));
}

#[test]
fn large_frame_with_hundreds_of_stones_is_mostly_filled() {
    let mut draw = InstanceRandom::new(5);
    let frame = frame(64, 64, 30, &mut draw);
    let stones = cut(&frame, 5, 12, &mut draw);
    assert!(stones.len() > 250);
    let wall = solved(&frame, &stones, Options { threads: 2, seed: 1, steps: Some(1_500_000) });
    // With 5,000,000 steps 300 to 420 of some 4,000 squares stay empty, as the threads fall.
    assert!(wall.score.empty < 600, "{:?}", wall.score);
}

#[test]
fn huge_stones_are_placed() {
    let mut draw = InstanceRandom::new(5);
    let frame = frame(40, 40, 0, &mut draw);
    let wall =
        solved(&frame, &cut(&frame, 300, 500, &mut draw), Options { steps: Some(1_000_000), ..PATIENT });
    assert!(wall.score.used > 0);
}

#[test]
fn oversized_frame_or_stone_list_is_rejected() {
    let refused = |rows: &[&str], stones| Problem::new(drawn(rows), stones).unwrap_err();
    let wide = "#".repeat(65);
    assert_eq!(refused(&[&wide], vec![]), ProblemFault::FrameTooLarge { rows: 1, cols: 65 });
    let many = vec![stone(&["#"]); 4097];
    assert_eq!(refused(&["#"], many), ProblemFault::TooManyStones { stones: 4097 });
}

#[test]
fn stopped_search_returns_best_wall_so_far() {
    let mut draw = InstanceRandom::new(9);
    let frame = frame(30, 30, 10, &mut draw);
    let stones = cut(&frame, 8, 11, &mut draw);
    let problem = Problem::new(frame.clone(), stones.clone()).unwrap();
    let found = std::sync::atomic::AtomicU32::new(0);
    let stop = || found.load(std::sync::atomic::Ordering::Relaxed) > 0;
    let wall = solve(&problem, Options { threads: 2, seed: 1, steps: None }, &stop, &mut |_| {
        found.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    });
    assert!(!wall.optimal && wall.score.used > 0);
    assert_eq!(judge_wall(&frame, &stones, &wall), wall.score);
}
