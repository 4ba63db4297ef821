//! Acts outside the auction: counts by hand, stones carried and checked, and remarks. Also the digest of the
//! settlement that a confirmation names.

use std::collections::BTreeSet;

use ishigaki_rules::auction::FailureReason;
use ishigaki_rules::*;
use proptest::prelude::*;
use proptest::{collection::vec, option, sample::select};

use super::game::Reference;
use super::steps::{ActStrategy, any_team, reason};

/// Any of these acts, with a valid actor.
pub(crate) fn act_with_actor(game: &Reference) -> ActStrategy {
    let by_staff = |acts: BoxedStrategy<Act>| {
        (select(vec![Actor::Judge, Actor::Organiser]), acts).prop_map(|(by, act)| (by, act)).boxed()
    };
    let owners: Vec<TeamId> =
        game.setup.team_ids().filter(|team| !game.teams[team.index()].stones.is_empty()).collect();
    let team = if owners.is_empty() {
        any_team(game).boxed()
    } else {
        prop_oneof![12 => select(owners), 1 => any_team(game)].boxed()
    };
    let known = game.clone();
    let checked = team.prop_flat_map(move |team| {
        let own =
            known.teams.get(team.index()).map_or_else(Vec::new, |team| team.stones.iter().copied().collect());
        some_of(own, &known).prop_map(move |stones| (Actor::Team(team), Act::CheckStones { team, stones }))
    });
    prop_oneof![
        3 => by_staff(count(game).boxed()),
        3 => by_staff(tick(game).boxed()),
        3 => checked,
        1 => by_staff(reason().prop_map(|text| Act::Remark { text }).boxed()),
    ]
    .boxed()
}

/// Any of these acts, for an arbitrary actor.
pub(crate) fn act(game: &Reference) -> impl Strategy<Value = Act> + use<> {
    act_with_actor(game).prop_map(|(_, act)| act)
}

fn count(game: &Reference) -> impl Strategy<Value = Act> + use<> {
    let cells = u32::try_from(game.frame().len()).expect("a small frame");
    let figures = (0..=cells + 1, 0..=3_u32, 0..=3_u32);
    // Mostly a count of an empty wall, which is always possible.
    let figures = prop_oneof![2 => Just((cells, 1, 0)), 3 => figures];
    let counted = figures.prop_map(|(empty, top_gaps, used)| WallCount { empty, top_gaps, used });
    (any_team(game), prop_oneof![4 => counted.prop_map(Some), 1 => Just(None)], reason())
        .prop_map(|(team, count, reason)| Act::CountWall { team, count, reason })
}

fn tick(game: &Reference) -> impl Strategy<Value = Act> + use<> {
    let handed = game.teams.iter().flat_map(|team| team.stones.iter().copied()).collect();
    (some_of(handed, game), any::<bool>()).prop_map(|(stones, carried)| Act::TickStones { stones, carried })
}

/// Some of these stones in any order, perhaps repeated; occasionally a stone that may have no owner.
fn some_of(stones: Vec<StoneId>, game: &Reference) -> BoxedStrategy<Vec<StoneId>> {
    let any = (0..game.setup.lots.len(), 1..=3_u32)
        .prop_map(|(lot, copy)| vec![StoneId { lot: LotId::at(lot), copy }]);
    if stones.is_empty() {
        return prop_oneof![4 => any, 1 => Just(Vec::new())].boxed();
    }
    prop_oneof![12 => vec(select(stones), 1..=3), 1 => any, 1 => Just(Vec::new())].boxed()
}

/// The settlement that a confirmation names: the current one, none, or another one.
pub(crate) fn seen(game: &Reference) -> impl Strategy<Value = Option<SettlementDigest>> + use<> {
    let other = option::of(any::<u64>().prop_map(SettlementDigest));
    prop_oneof![8 => Just(game.digest()), 8 => Just(None), 1 => other]
}

impl Reference {
    pub(crate) fn of_count(&self, team: TeamId, count: Option<WallCount>) -> Vec<Rejection> {
        let Some(state) = self.teams.get(team.index()) else { return vec![Rejection::UnknownTeam { team }] };
        let Some(WallCount { empty, top_gaps, used }) = count else { return Vec::new() };
        let frame = self.frame();
        let top = frame.iter().map(|square| square.0).min().expect("a frame has squares");
        let won: usize = state.stones.iter().map(|&stone| self.shape(stone).len()).sum();
        let bounds = [
            ("empty", empty, frame.len().saturating_sub(won), frame.len()),
            (
                "top_gaps",
                top_gaps,
                0,
                frame.iter().filter(|square| square.0 == top).count().min(empty as usize),
            ),
            ("used", used, 0, state.stones.len()),
        ];
        let wrong = bounds
            .into_iter()
            .filter(|&(_, counted, least, most)| (counted as usize) < least || counted as usize > most);
        wrong
            .map(|(figure, counted, least, most)| Rejection::BadCount {
                figure,
                counted,
                least: u32::try_from(least).expect("few squares"),
                most: u32::try_from(most).expect("few squares"),
            })
            .collect()
    }

    /// The named stones must be among the owned ones.
    pub(crate) fn of_stones(named: &[StoneId], owned: &BTreeSet<StoneId>) -> Vec<Rejection> {
        if named.is_empty() {
            return vec![Rejection::NoStones];
        }
        let foreign = named.iter().filter(|stone| !owned.contains(stone));
        foreign.map(|&stone| Rejection::NotOwned { stone }).collect()
    }

    /// All stones that have an owner.
    pub(crate) fn handed(&self) -> BTreeSet<StoneId> {
        self.teams.iter().flat_map(|team| team.stones.iter().copied()).collect()
    }

    /// Returns the digest of the current round's settlement; `None` before the opening.
    pub(crate) fn digest(&self) -> Option<SettlementDigest> {
        let round = self.round.as_ref()?;
        let auction = round.auction.as_ref()?;
        let mut numbers = vec![u64::from(round.number.0), u64::from(round.attempt)];
        let awards = auction.sorted_awards();
        numbers.push(awards.len() as u64);
        for award in awards {
            let (lot, team) = (award.lot.index() as u64, award.team.index() as u64);
            numbers.extend([lot, team, u64::from(award.priority.0), award.price.0]);
        }
        numbers.push(auction.failed.len() as u64);
        for (&lot, &(copies, reason)) in &auction.failed {
            let reason = match reason {
                FailureReason::NoRebid => 1,
                FailureReason::ShortRebid => 2,
                FailureReason::TiedRebid => 3,
            };
            numbers.extend([lot as u64, copies as u64, reason]);
        }
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
        let mixed = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Some(SettlementDigest(bytes.fold(0xcbf2_9ce4_8422_2325, mixed)))
    }
}
