//! The game as a whole: phases, deadlines, confirmation, the judge's acts (`A1`–`A10`, `E1`–`E4`, `T`).

mod citations;
mod setup;
use crate::table::{A, B, C, Table, X, Y, stone};
use ishigaki_rules::auction::BidFault;
use ishigaki_rules::wall::WallCode;
use ishigaki_rules::*;

#[test]
fn round_opened_out_of_turn_is_rejected() {
    let mut table = Table::new();
    let second = table.judge(Act::OpenRound { round: RoundNo(2) });
    assert_eq!(second, Err(Rejection::WrongRound { named: RoundNo(2), current: RoundNo(1) }));
    table.open(1);
    let again = table.judge(Act::OpenRound { round: RoundNo(1) });
    assert!(matches!(again, Err(Rejection::WrongPhase { phase: Phase::Bidding { .. } })));
}

#[test]
fn list_at_the_deadline_is_late_and_one_before_counts() {
    let mut table = Table::new();
    table.open(1);
    table.at = GameTime(89_999);
    table.bids(A, 1, &[(X, 5)]).unwrap();
    table.at = GameTime(90_000);
    let late = table.bids(B, 1, &[(X, 6)]);
    assert_eq!(late, Err(Rejection::Late { at: GameTime(90_000), deadline: GameTime(90_000) }));
    table.wait(0);
    assert_eq!(table.game.current_round().unwrap().lists.len(), 1);
}

#[test]
fn last_valid_list_counts_and_an_invalid_one_does_not() {
    let mut table = Table::new();
    table.open(1);
    table.bids(A, 1, &[(X, 5)]).unwrap();
    table.bids(A, 1, &[(Y, 7)]).unwrap();
    let refused = table.bids(A, 1, &[(X, 21)]);
    let fault = BidFault::OverBudget { total: Tsuyama(21), held: Tsuyama(20) };
    assert_eq!(refused, Err(Rejection::InvalidList { faults: vec![fault] }));
    table.wait(90_000);
    let record = table.game.current_round().unwrap();
    assert_eq!(record.list(A).unwrap().bids.len(), 1);
    assert_eq!(record.list(A).unwrap().bids[0].lot, Y);
}

#[test]
fn list_without_current_revision_is_rejected() {
    let mut table = Table::new();
    table.open(1);
    table.bids_replacing(A, 1, None, &[(X, 5)]).unwrap();
    let other_laptop = table.bids_replacing(A, 1, None, &[(X, 6)]);
    let refused = Rejection::Replaced { named: None, current: Some(Revision(1)) };
    assert_eq!(other_laptop, Err(refused));
    table.bids_replacing(A, 1, Some(Revision(1)), &[(X, 6)]).unwrap();
    assert_eq!(table.game.current_round().unwrap().revision(A), Some(Revision(2)));
}

#[test]
fn bidding_closes_early_only_with_all_sealed_policy() {
    let mut table = Table::new();
    table.open(1);
    for team in [A, B, C] {
        table.bids(team, 1, &[]).unwrap();
    }
    assert!(matches!(table.game.phase(), Phase::Bidding { .. }));
    let mut table = Table::with(|setup| setup.rounds[0].close = ClosePolicy::WhenAllSealed);
    table.open(1);
    table.bids(A, 1, &[]).unwrap();
    table.bids(B, 1, &[]).unwrap();
    assert!(matches!(table.game.phase(), Phase::Bidding { .. }));
    table.bids(C, 1, &[]).unwrap();
    assert_eq!(table.game.phase(), Phase::Confirming);
}

#[test]
fn tie_opens_a_wave_that_closes_when_all_tied_have_answered() {
    let mut table = Table::new();
    table.open(1);
    table.bids(A, 1, &[(X, 9)]).unwrap();
    table.bids(B, 1, &[(X, 9)]).unwrap();
    table.wait(90_000);
    let wave = Phase::Rebidding { wave: WaveNo(1), closes_at: GameTime(120_000) };
    assert_eq!(table.game.phase(), wave);
    assert_eq!(table.raise(C, 1, &[]), Err(Rejection::NotTied { team: C }));
    table.raise(A, 1, &[(1, 10)]).unwrap();
    table.raise(B, 1, &[(1, 11)]).unwrap();
    assert_eq!(table.game.phase(), Phase::Confirming);
    table.confirm_all().unwrap();
    assert_eq!((table.held(A), table.held(B)), (20, 9));
}

