//! Lists and re-bids, mostly valid. Few distinct prices, so that many tie.

use std::collections::BTreeMap;

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::*;
use proptest::prelude::*;
use proptest::{collection::vec, sample::select};

use super::game::Reference;
use super::steps::{ActStrategy, any_team, attempt, by_hand, on_behalf, replaces, round};

/// Possible defect of a list or a re-bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListDefect {
    None,
    /// Unchanged, even if the draw breaks the rules.
    Untidy,
    /// A price below the minimum.
    TooCheap,
    /// A price that makes the sum overflow.
    TooDear,
    /// A missing lot or line.
    Unknown,
    /// The same line twice.
    Twice,
}

fn flaw() -> impl Strategy<Value = ListDefect> {
    let flaws = vec![
        ListDefect::Untidy,
        ListDefect::TooCheap,
        ListDefect::TooDear,
        ListDefect::Unknown,
        ListDefect::Twice,
    ];
    prop_oneof![14 => Just(ListDefect::None), 3 => select(flaws)]
}

/// A list of a team without one, or of any team.
pub(crate) fn bids(game: &Reference) -> ActStrategy {
    let silent: Vec<TeamId> = game
        .setup
        .team_ids()
        .filter(|team| game.round.as_ref().is_some_and(|round| !round.sealed.contains_key(team)))
        .filter(|team| game.takes_part(*team))
        .collect();
    let team = if silent.is_empty() {
        any_team(game).boxed()
    } else {
        prop_oneof![4 => select(silent), 1 => any_team(game)].boxed()
    };
    let game = game.clone();
    team.prop_flat_map(move |team| {
        let sealed = game.round.as_ref().and_then(|round| round.sealed.get(&team));
        let draft = lines(&game, team);
        let named = (round(&game), attempt(&game), replaces(sealed.map(|sealed| sealed.0)));
        let by = on_behalf(&game, team).prop_flat_map(by_hand);
        (by, named, draft).prop_map(move |((by, by_hand), (round, attempt, replaces), bids)| {
            (by, Act::SubmitBids { team, round, attempt, replaces, bids: Secret(bids), by_hand })
        })
    })
    .boxed()
}

fn lines(game: &Reference, team: TeamId) -> impl Strategy<Value = Vec<Bid>> + use<> {
    let (lots, pool) = (game.setup.lots.clone(), game.pool.clone());
    let held = game.teams.get(team.index()).map_or(9, |team| team.held);
    let most = game.round.as_ref().map_or(3, |round| round.offer.max_bids as usize);
    let drawn = vec((0..lots.len(), 0..=3_u64), 0..=most + 1);
    (drawn, flaw()).prop_map(move |(drawn, flaw)| {
        let bid = |(lot, more): (usize, u64)| Bid {
            lot: LotId::at(lot),
            price: Tsuyama(lots[lot].min_price.0 + more),
        };
        let mut bids: Vec<Bid> = drawn.into_iter().map(bid).collect();
        if flaw != ListDefect::Untidy {
            let mut left = pool.clone();
            bids.retain(|bid| {
                let copies = &mut left[bid.lot.index()];
                let free = *copies > 0;
                *copies = copies.saturating_sub(1);
                free
            });
            bids.truncate(most);
            while bids.iter().map(|bid| bid.price.0).sum::<u64>() > held {
                bids.pop();
            }
        }
        match (flaw, bids.first_mut()) {
            (ListDefect::TooCheap, Some(bid)) => bid.price = bid.price.minus(Tsuyama(4)),
            (ListDefect::TooDear, Some(bid)) => bid.price = Tsuyama(u64::MAX),
            (ListDefect::Unknown, Some(bid)) => bid.lot = LotId::at(lots.len()),
            (ListDefect::Twice, Some(&mut bid)) => bids.push(bid),
            _ => {}
        }
        bids
    })
}

/// A re-bid of an awaited team, or of any team.
pub(crate) fn rebid(game: &Reference) -> ActStrategy {
    let awaited = game.awaited();
    let team = if awaited.is_empty() {
        any_team(game).boxed()
    } else {
        prop_oneof![3 => select(awaited), 1 => any_team(game)].boxed()
    };
    let game = game.clone();
    team.prop_flat_map(move |team| {
        let sealed = game.round.as_ref().and_then(|round| round.raises.get(&team));
        let current = if let Phase::Rebidding { wave, .. } = game.phase { wave } else { WaveNo(1) };
        let wave = prop_oneof![14 => Just(current), 1 => (0..=3_u32).prop_map(WaveNo)];
        let named = (round(&game), attempt(&game), wave, replaces(sealed.map(|sealed| sealed.0)));
        let draft = raises(&game, team);
        let by = on_behalf(&game, team).prop_flat_map(by_hand);
        (by, named, draft).prop_map(move |((by, by_hand), (round, attempt, wave, replaces), raises)| {
            let raises = Secret(raises);
            (by, Act::SubmitRebid { team, round, attempt, wave, replaces, raises, by_hand })
        })
    })
    .boxed()
}

fn raises(game: &Reference, team: TeamId) -> impl Strategy<Value = Vec<Raise>> + use<> {
    let mut tied = BTreeMap::new();
    let mut budget = 0;
    if let (Some((_, auction)), Some(state)) = (game.tied(), game.teams.get(team.index())) {
        budget = auction.budget(team.0, state.held).unwrap_or(0);
        for (price, _, lines) in auction.ties.values() {
            let own = lines.iter().filter(|line| line.0 == team.0);
            tied.extend(own.map(|line| (crate::reference::auction::priority(line.1), *price)));
        }
    }
    (vec(prop_oneof![1 => Just(0), 6 => 1..=3_u64], tied.len()), flaw()).prop_map(move |(more, flaw)| {
        let raise = |((&priority, price), more): ((&Priority, &u64), u64)| {
            (more > 0).then_some(Raise { priority, price: Tsuyama(price + more) })
        };
        let mut raises: Vec<Raise> = tied.iter().zip(more).filter_map(raise).collect();
        while flaw != ListDefect::Untidy && raises.iter().map(|raise| raise.price.0).sum::<u64>() > budget {
            raises.pop();
        }
        match (flaw, raises.first_mut()) {
            (ListDefect::TooCheap, Some(raise)) => raise.price = Tsuyama(tied[&raise.priority]),
            (ListDefect::TooDear, Some(raise)) => raise.price = Tsuyama(u64::MAX),
            (ListDefect::Unknown, Some(raise)) => raise.priority = Priority(raise.priority.0 + 1),
            (ListDefect::Twice, Some(&mut raise)) => raises.push(raise),
            (ListDefect::Untidy, _) => raises.push(Raise { priority: Priority(0), price: Tsuyama(1) }),
            _ => {}
        }
        raises
    })
}
