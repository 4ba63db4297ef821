//! Acts outside the auction: lists, walls and counts entered by hand, stones carried and checked, remarks, and
//! confirmations that name the confirmed settlement.

use crate::table::{A, B, C, Table, X, Y, stone};
use ishigaki_rules::auction::Bid;
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{
    Act, Actor, Announcement, AnnouncementError, Cell, Fact, GameTime, LotChoice, Phase, Rejection, Revision,
    RoundNo, Secret, SettlementDigest, StoneId, TeamId, TextError, Tsuyama, Turn, WallCount,
};

fn list(team: TeamId, by_hand: Option<&str>) -> Act {
    let bids = Secret(vec![Bid { lot: X, price: Tsuyama(7) }]);
    let by_hand = by_hand.map(Into::into);
    Act::SubmitBids { team, round: RoundNo(1), attempt: None, replaces: None, bids, by_hand }
}

fn wall(team: TeamId, stone: StoneId, by_hand: Option<&str>) -> Act {
    let spot = Spot { turn: Turn::None, at: Cell { row: 1, col: 0 } };
    let placements = vec![Placement { stone, placing: Placing::Turned(spot) }];
    Act::SubmitWall { team, replaces: None, placements, by_hand: by_hand.map(Into::into) }
}

/// A game in which A has won X-1 for 9 and B has won Y-1 for 3.
fn after_one_round() -> Table {
    let mut table = Table::new();
    table.play(1, &[(A, &[(X, 9)]), (B, &[(Y, 3)])]);
    table
}

#[test]
fn organiser_submits_list_by_hand_with_sealed_reason() {
    let mut table = Table::new();
    table.open(1);
    let facts = table.give(Actor::Organiser, list(C, Some(" the laptop burnt "))).unwrap();
    let [Fact::BidsSealed { team: C, sealed: Some(sealed) }] = &facts[..] else {
        panic!("one list is sealed: {facts:?}");
    };
    assert_eq!(sealed.by_hand.as_deref(), Some("the laptop burnt"));
    assert!(!format!("{facts:?}").contains("burnt"), "that a list came by hand is sealed with it (A4)");
    table.wait(90_000);
    assert_eq!(table.game.current_round().unwrap().lists[0].team, C);
}

#[test]
fn stale_list_by_hand_is_rejected_and_replacement_accepted() {
    let mut table = Table::new();
    table.open(1);
    table.bids(C, 1, &[(Y, 5)]).unwrap();
    table.bids(C, 1, &[(Y, 6)]).unwrap();
    let mut by_hand = list(C, Some("entered on paper"));
    let stale = table.give(Actor::Organiser, by_hand.clone());
    assert_eq!(stale, Err(Rejection::AlreadySubmitted { team: C }), "no revision is told (A4)");
    assert_eq!(table.game.current_round().unwrap().revision(C), Some(Revision(2)));
    let Act::SubmitBids { replaces, .. } = &mut by_hand else { panic!("a list") };
    // The organiser knows that there is a list, but not which (A4).
    *replaces = Some(Revision::FIRST);
    table.give(Actor::Organiser, by_hand).unwrap();
    assert_eq!(table.game.current_round().unwrap().revision(C), Some(Revision(3)));
    table.wait(90_000);
    assert_eq!(table.game.current_round().unwrap().lists[0].bids[0].lot, X);
}

#[test]
fn list_by_hand_needs_reason_and_organiser() {
    let mut table = Table::new();
    table.open(1);
    assert_eq!(table.give(Actor::Organiser, list(C, None)), Err(Rejection::NoReason { rule: "G6" }));
    assert_eq!(table.give(Actor::Organiser, list(C, Some("  "))), Err(Rejection::NoReason { rule: "G6" }));
    assert_eq!(table.give(Actor::Judge, list(C, Some("a reason"))), Err(Rejection::NotByHand));
    assert_eq!(table.give(Actor::Team(C), list(C, Some("a reason"))), Err(Rejection::NotByHand));
    assert!(table.game.current_round().unwrap().sealed.is_empty());
    table.give(Actor::Team(C), list(C, None)).unwrap();
}

#[test]
fn organiser_enters_wall_by_hand_with_reason() {
    let mut table = after_one_round();
    let by_hand = wall(A, stone(X, 1), Some("built on the table"));
    assert_eq!(table.give(Actor::Judge, by_hand.clone()), Err(Rejection::NotByHand));
    let facts = table.give(Actor::Organiser, by_hand).unwrap();
    assert!(
        matches!(&facts[..], [Fact::WallReplaced { team: A, by_hand: Some(why), .. }] if why == "built on the table")
    );
    assert_eq!(table.game.tally(A).unwrap().used, 1);
}