#[test]
fn tied_teams_without_money_do_not_delay_round() {
    let mut table = Table::with(|setup| setup.initial = Tsuyama(9));
    table.open(1);
    table.bids(A, 1, &[(X, 9)]).unwrap();
    table.bids(B, 1, &[(X, 9)]).unwrap();
    table.wait(90_000);
    assert_eq!(table.game.phase(), Phase::Confirming, "neither can raise");
    assert_eq!(table.game.current_round().unwrap().waves.len(), 1);
}

#[test]
fn team_that_cannot_raise_its_own_tie_is_not_waited_for() {
    let mut table = Table::with(|setup| {
        setup.initial = Tsuyama(9);
        setup.lots[1].copies = 1;
        setup.teams.push(TeamSpec { code: "D".into(), name: "D".into() });
    });
    table.open(1);
    for (team, lot, price) in [(A, X, 9), (B, X, 9), (C, Y, 3), (TeamId(3), Y, 3)] {
        table.bids(team, 1, &[(lot, price)]).unwrap();
    }
    table.wait(90_000);
    assert_eq!(table.game.awaited_in_wave(), Some(vec![C, TeamId(3)]));
    assert!(!table.game.can_raise(A) && table.game.can_raise(C));
}

#[test]
fn silence_gives_a_tied_stone_up() {
    let mut table = Table::new();
    table.open(1);
    table.bids(A, 1, &[(X, 9)]).unwrap();
    table.bids(B, 1, &[(X, 9)]).unwrap();
    table.wait(90_000);
    table.raise(B, 1, &[(1, 10)]).unwrap();
    table.wait(29_999);
    assert!(matches!(table.game.phase(), Phase::Rebidding { .. }));
    table.wait(1);
    table.confirm_all().unwrap();
    assert_eq!((table.held(A), table.held(B)), (20, 10));
}

#[test]
fn money_and_stones_move_when_every_lot_is_confirmed() {
    let mut table = Table::new();
    table.open(1);
    table.bids(A, 1, &[(X, 9), (Y, 4)]).unwrap();
    table.bids(B, 1, &[(Y, 3)]).unwrap();
    table.wait(90_000);
    let one = |lot| Act::ConfirmLots { round: RoundNo(1), attempt: 1, lots: LotChoice::One(lot), seen: None };
    table.judge(one(X)).unwrap();
    assert_eq!(table.judge(one(X)), Err(Rejection::AlreadyConfirmed { lot: X }));
    assert_eq!(table.held(A), 20);
    table.judge(one(Y)).unwrap();
    assert_eq!((table.held(A), table.held(B)), (7, 17));
    assert_eq!(table.game.pool(), [0, 0]);
    let stones: Vec<_> = table.game.team(A).unwrap().stones.iter().copied().collect();
    assert_eq!(stones, [stone(X, 1), stone(Y, 1)]);
    assert!(table.game.team(B).unwrap().stones.contains(&stone(Y, 2)));
    assert_eq!(table.game.phase(), Phase::Ready { next: RoundNo(2) });
}

#[test]
fn stone_of_round_one_is_gone_in_round_two_and_copies_count_on() {
    let mut table = Table::new();
    table.play(1, &[(A, &[(X, 9), (Y, 4)])]);
    table.open(2);
    let lots: Vec<_> = table.game.current_round().unwrap().lots().collect();
    assert_eq!(lots, [Y]);
    assert!(matches!(table.bids(B, 2, &[(X, 5)]), Err(Rejection::InvalidList { .. })));
    table.bids(B, 2, &[(Y, 5)]).unwrap();
    table.wait(90_000);
    table.confirm_all().unwrap();
    assert!(table.game.team(B).unwrap().stones.contains(&stone(Y, 2)));
    assert_eq!(table.game.phase(), Phase::Building);
}

