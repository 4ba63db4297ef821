//! Random facts that no server decided: shuffled, repeated, missing or about other players. Folding them must not
//! panic, because verifiers fold the facts of any record.

use ishigaki_rules::TeamId;
use ishigaki_tournament::{
    Event, Fact, GroupContest, GroupId, LeagueId, PlayerId, Round, StageId, Tournament,
};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Drops and repeats some of the facts, and sometimes shuffles them.
fn disordered(facts: &[Event], chance: &mut ChaCha8Rng) -> Vec<Event> {
    let mut taken: Vec<Event> = Vec::new();
    for fact in facts {
        let times = if chance.random_bool(0.9) { 1 } else { chance.random_range(0..=2) };
        taken.extend((0..times).map(|_| fact.clone()));
    }
    if chance.random_bool(0.3) {
        taken.shuffle(chance);
    }
    taken
}

fn number(chance: &mut ChaCha8Rng) -> u32 {
    if chance.random_bool(0.2) { u32::MAX } else { chance.random_range(0..24) }
}

/// Folds an event's facts after random changes, and computes everything derived from them.
pub(crate) fn event(tournament: &Tournament, facts: &[Event], seed: u64) {
    let chance = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut again = Tournament::new(tournament.plan().clone());
    for mut event in disordered(facts, chance) {
        if chance.random_bool(0.1) {
            falsify(&mut event.fact, chance);
        }
        again.apply(&event);
        if chance.random_bool(0.1) {
            let flow = again.flow().map(|flow| (flow.standings(), flow.pools()));
            let calls = again.open_calls().len();
            let _ = (again.stage(), again.lots(), again.playoffs(), again.final_ranking(), flow, calls);
        }
    }
}

fn falsify(fact: &mut Fact, chance: &mut ChaCha8Rng) {
    match fact {
        Fact::RosterSet { roster } => roster.truncate(chance.random_range(0..=roster.len())),
        Fact::DigitsEntered { results } | Fact::DigitsOverruled { results, .. } => results.truncate(1),
        Fact::AttendanceMarked { player, .. }
        | Fact::AttendanceOverruled { player, .. }
        | Fact::SlipDrawn { player, .. }
        | Fact::PlayerExcused { player, .. }
        | Fact::PlayerWithdrew { player } => *player = PlayerId(number(chance)),
        Fact::RoundUnpaired { round, .. } => *round = Round(number(chance)),
        Fact::RoundPaired { round, pools, games } | Fact::RoundPairedByRuling { round, pools, games, .. } => {
            *round = Round(number(chance));
            for pair in pools.iter_mut().flat_map(|pool| &mut pool.pairs) {
                pair.0 = PlayerId(number(chance));
            }
            for game in games {
                game.2 = PlayerId(number(chance));
            }
        }
        Fact::ResultEntered { round, slip } => {
            *round = Round(number(chance));
            slip.winner = PlayerId(number(chance));
        }
        Fact::ResultOverruled { entry, slip, .. } => {
            *entry = number(chance);
            slip.loser = PlayerId(number(chance));
        }
        Fact::GameReopened { entry, .. } => *entry = number(chance),
        Fact::FirstNamed { league, player, .. } => {
            *league = LeagueId(u8::try_from(number(chance)).unwrap_or(u8::MAX));
            *player = PlayerId(number(chance));
        }
        Fact::PlayersCalled { round, table, players } => {
            (*round, *table) = (Round(number(chance)), number(chance));
            players.push(PlayerId(number(chance)));
        }
        Fact::FirstConfirmed { league } => *league = LeagueId(u8::MAX),
        Fact::TeamAttendanceMarked { stage, team, .. } => {
            *stage = StageId(number(chance));
            *team = TeamId(number(chance));
        }
        Fact::GroupsDrawn { stage } | Fact::StageClosed { stage } => *stage = StageId(number(chance)),
        Fact::GameCounted { game, result } | Fact::GameOverruled { game, result, .. } => {
            game.group = GroupId(number(chance));
            result.contenders.truncate(chance.random_range(0..=result.contenders.len()));
            for contender in result.contenders.iter_mut().take(1) {
                contender.team = TeamId(number(chance));
            }
        }
        Fact::GameReplaced { game, .. } => game.group = GroupId(number(chance)),
        Fact::JankenEntered { order, .. } | Fact::JankenOverruled { order, .. } => {
            order.push(TeamId(number(chance)));
        }
        Fact::Committed { .. }
        | Fact::LeaguesMade
        | Fact::Ruled { .. }
        | Fact::NoticePosted { .. }
        | Fact::RankingDeclared
        | Fact::EventAbandoned { .. } => {}
    }
}

/// Folds a contest's facts after random changes, and computes everything derived from them.
pub(crate) fn contest(contest: &GroupContest, facts: &[Event], seed: u64) {
    let chance = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut again = GroupContest::new(contest.plan().clone());
    for mut event in disordered(facts, chance) {
        if chance.random_bool(0.1) {
            falsify(&mut event.fact, chance);
        }
        again.apply(&event);
        if chance.random_bool(0.1) {
            for stage in (0..6).map(StageId) {
                let _ = (again.stage_roster(stage), again.outcome(stage), again.janken_needed(stage));
            }
            let _ = (again.phase(), again.games().count(), again.finishes());
        }
    }
}
