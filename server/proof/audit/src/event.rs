//! Audits of events: draw, pairings, flow and results, independent of the rules' decisions.
//!
//! A pairing's certificate is recomputed from the games played. Its optimality is checked with a matching
//! problem other than the rules' own. The caller provides the matching algorithm.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::GameTime;
use ishigaki_tournament::{
    Act, Actor, Certificate, Command, Competition, CompetitionPlan, Entry, Event, Flow, FoundBy, LeagueId,
    Matcher, PlayerId, PlayerState, PoolPairing, Slip, Tournament, decide,
};

use crate::{Checked, Violation, ensure};

/// Checks a new pairing: each member of a pool plays once, byes and rematches are unavoidable (`TP3`), and an
/// only unbeaten player is first (`TF3`).
pub fn pairing(before: &Tournament, after: &Tournament, matcher: &impl Matcher) -> Checked {
    nobody_plays_twice(after, before.excused())?;
    let (Some(old), Some(flow), Some(paired)) = (before.flow(), after.flow(), after.rounds().last()) else {
        return Err(Violation::Broken("a round was paired before the leagues were made".to_owned()));
    };
    for pool in &paired.pools {
        // A round with only byes is already in the history. Costs are those before it.
        if before.rounds().len() == flow.history().rounds() {
            nothing_avoidable(flow, pool, matcher)?;
        }
    }
    sole_unbeaten_qualify(old, flow)
}

fn nobody_plays_twice(after: &Tournament, excused: &BTreeSet<PlayerId>) -> Checked {
    let (Some(flow), Some(paired)) = (after.flow(), after.rounds().last()) else { return Ok(()) };
    let byes = paired.pools.iter().filter_map(|pool| pool.bye);
    let playing: Vec<PlayerId> = paired.games().flat_map(|(_, a, b)| [a, b]).chain(byes).collect();
    let once: BTreeSet<PlayerId> = playing.iter().copied().collect();
    ensure!(once.len() == playing.len(), "somebody plays twice in {:?}", paired.round);
    if paired.round <= after.plan().last_round {
        let in_pools = |player: &PlayerId| {
            matches!(flow.state_of(*player), PlayerState::League(_) | PlayerState::Placement)
                && !excused.contains(player)
        };
        let pools: BTreeSet<PlayerId> = flow.field().present().filter(in_pools).collect();
        let of_pools: BTreeSet<PlayerId> = paired.pools.iter().flat_map(members).collect();
        ensure!(of_pools == pools, "{:?} is paired for others than those who play", paired.round);
    }
    Ok(())
}

fn members(pool: &PoolPairing) -> Vec<PlayerId> {
    pool.pairs.iter().flat_map(|(a, b)| [*a, *b]).chain(pool.bye).collect()
}

/// Checks that a certificate is for this pairing, and that a second bye or a rematch in it is unavoidable.
fn nothing_avoidable(flow: &Flow, pool: &PoolPairing, matcher: &impl Matcher) -> Checked {
    let Some(Certificate { byes, rematches, gaps }) = &pool.certificate else { return Ok(()) };
    let history = flow.history();
    let bye = pool.bye.map_or(0, |player| history.byes(player));
    let met: u32 = pool.pairs.iter().map(|(a, b)| history.meetings(*a, *b)).sum();
    ensure!((*byes, *rematches) == (bye, met), "a certificate of another pairing");
    let counted = gaps_of(flow, pool);
    let certified: BTreeMap<u32, u32> =
        (0..).zip(gaps.iter().copied()).filter(|(_, pairs)| *pairs > 0).collect();
    ensure!(certified == counted, "a certificate of other gaps: {certified:?}, counted {counted:?}");
    let members = members(pool);
    if *byes > 0 {
        let fewest = members.iter().map(|player| history.byes(*player)).min();
        ensure!(fewest == Some(*byes), "an avoidable bye");
    }
    if *rematches > 0 {
        ensure!(fewest_rematches(flow, &members, *byes, matcher) == *rematches, "an avoidable rematch");
    }
    Ok(())
}

/// Returns the number of pairs for each difference of wins; the phantom, with -1 wins, is one (`TP3`).
fn gaps_of(flow: &Flow, pool: &PoolPairing) -> BTreeMap<u32, u32> {
    let history = flow.history();
    let pairs = pool.pairs.iter().map(|(a, b)| history.wins(*a).abs_diff(history.wins(*b)));
    let mut gaps = BTreeMap::new();
    for gap in pairs.chain(pool.bye.map(|player| history.wins(player) + 1)) {
        *gaps.entry(gap).or_default() += 1;
    }
    gaps
}

