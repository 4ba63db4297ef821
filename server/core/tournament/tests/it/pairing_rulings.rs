//! Rulings on pairings: taking one back, fixing pairs, excusing a player from a round.
#![expect(clippy::unwrap_used, reason = "helpers of tests may fail the test")]

use ishigaki_tournament::{
    Act, Actor, Change, Competition, Entry, Fact, PairFault, PlayerId, PlayerState, Rejection, Round, Slip,
    Stage,
};

use crate::desk::Desk;

const REASON: &str = "two brothers were paired";

fn unpair(round: u32) -> Act {
    Act::UnpairRound { round: Round(round), reason: REASON.to_owned() }
}

fn pair_by_ruling(round: u32, fixed: &[(PlayerId, PlayerId)]) -> Act {
    Act::PairByRuling { round: Round(round), fixed: fixed.to_vec(), reason: REASON.to_owned() }
}

fn excuse(player: PlayerId) -> Act {
    Act::Excuse { player, reason: "an examination".to_owned() }
}

/// An event whose first round is played: the player with the smaller id has won each game.
fn after_round_1() -> Desk {
    let mut desk = Desk::with_leagues();
    for (one, other) in desk.pair(1) {
        desk.enter(1, one.min(other), one.max(other));
    }
    desk
}

/// The members of the first pool of the next round.
fn pool(desk: &Desk) -> Vec<PlayerId> {
    let mut flow = desk.0.flow().unwrap().clone();
    flow.pass(&[]).unwrap();
    flow.pools().remove(0).1
}

#[test]
fn pairing_without_results_is_taken_back_and_made_again() {
    let mut desk = after_round_1();
    let before = desk.0.clone();
    let pairs = desk.pair(2);
    let paired = desk.0.clone();
    desk.must(unpair(2));
    assert_eq!(desk.0.stage(), Stage::Between { next: Round(2) });
    assert_eq!((desk.0.flow(), desk.0.rounds()), (before.flow(), before.rounds()));
    assert_eq!(desk.pair(2), pairs, "the rules give the same pairing");
    assert_eq!((desk.0.flow(), desk.0.rounds()), (paired.flow(), paired.rounds()));
    let [Fact::RoundUnpaired { round: Round(2), .. }] = desk.0.ruling_facts() else {
        panic!("{:?}", desk.0.ruling_facts());
    };
}

#[test]
fn pairing_with_a_result_stays() {
    let mut desk = after_round_1();
    assert_eq!(
        desk.attempt(Actor::Referee, unpair(1)),
        Err(Rejection::WrongStage { stage: Stage::Between { next: Round(2) } })
    );
    let (one, other) = desk.pair(2)[0];
    let wrong = Rejection::WrongRound { named: Round(1), current: Round(2) };
    assert_eq!(desk.attempt(Actor::Referee, unpair(1)), Err(wrong));
    assert_eq!(desk.attempt(Actor::Desk, unpair(2)), Err(Rejection::NotTheReferee));
    desk.enter(2, one, other);
    let entered = Rejection::ResultsEntered { round: Round(2), games: 1 };
    assert_eq!(desk.attempt(Actor::Referee, unpair(2)), Err(entered));
}

#[test]
fn result_corrected_after_the_pairing_counts_when_paired_again() {
    let mut desk = after_round_1();
    let Slip { winner, loser, .. } = desk.0.entries()[0].slip;
    desk.pair(2);
    let reason = "entered the wrong way round".to_owned();
    desk.must(Act::Overrule { entry: 1, slip: Slip::plain(loser, winner), reason });
    desk.must(unpair(2));
    let wins = |player| desk.0.flow().unwrap().history().wins(player);
    assert_eq!((wins(winner), wins(loser)), (0, 1));
    desk.pair(2);
    let flow = desk.0.flow().unwrap();
    assert_eq!(flow.state_of(winner), PlayerState::Placement, "the loser has moved");
    assert!(matches!(flow.state_of(loser), PlayerState::League(_)));
}

#[test]
fn withdrawal_after_the_pairing_survives_its_end() {
    let mut desk = after_round_1();
    let player = pool(&desk)[0];
    desk.pair(2);
    desk.must(Act::Withdraw { player });
    desk.must(unpair(2));
    let pairs = desk.pair(2);
    assert!(pairs.iter().all(|(one, other)| *one != player && *other != player));
}