#[test]
fn voided_round_runs_again_with_nothing_charged() {
    let mut table = Table::new();
    table.open(1);
    table.bids(A, 1, &[(X, 9)]).unwrap();
    table.wait(90_000);
    let void = |reason: &str| Act::VoidRound { attempt: None, round: RoundNo(1), reason: reason.into() };
    assert_eq!(table.judge(void("  ")), Err(Rejection::NoReason { rule: "G5" }));
    table.judge(void("power cut")).unwrap();
    assert_eq!(table.game.phase(), Phase::Ready { next: RoundNo(1) });
    assert_eq!(table.held(A), 20);
    assert_eq!(table.game.rounds()[0].list(A).unwrap().bids[0].price, Tsuyama(9));
    table.open(1);
    assert_eq!(table.game.current_round().unwrap().attempt, 2);
    table.wait(90_000);
    let stale = Act::ConfirmLots { round: RoundNo(1), attempt: 1, lots: LotChoice::All, seen: None };
    assert_eq!(table.judge(stale), Err(Rejection::WrongAttempt { named: 1, current: 2 }));
    table.confirm_all().unwrap();
    assert!(matches!(table.judge(void("too late")), Err(Rejection::WrongPhase { .. })), "final (G5)");
}

#[test]
fn list_for_voided_attempt_is_rejected_in_next_attempt() {
    let mut table = Table::new();
    table.open(1);
    table.judge(Act::VoidRound { attempt: Some(1), round: RoundNo(1), reason: "noise".into() }).unwrap();
    table.open(1);
    let bids = Secret(Vec::new());
    let act =
        Act::SubmitBids { team: A, attempt: Some(1), round: RoundNo(1), replaces: None, bids, by_hand: None };
    let stale = table.give(Actor::Team(A), act);
    assert_eq!(stale, Err(Rejection::WrongAttempt { named: 1, current: 2 }));
    let again = Act::VoidRound { attempt: Some(1), round: RoundNo(1), reason: "pressed twice".into() };
    assert_eq!(table.judge(again), Err(Rejection::WrongAttempt { named: 1, current: 2 }));
}

#[test]
fn pause_stops_clock_and_rejects_bids() {
    let mut table = Table::new();
    table.open(1);
    table.wait(10_000);
    table.judge(Act::Pause { reason: "fire alarm".into() }).unwrap();
    assert_eq!(table.bids(A, 1, &[(X, 5)]), Err(Rejection::Paused));
    table.wait(600_000);
    assert!(matches!(table.game.phase(), Phase::Bidding { .. }));
    table.judge(Act::Extend { by: Millis(1_000), reason: "fair".into() }).unwrap();
    table.judge(Act::Resume).unwrap();
    assert_eq!(table.game.phase(), Phase::Bidding { closes_at: GameTime(691_000) });
    table.wait(80_999);
    table.bids(A, 1, &[(X, 5)]).unwrap();
    table.wait(1);
    assert_eq!(table.game.phase(), Phase::Confirming);
    assert_eq!(table.judge(Act::Resume), Err(Rejection::NotPaused));
}

#[test]
fn time_since_the_last_round_leaves_pauses_out() {
    let mut table = Table::new();
    for round in 1..=table.game.setup().rounds.len() {
        assert_eq!(table.game.building_for(table.at), None);
        table.play(u32::try_from(round).unwrap(), &[]);
    }
    let building_for = |table: &Table| table.game.building_for(table.at).map(|time| time.0);
    let pause = |table: &mut Table| table.judge(Act::Pause { reason: "fire alarm".into() }).unwrap();
    table.wait(20_000);
    assert_eq!(building_for(&table), Some(20_000));
    pause(&mut table);
    table.wait(600_000);
    assert_eq!(building_for(&table), Some(20_000));
    table.judge(Act::Resume).unwrap();
    table.wait(5_000);
    assert_eq!(building_for(&table), Some(25_000));
    pause(&mut table);
    table.wait(1_000);
    table.judge(Act::Resume).unwrap();
    assert_eq!(building_for(&table), Some(25_000));
}