fn fewest_rematches(flow: &Flow, members: &[PlayerId], byes: u32, matcher: &impl Matcher) -> u32 {
    const DEAR: i128 = 1 << 40;
    let history = flow.history();
    let size = members.len() + members.len() % 2;
    let mut costs = vec![0; size * size];
    for (at, one) in members.iter().enumerate() {
        for (other_at, other) in members.iter().enumerate().skip(at + 1) {
            costs[at * size + other_at] = i128::from(history.meetings(*one, *other));
        }
        if size > members.len() && history.byes(*one) != byes {
            costs[at * size + members.len()] = DEAR;
        }
    }
    let mates = matcher.cheapest(size, &costs);
    let pairs = mates.iter().enumerate().filter(|(at, mate)| at < *mate);
    let total: i128 = pairs.map(|(at, mate)| costs[at * size + *mate]).sum();
    u32::try_from(total).unwrap_or(u32::MAX)
}

fn sole_unbeaten_qualify(before: &Flow, after: &Flow) -> Checked {
    for (at, first) in after.firsts().iter().enumerate() {
        let league = LeagueId::at(at);
        if let Some(sole) = before.sole_unbeaten(league) {
            let found = first.map(|first| (first.player, first.by));
            ensure!(found == Some((sole, FoundBy::Sole)), "the sole unbeaten of {league} has not qualified");
        }
    }
    Ok(())
}

/// Checks that entering a round's results in two orders has the same outcome.
pub fn order_of_results(
    paired: &Tournament,
    (slips, otherwise): (&[Slip], &[Slip]),
    matcher: &impl Matcher,
) -> Checked {
    let (one, other) = (entered(paired, slips, matcher)?, entered(paired, otherwise, matcher)?);
    let is_same =
        one.flow() == other.flow() && one.playoffs() == other.playoffs() && one.stage() == other.stage();
    ensure!(is_same, "the order in which results are entered changes what comes of them");
    Ok(())
}

fn entered(paired: &Tournament, slips: &[Slip], matcher: &impl Matcher) -> Checked<Tournament> {
    let mut tournament = paired.clone();
    let round = paired.rounds().last().map(|paired| paired.round).unwrap_or_default();
    for slip in slips {
        let act = Act::EnterResult { round, slip: slip.clone() };
        let command = Command::new(GameTime::default(), Actor::Desk, act);
        let decided = decide(&tournament, &command, matcher);
        let decided =
            decided.map_err(|rejection| Violation::Broken(format!("a result is refused: {rejection:?}")))?;
        for event in &decided {
            tournament.apply(event);
        }
    }
    Ok(tournament)
}

/// Checks that folding an event's facts again gives the same event.
pub fn facts(competition: &Competition, facts: &[Event]) -> Checked {
    let mut again = Competition::new(match competition {
        Competition::Leagues(tournament) => CompetitionPlan::Leagues(Box::new(tournament.plan().clone())),
        Competition::Groups(contest) => CompetitionPlan::Groups(contest.plan().clone()),
    });
    for fact in facts {
        again.apply(fact);
    }
    ensure!(again == *competition, "folded again it is another event");
    Ok(())
}

/// Checks the totals of a finished event: everyone has every round, every game one winner, everyone a place,
/// and places match the number of better players.
pub fn end(tournament: &Tournament) -> Checked {
    let (Some(flow), Some(ranking)) = (tournament.flow(), tournament.final_ranking()) else {
        return Err(Violation::Broken("an event that is over has no ranking".to_owned()));
    };
    let rounds = tournament.plan().last_round.0;
    let history = flow.history();
    let (mut won, mut lost) = (0, 0);
    for player in flow.field().present() {
        let counted = history.wins(player) + history.losses(player);
        ensure!(counted == rounds, "{player:?} has {counted} of {rounds} rounds");
        won += history.entries(player).filter(|entry| matches!(entry, Entry::Won { .. })).count();
        lost += history.entries(player).filter(|entry| matches!(entry, Entry::Lost { .. })).count();
    }
    ensure!(won == lost, "{won} games are won, {lost} lost");
    let standings: Vec<PlayerId> = flow.standings().iter().map(|standing| standing.player).collect();
    let ranked: BTreeSet<PlayerId> = ranking.rows.iter().map(|row| row.player).collect();
    let everybody = ranked == standings.iter().copied().collect() && ranking.rows.len() == standings.len();
    ensure!(everybody, "not everybody has one place");
    for row in &ranking.rows {
        let better = ranking.rows.iter().filter(|other| other.place < row.place).count();
        ensure!(usize::try_from(row.place) == Ok(better + 1), "{better} are better than place {}", row.place);
    }
    Ok(())
}
