//! Races: commands that come late or that another command has overtaken.

use crate::table::{A, B, C, Table, X, Y, stone};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{
    Act, Actor, Cell, ClosePolicy, Fact, GameTime, Millis, Phase, Rejection, Revision, RoundNo, StoneId,
    SupportRule, TeamId, Turn, WaveNo,
};

fn late(at: u64, deadline: u64) -> Rejection {
    Rejection::Late { at: GameTime(at), deadline: GameTime(deadline) }
}

#[test]
fn list_after_the_deadline_is_late_in_every_later_phase() {
    let mut table = Table::new();
    table.open(1);
    table.bids(A, 1, &[(X, 9)]).unwrap();
    table.bids(B, 1, &[(X, 9)]).unwrap();
    // The server ticks shortly after the deadline, which doesn't change.
    table.wait(90_004);
    assert!(matches!(table.game.phase(), Phase::Rebidding { .. }));
    assert_eq!(table.bids(C, 1, &[(Y, 3)]), Err(late(90_004, 90_000)));
    assert_eq!(late(90_004, 90_000).rule(), "A3");
    table.wait(31_000);
    assert_eq!(table.game.phase(), Phase::Confirming);
    assert_eq!(table.bids(A, 1, &[]), Err(late(121_004, 90_000)));
    table.confirm_all().unwrap();
    assert_eq!(table.game.phase(), Phase::Ready { next: RoundNo(2) });
    assert_eq!(table.bids(A, 1, &[]), Err(late(121_004, 90_000)), "the round is final");
    let too_early = table.bids(A, 2, &[]);
    assert_eq!(too_early, Err(Rejection::WrongPhase { phase: Phase::Ready { next: RoundNo(2) } }));
    table.open(2);
    let wrong = Rejection::WrongRound { named: RoundNo(1), current: RoundNo(2) };
    assert_eq!(table.bids(A, 1, &[]), Err(wrong), "another round takes lists");
    table.wait(90_000);
    table.confirm_all().unwrap();
    table.end();
    assert_eq!(table.bids(A, 2, &[]), Err(late(216_004, 211_004)), "the game has ended");
}

#[test]
fn list_after_void_is_not_rejected_as_late() {
    let mut table = Table::new();
    table.open(1);
    table.wait(90_000);
    table.judge(Act::VoidRound { round: RoundNo(1), attempt: None, reason: "cable".into() }).unwrap();
    let refused = Rejection::WrongPhase { phase: Phase::Ready { next: RoundNo(1) } };
    assert_eq!(table.bids(A, 1, &[]), Err(refused));
    table.open(1);
    table.bids(A, 1, &[]).unwrap();
}

#[test]
fn extensions_and_pauses_move_the_deadline_of_late_lists() {
    let mut table = Table::new();
    table.open(1);
    table.judge(Act::Extend { by: Millis(10_000), reason: "slow network".into() }).unwrap();
    table.wait(1_000);
    table.judge(Act::Pause { reason: "fire alarm".into() }).unwrap();
    table.wait(5_000);
    table.judge(Act::Resume).unwrap();
    table.wait(99_000);
    assert_eq!(table.bids(A, 1, &[]), Err(late(105_000, 105_000)));
}

#[test]
fn list_after_early_close_is_late() {
    let mut table = Table::with(|setup| setup.rounds[0].close = ClosePolicy::WhenAllSealed);
    table.open(1);
    table.wait(4_000);
    for team in [A, B, C] {
        table.bids(team, 1, &[]).unwrap();
    }
    table.wait(1);
    assert_eq!(table.bids(A, 1, &[]), Err(late(4_001, 4_000)));
}

#[test]
fn rebid_for_a_closed_wave_is_late_and_for_no_wave_is_wrong() {
    let mut table = Table::new();
    table.open(1);
    table.bids(A, 1, &[(X, 9), (Y, 5)]).unwrap();
    table.bids(B, 1, &[(X, 9)]).unwrap();
    table.bids(C, 1, &[(Y, 5)]).unwrap();
    table.wait(90_000);
    let wave = |wave| Rejection::WrongWave { named: WaveNo(wave), current: WaveNo(1) };
    assert_eq!(table.raise(A, 2, &[]), Err(wave(2)));
    assert_eq!(table.raise(A, 0, &[]), Err(wave(0)));
    table.raise(A, 1, &[(1, 10)]).unwrap();
    table.wait(30_002);
    assert_eq!(table.game.phase(), Phase::Confirming);
    assert_eq!(table.raise(B, 1, &[(1, 11)]), Err(late(120_002, 120_000)));
    let confirming = Rejection::WrongPhase { phase: Phase::Confirming };
    assert_eq!(table.raise(B, 2, &[]), Err(confirming.clone()));
    assert_eq!(table.raise(B, 0, &[]), Err(confirming));
}