#[test]
fn running_window_can_be_extended() {
    let mut table = Table::new();
    let nothing = table.judge(Act::Extend { by: Millis(1_000), reason: "x".into() });
    assert_eq!(nothing, Err(Rejection::NothingToExtend));
    table.open(1);
    let none = table.judge(Act::Extend { by: Millis(0), reason: "x".into() });
    assert_eq!(none, Err(Rejection::BadExtension { millis: 0 }));
    table.judge(Act::Extend { by: Millis(30_000), reason: "slow network".into() }).unwrap();
    table.at = GameTime(119_999);
    table.bids(A, 1, &[(X, 5)]).unwrap();
}

#[test]
fn stones_are_placed_only_once_handed_out_and_only_with_support() {
    let mut table = Table::new();
    assert_eq!(table.place(A, stone(X, 1), 0, 1, 0), Err(Rejection::NotOwned { stone: stone(X, 1) }));
    table.play(1, &[(A, &[(X, 9), (Y, 4)])]);
    let in_the_air = table.place(A, stone(X, 1), 0, 0, 0);
    let Err(Rejection::InvalidWall { faults }) = in_the_air else {
        panic!("{in_the_air:?}");
    };
    assert!(faults.iter().any(|fault| fault.code == WallCode::Unsupported));
    table.open(2);
    table.place(A, stone(X, 1), 0, 1, 0).unwrap();
    table.place(A, stone(Y, 1), 0, 0, 1).unwrap();
    let carrying = Act::TakeOutStone { team: A, replaces: table.wall(A), stone: stone(X, 1) };
    let refused = table.give(Actor::Team(A), carrying);
    let Err(Rejection::InvalidWall { faults }) = refused else {
        panic!("{refused:?}");
    };
    let hanging = faults.iter().find(|fault| fault.code == WallCode::Unsupported).unwrap();
    assert_eq!(hanging.stones, [stone(Y, 1)], "the stone left in the air is named");
    table.place(A, stone(Y, 1), 0, 0, 0).unwrap();
    assert_eq!(table.game.tally(A).unwrap().empty, 1);
}

#[test]
fn wall_is_rearranged_in_one_step() {
    use ishigaki_rules::wall::{Placement, Placing, Spot};
    let mut table = Table::new();
    table.play(1, &[(A, &[(X, 9), (Y, 4)])]);
    table.place(A, stone(X, 1), 0, 1, 0).unwrap();
    table.place(A, stone(Y, 1), 0, 0, 1).unwrap();
    let put = |stone, quarters, row, col| {
        let turn = Turn::from_quarters(quarters).unwrap();
        Placement { stone, placing: Placing::Turned(Spot { turn, at: Cell { row, col } }) }
    };
    let placements = vec![put(stone(Y, 1), 0, 1, 1), put(stone(X, 1), 1, 0, 0)];
    let replaces = table.wall(A);
    table.give(Actor::Team(A), Act::SubmitWall { team: A, replaces, placements, by_hand: None }).unwrap();
    assert_eq!(table.game.tally(A).unwrap().top_gaps, 1);
}

