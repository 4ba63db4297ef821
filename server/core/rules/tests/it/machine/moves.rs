//! Moves on walls. Many are possible because stones fall until they rest on something.

use std::collections::BTreeMap;

use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::*;
use proptest::prelude::*;
use proptest::{collection::vec, sample::select};

use super::game::Reference;
use super::refusals::covered;
use super::steps::{ActStrategy, any_team, by_hand, on_behalf, replaces};
use crate::reference::wall::{Squares, turned_over};

/// Placement method of a stone.
#[derive(Clone, Copy, Debug)]
enum LayingMode {
    /// Falls in its column.
    Fall,
    /// At exactly the given square.
    There,
    /// Falls, and its squares are given.
    Squares,
    /// Falls turned over, and its squares are given.
    TurnedOver,
    /// With an invalid rotation.
    BadRotation,
}

/// Method, quarter turns, row and column.
type LayingAttempt = (LayingMode, u32, i32, i32);

fn wish() -> impl Strategy<Value = LayingAttempt> {
    let way = prop_oneof![
        10 => Just(LayingMode::Fall),
        3 => Just(LayingMode::There),
        4 => Just(LayingMode::Squares),
        1 => Just(LayingMode::TurnedOver),
        1 => Just(LayingMode::BadRotation),
    ];
    (way, 0..4_u32, -1..4_i32, -1..4_i32)
}

/// A move on the wall of a team that has stones, or of any team.
pub(crate) fn on_wall(game: &Reference) -> ActStrategy {
    let owners: Vec<TeamId> =
        game.setup.team_ids().filter(|team| !game.teams[team.index()].stones.is_empty()).collect();
    let team = if owners.is_empty() {
        any_team(game).boxed()
    } else {
        prop_oneof![12 => select(owners), 1 => any_team(game)].boxed()
    };
    let game = game.clone();
    team.prop_flat_map(move |team| {
        let acts =
            prop_oneof![8 => place(&game, team), 2 => take_out(&game, team), 3 => whole_wall(&game, team)];
        let by = on_behalf(&game, team).prop_flat_map(by_hand);
        let named = replaces(game.wall_now(team));
        (by, named, acts).prop_map(|((by, reason), named, mut act)| {
            if let Act::PlaceStone { replaces, .. }
            | Act::TakeOutStone { replaces, .. }
            | Act::SubmitWall { replaces, .. } = &mut act
            {
                *replaces = named;
            }
            if let Act::SubmitWall { by_hand, .. } = &mut act {
                *by_hand = reason;
            }
            (by, act)
        })
    })
    .boxed()
}

fn any_stone(game: &Reference) -> impl Strategy<Value = StoneId> + use<> {
    (0..game.setup.lots.len(), 1..=3_u32).prop_map(|(lot, copy)| StoneId { lot: LotId::at(lot), copy })
}

/// A stone of the team, or any stone.
fn stone_of(game: &Reference, team: TeamId) -> BoxedStrategy<StoneId> {
    let stones =
        game.teams.get(team.index()).map_or(Vec::new(), |team| team.stones.iter().copied().collect());
    if stones.is_empty() {
        any_stone(game).boxed()
    } else {
        prop_oneof![20 => select(stones), 1 => any_stone(game)].boxed()
    }
}

fn place(game: &Reference, team: TeamId) -> BoxedStrategy<Act> {
    let game = game.clone();
    (stone_of(&game, team), wish())
        .prop_map(move |(stone, wish)| {
            let mut laid = game.teams.get(team.index()).map_or(BTreeMap::new(), |team| team.laid.clone());
            laid.remove(&stone);
            let taken: Squares = laid.into_values().flatten().collect();
            let (placing, _) = layout_of(&game, stone, wish, &taken);
            Act::PlaceStone { team, replaces: None, placement: Placement { stone, placing } }
        })
        .boxed()
}

fn take_out(game: &Reference, team: TeamId) -> BoxedStrategy<Act> {
    stone_of(game, team).prop_map(move |stone| Act::TakeOutStone { team, replaces: None, stone }).boxed()
}

fn whole_wall(game: &Reference, team: TeamId) -> BoxedStrategy<Act> {
    let stones: Vec<StoneId> =
        game.teams.get(team.index()).map_or(Vec::new(), |team| team.stones.iter().copied().collect());
    let wishes = vec(wish(), stones.len());
    let more = vec((stone_of(game, team), wish()), 0..=1);
    let more = prop_oneof![3 => Just(Vec::new()), 1 => more];
    let game = game.clone();
    (Just(stones).prop_shuffle(), wishes, more)
        .prop_map(move |(stones, wishes, more)| {
            let mut taken = Squares::new();
            let mut placements = Vec::new();
            for (stone, wish) in stones.into_iter().zip(wishes).chain(more) {
                let (placing, squares) = layout_of(&game, stone, wish, &taken);
                taken.extend(squares);
                placements.push(Placement { stone, placing });
            }
            Act::SubmitWall { team, replaces: None, placements, by_hand: None }
        })
        .boxed()
}

/// Returns the placement of a stone next to the taken squares, and the squares that it covers.
fn layout_of(game: &Reference, stone: StoneId, wish: LayingAttempt, taken: &Squares) -> (Placing, Squares) {
    let (way, quarters, row, col) = wish;
    let (shape, frame) = (game.shape(stone), game.frame());
    let fits = |row: &i32| {
        let squares = covered(&shape, quarters, *row, col);
        squares.is_subset(&frame) && squares.is_disjoint(taken)
    };
    let bottom = (0..4).rev().find(fits).unwrap_or(row);
    let squares = covered(&shape, quarters, bottom, col);
    let turn = Turn::from_quarters(quarters).expect("0 to 3");
    let cells = |squares: &Squares| squares.iter().rev().map(|&(row, col)| Cell { row, col }).collect();
    let placing = match way {
        LayingMode::Fall => Placing::Turned(Spot { turn, at: Cell { row: bottom, col } }),
        LayingMode::There => Placing::Turned(Spot { turn, at: Cell { row, col } }),
        LayingMode::Squares => Placing::Cells(cells(&squares)),
        LayingMode::TurnedOver => {
            Placing::Cells(cells(&covered(&turned_over(&shape), quarters, bottom, col)))
        }
        LayingMode::BadRotation => Placing::BadRotation,
    };
    (placing, squares)
}