#[test]
fn ruling_fixes_pairs_and_the_rules_pair_the_others() {
    let mut desk = Desk::with_leagues();
    let computed = desk.pair(1);
    desk.must(unpair(1));
    let members = pool(&desk);
    let fixed = (members[0], members[1]);
    assert!(!computed.contains(&fixed), "{computed:?}");
    desk.must(pair_by_ruling(1, &[fixed]));
    let paired = desk.0.rounds().last().unwrap();
    assert_eq!(paired.pools[0].pairs, [fixed, (members[2], members[3])]);
    let others: Vec<_> = paired.pools[1].pairs.clone();
    assert!(others.iter().all(|pair| computed.contains(pair)), "the other league is as computed");
}

#[test]
fn certificate_of_a_ruling_shows_its_cost() {
    let mut desk = after_round_1();
    let first = desk.0.entries()[0].slip.clone();
    let placement = desk.pair(2);
    desk.must(unpair(2));
    let losers: Vec<PlayerId> = desk.0.entries().iter().map(|entry| entry.slip.loser).collect();
    let met = (first.winner, first.loser);
    let refused = desk.attempt(Actor::Referee, pair_by_ruling(2, &[met]));
    let different = PairFault::DifferentPools { one: met.0, other: met.1 };
    assert_eq!(refused, Err(Rejection::BadPairs(different)), "the loser has moved");
    let computed = placement.iter().find(|(one, _)| losers.contains(one)).unwrap();
    let other = losers.iter().find(|player| ![computed.0, computed.1].contains(player)).unwrap();
    desk.must(pair_by_ruling(2, &[(computed.0, *other)]));
    let paired = desk.0.rounds().last().unwrap();
    assert_eq!(paired.bout(computed.0, *other), Some(None));
    let pool = paired.pools.last().unwrap().clone();
    let flow = desk.0.flow().unwrap();
    let members = flow.members(pool.pool);
    let at = |player: &PlayerId| members.iter().position(|member| member == player).unwrap();
    let pairs = pool.pairs.iter().map(|(one, other)| (at(one), at(other))).collect();
    let pairing = ishigaki_tournament::Pairing { pairs, bye: pool.bye.as_ref().map(at) };
    assert_eq!(pool.certificate, Some(flow.pool(&members).certificate(&pairing)));
}

#[test]
fn impossible_pairs_are_refused_with_their_fault() {
    let mut desk = Desk::with_leagues();
    let pools = desk.0.flow().unwrap().pools();
    let (a, b) = (pools[0].1.clone(), pools[1].1.clone());
    for (fixed, fault) in [
        (vec![], PairFault::None),
        (vec![(a[0], a[0])], PairFault::SamePlayer { player: a[0] }),
        (vec![(a[0], a[1]), (a[2], a[1])], PairFault::Twice { player: a[1] }),
        (vec![(a[0], b[0])], PairFault::DifferentPools { one: a[0], other: b[0] }),
    ] {
        assert_eq!(desk.attempt(Actor::Referee, pair_by_ruling(1, &fixed)), Err(Rejection::BadPairs(fault)));
    }
    let unknown = Rejection::UnknownPlayer { player: PlayerId(99) };
    assert_eq!(desk.attempt(Actor::Referee, pair_by_ruling(1, &[(a[0], PlayerId(99))])), Err(unknown));
    desk.must(excuse(a[0]));
    let out = PairFault::NotInPool { player: a[0] };
    assert_eq!(
        desk.attempt(Actor::Referee, pair_by_ruling(1, &[(a[0], a[1])])),
        Err(Rejection::BadPairs(out))
    );
    let blank = Act::PairByRuling { round: Round(1), fixed: vec![(a[1], a[2])], reason: " ".to_owned() };
    assert_eq!(desk.attempt(Actor::Referee, blank), Err(Rejection::NoReason));
}

#[test]
fn excused_player_misses_one_round_and_plays_the_next() {
    let mut desk = after_round_1();
    let player = pool(&desk)[0];
    desk.must(excuse(player));
    let twice = desk.attempt(Actor::Referee, excuse(player));
    assert_eq!(twice, Err(Rejection::CannotWithdraw { player }));
    let pairs = desk.pair(2);
    assert!(pairs.iter().all(|(one, other)| *one != player && *other != player));
    for (one, other) in pairs {
        desk.enter(2, one.min(other), one.max(other));
    }
    let entries: Vec<Entry> = desk.0.flow().unwrap().history().entries(player).collect();
    assert_eq!(entries.last(), Some(&Entry::Excused));
    assert_eq!(desk.0.flow().unwrap().history().losses(player), 1);
    let pairs = desk.pair(3);
    let flow = desk.0.flow().unwrap();
    let plays = pairs.iter().any(|(one, other)| *one == player || *other == player);
    let has_bye = desk.0.rounds().last().unwrap().pools.iter().any(|pool| pool.bye == Some(player));
    assert!(plays || has_bye, "{:?}", flow.state_of(player));
}