#[test]
fn unchanged_wall_produces_no_event() {
    use ishigaki_rules::wall::{Placement, Placing, Spot};
    let mut table = Table::new();
    table.play(1, &[(A, &[(X, 9), (Y, 4)])]);
    let at = |row, col| Placement {
        stone: stone(X, 1),
        placing: Placing::Turned(Spot { turn: Turn::None, at: Cell { row, col } }),
    };
    let place = |replaces, placement| Act::PlaceStone { team: A, replaces, placement };
    let wall = |replaces, placements, by_hand| Act::SubmitWall { team: A, replaces, placements, by_hand };
    let one = Some(Revision(1));
    let team = Actor::Team(A);
    assert_eq!(table.give(team, wall(None, Vec::new(), None)), Ok(Vec::new()), "there is no wall yet");
    assert_eq!(table.give(team, place(None, at(1, 0))).unwrap().len(), 1);
    assert_eq!(table.give(team, place(one, at(1, 0))), Ok(Vec::new()), "it lies there");
    assert_eq!(table.give(team, wall(one, vec![at(1, 0)], None)), Ok(Vec::new()), "it stands so");
    assert_eq!(table.wall(A), one, "and is the same wall");
    let entered = table.give(Actor::Organiser, wall(one, vec![at(1, 0)], Some("counted".into())));
    assert_eq!(entered.unwrap().len(), 1, "what is entered by hand is on record with its reason");
    let check = || Act::CheckStones { team: A, stones: vec![stone(X, 1)] };
    assert_eq!(table.give(team, check()).unwrap().len(), 1);
    assert_eq!(table.give(team, check()), Ok(Vec::new()), "it is checked");
    let both = Act::CheckStones { team: A, stones: vec![stone(X, 1), stone(Y, 1)] };
    assert_eq!(table.give(team, both).unwrap().len(), 1, "one of them is not");
    let not_own = Placement { stone: stone(X, 2), ..at(1, 0) };
    assert!(table.give(team, place(table.wall(A), not_own)).is_err(), "what is refused stays refused");
}

#[test]
fn at_end_support_lifts_hanging_stones() {
    let mut table = Table::with(|setup| {
        setup.support = SupportRule::AtEnd;
        setup.rounds.truncate(1);
    });
    table.play(1, &[(A, &[(X, 9), (Y, 4)])]);
    table.place(A, stone(X, 1), 0, 0, 0).unwrap();
    table.end();
    let tally = table.game.tally(A).unwrap();
    assert_eq!((tally.used, tally.unused, tally.empty), (0, 2, 4));
    let late = table.place(A, stone(Y, 1), 0, 1, 0);
    assert_eq!(late, Err(Rejection::WrongPhase { phase: Phase::Ended }));
    assert_eq!(late.unwrap_err().rule(), "W6");
}

#[test]
fn end_comes_after_the_last_round_and_stones_move_until_zero() {
    let mut table = Table::with(|setup| setup.rounds.truncate(1));
    assert!(matches!(table.judge(Act::SignalEnd), Err(Rejection::WrongPhase { .. })));
    table.play(1, &[(A, &[(X, 9)])]);
    table.judge(Act::SignalEnd).unwrap();
    table.wait(4_999);
    table.place(A, stone(X, 1), 0, 1, 0).unwrap();
    table.wait(1);
    assert_eq!(table.game.phase(), Phase::Ended);
}

#[test]
fn result_is_rejected_until_janken_is_entered() {
    let mut table = Table::with(|setup| setup.rounds.truncate(1));
    assert!(matches!(table.judge(Act::DeclareResult), Err(Rejection::WrongPhase { .. })));
    table.play(1, &[(A, &[(X, 9)])]);
    table.place(A, stone(X, 1), 0, 1, 0).unwrap();
    table.end();
    let groups = vec![vec![B, C]];
    assert_eq!(table.judge(Act::DeclareResult), Err(Rejection::JankenOpen { groups: groups.clone() }));
    let partial = table.judge(Act::EnterJanken { order: vec![C] });
    assert_eq!(partial, Err(Rejection::NotATiedGroup { groups }));
    table.judge(Act::EnterJanken { order: vec![B, C] }).unwrap();
    table.judge(Act::EnterJanken { order: vec![C, B] }).unwrap();
    let places: Vec<_> = table.game.ranking().rows.iter().map(|row| (row.team, row.place)).collect();
    assert_eq!(places, [(A, 1), (C, 2), (B, 3)], "an entry can be corrected");
    table.judge(Act::DeclareResult).unwrap();
    assert_eq!(table.game.phase(), Phase::Declared);
}

