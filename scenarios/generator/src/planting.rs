//! Planted walls: the pool is dealt to the teams so that each one's stones fill its frame.

use std::collections::BTreeMap;

use ishigaki_rules::wall::{Placement, Placing, judge};
use ishigaki_rules::{Frame, LotId, Shape, StoneId};
use ishigaki_solver::{Options, Problem, solve};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use crate::pool::PoolType;

/// A wall of stones on offer.
pub type PlantedWall = Vec<Placement<StoneId>>;

/// Solver steps per hand, and number of deals.
const STEPS: u64 = 400_000;
const DEALS: u32 = 40;

pub(crate) fn plant(
    frame: &Frame,
    kinds: &[PoolType],
    teams: usize,
    rng: &mut ChaCha8Rng,
) -> Option<Vec<PlantedWall>> {
    for _ in 0..DEALS {
        let Some(hands) = deal(frame.area(), kinds, teams, rng) else { continue };
        if !hands.iter().all(|hand| is_on_offer(hand, kinds)) {
            continue;
        }
        let seed = rng.random();
        let walls: Option<Vec<PlantedWall>> =
            hands.iter().map(|hand| lay(frame, kinds, hand, seed)).collect();
        if walls.is_some() {
            return walls;
        }
    }
    None
}

/// Deals all stones to hands of equal squares: large ones first, each to the hand with most space.
fn deal(squares: usize, kinds: &[PoolType], teams: usize, rng: &mut ChaCha8Rng) -> Option<Vec<Vec<usize>>> {
    let mut stones: Vec<usize> = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        stones.extend((0..kind.copies + kind.spared).map(|_| at));
    }
    stones.shuffle(rng);
    let area = |kind: usize| kinds.get(kind).map_or(0, |kind| kind.shape.area());
    stones.sort_by_key(|&kind| std::cmp::Reverse(area(kind)));
    let mut hands: Vec<(usize, Vec<usize>)> = vec![(squares, Vec::new()); teams];
    for stone in stones {
        hands.shuffle(rng);
        let (room, hand) = hands.iter_mut().max_by_key(|(room, _)| *room)?;
        *room = room.checked_sub(area(stone))?;
        hand.push(stone);
    }
    Some(hands.into_iter().map(|(_, hand)| hand).collect())
}

fn is_on_offer(hand: &[usize], kinds: &[PoolType]) -> bool {
    let taken = |at: usize| hand.iter().filter(|&&kind| kind == at).count();
    kinds.iter().enumerate().all(|(at, kind)| taken(at) <= kind.copies as usize)
}

fn lay(frame: &Frame, kinds: &[PoolType], hand: &[usize], seed: u64) -> Option<PlantedWall> {
    let shapes: Vec<Shape> =
        hand.iter().filter_map(|&kind| kinds.get(kind)).map(|kind| kind.shape.clone()).collect();
    let problem = Problem::new(frame.clone(), shapes).ok()?;
    // One thread and a step limit are deterministic for a seed.
    let wall = solve(&problem, Options { threads: 1, seed, steps: Some(STEPS) }, &|| false, &mut |_| ());
    if wall.score.empty > 0 {
        return None;
    }
    let mut copies: BTreeMap<usize, u32> = BTreeMap::new();
    let placement = |laid: &ishigaki_solver::WallStone| {
        let kind = *hand.get(laid.stone)?;
        let copy = copies.entry(kind).and_modify(|copy| *copy += 1).or_insert(1);
        let stone = StoneId { lot: LotId::at(kind), copy: *copy };
        Some(Placement { stone, placing: Placing::Turned(laid.spot) })
    };
    let planted: Option<PlantedWall> = wall.stones.iter().map(placement).collect();
    planted.filter(|wall| {
        fills(frame, &|lot| kinds.get(lot.index()).map(|kind| (&kind.shape, kind.copies)), wall)
    })
}

pub(crate) fn fills<'a>(
    frame: &Frame,
    lot: &dyn Fn(LotId) -> Option<(&'a Shape, u32)>,
    wall: &[Placement<StoneId>],
) -> bool {
    let owned = |placement: &Placement<StoneId>| {
        let (shape, copies) = lot(placement.stone.lot)?;
        (placement.stone.copy <= copies).then_some((placement.stone, shape))
    };
    let owned: BTreeMap<StoneId, &Shape> = wall.iter().filter_map(owned).collect();
    let verdict = judge(frame, &owned, wall);
    let is_full = verdict.score.is_some_and(|score| score.empty == 0 && score.lifted.is_empty());
    owned.len() == wall.len() && verdict.faults.is_empty() && is_full
}
