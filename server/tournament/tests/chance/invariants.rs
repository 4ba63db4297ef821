//! What must hold in every event.

use std::collections::BTreeSet;

use ishigaki_tournament::{
    Certificate, Entry, Event, Flow, FoundBy, LeagueId, PlayerId, PoolPairing, Tournament, Whereabouts,
};
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::{EdgeReference, UnGraph};

/// What must hold when a round was paired.
pub(crate) fn of_a_pairing(before: &Tournament, after: &Tournament, seed: u64) {
    let flow = after.flow().expect("leagues are made");
    let paired = after.rounds().last().expect("just paired");
    nobody_plays_twice(after, seed);
    for pool in &paired.pools {
        // A round whose pairs are all byes is in the history already; costs are those of the moment before.
        if before.rounds().len() == flow.history().rounds() {
            nothing_avoidable(flow, pool, seed);
        }
    }
    sole_unbeaten_qualify(before.flow().expect("leagues are made"), flow, seed);
}

fn nobody_plays_twice(after: &Tournament, seed: u64) {
    let paired = after.rounds().last().expect("just paired");
    let byes = paired.pools.iter().filter_map(|pool| pool.bye);
    let playing: Vec<PlayerId> = paired.games().flat_map(|(_, a, b)| [a, b]).chain(byes).collect();
    let once: BTreeSet<PlayerId> = playing.iter().copied().collect();
    assert_eq!(once.len(), playing.len(), "event {seed}: somebody plays twice in {:?}", paired.round);
    let flow = after.flow().expect("leagues are made");
    if paired.round <= after.plan().last_round {
        let in_pools = |player: &PlayerId| {
            matches!(flow.whereabouts(*player), Whereabouts::League(_) | Whereabouts::Placement)
        };
        let pools: BTreeSet<PlayerId> = flow.field().present().filter(in_pools).collect();
        let of_pools = paired
            .pools
            .iter()
            .flat_map(|pool| pool.pairs.iter().flat_map(|(a, b)| [*a, *b]).chain(pool.bye));
        assert_eq!(of_pools.collect::<BTreeSet<_>>(), pools, "event {seed}: {:?}", paired.round);
    }
}

/// A certificate is of this very pairing; where it has a second bye or a rematch, none without is possible.
fn nothing_avoidable(flow: &Flow, pool: &PoolPairing, seed: u64) {
    let Some(Certificate { byes, rematches, gaps }) = &pool.certificate else { return };
    let history = flow.history();
    let bye = pool.bye.map_or(0, |player| history.byes(player));
    let met: u32 = pool.pairs.iter().map(|(a, b)| history.meetings(*a, *b)).sum();
    assert_eq!((*byes, *rematches), (bye, met), "event {seed}: a certificate of another pairing");
    assert_eq!(gaps.iter().sum::<u32>() as usize, pool.pairs.len() + usize::from(pool.bye.is_some()));
    let members: Vec<PlayerId> = pool.pairs.iter().flat_map(|(a, b)| [*a, *b]).chain(pool.bye).collect();
    if *byes > 0 {
        let fewest = members.iter().map(|player| history.byes(*player)).min();
        assert_eq!(fewest, Some(*byes), "event {seed}: an avoidable bye");
    }
    if *rematches > 0 {
        assert_eq!(fewest_rematches(flow, &members, *byes), *rematches, "event {seed}: an avoidable rematch");
    }
}

/// The fewest past games of any pairing of these members in which the bye costs so much, by another library.
fn fewest_rematches(flow: &Flow, members: &[PlayerId], byes: u32) -> u32 {
    const DEAR: i128 = 1 << 40;
    let history = flow.history();
    let mut edges = Vec::new();
    for (at, one) in members.iter().enumerate() {
        let point = |at| u32::try_from(at).expect("a small pool");
        for (other_at, other) in members.iter().enumerate().skip(at + 1) {
            edges.push((point(at), point(other_at), DEAR - i128::from(history.meetings(*one, *other))));
        }
        if members.len() % 2 == 1 && history.byes(*one) == byes {
            edges.push((point(at), point(members.len()), DEAR));
        }
    }
    let pairs = members.len().div_ceil(2);
    let graph: UnGraph<(), i128> = UnGraph::from_edges(edges);
    let weight = |edge: EdgeReference<'_, i128>| Ok::<_, ()>(*edge.weight());
    let matching = max_weight_matching(&graph, true, weight, true).expect("weights cannot fail");
    assert_eq!(matching.len(), pairs, "everybody is paired");
    let total: i128 = matching
        .iter()
        .map(|(a, b)| {
            let (a, b) = ((*a).min(*b), (*a).max(*b));
            members.get(b).map_or(0, |other| i128::from(history.meetings(members[a], *other)))
        })
        .sum();
    u32::try_from(total).expect("few")
}

/// Whoever was the only one unbeaten of an open league is its first now.
fn sole_unbeaten_qualify(before: &Flow, after: &Flow, seed: u64) {
    for (at, first) in after.firsts().iter().enumerate() {
        let league = LeagueId::at(at);
        if let Some(sole) = before.sole_unbeaten(league) {
            let found = first.map(|first| (first.player, first.by));
            assert_eq!(found, Some((sole, FoundBy::Sole)), "event {seed}: the sole unbeaten of {league}");
        }
    }
}

/// What must hold of the facts: whoever has them has the event.
pub(crate) fn of_the_facts(tournament: &Tournament, facts: &[Event], seed: u64) {
    let mut again = Tournament::new(tournament.plan().clone());
    for fact in facts {
        again.apply(fact);
    }
    assert_eq!(&again, tournament, "event {seed}: folded again");
}

/// What must hold when all is played.
pub(crate) fn of_the_end(tournament: &Tournament, seed: u64) {
    let flow = tournament.flow().expect("leagues are made");
    let rounds = tournament.plan().last_round.0;
    let history = flow.history();
    let (mut won, mut lost) = (0, 0);
    for player in flow.field().present() {
        assert_eq!(history.wins(player) + history.losses(player), rounds, "event {seed}: {player:?}");
        won += history.entries(player).filter(|entry| matches!(entry, Entry::Won { .. })).count();
        lost += history.entries(player).filter(|entry| matches!(entry, Entry::Lost { .. })).count();
    }
    assert_eq!(won, lost, "event {seed}: games have one winner each");
    let standings: Vec<PlayerId> = flow.standings().iter().map(|standing| standing.player).collect();
    let ranking = tournament.final_ranking().expect("all is played");
    let ranked: BTreeSet<PlayerId> = ranking.rows.iter().map(|row| row.player).collect();
    assert_eq!(ranked, standings.iter().copied().collect(), "event {seed}: everybody has a place");
    assert_eq!(ranking.rows.len(), standings.len(), "event {seed}");
    for (at, row) in (1..).zip(&ranking.rows) {
        let better = ranking.rows.iter().filter(|other| other.place < row.place).count();
        assert_eq!(row.place as usize, better + 1, "event {seed}: place of row {at}");
    }
}