#[test]
fn count_by_hand_overrides_wall_until_withdrawn() {
    let mut table = after_one_round();
    table.give(Actor::Team(A), wall(A, stone(X, 1), None)).unwrap();
    let as_placed = table.game.tally(A).unwrap();
    let count = |count| Act::CountWall { team: A, count, reason: "counted at the table".into() };
    let counted = WallCount { empty: 4, top_gaps: 2, used: 0 };
    table.give(Actor::Judge, count(Some(counted))).unwrap();
    let tally = table.game.tally(A).unwrap();
    assert_eq!((tally.empty, tally.top_gaps, tally.used, tally.unused), (4, 2, 0, 1));
    assert_eq!(tally.held, as_placed.held);
    table.give(Actor::Organiser, count(None)).unwrap();
    assert_eq!(table.game.tally(A).unwrap(), as_placed);
}

#[test]
fn impossible_count_is_rejected_with_bounds() {
    let mut table = after_one_round();
    let mut count = |empty, top_gaps, used| {
        let count = Some(WallCount { empty, top_gaps, used });
        table.give(Actor::Organiser, Act::CountWall { team: A, count, reason: "counted".into() })
    };
    let bad = |figure, counted, least, most| Err(Rejection::BadCount { figure, counted, least, most });
    // The frame has four squares and A one stone of two.
    assert_eq!(count(5, 0, 1), bad("empty", 5, 2, 4));
    assert_eq!(count(1, 0, 1), bad("empty", 1, 2, 4));
    assert_eq!(count(2, 3, 1), bad("top_gaps", 3, 0, 2));
    assert_eq!(count(2, 2, 2), bad("used", 2, 0, 1));
    assert!(count(2, 2, 1).is_ok());
}

#[test]
fn wall_is_counted_after_the_end_until_the_result() {
    let mut table = after_one_round();
    table.play(2, &[]);
    table.end();
    let count = || {
        let count = Some(WallCount { empty: 2, top_gaps: 0, used: 1 });
        Act::CountWall { team: A, count, reason: "counted".into() }
    };
    table.give(Actor::Organiser, count()).unwrap();
    assert_eq!(table.game.standings()[0].team, A);
    let order = table.game.ranking().janken_needed;
    for order in order {
        table.judge(Act::EnterJanken { order }).unwrap();
    }
    table.judge(Act::DeclareResult).unwrap();
    assert_eq!(table.give(Actor::Organiser, count()), Err(Rejection::WrongPhase { phase: Phase::Declared }));
}

#[test]
fn stones_are_ticked_as_carried_and_the_tick_is_taken_back() {
    let mut table = after_one_round();
    let tick = |carried| Act::TickStones { stones: vec![stone(Y, 1), stone(X, 1), stone(X, 1)], carried };
    let facts = table.judge(tick(true)).unwrap();
    assert_eq!(facts, [Fact::StonesTicked { stones: vec![stone(X, 1), stone(Y, 1)], carried: true }]);
    assert!(table.game.team(A).unwrap().carried.contains(&stone(X, 1)));
    assert!(table.game.team(B).unwrap().carried.contains(&stone(Y, 1)));
    table.give(Actor::Organiser, tick(false)).unwrap();
    assert!(table.game.team(A).unwrap().carried.is_empty());
}

#[test]
fn stones_not_handed_out_cannot_be_ticked_or_checked() {
    let mut table = after_one_round();
    let not_handed = vec![stone(Y, 2)];
    assert_eq!(
        table.judge(Act::TickStones { stones: not_handed, carried: true }),
        Err(Rejection::NotOwned { stone: stone(Y, 2) })
    );
    let check = |team, stones| Act::CheckStones { team, stones };
    let foreign = table.give(Actor::Team(A), check(A, vec![stone(Y, 1)]));
    assert_eq!(foreign, Err(Rejection::NotOwned { stone: stone(Y, 1) }));
    assert_eq!(table.give(Actor::Team(A), check(A, vec![])), Err(Rejection::NoStones));
    assert_eq!(table.give(Actor::Team(A), check(B, vec![stone(Y, 1)])), Err(Rejection::NotYours { team: A }));
    table.give(Actor::Team(A), check(A, vec![stone(X, 1)])).unwrap();
    assert!(table.game.team(A).unwrap().checked.contains(&stone(X, 1)));
}