#[test]
fn rows_are_covered_from_the_end_until_their_reveal() {
    let mut table = Table::with(|setup| setup.rounds.truncate(1));
    table.play(1, &[(A, &[(X, 9)])]);
    assert_eq!(table.game.covered_rows(None), 0, "standings while the game runs");
    table.end();
    let covered =
        |game: &Game| [None, Some(0), Some(1), Some(2), Some(9)].map(|revealed| game.covered_rows(revealed));
    assert_eq!(covered(&table.game), [3, 3, 2, 1, 0]);
    table.judge(Act::Disqualify { team: B, reason: "late".into() }).unwrap();
    assert_eq!(
        covered(&table.game),
        [3, 2, 1, 0, 0],
        "who does not count shows as soon as the reveal has begun"
    );
}

#[test]
fn disqualified_team_loses_its_list_and_cannot_bid_or_place() {
    let mut table = Table::new();
    table.play(1, &[(A, &[(Y, 4)])]);
    table.open(2);
    table.bids(A, 2, &[(X, 9)]).unwrap();
    table.judge(Act::Disqualify { team: A, reason: "obstruction".into() }).unwrap();
    assert_eq!(table.bids(A, 2, &[(X, 9)]), Err(Rejection::Disqualified { team: A }));
    assert_eq!(table.place(A, stone(Y, 1), 0, 1, 0), Err(Rejection::Disqualified { team: A }));
    table.wait(90_000);
    assert!(table.game.current_round().unwrap().list(A).is_none());
    table.confirm_all().unwrap();
    assert_eq!(table.game.standings().last().unwrap().team, A);
    assert_eq!(table.game.pool(), [1, 1], "its stone does not return to the pool");
}

#[test]
fn opened_lines_of_a_disqualified_team_are_settled_and_charged() {
    let mut table = Table::new();
    table.open(1);
    table.bids(A, 1, &[(X, 9)]).unwrap();
    table.wait(90_000);
    table.judge(Act::Disqualify { team: A, reason: "outside help".into() }).unwrap();
    table.confirm_all().unwrap();
    assert_eq!(table.held(A), 11);
}

#[test]
fn reinstated_team_is_back_from_the_next_round_on() {
    let mut table = Table::new();
    table.open(1);
    table.judge(Act::Disqualify { team: A, reason: "a mistake".into() }).unwrap();
    table.judge(Act::Reinstate { team: A, reason: "it was one".into() }).unwrap();
    assert_eq!(table.bids(A, 1, &[(X, 9)]), Err(Rejection::Disqualified { team: A }));
    table.wait(90_000);
    table.confirm_all().unwrap();
    table.open(2);
    table.bids(A, 2, &[(X, 9)]).unwrap();
    let again = table.judge(Act::Reinstate { team: A, reason: "twice".into() });
    assert_eq!(again, Err(Rejection::NotDisqualified { team: A }));
}

#[test]
fn round_does_not_wait_for_disqualified_team() {
    let mut table = Table::with(|setup| setup.rounds[0].close = ClosePolicy::WhenAllSealed);
    table.open(1);
    table.bids(A, 1, &[]).unwrap();
    table.bids(B, 1, &[]).unwrap();
    table.judge(Act::Disqualify { team: C, reason: "absent".into() }).unwrap();
    assert_eq!(table.game.phase(), Phase::Confirming);
}

#[test]
fn team_acting_for_another_is_denied() {
    let mut table = Table::new();
    table.open(1);
    let bids = Secret(Vec::new());
    let act =
        Act::SubmitBids { team: B, attempt: None, round: RoundNo(1), replaces: None, bids, by_hand: None };
    assert_eq!(table.give(Actor::Team(A), act), Err(Rejection::NotYours { team: A }));
    let judging = table.give(Actor::Team(A), Act::SignalEnd);
    assert_eq!(judging, Err(Rejection::NotYours { team: A }));
}

#[test]
fn abandoned_game_rejects_further_actions() {
    let mut table = Table::new();
    table.open(1);
    table.judge(Act::Abandon { reason: "wrong problem".into() }).unwrap();
    assert_eq!(table.game.phase(), Phase::Abandoned);
    assert!(table.judge(Act::OpenRound { round: RoundNo(1) }).is_err());
    assert!(table.judge(Act::Abandon { reason: "again".into() }).is_err());
    assert!(table.place(A, stone(X, 1), 0, 1, 0).is_err());
}