/// The changes that an act of the referee makes.
fn changes(desk: &mut Desk, act: Act) -> Vec<Change> {
    let before = Competition::Leagues(Box::new(desk.0.clone()));
    desk.must(act);
    before.changes(&Competition::Leagues(Box::new(desk.0.clone())))
}

#[test]
fn changes_of_a_ruling_are_shown_old_beside_new() {
    let mut desk = after_round_1();
    let (one, other) = desk.pair(2)[0];
    let taken_back = changes(&mut desk, unpair(2));
    assert!(taken_back.contains(&Change::GameRemoved { round: Round(2), one, other }));
    assert!(!taken_back.iter().any(|change| matches!(change, Change::Wins { .. })), "{taken_back:?}");
    let slip = desk.0.entries()[0].slip.clone();
    let Slip { winner, loser, .. } = slip;
    let reason = "entered the wrong way round".to_owned();
    let corrected = Slip::plain(loser, winner);
    let act = Act::Overrule { entry: 1, slip: corrected.clone(), reason };
    let turned = changes(&mut desk, act);
    let result = Change::Result { round: Round(1), before: Some(slip), after: Some(corrected) };
    assert_eq!(turned[0], result);
    assert!(turned.contains(&Change::Wins { player: winner, before: 1, after: 0 }), "{turned:?}");
    assert!(turned.contains(&Change::Wins { player: loser, before: 0, after: 1 }), "{turned:?}");
    let moved = |change: &Change| matches!(change, Change::Rank { player, before, after } if *player == loser && before > after);
    assert!(turned.iter().any(moved), "{turned:?}");
    assert_eq!(changes(&mut desk, Act::Rule { text: "lunch at noon".to_owned() }), []);
}

fn reopen(entry: u32) -> Act {
    Act::ReopenGame { entry, reason: "they played with swapped colours".to_owned() }
}

#[test]
fn reopened_game_is_played_again() {
    let mut desk = Desk::with_leagues();
    let player = pool(&desk)[0];
    desk.must(excuse(player));
    for (one, other) in desk.pair(1) {
        desk.enter(1, one.min(other), one.max(other));
    }
    let complete = desk.0.flow().cloned();
    let slip = desk.0.entries()[0].slip.clone();
    let Slip { winner, loser, .. } = slip;
    let Slip { winner: second, loser: last, .. } = desk.0.entries()[1].slip;
    let changed = changes(&mut desk, reopen(1));
    let open = Change::Result { round: Round(1), before: Some(slip), after: None };
    assert_eq!(changed[0], open);
    desk.must(reopen(2));
    assert_eq!(desk.0.stage(), Stage::Playing { round: Round(1) });
    assert_eq!(desk.0.flow().unwrap().history().rounds(), 0);
    desk.enter(1, second, last);
    desk.enter(1, winner, loser);
    assert_eq!(desk.0.flow().cloned(), complete, "the excused player missed the round again");
}

#[test]
fn reopening_is_refused_once_too_late_or_without_result() {
    let mut desk = after_round_1();
    let Slip { winner, loser, .. } = desk.0.entries()[0].slip;
    assert_eq!(desk.attempt(Actor::Desk, reopen(1)), Err(Rejection::NotTheReferee));
    assert_eq!(desk.attempt(Actor::Referee, reopen(99)), Err(Rejection::NoSuchEntry { entry: 99 }));
    desk.must(reopen(1));
    let gone = Err(Rejection::EntryTakenBack { entry: 1 });
    assert_eq!(desk.attempt(Actor::Referee, reopen(1)), gone);
    let overrule = |entry| Act::Overrule { entry, slip: Slip::plain(winner, loser), reason: "?".to_owned() };
    assert_eq!(desk.attempt(Actor::Referee, overrule(1)), gone);
    desk.enter(1, loser, winner);
    let entry = u32::try_from(desk.0.entries().len()).unwrap();
    assert_eq!(desk.attempt(Actor::Referee, overrule(1)), gone, "the game has another entry");
    desk.pair(2);
    let late = Rejection::LaterRoundPaired { round: Round(1), current: Round(2) };
    assert_eq!(desk.attempt(Actor::Referee, reopen(entry)), Err(late));
    desk.must(overrule(entry));
}

#[test]
fn reopened_only_result_lets_the_pairing_be_taken_back() {
    let mut desk = after_round_1();
    let (one, other) = desk.pair(2)[0];
    desk.enter(2, one, other);
    desk.must(reopen(u32::try_from(desk.0.entries().len()).unwrap()));
    desk.must(unpair(2));
    assert_eq!(desk.0.stage(), Stage::Between { next: Round(2) });
}