#[test]
fn teams_do_not_remark_count_or_tick() {
    let mut table = after_one_round();
    let acts = [
        Act::Remark { text: "we were robbed".into() },
        Act::TickStones { stones: vec![stone(X, 1)], carried: true },
        Act::CountWall { team: A, count: None, reason: "better so".into() },
    ];
    for act in acts {
        assert_eq!(table.give(Actor::Team(A), act), Err(Rejection::NotYours { team: A }));
    }
    assert_eq!(table.judge(Act::Remark { text: " ".into() }), Err(Rejection::NoReason { rule: "T" }));
    let facts = table.judge(Act::Remark { text: " power cut ".into() }).unwrap();
    assert_eq!(facts, [Fact::Remarked { text: "power cut".into() }]);
}

#[test]
fn announcement_lists_addressed_teams_sorted_and_unique() {
    let mut table = after_one_round();
    let text = || Announcement::new(" to the stage ", "").unwrap();
    let announce = |teams: &[TeamId]| Act::Announce {
        teams: teams.to_vec(),
        text: text(),
        asked: None,
        corrects: false,
    };
    let refused = table.give(Actor::Team(A), announce(&[B]));
    assert_eq!(refused, Err(Rejection::NotYours { team: A }));
    let unknown = TeamId(99);
    assert_eq!(table.judge(announce(&[A, unknown])), Err(Rejection::UnknownTeam { team: unknown }));
    let facts = table.judge(announce(&[B, A, B])).unwrap();
    assert_eq!(facts, [Fact::Announced { teams: vec![A, B], text: text(), asked: None, corrects: false }]);
    assert_eq!(facts[0].addressees(), Some(&[A, B][..]));
    assert!(facts[0].is_for(B) && !facts[0].is_for(C));
    let facts = table.judge(announce(&[])).unwrap();
    assert_eq!(facts[0].addressees(), None);
    assert!(facts[0].is_for(C));
}

#[test]
fn announcement_is_one_line_of_200_characters_per_language() {
    assert_eq!(Announcement::new(" ", ""), Err(AnnouncementError::Empty));
    let longest = "石".repeat(200);
    assert_eq!(Announcement::new("", &longest).unwrap().japanese(), Some(&*longest));
    let no_text = |language, error| Err(AnnouncementError::NotAText { language, error });
    let too_long = TextError::TooLong { characters: 201, most: 200 };
    assert_eq!(Announcement::new("", &(longest + "垣")), no_text("japanese", too_long));
    let sign = |sign, place| no_text("english", TextError::Sign { sign, place });
    assert_eq!(Announcement::new("two\nlines", ""), sign('\n', 4));
    assert_eq!(Announcement::new("\u{1b}[31mred", "赤"), sign('\u{1b}', 1));
    let invisible = TextError::Invisible { characters: 1 };
    assert_eq!(Announcement::new("\u{200b}", "赤"), no_text("english", invisible));
    let both = Announcement::new("\u{3000}red ", "赤").unwrap();
    assert_eq!((both.english(), both.japanese()), (Some("red"), Some("赤")));
}

#[test]
fn confirming_stale_settlement_is_rejected() {
    let mut table = Table::new();
    table.open(1);
    table.bids(A, 1, &[(X, 9)]).unwrap();
    table.bids(B, 1, &[(X, 9)]).unwrap();
    table.wait(90_000);
    let before = table.game.current_round().unwrap().digest().unwrap();
    table.raise(A, 1, &[(1, 10)]).unwrap();
    table.raise(B, 1, &[(1, 11)]).unwrap();
    let after = table.game.current_round().unwrap().digest().unwrap();
    assert_ne!(before, after);
    let confirm = |seen| Act::ConfirmLots { round: RoundNo(1), attempt: 1, lots: LotChoice::All, seen };
    let stale = Rejection::StaleSettlement { named: before, current: after };
    assert_eq!(table.judge(confirm(Some(before))), Err(stale));
    table.judge(confirm(Some(after))).unwrap();
}

#[test]
fn settlement_digest_matches_documented_algorithm() {
    let mut table = Table::new();
    table.open(1);
    table.bids(A, 1, &[(X, 9)]).unwrap();
    table.wait(90_000);
    let record = table.game.current_round().unwrap();
    let numbers: [u64; 8] = [1, 1, 1, u64::from(X.0), u64::from(A.0), 1, 9, 0];
    let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let expected = bytes.fold(0xcbf2_9ce4_8422_2325, step);
    assert_eq!(record.digest(), Some(SettlementDigest(expected)));
    assert!(table.game.now() > GameTime(0));
}