#[test]
fn disqualification_is_reported_before_phase() {
    let mut table = Table::new();
    table.open(1);
    table.judge(Act::Disqualify { team: A, reason: "fouls".into() }).unwrap();
    table.wait(90_000);
    assert_eq!(table.bids(A, 1, &[]), Err(Rejection::Disqualified { team: A }));
}

/// A game in which A has won X-1 and Y-1 and has placed no stone.
fn with_stones(support: SupportRule) -> Table {
    let mut table = Table::with(|setup| {
        setup.support = support;
        setup.rounds.truncate(1);
    });
    table.play(1, &[(A, &[(X, 9), (Y, 4)])]);
    table
}

fn put(stone: StoneId, row: i32, col: i32) -> Placement<StoneId> {
    Placement { stone, placing: Placing::Turned(Spot { turn: Turn::None, at: Cell { row, col } }) }
}

fn place(replaces: Option<Revision>, placement: Placement<StoneId>) -> Act {
    Act::PlaceStone { team: A, replaces, placement }
}

fn wall(replaces: Option<Revision>, placements: Vec<Placement<StoneId>>, by_hand: Option<&str>) -> Act {
    Act::SubmitWall { team: A, replaces, placements, by_hand: by_hand.map(Into::into) }
}

#[test]
fn wall_revision_counts_only_changes() {
    let mut table = with_stones(SupportRule::EachMove);
    assert_eq!(table.wall(A), None);
    table.place(A, stone(X, 1), 0, 1, 0).unwrap();
    assert_eq!(table.wall(A), Some(Revision(1)));
    table.place(A, stone(Y, 1), 0, 0, 0).unwrap();
    let out = Act::TakeOutStone { team: A, replaces: table.wall(A), stone: stone(Y, 1) };
    table.give(Actor::Team(A), out).unwrap();
    let (seen, theirs) = (table.wall(A), vec![put(stone(Y, 1), 1, 1)]);
    table.give(Actor::Organiser, wall(seen, theirs, Some("built on the table"))).unwrap();
    assert_eq!(table.wall(A), Some(Revision(4)), "by whosever hand");
    let refused = table.place(A, stone(X, 1), 0, 9, 0);
    assert!(matches!(refused, Err(Rejection::InvalidWall { .. })));
    table.give(Actor::Team(A), Act::CheckStones { team: A, stones: vec![stone(X, 1)] }).unwrap();
    assert_eq!((table.wall(A), table.wall(B)), (Some(Revision(4)), None));
}

#[test]
fn move_for_another_wall_is_refused_with_the_present_one() {
    let mut table = with_stones(SupportRule::EachMove);
    let by = |table: &mut Table, act| table.give(Actor::Team(A), act);
    by(&mut table, place(None, put(stone(X, 1), 1, 0))).unwrap();
    let overtaken = |named| Rejection::WallChanged { named, current: Some(Revision(1)) };
    // The other laptop hasn't seen that move and would fill the same square.
    for (named, expected) in [(None, overtaken(None)), (Some(Revision(2)), overtaken(Some(Revision(2))))] {
        let acts = [
            place(named, put(stone(Y, 1), 1, 0)),
            wall(named, Vec::new(), None),
            Act::TakeOutStone { team: A, replaces: named, stone: stone(X, 1) },
        ];
        for act in acts {
            assert_eq!(by(&mut table, act), Err(expected.clone()));
        }
    }
    let by_hand = wall(None, Vec::new(), Some("built on the table"));
    assert_eq!(table.give(Actor::Organiser, by_hand), Err(overtaken(None)), "walls are no secret");
    assert_eq!(overtaken(None).rule(), "W4");
    by(&mut table, wall(Some(Revision(1)), Vec::new(), None)).unwrap();
    assert_eq!(table.wall(A), Some(Revision(2)), "an empty wall has been changed as well");
}

#[test]
fn lifting_stones_at_end_increments_wall_revision() {
    let mut table = with_stones(SupportRule::AtEnd);
    table.place(A, stone(X, 1), 0, 0, 0).unwrap();
    table.end();
    assert_eq!(table.game.team(A).unwrap().laid.len(), 0);
    assert_eq!(table.wall(A), Some(Revision(2)));
    let mut table = with_stones(SupportRule::AtEnd);
    table.place(A, stone(X, 1), 0, 1, 0).unwrap();
    table.end();
    assert_eq!(table.wall(A), Some(Revision(1)));
}

#[test]
fn replayed_facts_give_same_wall_revision() {
    let mut table = with_stones(SupportRule::EachMove);
    table.place(A, stone(X, 1), 0, 1, 0).unwrap();
    let teams: Vec<TeamId> = table.game.setup().team_ids().collect();
    let mut folded = ishigaki_rules::Game::new(table.game.setup().clone());
    for event in &table.log {
        folded.apply(event);
    }
    for team in teams {
        assert_eq!(folded.team(team).unwrap().wall, table.wall(team));
    }
    assert!(table.log.iter().any(|event| matches!(event.fact, Fact::StonePlaced { .. })));
}