#[test]
fn abandoned_game_is_not_revived_by_voiding_its_round() {
    let mut table = Table::new();
    table.open(1);
    table.wait(90_000);
    table.judge(Act::Abandon { reason: "wrong problem".into() }).unwrap();
    let abandoned = Rejection::WrongPhase { phase: Phase::Abandoned };
    let void = Act::VoidRound { attempt: None, round: RoundNo(1), reason: "to go on".into() };
    assert_eq!(table.judge(void), Err(abandoned.clone()));
    assert_eq!(table.confirm_all(), Err(abandoned.clone()));
    assert_eq!(table.bids(A, 1, &[]), Err(abandoned));
}

#[test]
fn window_completed_in_a_pause_closes_on_resume() {
    let mut table = Table::with(|setup| setup.rounds[0].close = ClosePolicy::WhenAllSealed);
    table.open(1);
    table.bids(A, 1, &[(X, 9)]).unwrap();
    table.bids(B, 1, &[(X, 9)]).unwrap();
    table.judge(Act::Pause { reason: "a quarrel".into() }).unwrap();
    table.judge(Act::Disqualify { team: C, reason: "absent".into() }).unwrap();
    assert!(matches!(table.game.phase(), Phase::Bidding { .. }), "clocks paused");
    table.judge(Act::Resume).unwrap();
    assert!(matches!(table.game.phase(), Phase::Rebidding { .. }));
    table.raise(A, 1, &[(1, 10)]).unwrap();
    table.judge(Act::Pause { reason: "another one".into() }).unwrap();
    table.judge(Act::Disqualify { team: B, reason: "it was B's".into() }).unwrap();
    assert!(matches!(table.game.phase(), Phase::Rebidding { .. }), "clocks paused");
    table.judge(Act::Resume).unwrap();
    assert_eq!(table.game.phase(), Phase::Confirming);
}

#[test]
fn public_facts_replay_to_same_game() {
    let mut table = Table::new();
    table.open(1);
    table.bids(A, 1, &[(X, 9), (Y, 3)]).unwrap();
    table.bids(A, 1, &[(X, 9), (Y, 4)]).unwrap();
    table.bids(B, 1, &[(X, 9), (Y, 4)]).unwrap();
    table.wait(90_000);
    table.raise(A, 1, &[(1, 10)]).unwrap();
    table.raise(B, 1, &[(1, 12)]).unwrap();
    table.confirm_all().unwrap();
    let mut public = Game::new(crate::table::setup(|_| {}));
    for event in &table.log {
        let fact = match &event.fact {
            Fact::BidsSealed { team, .. } => Fact::BidsSealed { team: *team, sealed: None },
            Fact::RebidSealed { team, .. } => Fact::RebidSealed { team: *team, sealed: None },
            fact => fact.clone(),
        };
        public.apply(&Event { fact, ..event.clone() });
    }
    for team in [A, B, C] {
        assert_eq!(public.team(team), table.game.team(team));
    }
    assert_eq!(public.phase(), table.game.phase());
    assert_eq!(public.rounds()[0].settlement, table.game.rounds()[0].settlement);
    assert_eq!(public.rounds()[0].handed, table.game.rounds()[0].handed);
}

#[test]
fn sealed_lists_do_not_show_in_debug_output() {
    let mut table = Table::with(|setup| setup.initial = Tsuyama(999_999));
    table.open(1);
    table.bids(A, 1, &[(X, 77_123)]).unwrap();
    let shown = format!("{:?} {:?}", table.game, table.log);
    assert!(!shown.contains("77123"), "{shown}");
    let bids = Secret(vec![auction::Bid { lot: X, price: Tsuyama(77_123) }]);
    let act =
        Act::SubmitBids { team: A, attempt: None, round: RoundNo(1), replaces: None, bids, by_hand: None };
    assert!(!format!("{act:?}").contains("77123"));
    assert_eq!(format!("{:?}", Secret(77_123)), "sealed");
    assert_eq!(
        format!("{:?}", Sealed { revision: Revision(7), lines: [77_123].into(), by_hand: None }),
        "sealed"
    );
}
