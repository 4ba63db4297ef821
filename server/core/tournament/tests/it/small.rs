//! Small events without leagues: Swiss and round robin (`TS`).

use std::collections::BTreeSet;

use ishigaki_tournament::{
    Act, Award, Entrant, Plan, PlanFault, PlayerId, PrizeRule, Rejection, Stage, Tournament,
};

use crate::desk::Desk;

fn plan(preset: &str) -> Plan {
    ishigaki_preset::shipped(preset).unwrap_or_else(|| panic!("unknown preset {preset}")).plan
}

fn desk(preset: &str, players: usize) -> Desk {
    let mut desk = Desk(Tournament::new(plan(preset)));
    desk.must(Act::SetRoster { roster: (0..players).map(|line| Entrant::of(format!("P{line}"))).collect() });
    desk.must(Act::Commit { commitment: [1; 32] });
    let results = ["407", "1932", "0586", "7741"].map(str::to_owned).to_vec();
    desk.must(Act::EnterDigits { results });
    desk.must(Act::MakeLeagues);
    desk
}

/// Plays to the end: the smaller line always wins. Returns the games of each round.
fn play(desk: &mut Desk) -> Vec<Vec<(PlayerId, PlayerId)>> {
    let mut rounds = Vec::new();
    while let Stage::Between { next } = desk.0.stage() {
        let games = desk.pair(next.0);
        for (one, other) in &games {
            desk.enter(next.0, *one.min(other), *one.max(other));
        }
        rounds.push(games);
    }
    rounds
}

#[test]
fn round_robin_pairs_each_two_players_once() {
    for players in 2..=24 {
        let mut desk = desk("round-robin", players);
        let rounds = play(&mut desk);
        assert_eq!(rounds.len(), players - 1 + players % 2, "{players}");
        let games = rounds.into_iter().flatten().map(|(a, b)| (a.min(b), a.max(b)));
        let met: BTreeSet<_> = games.clone().collect();
        assert_eq!((met.len(), games.count()), (players * (players - 1) / 2, met.len()), "{players}");
        let ranking = desk.0.final_ranking().expect("all is played");
        let order: Vec<usize> = ranking.rows.iter().map(|row| row.player.index()).collect();
        assert_eq!(order, (0..players).collect::<Vec<_>>());
        let awards: Vec<_> = ranking.rows.iter().filter_map(|row| row.award).collect();
        let expected = [Award::Champion, Award::RunnerUp, Award::Third];
        assert_eq!(awards, expected[..players.min(3)]);
    }
}

#[test]
fn round_robin_goes_on_without_a_withdrawn_player() {
    for players in 5..=8 {
        let mut desk = desk("round-robin", players);
        let games = desk.pair(1);
        for (one, other) in games {
            desk.enter(1, one, other);
        }
        let leaving = PlayerId::at(1);
        desk.must(Act::Withdraw { player: leaving });
        let rounds = play(&mut desk);
        assert_eq!(rounds.len() + 1, players - 1 + players % 2);
        assert!(rounds.iter().flatten().all(|(one, other)| *one != leaving && *other != leaving));
        assert!(desk.0.final_ranking().is_some(), "{players}");
    }
}

#[test]
fn swiss_pairs_winners_and_ends_after_its_rounds() {
    let mut desk = desk("swiss", 11);
    let rounds = play(&mut desk);
    assert_eq!(rounds.len(), 5);
    assert!(rounds.iter().all(|games| games.len() == 5), "one of 11 has the bye");
    let met: BTreeSet<_> = rounds.iter().flatten().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
    assert_eq!(met.len(), 25, "nobody meets twice");
    let ranking = desk.0.final_ranking().expect("all is played");
    assert_eq!((ranking.rows[0].player, ranking.rows[0].wins), (PlayerId(0), 5));
    desk.must(Act::Declare);
}

#[test]
fn small_event_needs_two_players() {
    let mut desk = Desk(Tournament::new(plan("swiss")));
    desk.must(Act::SetRoster { roster: vec![Entrant::of("P")] });
    assert_eq!(desk.refused(Act::Commit { commitment: [1; 32] }), Rejection::TooFew { present: 1, least: 2 });
}

#[test]
fn round_robin_with_too_many_players_is_rejected() {
    let set = |players| {
        let mut desk = Desk(Tournament::new(plan("round-robin")));
        desk.must(Act::SetRoster {
            roster: (0..players).map(|line| Entrant::of(format!("P{line}"))).collect(),
        });
        desk
    };
    let commit = Act::Commit { commitment: [1; 32] };
    set(24).must(commit.clone());
    assert_eq!(set(25).refused(commit), Rejection::TooMany { players: 25, most: 24 });
}

#[test]
fn only_small_plan_is_round_robin_and_it_has_no_prizes() {
    let small = plan("swiss");
    assert_eq!(
        Plan { prizes: PrizeRule::Games, ..small.clone() }.check(),
        Err(PlanFault::PrizesWithoutLeagues)
    );
    assert_eq!(Plan { leagues: 2, ..small }.check(), Err(PlanFault::Leagues { leagues: 2, expected: 0 }));
    assert_eq!(Plan { is_round_robin: true, ..plan("O18") }.check(), Err(PlanFault::RoundRobinOfLeagues));
}
